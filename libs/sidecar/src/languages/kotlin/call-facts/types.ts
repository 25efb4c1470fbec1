/**
 * Reads Kotlin's types. A nullable type is the type itself; a function type is a signature; a type that is
 * qualified with its package is a member of that package.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";

/** Nodes that are types. */
export const TYPE_NODES: ReadonlySet<string> = new Set([
  "user_type",
  "nullable_type",
  "function_type",
  "parenthesized_type",
  "not_nullable_type",
  "dynamic_type",
]);

export function readType(node: SyntaxNode, kotlin: Reading): ExprId {
  const { flow } = kotlin;
  switch (node.type) {
    case "identifier":
      return kotlin.locals.outside(kotlin.textOf(node));
    case "user_type":
      return readUserType(node, kotlin);
    case "nullable_type":
    case "parenthesized_type":
    case "type_projection":
    case "not_nullable_type":
      return kotlin.type(kotlin.parts(node).find(({ type }) => TYPE_NODES.has(type)));
    case "function_type":
      return flow.signature(kotlin.type(kotlin.parts(node).at(-1)));
    default:
      return flow.unknown();
  }
}

/** `Outer.Inner<T>`, or with a package `kotlin.collections.List<T>`. */
function readUserType(node: SyntaxNode, kotlin: Reading): ExprId {
  const { flow, locals } = kotlin;
  const parts = kotlin.parts(node);
  const list = parts.at(-1)?.type === "type_arguments" ? parts.pop() : undefined;
  const names = parts.map((part) => kotlin.textOf(part));
  const first = names.findIndex((name) => !/^[a-z]/.test(name));
  const [root, ...rest] =
    first <= 0
      ? [locals.outside(names[0] ?? ""), ...names.slice(1)]
      : [flow.import(names.slice(0, first).join("."), "*"), ...names.slice(first)];
  const type = rest.reduce<ExprId>((outer, name) => flow.member(outer, name as string), root as ExprId);
  const args = list ? kotlin.parts(list).map((arg) => kotlin.type(arg)) : [];
  return args.length === 0 ? type : flow.generic(type, args);
}

/** The node of the last name of a type. */
export function lastNameOf(type: SyntaxNode, kotlin: Reading): SyntaxNode {
  const names =
    type.type === "user_type" ? kotlin.parts(type).filter((part) => part.type === "identifier") : [];
  return names.at(-1) ?? type;
}
