/** Names that a file hands on as values. Pure. */
import type { ExpressionReader } from "../flow/expression-reader.ts";
import { type ExprId, NONE } from "../flow/facts.ts";

/** What stands as an argument, in a literal, a binding, a store, a result, a default or an export. */
export function namesHandedOn(index: ExpressionReader): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (expr: ExprId): void => {
    if (expr === NONE) return;
    switch (index.op(expr)) {
      case "name": return void names.add(index.string(expr, 1).replace(BLOCK_MARK, ""));
      case "member": return void names.add(index.string(expr, 2));
      case "either": return index.items(expr, 1).forEach(add);
      case "standing": case "pointed": return add(index.operand(expr, 1));
    }
  };
  // A function may be run by a method of its own (`send.delay()`).
  for (const { expr } of index.flow.sites) {
    const callee = index.operand(expr, 1);
    if (index.op(callee) === "member") add(index.operand(callee, 1));
  }
  for (const op of ["call", "new", "record"] as const) for (const expr of index.expressions(op)) for (const { value } of index.entries(expr, op === "record" ? 1 : 2)) add(value);
  for (const list of index.expressions("list")) for (const item of index.items(list, 1)) add(item);
  for (const { params, bindings, stores, returns } of index.flow.scopes) for (const expr of [...params.map((param) => param.default), ...bindings.map(({ value }) => value), ...stores.map(({ value }) => value), ...returns]) add(expr);
  for (const { name, value } of index.flow.exports) if (index.op(value) !== "name" || index.string(value, 1) !== name) add(value);
  return names;
}

/** Of one more variable of a name in its function: `conn~1`. */
const BLOCK_MARK = /~\d+$/;
