/** Operators in front of an expression. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { EcmaReader } from "./ecma-reader.ts";

/** What an operator other than `await` makes of any operand. */
export function unaryValue(operator: SyntaxNode, ecma: EcmaReader): ExprId {
  switch (ecma.text[operator.startIndex]) {
    case "!":
      return ecma.builtin("boolean");
    case "-":
    case "+":
    case "~":
      return ecma.builtin("number");
    case "t":
      return ecma.builtin("string");
    default:
      return ecma.flow.unknown();
  }
}

/**
 * Operators in front of what is called, with the outermost first, and what is called. The grammar reads
 * `await f<T>()` as `(await f)<T>()`, and so with every operator where a call has type arguments: without
 * brackets, they stand in front of the call.
 */
export function operatorsBefore(
  callee: SyntaxNode,
  type: string,
  ecma: EcmaReader,
): { readonly operators: readonly SyntaxNode[]; readonly called: SyntaxNode } {
  const operators: SyntaxNode[] = [];
  let called = callee;
  for (let at = type; at === "await_expression" || at === "unary_expression"; at = called.type) {
    const operand = ecma.parts(called)[0];
    if (!operand) break;
    operators.push(called);
    called = operand;
  }
  return { operators, called };
}

/** What the operators make of a value. */
export function operate(operators: readonly SyntaxNode[], value: ExprId, ecma: EcmaReader): ExprId {
  return operators.reduceRight(
    (operand, operator) =>
      operator.type === "await_expression" ? ecma.flow.await(operand) : unaryValue(operator, ecma),
    value,
  );
}
