/** Text forms of answers. Each export is named here: adding a line makes it API. */
export { answerLine, textAnswer } from "./agents/text-answer.ts";
export { type TextParts } from "./agents/text-parts.ts";
export { isFull, renderCalls, type CompleteGraph, type Omission } from "./calls.ts";
export { renderHierarchy } from "./hierarchy.ts";
export { renderHistory } from "./history.ts";
export { changedName, impactSummary, isImpactEmpty, renderImpact, wayOf } from "./impact.ts";
export {
  CHANGE_WORDS,
  CONFIDENCE_WORDS,
  MISFIT_WORDS,
  TEST_REASON_WORDS,
  UNKNOWN_WORDS,
} from "./impact-words.ts";
export { renderCounts, renderFiles, renderMatches, within, type Around } from "./matches.ts";
export { renderCandidates, renderOutline } from "./outline.ts";
export { printable, printableCode, printableLine } from "./printable.ts";
export { renderSearch, resultHeading, type CompleteSearch } from "./search.ts";
export { searchNotes } from "./search-notes.ts";
export { signatureDifference } from "./signature-difference.ts";
export { renderList, renderSkipped } from "./status.ts";
export { PLAIN, type Style } from "./style.ts";
export { table, type Column } from "./table.ts";
export { renderUnused, type UnusedLists } from "./unused.ts";
export { type View, type Wording } from "./view.ts";
export { displayWidth, padEnd, padStart, truncate, truncateMiddle, truncateStart } from "./width.ts";
