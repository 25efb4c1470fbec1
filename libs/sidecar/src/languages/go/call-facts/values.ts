/** Reads the right side of Go's assignments and declarations. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";
import { readFunctionLiteral } from "./functions.ts";

/** The value for each target: one of several expressions, or a part of a single expression's result. */
export function valuesFor(
  targets: readonly SyntaxNode[],
  sources: readonly SyntaxNode[],
  go: Reading,
): ExprId[] {
  const { flow } = go;
  const [target, source] = [targets[0], sources[0]];
  if (targets.length === 1 && source?.type === "func_literal" && target?.type === "identifier")
    return [readFunctionLiteral(source, { name: go.textOf(target), nameStart: target.startIndex }, go)];
  const values = sources.map((each) => go.value(each));
  const [value] = values;
  if (sources.length !== 1 || targets.length < 2 || value === undefined) return values;
  // After anything but a call, the second target receives whether there was a value.
  if (source?.type !== "call_expression" && source?.type !== "type_conversion_expression")
    return [value, go.builtin("bool")];
  return targets.map((_, at) => flow.index(value, flow.text(String(at))));
}
