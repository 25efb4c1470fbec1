/**
 * Decides from the text whether a name in Go is a local variable, because facts have scopes of functions but
 * not of their blocks. Pure.
 */
import { afterPreviousSign, closingOf, openBefore } from "../../../lexical/brackets.ts";
import { LineIndex } from "../../../syntax/chunk/lines.ts";

const CHARS_AROUND = 200;
/** Text before and after a name on the left of `:=`. */
const NEW_IN_FRONT = /(?:^|[\n;{:]|\b(?:if|for|switch|case)\s)\s*(?:[\p{L}\p{N}_]+\s*,\s*)*$/u;
const NEW_BEHIND = /^\s*(?:,\s*[\p{L}\p{N}_]+\s*)*:=/u;
const KEYWORD_IN_FRONT = /\b(?:var|const|type)\s+(?:[\p{L}\p{N}_]+\s*,\s*)*$/u;
const TYPE_IN_FRONT = /\btype\s+$/;
const HEAD_IN_FRONT = /(?:^|[\n;{}])\s*(?:\}?\s*else\s+)?(?:if|for|switch)\b[^\n;{}]*$/;
/** Text after a name that precedes its type, or shares its type with the next names. */
const TYPED_BEHIND = /^(?:\s*,\s*[\p{L}_][\p{L}\p{N}_]*)*[ \t]+[\p{L}_*[(.<]/u;
const FIRST_IN_FIELD = /(?:^|[\n;{])\s*(?:[\p{L}\p{N}_]+\s*,\s*)*$/u;

/** Text after a parameter that is not an operand: `key string`, `key *T`, `key ...T`. */
const PARAMETER_BEHIND = /^[ \t]+(?:[\p{L}_[]|\*[\p{L}(]|\.\.\.|<-chan\b)/u;

/**
 * Whether the occurrence declares something that no other occurrence refers to: a struct's field, a
 * parameter, a package.
 */
export function declaresOther(code: string, name: string, at: number): boolean {
  const inFront = inFrontOf(code, at);
  if (
    /(?:^|\n)\s*package\s+$/.test(inFront) ||
    (/[(,]\s*$/.test(inFront) &&
      PARAMETER_BEHIND.test(behind(code, name, at)) &&
      code[openBefore(code, at)] === "(")
  )
    return true;
  return declaresField(code, name, at);
}

function declaresField(code: string, name: string, at: number): boolean {
  if (!FIRST_IN_FIELD.test(inFrontOf(code, at)) || !TYPED_BEHIND.test(behind(code, name, at))) return false;
  const open = openBefore(code, at);
  return code[open] === "{" && inFrontOf(code, afterPreviousSign(code, open)).endsWith("struct");
}

export type GoLocalKind = "variable" | "type";

/** An occurrence in a function that declares a name, and the range in which the declaration is visible. */
export interface GoLocal {
  readonly at: number;
  readonly start: number;
  readonly end: number;
  readonly kind: GoLocalKind;
}

/**
 * Occurrences examined per text; later ones count as declarations that are visible in their whole function.
 */
const MAX_LOOKED = 3_000;

/**
 * All local declarations of a name, in the order of the text; constants and parameters count as variables.
 *
 * @param functions all functions of the text
 */
export function localsOfGo(
  code: string,
  functions: readonly WrittenFunction[],
  name: string,
): readonly GoLocal[] {
  const word = new RegExp(String.raw`(?<![\p{L}\p{N}_.])${name}(?![\p{L}\p{N}_])`, "gu");
  const found: GoLocal[] = [];
  let looked = 0;
  for (const { index: at } of code.matchAll(word)) {
    const reach =
      looked++ < MAX_LOOKED ? reachOf(code, name, at, functions) : { start: at, end: code.length };
    if (reach)
      found.push({ at, ...reach, kind: TYPE_IN_FRONT.test(inFrontOf(code, at)) ? "type" : "variable" });
  }
  return found;
}

/** The kind of local declaration at an offset, or visible from it. Null if there is none. */
export function localName(
  locals: readonly GoLocal[],
  functions: readonly WrittenFunction[],
  place: number,
): GoLocalKind | null {
  const around = functions.find(({ start, end }) => start <= place && place < end);
  if (!around) return null;
  const isSeen = ({ at, start, end }: GoLocal): boolean =>
    around.start <= at && (at === place || (at < place && start <= place && place < end));
  return locals.findLast(isSeen)?.kind ?? null;
}

/** Range in which the name declared at an offset is visible; null if the offset declares none. */
function reachOf(
  code: string,
  name: string,
  at: number,
  functions: readonly WrittenFunction[],
): Pick<GoLocal, "start" | "end"> | null {
  const [inFront, inBack] = [inFrontOf(code, at), behind(code, name, at)];
  const isNew = NEW_BEHIND.test(inBack) && NEW_IN_FRONT.test(inFront);
  if (isNew || KEYWORD_IN_FRONT.test(inFront)) {
    // The initial value is evaluated before the variable exists.
    return {
      start: endOfPart(code, at),
      end:
        isNew && HEAD_IN_FRONT.test(inFront)
          ? endOfStatement(code, at)
          : closingOf(code, openBefore(code, at)),
    };
  }
  if (!/[(,]\s*$/.test(inFront) || !TYPED_BEHIND.test(inBack)) return null;
  // A parameter or result of the function with this head.
  const open = openBefore(code, at);
  const of =
    code[open] === "("
      ? functions.findLast(({ start, body }) => start < open && open < body && openBefore(code, open) < start)
      : undefined;
  return of ? { start: of.body, end: of.end } : null;
}

/** End of a line, or of a part of a block's head. */
function endOfPart(code: string, from: number): number {
  for (let at = from; at < code.length; at++) {
    const sign = code[at] as string;
    if (sign === "\n" || sign === ";" || isBlock(code, at)) return at;
    if ("([{".includes(sign)) at = closingOf(code, at);
  }
  return code.length;
}

/** Offset after the blocks of an `if`, `for` or `switch`, including `else`. */
function endOfStatement(code: string, from: number): number {
  let end = from;
  do {
    let open = end;
    while (open < code.length && !isBlock(code, open))
      open = "([{".includes(code[open] as string) ? closingOf(code, open) + 1 : open + 1;
    end = closingOf(code, open) + 1;
  } while (/^\s*else\b/.test(code.slice(end, end + CHARS_AROUND)));
  return end;
}

/**
 * Whether a brace opens a block. The brace of a literal directly follows its type, that of a type follows a
 * keyword.
 */
function isBlock(code: string, at: number): boolean {
  return (
    code[at] === "{" &&
    /\s/.test(code[at - 1] ?? " ") &&
    !/\b(?:struct|interface)\s+$/.test(code.slice(Math.max(0, at - 20), at))
  );
}

function inFrontOf(code: string, at: number): string {
  return code.slice(Math.max(0, at - CHARS_AROUND), at);
}

function behind(code: string, name: string, at: number): string {
  return code.slice(at + name.length, at + name.length + CHARS_AROUND);
}

// Finds the functions in a text of Go. Pure.

/** A function with a body in the text. */
export interface WrittenFunction {
  /** Offset of the keyword. */
  readonly start: number;
  /** Offset of the body's opening brace. */
  readonly body: number;
  /** Offset after the body. */
  readonly end: number;
  /** 1-based. */
  readonly line: number;
}

const FUNCTION = /(?<![\p{L}\p{N}_.])func(?=[\s([])/gu;

/**
 * All functions, methods and function literals with a body, sorted by start. @param code as `codeOnly`
 * returns it
 */
export function writtenFunctions(code: string): readonly WrittenFunction[] {
  const found: WrittenFunction[] = [];
  const lines = new LineIndex(code);
  for (const { index: start } of code.matchAll(FUNCTION)) {
    const body = bodyBehind(code, start + "func".length);
    if (body !== null) found.push({ start, body, end: closingOf(code, body) + 1, line: lines.lineAt(start) });
  }
  return found;
}

/**
 * Offset of the brace that opens the body after the keyword; null for a function type or a function without
 * body.
 */
function bodyBehind(code: string, from: number): number | null {
  for (let at = from; at < code.length; at++) {
    const sign = code[at] as string;
    if (sign === "(" || sign === "[") at = closingOf(code, at);
    else if (sign === "{") {
      if (!/(?:struct|interface)$/.test(code.slice(Math.max(0, at - 20), afterPreviousSign(code, at))))
        return at;
      at = closingOf(code, at);
    } else if (",)]};=:\n".includes(sign)) return null;
  }
  return null;
}
