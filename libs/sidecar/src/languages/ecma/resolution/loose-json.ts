/** Parses JSON with comments and trailing commas, as in `tsconfig.json`. Pure. */

/**
 * The object in a text; an empty one if the text contains anything else. Never throws.
 *
 * Takes one pass. Regular expressions that search for the end of a comment or string from each possible start
 * would take quadratic time on a file with many unclosed ones.
 */
export function looseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(plainJson(text));
    // All keys of an object parsed from JSON are strings.
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

/** Removes comments and trailing commas. An unclosed comment or string stays, and makes the text invalid. */
function plainJson(text: string): string {
  const pieces: string[] = [];
  let copied = 0;
  // Index of the piece with the last comma, as long as only blanks and comments follow it.
  let comma: number | null = null;
  const copyTo = (end: number, next: number): void => {
    pieces.push(text.slice(copied, end));
    copied = next;
  };
  for (let at = 0; at < text.length;) {
    const sign = text[at] as string;
    const behindComment = sign === "/" ? endOfComment(text, at) : null;
    if (behindComment !== null) {
      copyTo(at, behindComment);
      pieces.push(" ");
      at = behindComment;
    } else if (sign === ",") {
      copyTo(at, at + 1);
      comma = pieces.push(",") - 1;
      at++;
    } else {
      if ((sign === "}" || sign === "]") && comma !== null) pieces[comma] = "";
      if (!/\s/.test(sign)) comma = null;
      at = sign === '"' ? endOfString(text, at) : at + 1;
    }
  }
  return pieces.join("") + text.slice(copied);
}

/** End of the comment at an offset; null if none starts there. Throws `SyntaxError` if it is not closed. */
function endOfComment(text: string, at: number): number | null {
  if (text.startsWith("//", at)) {
    const end = text.indexOf("\n", at);
    return end === -1 ? text.length : end;
  }
  if (!text.startsWith("/*", at)) return null;
  const end = text.indexOf("*/", at + 2);
  // The rest of the text belongs to the comment, so the text cannot be valid JSON.
  if (end === -1) throw new SyntaxError("A comment is not closed");
  return end + 2;
}

/** Offset after the closing quote, or the end of the text. */
function endOfString(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === "\\") end++;
    else if (text[end] === '"') return end + 1;
  }
  return text.length;
}
