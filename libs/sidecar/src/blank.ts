/**
 * Hides parts of a text from a parser by replacing them with spaces. Line ends stay, so that offsets and line
 * numbers stay valid. Pure.
 */
import type { TextRange } from "./facts.ts";

/** A text of the same length, with every character except line ends replaced by a space. */
export function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}

/** Ranges of all matches of a pattern, sorted by start. The pattern must be global. */
export function matchesOf(pattern: RegExp, text: string): TextRange[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Replaces ranges with spaces, line ends excepted. @param ranges sorted by start; they may overlap */
export function hideRanges(text: string, ranges: readonly TextRange[]): string {
  if (ranges.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    parts.push(text.slice(at, start), blank(text.slice(Math.max(at, start), end)));
    at = Math.max(at, end);
  }
  parts.push(text.slice(at));
  return parts.join("");
}

/** Hides everything outside the ranges, which must be sorted by start and must not overlap. */
export function keepRanges(text: string, ranges: readonly TextRange[]): string {
  const ends = [0, ...ranges.map(({ end }) => end)];
  return hideRanges(
    text,
    ends.map((start, at) => ({ start, end: ranges[at]?.start ?? text.length })),
  );
}
