/**
 * JSON as `tsconfig.json` and many editors have it: with comments, and with commas behind the last element.
 * Pure.
 */

/**
 * The object that a text holds; an empty one where it holds something else. Never throws.
 *
 * One pass: regular expressions that look for the end of a comment or string from each of its possible
 * beginnings take the square of a file that has many and closes none.
 */
export function looseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(plainJson(text));
    // An object that was read from JSON has no other keys than texts.
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

/** The same text without comments and trailing commas. What is not closed stays, and is no JSON. */
function plainJson(text: string): string {
  const pieces: string[] = [];
  let copied = 0;
  // The piece of a comma behind which only blanks and comments have come so far.
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

/** Null where none begins, or it is not closed. */
function endOfComment(text: string, at: number): number | null {
  if (text.startsWith("//", at)) {
    const end = text.indexOf("\n", at);
    return end === -1 ? text.length : end;
  }
  if (!text.startsWith("/*", at)) return null;
  const end = text.indexOf("*/", at + 2);
  // What follows is in no comment and no JSON: nothing more has to be looked for.
  if (end === -1) throw new SyntaxError("A comment is not closed");
  return end + 2;
}

/** Behind the closing quote, or the end of the text. */
function endOfString(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === "\\") end++;
    else if (text[end] === '"') return end + 1;
  }
  return text.length;
}
