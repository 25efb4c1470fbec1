/**
 * Reads Java's types. Arrays are `generic([], T)`; several types of a cast or bound are alternatives; `void`,
 * `var` and wildcards without a bound are unknown. A type that is qualified with its package is a member of
 * that package.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";

export function readType(node: SyntaxNode, java: Reading): ExprId {
  const { flow } = java;
  switch (node.type) {
    case "type_identifier":
    case "identifier": {
      const name = java.textOf(node);
      return name === "var" ? flow.unknown() : java.locals.outside(name);
    }
    case "integral_type":
    case "floating_point_type":
    case "boolean_type":
      return java.builtin(java.textOf(node));
    case "scoped_type_identifier":
      return qualifiedName(java.textOf(node), java);
    case "generic_type": {
      const [type, list] = java.parts(node);
      const args = list ? java.parts(list) : [];
      return args.length === 0
        ? java.type(type)
        : flow.generic(
            java.type(type),
            args.map((arg) => java.type(arg)),
          );
    }
    case "array_type":
      return arrayOf(java.type(java.parts(node)[0]), java.parts(node)[1], java);
    case "annotated_type":
    case "wildcard":
    case "catch_type":
    case "type_bound":
    case "type_list": {
      const types = java
        .parts(node)
        .filter(({ type }) => !type.endsWith("annotation"))
        .map((type) => java.type(type));
      return flow.either(types);
    }
    default:
      return flow.unknown();
  }
}

/** Wraps a type in as many arrays as there are brackets. */
export function arrayOf(type: ExprId, dimensions: SyntaxNode | undefined, { flow, text }: Reading): ExprId {
  const depth = dimensions ? text.slice(dimensions.startIndex, dimensions.endIndex).split("[").length - 1 : 0;
  let array = type;
  for (let at = 0; at < Math.min(depth, MAX_DIMENSIONS); at++) array = flow.generic(flow.name("[]"), [array]);
  return array;
}

/** The limit of the language. */
const MAX_DIMENSIONS = 255;

/** `Outer.Inner`, or with a package `java.util.Map.Entry`. */
function qualifiedName(text: string, { flow, locals }: Reading): ExprId {
  const parts = text.split(".").map((part) => part.trim().replace(/^@\S+\s+/, ""));
  const first = parts.findIndex((part) => !/^[a-z]/.test(part));
  if (first <= 0)
    return parts.slice(1).reduce((type, part) => flow.member(type, part), locals.outside(parts[0] as string));
  return parts
    .slice(first)
    .reduce((type, part) => flow.member(type, part), flow.import(parts.slice(0, first).join("."), "*"));
}
