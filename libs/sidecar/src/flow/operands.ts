/** The operands of each kind of expression, so that what goes through all of them needs no list of kinds. Pure. */
import { type ExprId, FLOW_OPS, type FlowOp, NONE } from "./facts.ts";

/** `e` an expression, `s` a string, `k` a scope, `*` the number of times that what follows is repeated. */
const OPERANDS: Readonly<Record<FlowOp, string>> = {
  unknown: "", name: "s", member: "es", index: "ee", call: "e*se", new: "e*se", scope: "k", record: "*se", list: "*e", either: "*e", this: "", super: "", builtin: "s", text: "s",
  instance: "e", element: "e", entered: "e", await: "e", generic: "e*e", signature: "e", import: "ss", decorated: "ee", type_of: "e", standing: "ek", variable: "ke",
};

const FIXED = FLOW_OPS.map((op) => OPERANDS[op].split("*", 1)[0] as string);
const REPEATED = FLOW_OPS.map((op) => OPERANDS[op].split("*")[1] ?? "");

/** How many numbers an expression takes. */
export function lengthOf(code: ArrayLike<number>, expr: ExprId): number {
  const op = code[expr] as number;
  const fixed = 1 + (FIXED[op] as string).length;
  const repeated = REPEATED[op] as string;
  return repeated === "" ? fixed : fixed + 1 + repeated.length * (code[expr + fixed] as number);
}

/** The same code with expressions as distances backwards, which are smaller numbers; an operand that is missing stays. */
export function relativeCode(code: ArrayLike<number>): number[] {
  return mapExpressions(code, (operand, at) => (operand === NONE ? NONE : at - operand));
}

/** Throws for code in which an expression does not end, or is made of anything but expressions before it: whoever follows operands comes to an end. */
export function absoluteCode(code: ArrayLike<number>): Int32Array {
  return Int32Array.from(mapExpressions(code, (distance, at, isStart) => {
    if (distance === NONE) return NONE;
    if (distance === 0 || isStart[at - distance] !== 1) throw new RangeError("An operand is no expression");
    return at - distance;
  }));
}

/** @param change of an operand of the expression at a place; also told where expressions start, up to this one */
function mapExpressions(code: ArrayLike<number>, change: (operand: number, at: number, isStart: Uint8Array) => number): number[] {
  const mapped = Array.from(code);
  const isStart = new Uint8Array(code.length);
  for (let expr = 0, next = 0; expr < code.length; expr = next) {
    next = expr + lengthOf(code, expr);
    if (next <= expr || next > code.length) throw new RangeError("An expression does not end");
    isStart[expr] = 1;
    const op = code[expr] as number;
    const fixed = FIXED[op] as string;
    const repeated = REPEATED[op] as string;
    for (let at = 0; at < fixed.length; at++) if (fixed[at] === "e") mapped[expr + 1 + at] = change(code[expr + 1 + at] as number, expr, isStart);
    const first = expr + 2 + fixed.length;
    for (let at = first; at < (repeated === "" ? first : next); at++) if (repeated[(at - first) % repeated.length] === "e") mapped[at] = change(code[at] as number, expr, isStart);
  }
  return mapped;
}
