/** Fits results to limits and to a token budget, in whole lines and with the best results first. Pure. */
import type { ChunkResult, GroupResult } from "@satori/contracts";
import { firstChars } from "../../first-chars.ts";

/**
 * Characters per token. Answers of `search_codebase` have 3.3, the source code in them 3.8, with OpenAI's
 * vocabularies cl100k_base and o200k_base alike (counted with js-tiktoken 1.0, over `fixtures/courier`). The
 * estimate must not exceed a budget, so the value is a little lower.
 */
const CHARS_PER_TOKEN = 3.2;

/** Estimated number of tokens of a value as JSON. */
export function estimateJsonTokens(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / CHARS_PER_TOKEN);
}

/** Results within a budget, and whether any was shortened or dropped. */
export interface Fitted<Result> {
  readonly results: readonly Result[];
  readonly isCut: boolean;
}

/**
 * Most characters of one result's text. A chunk has about a thousand, but a single line may be a megabyte
 * long.
 */
export const MAX_TEXT_CHARS = 10_000;

/** Preview of a passage in at most `maxLines` lines, those that best show why it is a result. */
export type ShorterPreview = (maxLines: number) => { readonly text: string; readonly startLine: number };

export interface Budget {
  /** Limit for the whole answer. If absent, only each text is limited. */
  readonly maxTokens: number | undefined;
  /** Tokens that the answer needs besides its results. */
  readonly restTokens: number;
  /** By the positions of the results. A result without a preview function loses its last lines. */
  readonly previews?: readonly (ShorterPreview | null)[];
}

/**
 * Shortens the texts of later results, then drops the last results, until the estimate is within the budget.
 * The first result always stays, with at least one line.
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

/** The result with as many whole lines as fit, at least one. */
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

function textOf(result: ChunkResult | GroupResult): string {
  return result.kind === "chunk" ? result.content : result.preview;
}

function withText<Result extends ChunkResult | GroupResult>(result: Result, text: string): Result {
  return result.kind === "chunk" ? { ...result, content: text } : { ...result, preview: text };
}
