/**
 * The tokens of a symbol: what has to change for a commit to count as a change of it. Comments and spaces are
 * left out. The structure that indentation gives to code outside brackets stays, so that moving a statement
 * out of a Python loop is a change, and re-indenting a file is none. Pure.
 */
import type { TextRange } from "@satori/sidecar";

/** Strings first: spaces in them are not layout, not even over several lines. */
const TOKEN =
  /"""[\s\S]*?"""|'''[\s\S]*?'''|`(?:[^`\\]|\\[\s\S])*`|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\p{L}\p{N}\p{M}_$]+|\n|[^\s]/gu;
/** Tokens of a symbol that are compared; a generated table may have millions. */
const MAX_TOKENS = 200_000;
/** What the indentation of code outside of brackets says. */
export const INDENT = "\u0001";
export const DEDENT = "\u0002";
export const NEWLINE = "\u0003";

/** @param comments comments of the whole text, sorted by start */
export function codeTokens(
  text: string,
  { start, end }: TextRange,
  comments: readonly TextRange[],
): readonly string[] {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const before = text.slice(lineStart, start);
  // The indentation of the first line counts, as the measure of the others.
  const from = before.trim() === "" ? lineStart : start;
  return tokensOf(withoutComments(text, { start: from, end }, comments));
}

/** The text with comments replaced by spaces, so that indentation stays what it is. */
function withoutComments(text: string, { start, end }: TextRange, comments: readonly TextRange[]): string {
  let code = "";
  let at = start;
  for (const comment of comments) {
    if (comment.end <= at) continue;
    if (comment.start >= end) break;
    code += text.slice(at, Math.max(at, comment.start));
    code += text.slice(Math.max(at, comment.start), Math.min(end, comment.end)).replace(/[^\n]/g, " ");
    at = comment.end;
  }
  return at < end ? code + text.slice(at, end) : code;
}

function tokensOf(code: string): readonly string[] {
  const tokens: string[] = [];
  const indents: number[] = [];
  let depth = 0;
  let isLineStart = true;
  let lineFrom = 0;
  for (const match of code.matchAll(TOKEN)) {
    const [token] = match;
    if (tokens.length >= MAX_TOKENS) break;
    if (token === "\n") {
      isLineStart = true;
      lineFrom = match.index + 1;
      continue;
    }
    if (isLineStart && depth === 0) tokens.push(...lineTokens(indents, match.index - lineFrom));
    isLineStart = false;
    if (/^[([{]$/.test(token)) depth++;
    else if (/^[)\]}]$/.test(token)) depth = Math.max(0, depth - 1);
    tokens.push(token);
  }
  return tokens;
}

/** What the indentation of a new line says; updates the open levels. */
function lineTokens(indents: number[], columns: number): string[] {
  const before = indents.length;
  while (indents.length > 0 && (indents.at(-1) as number) > columns) indents.pop();
  const closed = Array.from({ length: before - indents.length }, () => DEDENT);
  if (indents.length === 0) {
    indents.push(columns);
    return before === 0 ? [] : closed;
  }
  if (closed.length > 0) return closed;
  if (columns === indents.at(-1)) return [NEWLINE];
  indents.push(columns);
  return [INDENT];
}

export function sameTokens(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((token, at) => token === right[at]);
}

/** Share of the tokens that two bodies have in common: twice the common ones over all, from 0 to 1. */
export function similarity(left: readonly string[], right: readonly string[]): number {
  if (left.length + right.length === 0) return 1;
  const counts = new Map<string, number>();
  for (const token of left) counts.set(token, (counts.get(token) ?? 0) + 1);
  let common = 0;
  for (const token of right) {
    const count = counts.get(token) ?? 0;
    if (count === 0) continue;
    common++;
    counts.set(token, count - 1);
  }
  return (2 * common) / (left.length + right.length);
}
