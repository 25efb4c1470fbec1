/** Call sites that may lead to a function, found by names before anything is resolved. */
import { addTo } from "../../group-by.ts";
import type { AccessSite, CallSite } from "../../call-facts/facts.ts";
import { runsFunction } from "../members/members.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";

/**
 * Calls of a name, of what a call of it gives, or accesses of members of that name, unless more files have
 * them.
 */
export interface Sought {
  readonly use: "call" | "result" | AccessSite["access"];
  readonly name: string;
  readonly maxFiles: number;
  /** Where alone; in whichever file without it. */
  readonly files?: readonly FileId[];
}

export interface CandidateSites {
  readonly file: FileId;
  /** Whether one of the names is called or accessed there. */
  readonly isCalling: boolean;
  /** By start, each once. */
  readonly sites: () => readonly CallSite[];
}

/** Of files that have what is sought, and of those whose calls all count; by file. @param whole the latter */
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
 * Calls of a name, with those that run what is called so by a method of functions (`hook.call(view)`), or of
 * what a call of it gives; none for accesses.
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
