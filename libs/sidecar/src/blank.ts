/**
 * Hides parts of a text from a parser: they become blank, line ends aside, so that offsets and lines stay.
 * Pure.
 */
import type { TextRange } from "./facts.ts";

/** As long a text that shows nothing. */
export function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}

/** Where a pattern matches, by start. */
export function matchesOf(pattern: RegExp, text: string): TextRange[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** @param ranges by start */
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

/** Hides all but the ranges, which are by start and do not overlap. */
export function keepRanges(text: string, ranges: readonly TextRange[]): string {
  const ends = [0, ...ranges.map(({ end }) => end)];
  return hideRanges(
    text,
    ends.map((start, at) => ({ start, end: ranges[at]?.start ?? text.length })),
  );
}
