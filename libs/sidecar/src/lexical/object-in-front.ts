/**
 * Parses the object before a member if it is more than names: calls, subscripts, casts. Reads the text
 * backwards. Pure.
 */
import { afterPreviousSign, closingOf, openBefore, openingOf } from "./brackets.ts";

/** The object before a member, as a base and the accesses that follow it. */
export interface ObjectInFront {
  readonly base:
    /** The result of the function whose name starts at `start`. */
    | { readonly kind: "call"; readonly start: number }
    /** A value of a type, from a cast: `((Point) any)`, `any.(Point)`. */
    | { readonly kind: "type"; readonly names: readonly string[] }
    | { readonly kind: "name"; readonly name: string; readonly start: number };
  /** Accesses from the base on: the name of a member, or null for a subscript. */
  readonly steps: readonly (string | null)[];
}

const MAX_STEPS = 10;
/** Limit on nested brackets, and on consecutive marks (`a!!`); real code has fewer. */
const MAX_NESTING = 10;
/** Longer expressions in brackets are not parsed. */
const MAX_INSIDE_CHARS = 20_000;
const MAX_NAME_CHARS = 200;
const NAME = /(?<![\p{L}\p{N}_$@])[\p{L}_$@][\p{L}\p{N}_$]*$/u;
const SIGN = /(?:[?!&]?\.|::|->)$/;
/** Words before brackets that are not a call. */
const KEYWORDS: ReadonlySet<string> = new Set([
  "if",
  "while",
  "for",
  "switch",
  "return",
  "match",
  "case",
  "in",
  "and",
  "or",
  "not",
  "await",
  "throw",
  "yield",
  "catch",
  "assert",
]);
/** C's casts have a leading keyword and trailing asterisks. */
const CAST =
  /^(?:const\s+)?((?:(?:struct|union)\s+)?[\p{L}_][\p{L}\p{N}_.:]*)(?:<[^()]*>)?(?:\s*const)?[\s*&]*$/u;
const PLAIN = /^[*&]?\s*(?:(?:new|await)\s+)?[\p{L}\p{N}_$.@]*$/u;

/** The object of a member; null if it is anything else. @param at start of the member's name */
export function objectInFront(code: string, at: number): ObjectInFront | null {
  const end = beforeSign(code, at);
  return end === null ? null : objectEndingAt(code, end, []);
}

/**
 * The object between brackets; null for anything else.
 *
 * @param steps members that are accessed on it
 * @param nesting number of brackets around these
 */
export function objectBetween(
  code: string,
  open: number,
  close: number,
  steps: readonly (string | null)[] = [],
  nesting = 0,
): ObjectInFront | null {
  const isShort = close - open <= MAX_INSIDE_CHARS;
  return isShort && PLAIN.test(withoutBrackets(code.slice(open + 1, close).trim()))
    ? objectEndingAt(code, close, steps, nesting)
    : null;
}

/**
 * @param nesting number of brackets around the expression
 */
function objectEndingAt(
  code: string,
  from: number,
  steps: readonly (string | null)[],
  nesting = 0,
): ObjectInFront | null {
  const end = beforeMarks(code, from);
  if (steps.length > MAX_STEPS || nesting > MAX_NESTING) return null;
  switch (code[end - 1]) {
    case "]":
      return objectEndingAt(code, openingOf(code, end - 1), [null, ...steps], nesting);
    case ")":
      return inBrackets(code, openingOf(code, end - 1), end - 1, steps, nesting);
    default: {
      const name = nameEndingAt(code, end);
      if (name === "") return null;
      const start = end - name.length;
      const before = beforeSign(code, start);
      return before === null
        ? { base: { kind: "name", name, start }, steps }
        : objectEndingAt(code, before, [name, ...steps], nesting);
    }
  }
}

/** A call, or an expression in brackets. */
function inBrackets(
  code: string,
  open: number,
  close: number,
  steps: readonly (string | null)[],
  nesting: number,
): ObjectInFront | null {
  if (open < 0) return null;
  const inside = code.slice(open + 1, Math.min(close, open + MAX_INSIDE_CHARS)).trim();
  if (code[open - 1] === ".") return ofType(inside.replace(/^\*/, ""), steps);
  const callee = behindTypeArguments(code, open);
  const name = nameEndingAt(code, callee);
  if (name.endsWith("_cast")) return ofType(code.slice(callee + 1, open - 1).trim(), steps);
  if (name !== "" && !KEYWORDS.has(name))
    return { base: { kind: "call", start: callee - name.length }, steps };
  if (inside.startsWith("(")) {
    const first = openBefore(code, closingOf(code, open + 1));
    const end = closingOf(code, first);
    return end < close - 1 ? ofType(code.slice(first + 1, end).trim(), steps) : null;
  }
  return objectBetween(code, open, close, steps, nesting + 1);
}

function ofType(text: string, steps: readonly (string | null)[]): ObjectInFront | null {
  const names = CAST.exec(text)?.[1];
  return names === undefined
    ? null
    : { base: { kind: "type", names: names.replace(/\s+/g, " ").split(/\.|::/) }, steps };
}

/** Offset before type arguments: `f[int](…)`, `make::<T>(…)`, `new Box<>(…)`. */
function behindTypeArguments(code: string, open: number): number {
  if (code[open - 1] === "]") return openingOf(code, open - 1);
  const args =
    code[open - 1] === ">"
      ? /(?:::)?<[\p{L}\p{N}_\s,.?:[\]<>&*]*>$/u.exec(code.slice(Math.max(0, open - MAX_NAME_CHARS), open))
      : null;
  return args ? open - args[0].length : open;
}

function withoutBrackets(text: string): string {
  let depth = 0;
  return [...text]
    .filter((sign) => {
      if ("([{".includes(sign)) depth++;
      const isInside = depth > 0;
      if (")]}".includes(sign)) depth--;
      return !isInside;
    })
    .join("");
}

/** End of the object of a member at an offset; null if it has none. */
function beforeSign(code: string, at: number): number | null {
  const end = afterPreviousSign(code, at);
  const sign = SIGN.exec(code.slice(Math.max(0, end - 2), end))?.[0];
  return sign === undefined ? null : end - sign.length;
}

/** End of an expression, before trailing `!` and `?` marks: `found!!`. */
function beforeMarks(code: string, from: number): number {
  let end = afterPreviousSign(code, from);
  for (let marks = 0; marks < MAX_NESTING && (code[end - 1] === "!" || code[end - 1] === "?"); marks++)
    end = afterPreviousSign(code, end - 1);
  return end;
}

function nameEndingAt(code: string, end: number): string {
  return NAME.exec(code.slice(Math.max(0, end - MAX_NAME_CHARS), end))?.[0] ?? "";
}
