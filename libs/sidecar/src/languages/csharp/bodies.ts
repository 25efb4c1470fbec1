/**
 * Classes and structs of C# that end with their head, `class NotFound(string name) : Exception(name);`, which
 * the grammar does not know. Pure.
 */
import { blank } from "../../blank.ts";

const BRACKETED = String.raw`\((?:[^()]|\([^()]{0,400}\)){0,800}\)`;
const HEAD = new RegExp(
  String.raw`(\b(?<!\brecord\s{1,20})(?:class|struct)\s+@?\w+(?:<[^<>(){};]{0,400}>)?\s*${BRACKETED})(\s*:[^;{}()]{1,800}?(?:${BRACKETED})?)?(\s*where\b[^;{}]{1,400})?;`,
  "g",
);
/** The last of the parts in brackets: what is in front of it, and that part itself. */
const LAST_PART = /^([^]*[(,])((?:[^(),]|\([^()]*\))*)\)$/;

/**
 * They get an empty body, `class NotFound(string name) : Exception(_  ){}`, without which what follows them,
 * down to the next body, would be lost. The room for it is their last argument's or the end of their last
 * parameter, else where bases or constraints stand.
 */
export function bodiesForHeads(text: string): string {
  if (!/\b(?:class|struct|interface)\b/.test(text)) return text;
  return recordsForBareHeads(text).replace(
    HEAD,
    (whole: string, head: string, bases = "", constraints = "") => {
      const written = withBody(head, bases, constraints);
      // Where a line ends right in front there is no room.
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
 * `public class None;`, `struct None : INone;` and `interface INone;`, of which there is no room for a body,
 * become records, which need none: `record` is as long as `struct`, and takes from a class the blank in
 * front, or the modifier, where `new` will do. A class without either stays as it is.
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

/** One character less, at the end of what is in brackets: in the last word, or else without the last part. */
function shortened(text: string, shorten: (word: string) => string): string {
  const [, before = "", last = ""] = LAST_PART.exec(text) ?? [];
  return /\w\w$/.test(last)
    ? `${before}${last.replace(/\w+$/, shorten)})`
    : `${before.replace(/,$/, " ")}${room(last)})`;
}

/** Nothing instead of a text, one character shorter, unless that is a line end. */
function room(text: string): string {
  return /[\r\n]$/.test(text) ? text : blank(text.slice(0, -1));
}
