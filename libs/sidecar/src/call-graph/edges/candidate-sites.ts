/** Call sites that may lead to a function, selected by name before anything is resolved. */
import { addTo } from "../../group-by.ts";
import type { AccessSite, CallSite } from "../../call-facts/facts.ts";
import { runsFunction } from "../members/members.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";

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
