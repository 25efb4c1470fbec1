/**
 * Which comment belongs to what is declared right below it, in any language, by the look of its lines. Pure.
 */

/** A line that is a comment. */
const COMMENT_LINE = /^\s*(?:\/\/|#|--|;|%)/;
/** How comments of many lines end, and begin. */
const BLOCKS = [
  ["*/", "/*"],
  ["-}", "{-"],
  ["*)", "(*"],
  ["-->", "<!--"],
] as const;

/** What begins so may be the rest of a comment whose beginning is elsewhere. */
const COMMENT_REST = /^\s*(?:\*|'|"{3}|\{-)/;

/** Whether a text ends with a comment, but for a line end. */
export function endsWithComment(text: string): boolean {
  const whole = text.replace(/\r?\n$/, "");
  const last = whole.slice(whole.lastIndexOf("\n") + 1).trimEnd();
  return COMMENT_LINE.test(last) || COMMENT_REST.test(last) || BLOCKS.some(([end]) => last.endsWith(end));
}

/**
 * Where a declaration begins with the comment that stands right above it, no blank line between; its own
 * start where there is none.
 *
 * @param from how far up to look
 */
export function startWithComment(
  text: string,
  { from, start }: { readonly from: number; readonly start: number },
): number {
  const code = lineStart(text, start);
  let begin = code;
  for (
    let above: number | null = code;
    above !== null;
    above = begin > from ? commentBefore(text, begin) : null
  )
    begin = above;
  return begin === code ? start : Math.max(begin, from);
}

/**
 * Where the comment begins that ends with the line above `begin`; null where that line ends no comment, or
 * code stands in front of it. Always less than `begin`: callers go from comment to comment until there is
 * none.
 */
function commentBefore(text: string, begin: number): number | null {
  const previous = lineStart(text, begin - 1);
  const line = text.slice(previous, begin).trimEnd();
  if (COMMENT_LINE.test(line)) return previous;
  const opening = BLOCKS.find(([end]) => line.endsWith(end))?.[1];
  const opened = opening === undefined ? -1 : text.lastIndexOf(opening, begin - 1);
  const first = lineStart(text, opened);
  return opened !== -1 && text.slice(first, opened).trim() === "" ? first : null;
}

function lineStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}
