/** Where a file uses names as values. Pure. */
import { withoutBlock } from "../call-facts/call-name.ts";
import { type CallSite, type ExprId, NONE } from "../call-facts/facts.ts";
import type { ExpressionReader } from "../call-facts/expression-reader.ts";

/** Expressions of a file, and the scopes that they are in. */
export interface LocatedExpressions extends ExpressionReader {
  siteOf(expr: ExprId): CallSite | undefined;
  scopeOfLiteral(literal: ExprId): number | undefined;
}

/** A name or member that is used as a value. */
export interface EscapingName {
  readonly expr: ExprId;
  /** The enclosing scope; `NONE` if unknown. */
  readonly scope: number;
}

/**
 * Names used as an argument, in a literal, a binding, a store, a return, a default value or an export. Stored
 * as two numbers per expression.
 */
export class NamesHandedOn {
  private readonly byName = new Map<string, number[]>();

  constructor(private readonly index: LocatedExpressions) {
    const { sites, scopes, exports } = index.flow;
    // A method of functions may run it (`send.delay()`).
    for (const { expr, scope } of sites) {
      const callee = index.operand(expr, 1);
      if (index.op(callee) === "member") this.add(index.operand(callee, 1), scope);
    }
    for (const op of ["call", "new"] as const)
      for (const expr of index.expressions(op))
        for (const { value } of index.entries(expr, 2)) this.add(value, index.siteOf(expr)?.scope ?? NONE);
    for (const record of index.expressions("record"))
      for (const { value } of index.entries(record, 1)) this.add(value, index.scopeOfLiteral(record) ?? NONE);
    for (const list of index.expressions("list"))
      for (const item of index.items(list, 1)) this.add(item, index.scopeOfLiteral(list) ?? NONE);
    for (const [scope, { params, bindings, stores, returns }] of scopes.entries())
      for (const expr of [
        ...params.map((param) => param.default),
        ...bindings.map(({ value }) => value),
        ...stores.map(({ value }) => value),
        ...returns,
      ])
        this.add(expr, scope);
    for (const { name, value } of exports)
      if (index.op(value) !== "name" || index.string(value, 1) !== name) this.add(value, 0);
  }

  /** By kind of use, then position. */
  placesOf(name: string): readonly EscapingName[] {
    const numbers = this.byName.get(name) ?? [];
    return Array.from({ length: numbers.length / 2 }, (_, at) => ({
      expr: numbers[2 * at] as number,
      scope: numbers[2 * at + 1] as number,
    }));
  }

  private add(expr: ExprId, scope: number): void {
    if (expr === NONE) return;
    const { index } = this;
    switch (index.op(expr)) {
      case "name":
        return this.put(withoutBlock(index.string(expr, 1)), expr, scope);
      case "member":
        return this.put(index.string(expr, 2), expr, scope);
      case "either":
        return index.items(expr, 1).forEach((option) => this.add(option, scope));
      case "standing":
        return this.add(index.operand(expr, 1), index.operand(expr, 2));
      case "pointed":
        return this.add(index.operand(expr, 1), scope);
    }
  }

  private put(name: string, expr: ExprId, scope: number): void {
    const known = this.byName.get(name);
    if (known) known.push(expr, scope);
    else this.byName.set(name, [expr, scope]);
  }
}
