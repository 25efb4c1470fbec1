/**
 * Which places see a local variable of Java, by its text: facts know methods, not the blocks in them. Pure.
 */
import { afterPreviousSign, closingOf, openBefore, openingOf } from "../../../lexical/brackets.ts";

const CHARS_AROUND = 300;
/** A type in front of the name that is declared; what is compared with `>` has a blank in front of that. */
const TYPE_IN_FRONT = /(?:[\p{L}\p{N}_$\]]|[^\s>]>+|\.\.\.)\s+$/u;
const WORD_IN_FRONT = /([\p{L}_$][\p{L}\p{N}_$]*)\s+$/u;
/** Words in front of a value. */
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

/** A place at which a name is declared, and behind what sees it. */
export interface JavaLocal {
  readonly start: number;
  readonly end: number;
}

/**
 * So many places of one text are looked at: of what stands behind, nothing tells more than that it may be
 * local.
 */
const MAX_LOOKED = 3_000;

/** All local variables and parameters of a name, by place. */
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
 * Whether one of them is declared there, or can be seen from there.
 *
 * @param from where the member of a type begins that the place stands in
 */
export function isLocalOfJava(locals: readonly JavaLocal[], at: number, from: number): boolean {
  return locals.some(({ start, end }) => start >= from && start <= at && at < end);
}

/** Behind what sees the variable that is declared at a place; null where none is. */
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

/** `any instanceof Point name && …`. */
function isPattern(inFront: string): boolean {
  return /\binstanceof\s+(?:final\s+)?[\p{L}_$][\p{L}\p{N}_$.<>?,\s]*\s+$/u.test(inFront);
}

/** Of parameters and heads: behind the block, the lambda or the statement that follows. */
function endBehindBrackets(code: string, close: number): number {
  const next = code.slice(close + 1, close + CHARS_AROUND);
  const arrow = /^\s*->/.exec(next);
  if (arrow) return endOfLambda(code, close + 1);
  const block = /^[^;{}()=]*\{/.exec(next);
  return block ? closingOf(code, close + block[0].length) : endOfExpression(code, close + 1);
}

/** @param from in front of the arrow */
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

/** Of a class, with a name or without. */
function isBodyOfType(code: string, open: number): boolean {
  const end = afterPreviousSign(code, open);
  if (code[end - 1] !== ")") return CLASS_HEAD.test(code.slice(Math.max(0, end - CHARS_AROUND), end));
  const bracket = openingOf(code, end - 1);
  const inFront = code.slice(Math.max(0, bracket - CHARS_AROUND), bracket);
  return MADE_IN_FRONT.test(inFront) || CLASS_HEAD.test(inFront);
}
