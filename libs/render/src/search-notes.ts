/** What qualifies the answer of a search, in any result mode. Pure. */
import type { SearchContextOk, WithArguments } from "@satori/contracts";
import type { CompleteSearch } from "./search.ts";
import type { View } from "./view.ts";

/** An answer of the result mode `context` with the arguments that it omits. */
export type CompleteContext = WithArguments<SearchContextOk>;

/** Single lines, most important first. */
export function searchNotes(
  answer: CompleteSearch | CompleteContext,
  { name, wording: { argument, sentence } }: Pick<View, "name" | "wording">,
): string[] {
  const { message, query, scope, effectiveRoot, hints } = answer;
  const { confidence, unknownTerms, correctedTerms = [], freshnessDecision } = answer;
  const isEmpty = hasNoResults(answer);
  const notes: string[] = [];
  if (isEmpty)
    notes.push(
      "no results for: " +
        `${name(query)}${message === undefined ? "" : `. ${sentence(message, effectiveRoot)}`}`,
    );
  if (confidence !== "high") {
    const corrected = new Set(correctedTerms.map(({ term }) => term));
    const unknown = unknownTerms.filter((term) => !corrected.has(term));
    const absent = unknown.length === 0 ? "" : `; not in this codebase: ${unknown.map(name).join(", ")}`;
    notes.push(`confidence: ${confidence}${absent}`);
  }
  for (const { term, meant } of correctedTerms)
    notes.push(`no symbol is named ${name(term)}; also searched for ${meant.map(name).join(", ")}`);
  const { mode, reason } = freshnessDecision;
  const isBehind = mode === "failed" || mode === "skipped_locked";
  // If the index is behind, the next line reports it.
  if (!isEmpty && message !== undefined && !isBehind) notes.push(sentence(message, effectiveRoot));
  if (isBehind) notes.push(`the index may lack recent changes: ${sentence(reason ?? mode, effectiveRoot)}`);
  notes.push(...cutNote(answer, argument("search_codebase", "maxTokens")));
  // A search with scope docs expects docs.
  if (hints?.noiseMitigation && scope !== "docs")
    notes.push(
      "hint: mostly tests, fixtures, docs or generated code; " +
        `${argument("search_codebase", "scope", "runtime")} excludes them`,
    );
  return notes;
}

/** Whether nothing was found. If a context has no sections because none fits, its message says so. */
function hasNoResults(answer: CompleteSearch | CompleteContext): boolean {
  if (!isContext(answer)) return answer.results.length === 0;
  return answer.sections.length === 0 && answer.warnings?.includes("OUTPUT_TRUNCATED") !== true;
}

/** That something was left out, unless the answer has the call that shows it, or a message about it. */
function cutNote(answer: CompleteSearch | CompleteContext, argument: string): string[] {
  const { warnings = [], maxTokens } = answer;
  if (!warnings.includes("OUTPUT_TRUNCATED")) return [];
  if (isContext(answer) && isContinued(answer)) return [];
  const way = maxTokens === undefined ? "" : `: raise ${argument} above ${maxTokens}`;
  return [`results were shortened or omitted to fit the answer${way}`];
}

function isContinued({ sections, omitted }: CompleteContext): boolean {
  return sections.length === 0 || omitted.some(({ tool }) => tool === "search_codebase");
}

function isContext(answer: CompleteSearch | CompleteContext): answer is CompleteContext {
  return "sections" in answer;
}
