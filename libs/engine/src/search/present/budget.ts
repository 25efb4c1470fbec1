/** Fitting results to bounds and to a budget of tokens: whole lines, the best results first. Pure. */
import type { ChunkResult, GroupResult } from "@satori/contracts";
import { firstChars } from "../../first-chars.ts";

/**
 * What models that read answers cut them into: answers of `search_codebase` have 3.3 characters to a token,
 * the sources in them 3.8, in OpenAI's vocabularies cl100k_base and o200k_base alike (counted with
 * js-tiktoken 1.0, over `fixtures/courier`). A budget is a bound: a little less.
 */
const CHARS_PER_TOKEN = 3.2;

/** About how many tokens a value is to who reads it as JSON. */
export function estimateJsonTokens(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / CHARS_PER_TOKEN);
}

export interface Fitted<Result> {
  readonly results: readonly Result[];
  readonly isCut: boolean;
}

/**
 * Characters of one result's text. Chunks have about a thousand, but one whose only line is a megabyte long
 * is one line.
 */
export const MAX_TEXT_CHARS = 10_000;

/** What of a passage is shown with so many lines at most: those that say best why it is a result. */
export type ShorterPreview = (maxLines: number) => { readonly text: string; readonly startLine: number };

export interface Budget {
  /** No bound but that of each text where it is absent. */
  readonly maxTokens: number | undefined;
  /** What the answer needs besides its results. */
  readonly restTokens: number;
  /** By the results' positions; texts of results without one lose their last lines. */
  readonly previews?: readonly (ShorterPreview | null)[];
}

/**
 * Shortens texts of later results, then drops the last results, until the estimate is within the budget. The
 * first result always stays, with one line at least.
 */
export function fitToBudget<Result extends ChunkResult | GroupResult>(
  results: readonly Result[],
  { maxTokens, restTokens, previews = [] }: Budget,
): Fitted<Result> {
  const bounded = results.map((result) => withText(result, firstChars(textOf(result), MAX_TEXT_CHARS)));
  const fitted =
    maxTokens === undefined ? bounded : fit(bounded, (maxTokens - restTokens) * CHARS_PER_TOKEN, previews);
  return {
    results: fitted,
    isCut:
      fitted.length < results.length ||
      fitted.some((result, at) => textOf(result) !== textOf(results[at] as Result)),
  };
}

function fit<Result extends ChunkResult | GroupResult>(
  results: readonly Result[],
  maxChars: number,
  previews: readonly (ShorterPreview | null)[],
): Result[] {
  const fitted: Result[] = [];
  let left = maxChars;
  for (const [at, result] of results.entries()) {
    const share = at === 0 ? left : left / (results.length - at);
    const shortened = shorten(result, share - sizeOf(withText(result, "")), previews[at] ?? null);
    const size = sizeOf(shortened);
    if (at > 0 && size > left) break;
    fitted.push(shortened);
    left -= size;
  }
  return fitted;
}

/** As many whole lines as fit, at least one. */
function shorten<Result extends ChunkResult | GroupResult>(
  result: Result,
  maxChars: number,
  preview: ShorterPreview | null,
): Result {
  const kept = firstLines(textOf(result), maxChars);
  if (kept === textOf(result) || result.kind === "chunk" || preview === null) return withText(result, kept);
  for (let lines = textOf(result).split("\n").length - 1; lines > 1; lines--) {
    const { text, startLine } = preview(lines);
    if (firstLines(text, maxChars) === text) return { ...result, preview: text, previewStartLine: startLine };
  }
  const { text, startLine } = preview(1);
  return { ...result, preview: text, previewStartLine: startLine };
}

/** In characters, with the comma or bracket behind it. */
function sizeOf(value: unknown): number {
  return JSON.stringify(value).length + 2;
}

/** The first whole lines, as many as fit, at least one. */
function firstLines(text: string, maxChars: number): string {
  const lines = text.split("\n");
  let kept = 0;
  let size = 0;
  for (; kept < lines.length; kept++) {
    // Without its quotes, with an escaped line end.
    size += JSON.stringify(lines[kept]).length;
    if (kept > 0 && size - 2 > maxChars) break;
  }
  return lines.slice(0, kept).join("\n");
}

function textOf(result: ChunkResult | GroupResult): string {
  return result.kind === "chunk" ? result.content : result.preview;
}

function withText<Result extends ChunkResult | GroupResult>(result: Result, text: string): Result {
  return result.kind === "chunk" ? { ...result, content: text } : { ...result, preview: text };
}
