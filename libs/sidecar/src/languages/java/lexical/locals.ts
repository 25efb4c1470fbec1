/**
 * Finds the ranges in which a local variable of Java is visible, from the text, because facts have scopes of
 * methods but not of their blocks. Pure.
 */
import { afterPreviousSign, closingOf, openBefore, openingOf } from "../../../lexical/brackets.ts";

const CHARS_AROUND = 300;
/** A type before a declared name. A `>` that compares has a blank before it. */
const TYPE_IN_FRONT = /(?:[\p{L}\p{N}_$\]]|[^\s>]>+|\.\.\.)\s+$/u;
const WORD_IN_FRONT = /([\p{L}_$][\p{L}\p{N}_$]*)\s+$/u;
/** Keywords before a value. */
const NO_TYPES: ReadonlySet<string> = new Set([
  "return",
  "new",
  "throw",
  "case",
  "else",
  "assert",
  "yield",
  "instanceof",
  "extends",
  "implements",
  "throws",
  "import",
  "package",
  "do",
  "class",
  "interface",
  "enum",
  "record",
]);
const DECLARED_BEHIND = /^\s*(?:\[\s*\])*\s*(?:[;,)]|=(?!=)|:(?!:))/;
const CLASS_HEAD = /(?<![\p{L}\p{N}_$.])(?:class|interface|enum|record)\s+[\p{L}_$][^;{}]*$/u;
const MADE_IN_FRONT = /(?<![\p{L}\p{N}_$.])new\s+[\p{L}\p{N}_$.<>,?&@\s[\]]+$/u;

/** Offset at which a name is declared, and the end of its visibility. */
export interface JavaLocal {
  readonly start: number;
  readonly end: number;
}

/** Occurrences examined per text; later ones count as possibly local. */
const MAX_LOOKED = 3_000;

/** All local variables and parameters with a name, in the order of the text. */
export function localsOfJava(code: string, name: string): readonly JavaLocal[] {
  const word = new RegExp(
    String.raw`(?<![\p{L}\p{N}_$.])${name.replaceAll("$", String.raw`\$`)}(?![\p{L}\p{N}_$])`,
    "gu",
  );
  const found: JavaLocal[] = [];
  let looked = 0;
  for (const { index: start } of code.matchAll(word)) {
    const end = looked++ < MAX_LOOKED ? endOfReach(code, name, start) : code.length;
    if (end !== null) found.push({ start, end });
  }
  return found;
}

/**
 * Whether a local variable is declared at an offset, or visible from it.
 *
 * @param from start of the type's member that contains the offset
 */
export function isLocalOfJava(locals: readonly JavaLocal[], at: number, from: number): boolean {
  return locals.some(({ start, end }) => start >= from && start <= at && at < end);
}

/** End of the visibility of the variable declared at an offset; null if the offset declares none. */
function endOfReach(code: string, name: string, at: number): number | null {
  const inFront = code.slice(Math.max(0, at - CHARS_AROUND), at);
  const behind = code.slice(at + name.length, at + name.length + CHARS_AROUND);
  const open = openBefore(code, at);
  if (/^\s*->/.test(behind))
    return WORD_IN_FRONT.exec(inFront)?.[1] === "case" ? null : endOfLambda(code, at + name.length);
  const isDeclared =
    DECLARED_BEHIND.test(behind) &&
    TYPE_IN_FRONT.test(inFront) &&
    !NO_TYPES.has(WORD_IN_FRONT.exec(inFront)?.[1] ?? "");
  if (code[open] === "(") {
    const close = closingOf(code, open);
    const isOfLambda =
      /[(,]\s*$/.test(inFront) &&
      /^\s*[,)]/.test(behind) &&
      /^\s*->/.test(code.slice(close + 1, close + CHARS_AROUND));
    return isDeclared || isOfLambda || (/^\s*\)?\s*&&/.test(behind) && isPattern(inFront))
      ? endBehindBrackets(code, close)
      : null;
  }
  return isDeclared && code[open] === "{" && !isBodyOfType(code, open) ? closingOf(code, open) : null;
}

/** Whether the text before a name is that of a pattern: `any instanceof Point name && …`. */
function isPattern(inFront: string): boolean {
  return /\binstanceof\s+(?:final\s+)?[\p{L}_$][\p{L}\p{N}_$.<>?,\s]*\s+$/u.test(inFront);
}

/** End of the block, lambda or statement after the brackets of parameters or a head. */
function endBehindBrackets(code: string, close: number): number {
  const next = code.slice(close + 1, close + CHARS_AROUND);
  const arrow = /^\s*->/.exec(next);
  if (arrow) return endOfLambda(code, close + 1);
  const block = /^[^;{}()=]*\{/.exec(next);
  return block ? closingOf(code, close + block[0].length) : endOfExpression(code, close + 1);
}

/** End of a lambda. @param from offset before the arrow */
function endOfLambda(code: string, from: number): number {
  const body = code.indexOf("->", from) + 2;
  const block = /^\s*\{/.exec(code.slice(body, body + CHARS_AROUND));
  return block ? closingOf(code, body + block[0].length - 1) : endOfExpression(code, body);
}

function endOfExpression(code: string, from: number): number {
  for (let at = from; at < code.length; at++) {
    const sign = code[at] as string;
    if (";,)]}".includes(sign)) return at;
    if ("([{".includes(sign)) at = closingOf(code, at);
  }
  return code.length;
}

/** Whether a brace opens the body of a named or anonymous class. */
function isBodyOfType(code: string, open: number): boolean {
  const end = afterPreviousSign(code, open);
  if (code[end - 1] !== ")") return CLASS_HEAD.test(code.slice(Math.max(0, end - CHARS_AROUND), end));
  const bracket = openingOf(code, end - 1);
  const inFront = code.slice(Math.max(0, bracket - CHARS_AROUND), bracket);
  return MADE_IN_FRONT.test(inFront) || CLASS_HEAD.test(inFront);
}
