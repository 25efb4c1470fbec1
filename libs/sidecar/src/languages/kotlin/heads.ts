/**
 * Rewrites heads of Kotlin's classes in which the constructor is on a new line, which the grammar takes for
 * the end of the class. Pure.
 *
 * `class Spec⏎private constructor(builder: Builder)` becomes `class Spec private
 * constructor(builder:⏎Builder)`. The length and the number of lines stay the same, so that later offsets and
 * lines do not move.
 */

/**
 * A class with its name and type parameters, and what may precede a constructor; the match ends with the
 * opening bracket.
 */
const HEAD =
  /\bclass[ \t]+[\w`]+[ \t]*(?:<[^<>{}()]{0,200}(?:<[^<>{}()]{0,200}>[^<>{}()]{0,200}){0,9}>)?[ \t]*\r?\n\s*(?:(?:private|protected|internal|public|@[\w.:]+(?:\([^()"]{0,200}\))?)\s+)*constructor[ \t]*\(/g;

/** Quick test, because most files have none. */
const LED = /^[ \t]*(?:[\w@.:()]{1,100}[ \t]+){0,6}constructor[ \t]*\(/m;

/** Characters of a first parameter, in which blanks are searched. */
const PLAIN = /[\w\s:.,<>?@*[\]]/;
const MAX_LOOK = 400;

/** Rewrites all such heads of a text. */
export function joinHeads(text: string): string {
  if (!LED.test(text)) return text;
  let joined = "";
  let from = 0;
  for (const { 0: head, index } of text.matchAll(HEAD)) {
    const end = index + head.length;
    const name = head.indexOf("\n");
    const breaks = head.slice(name).split("\n").length - 1;
    const blanks = blanksBehind(text, end, breaks);
    if (blanks.length < breaks) continue;
    joined += text.slice(from, index) + head.replaceAll(/[\r\n]/g, " ");
    from = end;
    for (const blank of blanks) {
      joined += `${text.slice(from, blank)}\n`;
      from = blank + 1;
    }
  }
  return joined + text.slice(from);
}

/** Offsets of blanks that a line end can replace, at most `count`. */
function blanksBehind(text: string, start: number, count: number): readonly number[] {
  const found: number[] = [];
  for (
    let at = start;
    at < Math.min(text.length, start + MAX_LOOK) && found.length < count && PLAIN.test(text[at] as string);
    at++
  )
    if (text[at] === " " || text[at] === "\t") found.push(at);
  return found;
}
