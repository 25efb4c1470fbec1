/**
 * Rewrites classes and structs of C# without a body, such as `class NotFound(string name) :
 * Exception(name);`, which the grammar does not support. Pure.
 */
import { blank } from "../../blank.ts";

const BRACKETED = String.raw`\((?:[^()]|\([^()]{0,400}\)){0,800}\)`;
const HEAD = new RegExp(
  String.raw`(\b(?<!\brecord\s{1,20})(?:class|struct)\s+@?\w+(?:<[^<>(){};]{0,400}>)?\s*${BRACKETED})(\s*:[^;{}()]{1,800}?(?:${BRACKETED})?)?(\s*where\b[^;{}]{1,400})?;`,
  "g",
);
/** The last part in brackets: the text before it, and the part itself. */
const LAST_PART = /^([^]*[(,])((?:[^(),]|\([^()]*\))*)\)$/;

/**
 * Adds an empty body: `class NotFound(string name) : Exception(_  ){}`. Without it, everything up to the next
 * body would be lost. The body takes the space of the last argument or of the end of the last parameter,
 * otherwise of bases or constraints.
 */
export function bodiesForHeads(text: string): string {
  if (!/\b(?:class|struct|interface)\b/.test(text)) return text;
  return recordsForBareHeads(text).replace(
    HEAD,
    (whole: string, head: string, bases = "", constraints = "") => {
      const written = withBody(head, bases, constraints);
      // There is no space if a line ends directly before it.
      return written.length === whole.length ? written : whole;
    },
  );
}

const MODIFIER = "public|internal|private|protected|static|sealed|abstract|partial|file|new|unsafe|readonly";
const BARE_HEAD = new RegExp(
  String.raw`(\b(?:${MODIFIER})[ \t]+class|[ \t]class|\b(?:struct|interface))(?<!\brecord[ \t]{1,20}\w+)(?=\s{1,20}@?\w+(?:<[^<>(){};]{0,400}>)?(?:\s{0,20}:[^;{}()]{1,300}?)?(?:\s{0,20}where\b[^;{}]{1,200})?;)`,
  "g",
);

/**
 * Turns `public class None;`, `struct None : INone;` and `interface INone;`, which have no space for a body,
 * into records, which need none. `record` is as long as `struct`; for a class, it also takes the space before
 * it or the modifier, if `new` can replace that. A class without either is not rewritten.
 */
function recordsForBareHeads(text: string): string {
  return text.replace(BARE_HEAD, (words: string) => {
    if (!words.endsWith("class")) return "record".padEnd(words.length);
    const front = words.length - "record".length;
    return `${front > "new".length ? "new".padEnd(front) : " ".repeat(front)}record`;
  });
}

function withBody(head: string, bases: string, constraints: string): string {
  if (constraints !== "") return `${head}${bases}${room(constraints)}{}`;
  if (bases.endsWith(")") && !bases.endsWith("()"))
    return `${head}${shortened(bases, (word) => `_${" ".repeat(word.length - 2)}`)}{}`;
  if (bases !== "") return `${head}${room(bases)}{}`;
  return head.endsWith("()")
    ? `${head.slice(0, -2)} {}`
    : `${shortened(head, (word) => word.slice(0, -1))}{}`;
}

/**
 * Removes one character at the end of the text in brackets: from the last word, or by dropping the last part.
 */
function shortened(text: string, shorten: (word: string) => string): string {
  const [, before = "", last = ""] = LAST_PART.exec(text) ?? [];
  return /\w\w$/.test(last)
    ? `${before}${last.replace(/\w+$/, shorten)})`
    : `${before.replace(/,$/, " ")}${room(last)})`;
}

/** Blanks of one character less than a text, unless it ends in a line end. */
function room(text: string): string {
  return /[\r\n]$/.test(text) ? text : blank(text.slice(0, -1));
}
