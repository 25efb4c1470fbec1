/**
 * Ends signatures that only a line end separates from a call signature. The grammar takes the parameters of
 * the latter for arguments of the type before:
 *
 *     interface Find {
 *       (name: string): Promise<void>
 *      ;<T>(names: T[]): Promise<T[]>
 *     }
 *
 * Pure, linear time.
 */

/** The blanks before a call signature; at least one, because a semicolon replaces it. */
const INDENT = /^[ \t]*[ \t](?=\(|<[\w$\r\n](?:[^;{]|\{[^}]{0,200}\}){0,500}?>\s?\()/gm;
/** The end of a type. Behind a keyword or arrow, a type or function follows. */
const ENDED =
  /[\w$>\])}"'`]$(?<!=>|\b(?:as|async|await|case|default|extends|get|implements|in|instanceof|is|keyof|new|of|return|satisfies|set|static|throw|typeof|yield))/;
/** A value or condition, which no signature has. */
const VALUE = /=(?!>)|\?(?!\s*[:(])/;
/** A type of a member, the last lines of one, or a method without one. A name alone may be a method's. */
const MEMBER = /^[^(:]+:|\)\s*:|^\}[\s[\]>}|&]*$|^[|&](?![|&])|^(?!(?:for|if|while|with)\b)[\w$]+\??\(.*\)$/;
/** The result type of a signature. */
const RESULT = /\)\s*:[^(){}=?;:]*[\w$>\])"'`]$/;

/** The text with a semicolon in place of the last blank before each such signature. */
export function endSignatures(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const { 0: indent, index } of text.matchAll(INDENT)) {
    const end = index + indent.length;
    const before = codeBefore(text, index);
    if (!(text[end] === "<" ? isMember(before) : RESULT.test(before))) continue;
    parts.push(text.slice(at, end - 1), ";");
    at = end;
  }
  return at === 0 ? text : parts.join("") + text.slice(at);
}

/** Whether a line ends a member of a type that is no name alone. */
function isMember(line: string): boolean {
  return ENDED.test(line) && MEMBER.test(line) && !VALUE.test(line);
}

/** Longer comments are not looked through. */
const MAX_LINES = 30;
const MAX_CHARS = 500;

/** The line of code before an offset; blank lines and comments are skipped. */
function codeBefore(text: string, offset: number): string {
  let end = offset - 1;
  let isComment = false;
  for (let count = 0; count < MAX_LINES && end > 0; count++) {
    const start = text.lastIndexOf("\n", end - 1) + 1;
    const line = text.slice(Math.max(start, end - MAX_CHARS), end).trim();
    isComment ||= line.endsWith("*/");
    if (!isComment && line !== "" && !line.startsWith("//")) return line.replace(/\s+\/\/.*$/, "");
    if (line.includes("/*")) isComment = false;
    end = start - 1;
  }
  return "";
}
