/**
 * What the call graph of a codebase does not cover: files without call facts, files with syntax errors,
 * unsupported languages, calls and uses that are not resolved.
 */
import {
  type CallGraphCoverage,
  type CallGraphNote,
  LIMITS,
  type LanguageCalls,
  counted,
  listed,
} from "@satori/contracts";
import { type FileId, TRUNCATED, languagesWithoutCalls, resolvesCalls } from "@satori/sidecar";
import { unfollowedLinks } from "../../contents/unindexed.ts";
import { compareText } from "../../model/paths.ts";
import type { Snapshot } from "../../store/store.ts";
import { testOrExampleIn } from "../test-or-example.ts";

/** What is missing around the requested definitions. */
export interface Gaps {
  readonly unresolved: number;
  readonly open: readonly CallGraphNote[];
  /** Sorted by language, then kind. */
  readonly languageCalls: readonly LanguageCalls[];
}

/** What the codebase lacks, and what is missing around the requested definitions. */
export async function coverageOf(
  { snapshot, root }: { readonly snapshot: Snapshot; readonly root: string | null },
  { unresolved, open, languageCalls }: Gaps,
): Promise<CallGraphCoverage> {
  const { files, calls } = snapshot;
  const links = await unfollowedLinks({ snapshot, root, place: "" });
  const hasCalls = (file: FileId): boolean => resolvesCalls(files.languages[file] ?? "text");
  const unparsed = calls.filesWithoutFlow().filter(hasCalls);
  const leftOut = new Set(calls.filesUsing("mention", TRUNCATED));
  const partlyParsed = [...files.paths.keys()].filter(
    (file) => (files.withSyntaxErrors[file] === 1 || leftOut.has(file)) && hasCalls(file),
  );
  return {
    unparsedFiles: unparsed.length,
    partlyParsedFiles: partlyParsed.length,
    ...(unparsed.length > 0 ? { unparsed: firstPaths(snapshot, unparsed) } : {}),
    ...(partlyParsed.length > 0 ? { partlyParsed: firstPaths(snapshot, partlyParsed) } : {}),
    ...(links > 0 ? { unfollowedLinks: links } : {}),
    unsupportedLanguages: languagesWithoutCalls(files.languages),
    unresolvedSites: unresolved,
    ...(languageCalls.length > 0 ? { languageCalls } : {}),
    open,
  };
}

function firstPaths(snapshot: Snapshot, files: readonly FileId[]): readonly string[] {
  const isAside = testOrExampleIn(snapshot);
  const pathOf = (file: FileId): string => snapshot.files.paths[file] as string;
  return [...files]
    .sort(
      (left, right) =>
        Number(isAside(left)) - Number(isAside(right)) || compareText(pathOf(left), pathOf(right)),
    )
    .slice(0, LIMITS.callGraph.maxUncoveredFiles)
    .map(pathOf);
}

// Sentences about the coverage, each after a blank; empty if there is nothing to say.

/** The files that may contain callers or users, if none is known. */
export function describePartlyParsed(
  { partlyParsedFiles, partlyParsed = [] }: CallGraphCoverage,
  what: "call it" | "use it",
): string {
  return partlyParsedFiles === 0
    ? ""
    : ` ${counted(partlyParsedFiles, "file")} could be parsed only in part, and may ${what}: ` +
        `${listed(partlyParsed, partlyParsedFiles)}.`;
}

/** Definitions may be where links lead. */
export function describeLinks({ unfollowedLinks: links = 0 }: CallGraphCoverage): string {
  return links === 0
    ? ""
    : ` ${counted(links, "symbolic link")} out of the codebase ${links === 1 ? "is" : "are"} not followed.`;
}
