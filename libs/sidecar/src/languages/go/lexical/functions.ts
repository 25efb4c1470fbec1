/** Where Go's functions stand in a text. Pure. */
import { LineIndex } from "../../../syntax/chunk/lines.ts";
import { afterPreviousSign, closingOf } from "../../../lexical/brackets.ts";

export interface WrittenFunction {
  /** Of the keyword. */
  readonly start: number;
  /** Its opening bracket. */
  readonly body: number;
  /** Behind its body. */
  readonly end: number;
  /** From 1. */
  readonly line: number;
}

const FUNCTION = /(?<![\p{L}\p{N}_.])func(?=[\s([])/gu;

/** All functions, methods and function literals with a body, by start. @param code as `codeOnly` gives it */
export function writtenFunctions(code: string): readonly WrittenFunction[] {
  const found: WrittenFunction[] = [];
  const lines = new LineIndex(code);
  for (const { index: start } of code.matchAll(FUNCTION)) {
    const body = bodyBehind(code, start + "func".length);
    if (body !== null) found.push({ start, body, end: closingOf(code, body) + 1, line: lines.lineAt(start) });
  }
  return found;
}

/** The brace that opens a body behind the keyword; null where what stands there is a type, or has none. */
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
