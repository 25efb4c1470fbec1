/** Reads the keys of an object literal from its text. Pure. */
import { closingOf, openBefore } from "./brackets.ts";

/** Longer literals are data, which rarely have a declared type. */
const LONGEST = 5_000;
const ENTRY =
  /^(?:(\.\.\.)|(?:(?:async|get|set)\s+(?=[\p{L}_$#*["']))?\*?\s*([\p{L}_$][\p{L}\p{N}_$]*|\p{N}+)?)/u;

/** A name; null for a spread entry; undefined for a string or computed key. */
export type ObjectKey = string | null | undefined;

/**
 * Keys of the braces around an offset, in order; null if there are no braces, or too long ones.
 *
 * @param code as `codeOnly` returns it: strings in it are blank
 */
export function keysAround(code: string, at: number): readonly ObjectKey[] | null {
  const open = openBefore(code, at);
  if (open < 0 || code[open] !== "{") return null;
  const text = code.slice(open, open + LONGEST);
  const close = closingOf(text, 0);
  return close === text.length ? null : entriesOf(text.slice(1, close)).map(keyOf);
}

function entriesOf(inside: string): readonly string[] {
  const entries: string[] = [];
  let start = 0;
  for (let at = 0; at <= inside.length; at++) {
    const sign = inside[at];
    if (sign === "(" || sign === "[" || sign === "{") at = closingOf(inside, at);
    else if (sign === "," || sign === undefined) {
      entries.push(inside.slice(start, at).trim());
      start = at + 1;
    }
  }
  return entries.filter((entry, position) => entry !== "" || position < entries.length - 1);
}

function keyOf(entry: string): ObjectKey {
  const found = ENTRY.exec(entry);
  return found?.[1] === undefined ? found?.[2] : null;
}
