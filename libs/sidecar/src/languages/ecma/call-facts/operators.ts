/** Reads prefix operators. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { EcmaReader } from "./ecma-reader.ts";

/** The result of an operator other than `await`, for any operand. */
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
 * Prefix operators of a callee, outermost first, and the callee. The grammar parses `await f<T>()` as `(await
 * f)<T>()`, and likewise every prefix operator of a call with type arguments; without parentheses, the
 * operator applies to the call.
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

/** Applies the operators to a value. */
export function operate(operators: readonly SyntaxNode[], value: ExprId, ecma: EcmaReader): ExprId {
  return operators.reduceRight(
    (operand, operator) =>
      operator.type === "await_expression" ? ecma.flow.await(operand) : unaryValue(operator, ecma),
    value,
  );
}
