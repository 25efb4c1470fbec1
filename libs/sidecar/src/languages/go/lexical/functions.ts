/** Finds the functions in a text of Go. Pure. */
import { LineIndex } from "../../../syntax/chunk/lines.ts";
import { afterPreviousSign, closingOf } from "../../../lexical/brackets.ts";

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
