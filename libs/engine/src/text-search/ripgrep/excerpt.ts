/** What is shown of a line. Pure. */

/** Longer lines are cut: minified code has lines of a megabyte. */
export const MAX_LINE_CHARS = 500;
/** Of a cut line, what stands in front of the match. */
const LEAD_CHARS = 100;

/**
 * The part of a line around a place in it, with `…` for what is left out; whole characters only. Units are
 * those of UTF-16.
 */
export function excerpt(line: string, at: number): string {
  if (line.length <= MAX_LINE_CHARS) return line;
  const from = wholeFrom(line, Math.max(0, Math.min(at - LEAD_CHARS, line.length - MAX_LINE_CHARS)));
  const to = wholeFrom(line, Math.min(line.length, from + MAX_LINE_CHARS));
  return `${from > 0 ? "…" : ""}${copyOf(line.slice(from, to))}${to < line.length ? "…" : ""}`;
}

/** A part of a text keeps all of it in memory. */
function copyOf(part: string): string {
  return Buffer.from(part, "utf16le").toString("utf16le");
}

/** The place itself, or the one before it where it is in the middle of a character. */
function wholeFrom(line: string, at: number): number {
  const isInside =
    at > 0 &&
    at < line.length &&
    /[\ud800-\udbff]/.test(line[at - 1] ?? "") &&
    /[\udc00-\udfff]/.test(line[at] ?? "");
  return isInside ? at - 1 : at;
}
