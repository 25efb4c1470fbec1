/** What agents read about a search besides its results, in every result mode. Pure. */
import { counted, type SearchCoverage } from "@satori/contracts";
import type { CompleteSearch } from "../search.ts";
import { type CompleteContext, searchNotes } from "../search-notes.ts";
import { AGENT_VIEW, agentName } from "./agent-view.ts";

/** Why the results may not answer the question, and why better ones may be missing. */
export function qualifyingLines(answer: CompleteSearch | CompleteContext): string[] {
  const { hints, scope, confidence, unknownTerms } = answer;
  const { leftOut, noiseMitigation: noise } = hints ?? {};
  return [
    ...searchNotes(answer, AGENT_VIEW),
    ...freshnessLines(answer),
    // With another confidence, the notes name them.
    ...(confidence === "high" && unknownTerms.length > 0
      ? [`not in this codebase: ${unknownTerms.map(agentName).join(", ")}`]
      : []),
    // The message names the file.
    ...(leftOut === undefined ? [] : [`left out by: ${leftOut.leftOutBy.join(", ")}`]),
    ...(noise === undefined || scope === "docs" || noise.suggestedIgnorePatterns.length === 0
      ? []
      : [`patterns for .satoriignore: ${noise.suggestedIgnorePatterns.map(agentName).join(" ")}`]),
  ];
}

/** What was searched, and how much of the codebase could not be. */
export function coverageLine({ files, chunks, skippedFiles }: SearchCoverage): string {
  const skipped = skippedFiles === 0 ? "" : `; not indexed: ${counted(skippedFiles, "file")}`;
  return `searched ${counted(files, "file")}, ${counted(chunks, "chunk")}${skipped}`;
}

/** What the notes for people leave out: why an index that answers may be behind. */
function freshnessLines({ freshnessDecision: { mode, reason } }: CompleteSearch | CompleteContext): string[] {
  const isNoted = mode === "failed" || mode === "skipped_locked";
  return isNoted || reason === undefined ? [] : [`index: ${mode}, ${AGENT_VIEW.wording.sentence(reason)}`];
}
