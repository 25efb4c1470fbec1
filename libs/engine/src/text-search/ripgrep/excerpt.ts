/** The part of a line that is shown. Pure. */

/** Longer lines are cut: minified code has lines of a megabyte. */
export const MAX_LINE_CHARS = 500;
/** Characters of a cut line that are shown before the match. */
const LEAD_CHARS = 100;

/**
 * The part of a line around a position, with `…` for what is left out. Never splits a character; positions
 * are in UTF-16 units.
 */
export function excerpt(line: string, at: number): string {
  if (line.length <= MAX_LINE_CHARS) return line;
  const from = wholeFrom(line, Math.max(0, Math.min(at - LEAD_CHARS, line.length - MAX_LINE_CHARS)));
  const to = wholeFrom(line, Math.min(line.length, from + MAX_LINE_CHARS));
  return `${from > 0 ? "…" : ""}${copyOf(line.slice(from, to))}${to < line.length ? "…" : ""}`;
}

/** A copy, because a slice of a string keeps the whole string in memory. */
function copyOf(part: string): string {
  return Buffer.from(part, "utf16le").toString("utf16le");
}

/** The position itself, or the one before it if it is inside a surrogate pair. */
function wholeFrom(line: string, at: number): number {
  const isInside =
    at > 0 &&
    at < line.length &&
    /[\ud800-\udbff]/.test(line[at - 1] ?? "") &&
    /[\udc00-\udfff]/.test(line[at] ?? "");
  return isInside ? at - 1 : at;
}
