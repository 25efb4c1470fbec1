/**
 * Reads TypeScript's types as expressions. `T[]`, `readonly T[]` and tuples are `Array<T>`; unions and
 * intersections are one of several, without null and undefined; `typeof x`, `this` and `T["key"]` are types
 * of values; `new () => T` is like a function type; object types are interfaces without a name; `Partial<T>`
 * and the like are `T`. Types that would have to be computed (conditional and mapped types, `keyof`) are
 * unknown.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { type EcmaReader, type EcmaNodeReader, type EcmaNodeReaders } from "./ecma-reader.ts";
import { isMapped, readInterface } from "./interfaces.ts";
import { stringValue } from "./keys.ts";

const inner: EcmaNodeReader = (node, ecma) => ecma.type(ecma.parts(node)[0]);
const named: EcmaNodeReader = (node, ecma) => ecma.name(ecma.textOf(node));
const oneOf: EcmaNodeReader = (node, ecma) =>
  ecma.flow.either(ecma.parts(node).map((part) => ecma.type(part)));

/** Types that do not help to resolve calls. */
const VAGUE: ReadonlySet<string> = new Set([
  "any",
  "unknown",
  "never",
  "void",
  "undefined",
  "null",
  "object",
]);

function readPredefined(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const word = ecma.textOf(node);
  return VAGUE.has(word) ? ecma.flow.unknown() : ecma.builtin(word);
}

function readQualified(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const [object, property] = ecma.parts(node);
  return object && property
    ? ecma.flow.member(ecma.type(object), ecma.textOf(property))
    : ecma.flow.unknown();
}

/** Types of the language, and of React, that have the members of their first argument. */
const TRANSPARENT: ReadonlySet<string> = new Set([
  "Exclude",
  "Extract",
  "NonNullable",
  "NoInfer",
  "Omit",
  "Partial",
  "Pick",
  "Readonly",
  "Required",
  "PropsWithChildren",
  "PropsWithRef",
  "PropsWithoutRef",
]);

function readGeneric(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const [type, args] = ecma.parts(node);
  const [first] = args ? ecma.parts(args) : [];
  const name = type ? ecma.textOf(type).replace(/^React\./, "") : "";
  if (first && TRANSPARENT.has(name)) return ecma.type(first);
  if (first && name === "Awaited") return awaitedOf(ecma.type(first), ecma);
  if (first?.type === "type_query" && name === "InstanceType") return ecma.type(ecma.parts(first)[0]);
  if (first?.type === "type_query" && name === "ReturnType")
    return ecma.flow.typeOf(ecma.flow.result(ecma.type(ecma.parts(first)[0]), []));
  return ecma.flow.generic(
    ecma.type(type),
    args ? ecma.parts(args).map((argument) => ecma.type(argument)) : [],
  );
}

function arrayOf(element: ExprId, { flow }: EcmaReader): ExprId {
  return flow.generic(flow.name("Array"), [element]);
}

function awaitedOf(type: ExprId, { flow }: EcmaReader): ExprId {
  return type === flow.unknown() ? type : flow.typeOf(flow.await(flow.instance(type)));
}

function elementOf(type: ExprId, { flow }: EcmaReader): ExprId {
  return type === flow.unknown() ? type : flow.typeOf(flow.element(flow.instance(type)));
}

/** `name: T` or `...names: T[]`. */
function readTupleItem(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const type = ecma.type(node.childForFieldName("type"));
  return ecma.text.startsWith("...", node.startIndex) ? elementOf(type, ecma) : type;
}

/** `import("m")` in a type. */
function readImported(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const [callee, args] = ecma.parts(node);
  const module = callee?.type === "import" ? stringValue(args && ecma.parts(args)[0], ecma) : null;
  return module === null ? ecma.flow.unknown() : ecma.flow.import(module, "*");
}

/** `Server["start"]`, `Server[number]`. */
function readLookup(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const [object, key] = ecma.parts(node);
  const type = ecma.type(object);
  if (!key || type === flow.unknown()) return flow.unknown();
  const literal = key.type === "literal_type" ? stringValue(ecma.parts(key)[0], ecma) : null;
  if (literal !== null) return flow.typeOf(flow.member(flow.instance(type), literal));
  return ecma.textOf(key) === "number" ? elementOf(type, ecma) : flow.unknown();
}

function readLiteral(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const [literal] = ecma.parts(node);
  switch (literal?.type) {
    case "string":
    case "template_string":
      return ecma.builtin("string");
    case "number":
    case "unary_expression":
      return ecma.builtin("number");
    case "true":
    case "false":
      return ecma.builtin("boolean");
    default:
      return ecma.flow.unknown();
  }
}

export const typeReaders: EcmaNodeReaders = {
  type_annotation: inner,
  parenthesized_type: inner,
  readonly_type: inner,
  optional_type: inner,
  default_type: inner,
  type_identifier: named,
  identifier: named,
  predefined_type: readPredefined,
  literal_type: readLiteral,
  template_literal_type: (_, ecma) => ecma.builtin("string"),
  nested_type_identifier: readQualified,
  nested_identifier: readQualified,
  member_expression: readQualified,
  call_expression: readImported,
  generic_type: readGeneric,
  instantiation_expression: readGeneric,
  union_type: oneOf,
  intersection_type: oneOf,
  array_type: (node, ecma) => arrayOf(inner(node, ecma), ecma),
  tuple_type: (node, ecma) => arrayOf(oneOf(node, ecma), ecma),
  // Elements of a tuple.
  required_parameter: readTupleItem,
  optional_parameter: readTupleItem,
  rest_type: (node, ecma) => elementOf(inner(node, ecma), ecma),
  function_type: (node, ecma) => ecma.flow.signature(ecma.type(node.childForFieldName("return_type"))),
  constructor_type: (node, ecma) => ecma.flow.signature(ecma.type(node.childForFieldName("type"))),
  type_query: (node, ecma) => ecma.flow.typeOf(ecma.type(ecma.parts(node)[0])),
  this: (_, { flow }) => flow.this(),
  this_type: (_, { flow }) => flow.typeOf(flow.this()),
  lookup_type: readLookup,
  object_type: (node, ecma) =>
    isMapped(node, ecma) ? ecma.flow.unknown() : readInterface(node, node, null, ecma),
  // `x is Server` is a boolean that carries the type.
  type_predicate: (node, ecma) =>
    ecma.flow.generic(ecma.builtin("boolean"), [ecma.type(ecma.parts(node)[1])]),
  type_predicate_annotation: inner,
};
