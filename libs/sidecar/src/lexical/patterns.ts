/** JavaScript's destructuring patterns: `const { name, other: own } = …`, `({ name }) => …`. Pure. */
import { afterPreviousSign, closingOf, openBefore } from "./brackets.ts";

const DECLARING = /(?<![\p{L}\p{N}_$.])(?:const|let|var)$/u;
const ASSIGNED = /^\s*=(?![=>])/;
/** Text after the brackets of parameters. */
const BODY = /^\s*(?:=>|\{|:)/;
const KEY = /^[ \t]*:\s*(?:([\p{L}_$][\p{L}\p{N}_$]*)|[{[])/u;
const DECLARING_CHARS = 20;
/** Longer patterns are not recognized; nobody writes them. */
const LONGEST = 2_000;
/** Limit on nested patterns. */
const MAX_NESTING = 10;

/**
 * The variable that a destructured member is bound to, if its name is in a pattern; empty if it is
 * destructured further.
 *
 * @param at start of the name
 * @returns null if the braces are an object, a block or a type
 */
export function takenOut(code: string, name: string, at: number): { readonly as: string } | null {
  const open = openBefore(code, at);
  if (open < 0 || code[open] !== "{" || !isPattern(code, open)) return null;
  const key = KEY.exec(code.slice(at + name.length, at + LONGEST));
  return { as: key ? (key[1] ?? "") : name };
}

function isPattern(code: string, open: number, nesting = 0): boolean {
  if (nesting > MAX_NESTING) return false;
  if (DECLARING.test(code.slice(Math.max(0, open - DECLARING_CHARS), afterPreviousSign(code, open))))
    return true;
  if (ASSIGNED.test(behindClosing(code, open))) return true;
  const around = openBefore(code, open);
  if (around < 0) return false;
  return code[around] === "("
    ? BODY.test(behindClosing(code, around))
    : behindClosing(code, around) !== "" && isPattern(code, around, nesting + 1);
}

/** Text after the bracket that closes another one; empty if that is too far away. */
function behindClosing(code: string, open: number): string {
  const text = code.slice(open, open + LONGEST);
  return text.slice(closingOf(text, 0) + 1);
}
