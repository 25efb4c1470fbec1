/** Expressions of a file's flow facts, read by their numbers. Pure. */
import { type ExprId, EXPR_OPS, type CallFacts, type ExprOp, NONE } from "./facts.ts";
import { lengthOf } from "./operands.ts";

export interface NamedOperand {
  /** Null where it has none. */
  readonly name: string | null;
  readonly value: ExprId;
}

export class ExpressionReader {
  constructor(readonly flow: CallFacts) {}

  op(expr: ExprId): ExprOp {
    return EXPR_OPS[this.flow.code[expr] as number] ?? "unknown";
  }

  operand(expr: ExprId, at: number): number {
    return this.flow.code[expr + at] as number;
  }

  string(expr: ExprId, at: number): string {
    return this.flow.strings[this.operand(expr, at)] ?? "";
  }

  /** Named operands of a call (from 2) or a record (from 1), whose number stands before them. */
  entries(expr: ExprId, from: number): NamedOperand[] {
    // Asked for some hundred thousand times a question, where `Array.from` takes several times as long.
    const entries = Array<NamedOperand>(this.operand(expr, from));
    for (let at = 0; at < entries.length; at++) {
      const name = this.operand(expr, from + 1 + 2 * at);
      entries[at] = {
        name: name === NONE ? null : (this.flow.strings[name] ?? ""),
        value: this.operand(expr, from + 2 + 2 * at),
      };
    }
    return entries;
  }

  /** Whether what is handed over for some parameter of a call passes a test. */
  hasArgument(call: ExprId, passes: (value: ExprId) => boolean): boolean {
    for (let at = this.operand(call, 2); at > 0; at--)
      if (passes(this.operand(call, 2 + 2 * at))) return true;
    return false;
  }

  /**
   * Operands of a list or alternative (from 1), or of a generic type (from 2), whose number stands before
   * them.
   */
  items(expr: ExprId, from: number): ExprId[] {
    const items = Array<ExprId>(this.operand(expr, from));
    for (let at = 0; at < items.length; at++) items[at] = this.operand(expr, from + 1 + at);
    return items;
  }

  /** Name of the member, or constant key, that a target names. */
  keyOf(target: ExprId): string | null {
    if (this.op(target) === "member") return this.string(target, 2);
    const key = this.op(target) === "index" ? this.operand(target, 2) : NONE;
    return key !== NONE && this.op(key) === "text" ? this.string(key, 1) : null;
  }

  /** All of them, or those of a kind, inner ones first. */
  expressions(op?: ExprOp): ExprId[] {
    const { code } = this.flow;
    const wanted = op === undefined ? NONE : EXPR_OPS.indexOf(op);
    const found: ExprId[] = [];
    for (let expr = 0; expr < code.length; expr += lengthOf(code, expr))
      if (wanted === NONE || code[expr] === wanted) found.push(expr);
    return found;
  }
}
