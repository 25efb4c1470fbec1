/**
 * Counts what a codebase's call graph does not cover: files without call facts, files with syntax errors,
 * unsupported languages.
 */
import type { CallGraphCoverage } from "@satori/contracts";
import { TRUNCATED, languagesWithoutCalls, resolvesCalls } from "@satori/sidecar";
import type { Snapshot } from "../../store/store.ts";

export function coverageOf({ files, calls }: Snapshot): Omit<CallGraphCoverage, "unresolvedSites" | "open"> {
  const unsupportedLanguages = languagesWithoutCalls(files.languages);
  const hasCalls = (file: number): boolean => resolvesCalls(files.languages[file] ?? "text");
  const unparsedFiles = calls.filesWithoutFlow().filter(hasCalls).length;
  const leftOut = new Set(calls.filesUsing("mention", TRUNCATED));
  const partlyParsedFiles = files.withSyntaxErrors.reduce(
    (sum, isSo, file) => sum + ((isSo === 1 || leftOut.has(file)) && hasCalls(file) ? 1 : 0),
    0,
  );
  return { unparsedFiles, partlyParsedFiles, unsupportedLanguages };
}
