/**
 * The operands of each kind of expression, so that code that walks all of them needs no list of kinds. Pure.
 */
import { type ExprId, EXPR_OPS, type ExprOp, NONE } from "./facts.ts";

/**
 * `e` an expression, `s` a string, `k` a scope or a number, `*` a count of how often the rest is repeated.
 */
const OPERANDS: Readonly<Record<ExprOp, string>> = {
  unknown: "",
  name: "s",
  member: "es",
  index: "ee",
  call: "e*se",
  new: "e*se",
  scope: "k",
  record: "*se",
  list: "*e",
  either: "*e",
  this: "",
  super: "",
  builtin: "s",
  text: "s",
  instance: "e",
  element: "e",
  entered: "e",
  await: "e",
  generic: "e*e",
  signature: "e",
  import: "ss",
  decorated: "ee",
  type_of: "e",
  standing: "ek",
  variable: "ke",
  handed_back: "ek",
  pointed: "e",
  above: "e",
};

/** Operand counts by op, as numbers: this is read for every expression of every file. */
const FIXED = Uint8Array.from(EXPR_OPS, (op) => fixedOf(op).length);
const REPEATED = Uint8Array.from(EXPR_OPS, (op) => repeatedOf(op).length);
/** Bit sets of the operands that are expressions, the first operand in the lowest bit. */
const FIXED_EXPRESSIONS = Uint8Array.from(EXPR_OPS, (op) => expressionBits(fixedOf(op)));
const REPEATED_EXPRESSIONS = Uint8Array.from(EXPR_OPS, (op) => expressionBits(repeatedOf(op)));

function fixedOf(op: ExprOp): string {
  return OPERANDS[op].split("*", 1)[0] as string;
}

function repeatedOf(op: ExprOp): string {
  return OPERANDS[op].split("*")[1] ?? "";
}

function expressionBits(operands: string): number {
  return [...operands].reduce((bits, operand, at) => (operand === "e" ? bits | (1 << at) : bits), 0);
}

/** Length of an expression in numbers. */
export function lengthOf(code: ArrayLike<number>, expr: ExprId): number {
  const op = code[expr] as number;
  const fixed = 1 + (FIXED[op] as number);
  const repeated = REPEATED[op] as number;
  return repeated === 0 ? fixed : fixed + 1 + repeated * (code[expr + fixed] as number);
}

/**
 * The same code with expressions as backward distances, which are smaller numbers; missing operands stay
 * `NONE`.
 */
export function relativeCode(code: ArrayLike<number>): Int32Array {
  const relative = Int32Array.from(code);
  eachOperand(code, (at, expr) => {
    if (code[at] !== NONE) relative[at] = expr - (code[at] as number);
  });
  return relative;
}

/**
 * Inverts `relativeCode`, in place. Throws `RangeError` if an expression does not end, or refers to anything
 * but expressions before it. Following operands therefore always terminates.
 *
 * @returns 1 at each index where an expression starts
 */
export function makeAbsolute(code: Int32Array): Uint8Array {
  const isStart = new Uint8Array(code.length);
  for (let expr = 0; expr < code.length; expr = endOf(code, expr)) isStart[expr] = 1;
  eachOperand(code, (at, expr) => {
    const distance = code[at] as number;
    if (distance === NONE) return;
    if (!(distance > 0) || isStart[expr - distance] !== 1)
      throw new RangeError("An operand is no expression");
    code[at] = expr - distance;
  });
  return isStart;
}

/**
 * Visits the index of each operand that is an expression, in the order of the code. Throws `RangeError` if an
 * expression does not end.
 */
function eachOperand(code: ArrayLike<number>, visit: (at: number, expr: ExprId) => void): void {
  for (let expr = 0, next = 0; expr < code.length; expr = next) {
    next = endOf(code, expr);
    const op = code[expr] as number;
    const first = expr + 1;
    for (let at = first, bits = FIXED_EXPRESSIONS[op] as number; bits !== 0; at++, bits >>>= 1)
      if ((bits & 1) === 1) visit(at, expr);
    const repeated = REPEATED[op] as number;
    if (repeated === 0) continue;
    const bits = REPEATED_EXPRESSIONS[op] as number;
    for (let group = first + (FIXED[op] as number) + 1; group < next; group += repeated) {
      for (let at = 0; at < repeated; at++) if ((bits & (1 << at)) !== 0) visit(group + at, expr);
    }
  }
}

function endOf(code: ArrayLike<number>, expr: ExprId): number {
  const end = expr + lengthOf(code, expr);
  // An unknown op has no length, so that `end` is not a number.
  if (!(end > expr && end <= code.length)) throw new RangeError("An expression does not end");
  return end;
}
