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
  const parts = kotlin.parts(node);
  const list = parts.at(-1)?.type === "type_arguments" ? parts.pop() : undefined;
  const type = typeNamed(
    parts.map((part) => kotlin.textOf(part)),
    kotlin,
  );
  const args = list ? kotlin.parts(list).map((arg) => kotlin.type(arg)) : [];
  return args.length === 0 ? type : kotlin.flow.generic(type, args);
}

function typeNamed(names: readonly string[], { flow, locals }: Reading): ExprId {
  const first = names.findIndex((name) => !/^[a-z]/.test(name));
  const [root, ...rest] =
    first <= 0
      ? [locals.outside(names[0] ?? ""), ...names.slice(1)]
      : [flow.import(names.slice(0, first).join("."), "*"), ...names.slice(first)];
  return rest.reduce<ExprId>((outer, name) => flow.member(outer, name as string), root as ExprId);
}

/** What an extension extends. */
export interface ExtendedType {
  /** Unknown for a type parameter without a bound. */
  readonly type: ExprId;
  /** Whether it is called on the class itself (`fun Server.Companion.start()`). */
  readonly isStatic: boolean;
}

/**
 * The type that an extension extends: the bound of a type parameter, or the class of a companion, whose
 * members are members of the class.
 *
 * @param declaration the function or property, with its type parameters and their constraints
 */
export function extendedType(
  receiver: SyntaxNode | undefined,
  declaration: SyntaxNode,
  kotlin: Reading,
): ExtendedType {
  const names =
    receiver?.type === "user_type" ? kotlin.parts(receiver).map((part) => kotlin.textOf(part)) : [];
  if (names.length > 1 && names.at(-1) === "Companion")
    return { type: typeNamed(names.slice(0, -1), kotlin), isStatic: true };
  const bound = names.length === 1 ? boundOf(names[0] ?? "", declaration, kotlin) : null;
  return { type: bound ?? kotlin.type(receiver), isStatic: false };
}

/** The bound of a type parameter of a declaration; null if it has none, or is no type parameter. */
function boundOf(name: string, declaration: SyntaxNode, kotlin: Reading): ExprId | null {
  for (const part of kotlin.parts(declaration)) {
    if (part.type !== "type_parameters" && part.type !== "type_constraints") continue;
    for (const parameter of kotlin.parts(part)) {
      const [first, ...rest] = kotlin.parts(parameter).filter(({ type }) => type !== "annotation");
      const bound = rest.at(-1);
      if (first && bound && kotlin.textOf(first) === name) return kotlin.type(bound);
    }
  }
  return null;
}

/** The node of the last name of a type. */
export function lastNameOf(type: SyntaxNode, kotlin: Reading): SyntaxNode {
  const names =
    type.type === "user_type" ? kotlin.parts(type).filter((part) => part.type === "identifier") : [];
  return names.at(-1) ?? type;
}
