/** Call sites that may lead to a function, selected by name before anything is resolved. */
import { type AccessSite, type CallSite, NONE } from "../../call-facts/facts.ts";
import { CONVERTED } from "../../call-facts/import-marks.ts";
import { addTo } from "../../group-by.ts";
import { runsFunction } from "../members/members.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import { subtypesOf } from "../types/subtypes.ts";
import type { ScopeRef } from "../values.ts";
import { isCommonName } from "./by-name/common-names.ts";

/**
 * A name to search for: its calls, calls of the result of calling it, or accesses of members of this name.
 * Skipped if more than `maxFiles` files have any.
 */
export interface Sought {
  readonly use: "call" | "result" | AccessSite["access"];
  readonly name: string;
  readonly maxFiles: number;
  /** The files to search; all files if absent. */
  readonly files?: readonly FileId[];
}

/** Candidate sites of one file. */
export interface CandidateSites {
  readonly file: FileId;
  /** Whether one of the names is called or accessed in the file. */
  readonly isCalling: boolean;
  /** By start, without duplicates. */
  readonly sites: () => readonly CallSite[];
}

/**
 * Candidate sites of the files that use one of the names, and of the files in `whole`; sorted by file.
 * @param whole files all of whose calls are candidates
 */
export function candidateSites(
  resolution: Resolution,
  sought: readonly Sought[],
  whole: ReadonlySet<FileId>,
): readonly CandidateSites[] {
  const byFile = new Map<FileId, Sought[]>();
  for (const each of sought) {
    const using =
      each.files ??
      (each.name === ""
        ? []
        : resolution.project.filesUsing(each.use === "result" ? "call" : each.use, each.name));
    if (using.length > each.maxFiles) continue;
    for (const file of using) addTo(byFile, file, each);
  }
  const files = [...new Set([...byFile.keys(), ...whole])].sort((left, right) => left - right);
  return files.map((file) => ({
    file,
    isCalling: byFile.has(file),
    sites: () => {
      const index = resolution.index(file);
      const here = byFile.get(file) ?? [];
      const accesses = here.flatMap(({ use, name }) =>
        (index?.accessesOf(name) ?? []).filter(({ access }) => access === use),
      );
      if (!whole.has(file))
        return inOrder([...here.flatMap((each) => callsOf(resolution, file, each)), ...accesses]);
      const calls = resolution.once(["sites", file], () => inOrder(index?.flow.sites ?? []));
      return accesses.length === 0 ? calls : inOrder([...calls, ...accesses]);
    },
  }));
}

/**
 * Calls of a name, including calls through a method of functions (`hook.call(view)`); for `result`, calls of
 * the result of calling it; none for accesses.
 */
function callsOf(resolution: Resolution, file: FileId, { use, name }: Sought): readonly CallSite[] {
  const index = resolution.index(file);
  if (!index) return [];
  switch (use) {
    case "call":
      return [
        ...index.sitesCalling(name),
        ...index.sitesBehind("member", name).filter((site) => runsFunction(resolution, file, site.name)),
      ];
    case "result":
      return index.sitesBehind("call", name);
    default:
      return [];
  }
}

function inOrder(sites: readonly CallSite[]): readonly CallSite[] {
  return [...new Set(sites)].sort((left, right) => left.start - right.start || left.expr - right.expr);
}

// Members that objects get by an implicit conversion (`implicit def`, `implicit class`). Which conversion the
// compiler chooses depends on the names in scope and on inferred types. So none is guessed; such calls are
// reported as unresolved.

/** Whether a conversion may turn other objects into one that has this function. */
export function isReachedByConversion(resolution: Resolution, target: ScopeRef): boolean {
  // Only Scala has this flag; checking the subtypes of other languages would cost time.
  if (!resolution.rules(target.file).readsMethods) return false;
  // A function of an implicit class belongs to the type that the class extends; the scope around it is the
  // class itself.
  const scopes = resolution.index(target.file)?.flow.scopes;
  const around = scopes?.[target.scope]?.parent ?? NONE;
  if (scopes?.[around]?.kind !== "class" && scopes?.[around]?.kind !== "interface") return false;
  const type = resolution.values.class({ file: target.file, scope: around });
  return [type, ...subtypesOf(resolution, type)].some(({ file, scope }) => {
    const name = resolution.index(file)?.flow.scopes[scope]?.name ?? "";
    return name !== "" && resolution.project.filesUsing("mention", CONVERTED + name).length > 0;
  });
}

/**
 * Whether a site calls or reads a member of an object that may have been converted for it. Common names do
 * not count: every library has them.
 */
export function mayConvert(resolution: Resolution, file: FileId, site: CallSite | AccessSite): boolean {
  const index = resolution.index(file);
  const callee = index && ("access" in site ? site.expr : index.operand(site.expr, 1));
  return (
    callee !== undefined &&
    callee !== null &&
    index?.op(callee) === "member" &&
    !isCommonName(site.name, resolution.project.language(file))
  );
}
