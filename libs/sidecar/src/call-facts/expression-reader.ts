/** Reads the expressions of a file's call facts. Pure. */
import { type ExprId, EXPR_OPS, type CallFacts, type ExprOp, NONE } from "./facts.ts";
import { lengthOf } from "./operands.ts";

export interface NamedOperand {
  /** Null if it is passed or stored without a name. */
  readonly name: string | null;
  readonly value: ExprId;
}

/** Access to the operands of expressions, by the expressions' ids. */
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

  /** Named operands of a call (`from` 2) or record (`from` 1), preceded by their count. */
  entries(expr: ExprId, from: number): NamedOperand[] {
    // Runs some hundred thousand times per question, and `Array.from` takes several times as long.
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

  /** Whether any argument of a call passes a test. */
  hasArgument(call: ExprId, passes: (value: ExprId) => boolean): boolean {
    for (let at = this.operand(call, 2); at > 0; at--)
      if (passes(this.operand(call, 2 + 2 * at))) return true;
    return false;
  }

  /**
   * Operands of a list or alternative (`from` 1), or of a generic type (`from` 2), preceded by their count.
   */
  items(expr: ExprId, from: number): ExprId[] {
    const items = Array<ExprId>(this.operand(expr, from));
    for (let at = 0; at < items.length; at++) items[at] = this.operand(expr, from + 1 + at);
    return items;
  }

  /** The member name or constant key of an assignment target; null for a computed key. */
  keyOf(target: ExprId): string | null {
    if (this.op(target) === "member") return this.string(target, 2);
    const key = this.op(target) === "index" ? this.operand(target, 2) : NONE;
    return key !== NONE && this.op(key) === "text" ? this.string(key, 1) : null;
  }

  /** All expressions, or those of one op, in the order of their ids (inner ones first). */
  expressions(op?: ExprOp): ExprId[] {
    const { code } = this.flow;
    const wanted = op === undefined ? NONE : EXPR_OPS.indexOf(op);
    const found: ExprId[] = [];
    for (let expr = 0; expr < code.length; expr += lengthOf(code, expr))
      if (wanted === NONE || code[expr] === wanted) found.push(expr);
    return found;
  }
}
