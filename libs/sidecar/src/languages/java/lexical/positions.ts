/**
 * Decides from the surrounding text whether a name in Java is a type or a value, which have separate names.
 * Pure.
 */
import { afterPreviousSign, openBefore, openingOf } from "../../../lexical/brackets.ts";
import { type ObjectInFront, objectBetween } from "../../../lexical/object-in-front.ts";

const CHARS_AROUND = 200;
const BEFORE_TYPE = /(?:\b(?:new|extends|implements|throws|instanceof)\s+|@)$/;
const IN_ANGLES = /[\p{L}\p{N}_$]<(?:[^<>;(){}]*,)?\s*(?:\?\s+(?:extends|super)\s+)?$/u;
/** Text after a type: a declared name, something that only types have, or the operand of a cast. */
const BEHIND_TYPE =
  /^(?:(?:\s*\[\s*\])*\s+(?!instanceof\b)[\p{L}_$]|\s*\.class\b|\s*::\s*new\b|(?:\s*\[\s*\])+\s*(?:\.class\b|\{|::))/u;
/** Brackets that do not belong to a call, annotation or head. */
const CAST_IN_FRONT = /(?<![\p{L}\p{N}_$>\])]|\b(?:if|while|for|switch|synchronized|catch)\s+)\(\s*$/u;
const CASE_IN_FRONT = /\bcase\s+(?:[\p{L}\p{N}_$.]+\s*,\s*)*$/u;

/** Whether the syntax requires a type at an offset. */
export function isTypeThere(code: string, name: string, at: number): boolean {
  const [inFront, behind] = [
    code.slice(Math.max(0, at - CHARS_AROUND), at),
    code.slice(at + name.length, at + name.length + CHARS_AROUND),
  ];
  if (BEFORE_TYPE.test(inFront) || BEHIND_TYPE.test(behind)) return true;
  return (
    (/^\s*[>,]/.test(behind) && IN_ANGLES.test(inFront)) ||
    (CAST_IN_FRONT.test(inFront) && /^\s*\)\s*[\p{L}_$("]/u.test(behind))
  );
}

/**
 * The subject of the `switch`, if a `case` has a constant at the offset; null for anything else, and if the
 * subject cannot be parsed.
 */
export function subjectOfCase(code: string, name: string, at: number): ObjectInFront | null {
  if (
    !CASE_IN_FRONT.test(code.slice(Math.max(0, at - CHARS_AROUND), at)) ||
    !/^\s*(?:,|:|->)/.test(code.slice(at + name.length, at + name.length + CHARS_AROUND))
  )
    return null;
  const end = afterPreviousSign(code, openBefore(code, at));
  const open = code[end - 1] === ")" ? openingOf(code, end - 1) : -1;
  return open >= 0 && /\bswitch\s*$/.test(code.slice(Math.max(0, open - CHARS_AROUND), open))
    ? objectBetween(code, open, end - 1)
    : null;
}
