/**
 * Finds the comment that belongs to the declaration right below it, in any language, by the form of its
 * lines. Pure.
 */

/** A line that is a comment. */
const COMMENT_LINE = /^\s*(?:\/\/|#|--|;|%)/;
/** How multi-line comments end and begin. */
const BLOCKS = [
  ["*/", "/*"],
  ["-}", "{-"],
  ["*)", "(*"],
  ["-->", "<!--"],
] as const;

/** A line that may continue a comment that begins elsewhere. */
const COMMENT_REST = /^\s*(?:\*|'|"{3}|\{-)/;

/** Whether the text ends with a comment; a final line end is ignored. */
export function endsWithComment(text: string): boolean {
  const whole = text.replace(/\r?\n$/, "");
  const last = whole.slice(whole.lastIndexOf("\n") + 1).trimEnd();
  return COMMENT_LINE.test(last) || COMMENT_REST.test(last) || BLOCKS.some(([end]) => last.endsWith(end));
}

/**
 * Start offset of a declaration together with the comment directly above it, without a blank line between
 * them. The declaration's own start if there is no such comment.
 *
 * @param from lowest offset to look at
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
 * Start offset of the comment that ends on the line above `begin`. Null if that line does not end a comment,
 * or if code precedes the comment. Always less than `begin`, so that callers can go from comment to comment
 * until there is none.
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
