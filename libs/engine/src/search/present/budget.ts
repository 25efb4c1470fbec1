/** Fits results to limits and to a token budget, in whole lines and with the best results first. Pure. */
import { type GroupResult, type SearchHit, type Span, isChunkResult } from "@satori/contracts";
import { firstChars } from "../../first-chars.ts";

/**
 * Characters per token. Answers of `search_codebase` have 3.3, the source code in them 3.8, with OpenAI's
 * vocabularies cl100k_base and o200k_base alike (counted with js-tiktoken 1.0, over `fixtures/courier`). The
 * estimate must not exceed a budget, so the value is a little lower.
 */
export const CHARS_PER_TOKEN = 3.2;

/** Estimated number of tokens of a value as JSON. */
export function estimateJsonTokens(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / CHARS_PER_TOKEN);
}

/** Results within a budget, and whether any was shortened or dropped. */
export interface Fitted {
  readonly results: readonly SearchHit[];
  readonly isCut: boolean;
}

/**
 * Most characters of one result's text. A chunk has about a thousand, but a single line may be a megabyte
 * long.
 */
export const MAX_TEXT_CHARS = 10_000;

type PreviewFields = Required<Pick<GroupResult, "preview">> & Pick<GroupResult, "previewStartLine">;

/** Preview of a passage in at most `maxLines` lines, those that best show why it is a result. */
export type ShorterPreview = (maxLines: number) => PreviewFields;

/** The fields of a result for its preview; `span` is that of the whole passage. */
export function previewFields(
  { startLine }: Span,
  { text, span }: { readonly text: string; readonly span: Span },
): PreviewFields {
  return { preview: text, ...(span.startLine === startLine ? {} : { previewStartLine: span.startLine }) };
}

export interface Budget {
  /** Limit for the whole answer. If absent, only each text is limited. */
  readonly maxTokens: number | undefined;
  /** Tokens that the answer needs besides its results. */
  readonly restTokens: number;
  /** By the positions of the results. A result without a preview function loses its last lines. */
  readonly previews?: readonly (ShorterPreview | null)[];
}

/**
 * Drops the last results, and shortens the texts of later ones, until the estimate is within the budget. The
 * first result always stays, with at least one line; each further one has a text worth showing.
 */
export function fitToBudget(
  results: readonly SearchHit[],
  { maxTokens, restTokens, previews = [] }: Budget,
): Fitted {
  const bounded = results.map((result) => withText(result, firstChars(textOf(result), MAX_TEXT_CHARS)));
  const fitted =
    maxTokens === undefined ? bounded : fit(bounded, (maxTokens - restTokens) * CHARS_PER_TOKEN, previews);
  return {
    results: fitted,
    isCut:
      fitted.length < results.length ||
      fitted.some((result, at) => textOf(result) !== textOf(results[at] as SearchHit)),
  };
}

/** Text that is shown of each result, relative to its other fields; less is not worth its place. */
const LEAST_TEXT_SHARE = 2.5;

function fit(
  results: readonly SearchHit[],
  maxChars: number,
  previews: readonly (ShorterPreview | null)[],
): SearchHit[] {
  const needs = results.map(needOf);
  const shown = shownWithin(needs, maxChars);
  const fitted: SearchHit[] = [];
  let remaining = maxChars;
  let needOfLater = sum(needs.slice(0, shown));
  for (const [at, result] of results.slice(0, shown).entries()) {
    const need = needs[at] as number;
    // A line that is longer than its share has used what was meant for later results.
    if (at > 0 && need > remaining) break;
    needOfLater -= need;
    const most = remaining - needOfLater;
    const share = at === 0 ? most : Math.max(need, Math.min(most, remaining / (shown - at)));
    const shortened = shorten(result, share - sizeOf(withText(result, "")), previews[at] ?? null);
    const size = sizeOf(shortened);
    if (at > 0 && size > remaining) break;
    fitted.push(shortened);
    remaining -= size;
  }
  return fitted;
}

/** Characters of a result with the least text that is worth showing. */
function needOf(result: SearchHit): number {
  const fields = sizeOf(withText(result, ""));
  return fields + Math.min(sizeOf(result) - fields, LEAST_TEXT_SHARE * fields);
}

/** Number of results from the first on whose needs fit; at least one. */
function shownWithin(needs: readonly number[], maxChars: number): number {
  let total = 0;
  const beyond = needs.findIndex((need, at) => (total += need) > maxChars && at > 0);
  return beyond === -1 ? needs.length : beyond;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The result with as many whole lines as fit, at least one. */
function shorten(result: SearchHit, maxChars: number, preview: ShorterPreview | null): SearchHit {
  const kept = firstLines(textOf(result), maxChars);
  if (kept === textOf(result) || isChunkResult(result) || preview === null) return withText(result, kept);
  const { previewStartLine: _startLine, ...rest } = result;
  for (let lines = textOf(result).split("\n").length - 1; lines > 1; lines--) {
    const shorter = preview(lines);
    if (firstLines(shorter.preview, maxChars) === shorter.preview) return { ...rest, ...shorter };
  }
  return { ...rest, ...preview(1) };
}

/** Characters as JSON, including the comma or bracket that follows. */
function sizeOf(value: unknown): number {
  return JSON.stringify(value).length + 2;
}

/** As many whole lines from the start as fit, at least one. */
function firstLines(text: string, maxChars: number): string {
  const lines = text.split("\n");
  let kept = 0;
  let size = 0;
  for (; kept < lines.length; kept++) {
    // The two quotes stand for the escaped line end.
    size += JSON.stringify(lines[kept]).length;
    if (kept > 0 && size - 2 > maxChars) break;
  }
  return lines.slice(0, kept).join("\n");
}

function textOf(result: SearchHit): string {
  return isChunkResult(result) ? result.content : (result.preview ?? "");
}

function withText(result: SearchHit, text: string): SearchHit {
  if (isChunkResult(result)) return { ...result, content: text };
  return result.preview === undefined ? result : { ...result, preview: text };
}
