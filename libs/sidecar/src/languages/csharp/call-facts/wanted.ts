/**
 * Finds the expected type of `new(…)`: the result type of the enclosing function, or the type of the
 * enclosing property.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";

/** The node of the expected type; null if the context does not define it. */
export function typeWanted(node: SyntaxNode, cs: Reading): SyntaxNode | null {
  const around = node.parent;
  switch (around?.type) {
    case "parenthesized_expression":
    case "switch_expression_arm":
    case "switch_expression":
      return typeWanted(around, cs);
    case "conditional_expression":
      return around.childForFieldName("condition")?.id === node.id ? null : typeWanted(around, cs);
    case "arrow_expression_clause":
      return around.parent ? typeGiven(around.parent, cs) : null;
    case "return_statement":
      return typeReturned(around, cs);
    default:
      return null;
  }
}

function typeReturned(statement: SyntaxNode, cs: Reading): SyntaxNode | null {
  for (let at = statement.parent; at; at = at.parent) {
    if (GIVING.has(at.type)) return typeGiven(at, cs);
    if (at.type === "lambda_expression" || at.type === "anonymous_method_expression") return null;
  }
  return null;
}

const GIVING: ReadonlySet<string> = new Set([
  "method_declaration",
  "local_function_statement",
  "accessor_declaration",
  "operator_declaration",
  "conversion_operator_declaration",
]);

/** The type of a function's or property's value; for an asynchronous function, the result of its task. */
function typeGiven(owner: SyntaxNode, cs: Reading): SyntaxNode | null {
  if (owner.type === "accessor_declaration") return owner.parent?.parent?.childForFieldName("type") ?? null;
  const type = owner.childForFieldName("returns") ?? owner.childForFieldName("type");
  const isAsync = cs.parts(owner).some((part) => part.type === "modifier" && cs.textOf(part) === "async");
  if (!isAsync || type?.type !== "generic_name") return isAsync ? null : type;
  const [held] = cs.parts(cs.parts(type)[1] ?? type);
  return held ?? null;
}
