/** Classes and structs of C# that end with their head, `class NotFound(string name) : Exception(name);`, which the grammar does not know. Pure. */
import { blank } from "../blank.ts";

const BRACKETED = String.raw`\((?:[^()]|\([^()]{0,400}\)){0,800}\)`;
const HEAD = new RegExp(String.raw`(\b(?<!\brecord\s{1,20})(?:class|struct)\s+@?\w+(?:<[^<>(){};]{0,400}>)?\s*${BRACKETED})(\s*:[^;{}()]{1,800}?(?:${BRACKETED})?)?(\s*where\b[^;{}]{1,400})?;`, "g");
/** The last of the parts in brackets: what is in front of it, and that part itself. */
const LAST_PART = /^([^]*[(,])((?:[^(),]|\([^()]*\))*)\)$/;

/**
 * They get an empty body, `class NotFound(string name) : Exception(_  ){}`, without which what follows them, down to the next body,
 * would be lost. The room for it is their last argument's or the end of their last parameter, else where bases or constraints stand.
 */
export function bodiesForHeads(text: string): string {
  if (!/\b(?:class|struct)\b/.test(text)) return text;
  return text.replace(HEAD, (whole: string, head: string, bases = "", constraints = "") => {
    const written = withBody(head, bases, constraints);
    // Where a line ends right in front there is no room.
    return written.length === whole.length ? written : whole;
  });
}

function withBody(head: string, bases: string, constraints: string): string {
  if (constraints !== "") return `${head}${bases}${room(constraints)}{}`;
  if (bases.endsWith(")") && !bases.endsWith("()")) return `${head}${shortened(bases, (word) => `_${" ".repeat(word.length - 2)}`)}{}`;
  if (bases !== "") return `${head}${room(bases)}{}`;
  return head.endsWith("()") ? `${head.slice(0, -2)} {}` : `${shortened(head, (word) => word.slice(0, -1))}{}`;
}

/** One character less, at the end of what is in brackets: in the last word, or else without the last part. */
function shortened(text: string, shorten: (word: string) => string): string {
  const [, before = "", last = ""] = LAST_PART.exec(text) ?? [];
  return /\w\w$/.test(last) ? `${before}${last.replace(/\w+$/, shorten)})` : `${before.replace(/,$/, " ")}${room(last)})`;
}

/** Nothing instead of a text, one character shorter, unless that is a line end. */
function room(text: string): string {
  return /[\r\n]$/.test(text) ? text : blank(text.slice(0, -1));
}
