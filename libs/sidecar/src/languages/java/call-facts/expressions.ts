/** Reads Java's expressions. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { Argument } from "../../../call-facts/expression-writer.ts";
import { type ExprId, NULL_TYPE } from "../../../call-facts/facts.ts";
import { calledFor, copiedType } from "../../jvm/containers.ts";
import { type Reading, innermost, positionOf } from "../../../call-facts/reading/reading.ts";
import { readAnonymousClass } from "./classes.ts";
import { collectedValue } from "./collectors.ts";
import { readLambda } from "./methods.ts";
import { readSwitch } from "./statements.ts";
import { arrayOf } from "./types.ts";
import { bindPattern, readPattern } from "./variables.ts";

/** Reads names, accesses, calls and functions; leaves all other nodes to the functions below. */
export function readValue(node: SyntaxNode, java: Reading): ExprId {
  const { flow } = java;
  const { type } = node;
  switch (type) {
    case "identifier":
      return java.locals.read(java.textOf(node));
    case "this":
      return flow.this();
    case "super":
      return flow.super();
    case "field_access":
      return readField(node, java);
    case "array_access":
      return readIndex(node, java);
    case "method_reference":
      return readReference(node, java);
    case "class_literal":
      return flow.instance(flow.generic(flow.name("Class"), [java.type(java.parts(node)[0])]));
    case "method_invocation":
      return readInvocation(node, java);
    case "object_creation_expression":
      return readCreation(node, java);
    case "array_creation_expression":
      return readArray(node, java);
    case "array_initializer":
    case "element_value_array_initializer":
      return flow.list(java.parts(node).map((item) => java.value(item)));
    case "lambda_expression":
      return readLambda(node, null, java);
    default:
      if (WITHOUT_VALUE.has(type)) return flow.unknown();
      return readLiteral(type, node, java) ?? readOperation(type, node, java);
  }
}

/** Nodes without a value, whose children are not read. */
const WITHOUT_VALUE: ReadonlySet<string> = new Set([
  "null_literal",
  "line_comment",
  "block_comment",
  "modifiers",
  "break_statement",
  "continue_statement",
]);

/** The value of a literal; null for any other node. */
function readLiteral(type: string, node: SyntaxNode, java: Reading): ExprId | null {
  switch (type) {
    case "string_literal":
      return java.flow.text(java.textOf(node).replace(/^"+|"+$/g, ""));
    case "decimal_integer_literal":
    case "hex_integer_literal":
    case "octal_integer_literal":
    case "binary_integer_literal":
      return java.builtin(/l$/i.test(java.textOf(node)) ? "long" : "int");
    case "decimal_floating_point_literal":
    case "hex_floating_point_literal":
      return java.builtin(/f$/i.test(java.textOf(node)) ? "float" : "double");
    case "character_literal":
      return java.builtin("char");
    case "true":
    case "false":
      return java.builtin("boolean");
    default:
      return null;
  }
}

/** Reads operators, casts and branches; of any other node, all children. */
function readOperation(type: string, node: SyntaxNode, java: Reading): ExprId {
  const { flow } = java;
  switch (type) {
    case "assignment_expression":
      return readAssignment(node, java);
    case "binary_expression":
      return readBinary(node, java);
    case "unary_expression":
      return readUnary(node, java);
    case "parenthesized_expression":
      return java.value(java.parts(node)[0]);
    case "cast_expression":
      return readCast(node, java);
    case "instanceof_expression":
      return readInstanceof(node, java);
    case "ternary_expression": {
      const [condition, ...options] = java.parts(node);
      java.visit(condition);
      return flow.either(options.map((option) => java.value(option)));
    }
    case "switch_expression":
      return readSwitch(node, java);
    default:
      java.visitAll(node.namedChildren);
      return flow.unknown();
  }
}

/** A function keeps its identity, whatever type it is cast to. */
function readCast(node: SyntaxNode, java: Reading): ExprId {
  const parts = java.parts(node);
  const value = parts.pop();
  const types = parts.map((type) => java.type(type));
  return value?.type === "lambda_expression" || value?.type === "method_reference"
    ? java.value(value)
    : castTo(java.flow.either(types), java.value(value), java);
}

function castTo(type: ExprId, value: ExprId, { flow }: Reading): ExprId {
  return type === flow.unknown() ? value : flow.instance(type);
}

function readIndex(node: SyntaxNode, java: Reading): ExprId {
  const { flow } = java;
  const [array, index] = java.parts(node);
  return flow.index(
    java.value(array),
    index?.type === "decimal_integer_literal" ? flow.text(java.textOf(index)) : java.value(index),
  );
}

/** `[object.][super.][<T>]name(…)`. A local variable does not hide a method: see `calledNames`. */
function readInvocation(node: SyntaxNode, java: Reading): ExprId {
  const { flow, locals } = java;
  const parts = java.parts(node);
  const list = parts.pop();
  const name = parts.pop();
  if (!name || list?.type !== "argument_list") {
    java.visitAll(node.namedChildren);
    return flow.unknown();
  }
  const [object] = parts;
  const text = java.textOf(name);
  const types = parts.at(-1)?.type === "type_arguments" ? parts.at(-1) : undefined;
  const on = !object || object === types ? null : java.value(object);
  const called = on === null ? locals.outside(text) : flow.member(on, text);
  const args = readArguments(list, java);
  if (types)
    return flow.call(
      flow.generic(
        called,
        java.parts(types).map((type) => java.type(type)),
      ),
      args,
      positionOf(name),
    );
  return object && on !== null
    ? callOn(object, { on, called, args, name, list }, java)
    : flow.call(called, args, positionOf(name));
}

interface MethodCall {
  readonly on: ExprId;
  readonly called: ExprId;
  readonly args: readonly Argument[];
  readonly name: SyntaxNode;
  readonly list: SyntaxNode;
}

/** Reads a call without type arguments on an object. Some methods of the library create containers. */
function callOn(object: SyntaxNode, { on, called, args, name, list }: MethodCall, java: Reading): ExprId {
  const { flow } = java;
  const text = java.textOf(name);
  const type =
    object.type === "identifier"
      ? java.textOf(object)
      : object.type === "field_access"
        ? java.textOf(java.parts(object).at(-1) ?? object)
        : "";
  const call = flow.call(
    type === "" ? called : calledFor(called, `${type}.${text}`, args, flow),
    args,
    positionOf(name),
  );
  return text === "collect"
    ? flow.either([call, collectedValue(on, java.parts(list)[0], args[0]?.value, java)])
    : call;
}

function readArguments(list: SyntaxNode | undefined, java: Reading): Argument[] {
  return (list ? java.parts(list) : []).map((arg) => ({
    value: arg.type === "null_literal" ? java.builtin(NULL_TYPE) : java.value(arg),
  }));
}

/**
 * `new Type(…)`, `outer.new Inner(…)`, and `new Type(…) { … }`, which creates an object of an anonymous
 * class.
 */
function readCreation(node: SyntaxNode, java: Reading): ExprId {
  const { flow } = java;
  const parts = java
    .parts(node)
    .filter(({ type }) => type !== "type_arguments" && !type.endsWith("annotation"));
  const at = parts.findIndex(({ type }) => type === "argument_list");
  const typeNode = parts[at - 1];
  if (!typeNode) {
    java.visitAll(node.namedChildren);
    return flow.unknown();
  }
  const outer = at > 1 ? java.value(parts[0]) : null;
  const type =
    outer === null ? java.type(typeNode) : flow.member(outer, java.textOf(typeNode).replace(/<.*$/s, ""));
  const args = readArguments(parts[at], java);
  const isDiamond = typeNode.type === "generic_type" && /<\s*>$/.test(java.textOf(typeNode));
  const made = flow.call(
    isDiamond ? copiedType(type, java.textOf(lastName(typeNode, java)), args, flow) : type,
    args,
    positionOf(lastName(typeNode, java)),
    "new",
  );
  const body = parts[at + 1];
  return body ? readAnonymousClass(body, type, { text: "", nameStart: node.startIndex }, java) : made;
}

function lastName(type: SyntaxNode, java: Reading): SyntaxNode {
  const partWithName = (at: SyntaxNode): SyntaxNode | undefined =>
    at.type === "generic_type"
      ? java.parts(at)[0]
      : at.type === "scoped_type_identifier" || at.type === "annotated_type"
        ? java.parts(at).at(-1)
        : undefined;
  return innermost(type, partWithName);
}

/** `Outer.this` is an object of the enclosing class; `java.util.List` a class of a package. */
function readField(node: SyntaxNode, java: Reading): ExprId {
  const { flow } = java;
  const parts = java.parts(node);
  const [object, name] = [parts[0], parts.at(-1)];
  if (!object || !name || object === name) return flow.unknown();
  const text = java.textOf(name);
  if (text === "this") return flow.instance(java.type(object));
  const module = /^[A-Z]\w*[a-z]/.test(text) ? java.textOf(object) : "";
  if (/^[a-z]\w*(?:\.[a-z]\w*)+$/.test(module) && !java.locals.isLocal(module.slice(0, module.indexOf("."))))
    return flow.member(flow.import(module, "*"), text);
  const value = java.value(object);
  return text === "super" ? flow.super() : flow.member(value, text);
}

/** Returns the right side. */
function readAssignment(node: SyntaxNode, java: Reading): ExprId {
  const { flow, locals } = java;
  const [left, right] = java.parts(node);
  if (!left || !right) return flow.unknown();
  const isPlain = java.text.slice(left.endIndex, right.startIndex).trim() === "=";
  if (!isPlain) java.visit(left);
  const target = isPlain && left.type !== "identifier" ? java.value(left) : NONE_YET;
  const value = java.value(right);
  if (!isPlain) return flow.unknown();
  if (target !== NONE_YET) flow.store(target, value);
  // A name that no function declares is a field.
  else if (!locals.assign(java.textOf(left), value, "class"))
    flow.store(flow.member(flow.this(), java.textOf(left)), value);
  return value;
}

const NONE_YET = -2;

/** `Type::method`, `object::method`, `Type::new`: the function as a value. */
function readReference(node: SyntaxNode, java: Reading): ExprId {
  const { flow } = java;
  const parts = java.parts(node);
  const object = parts[0];
  if (!object) return flow.unknown();
  const type = object.type;
  const value =
    type === "identifier" || !/_type$|^(?:scoped_)?type_identifier$/.test(type)
      ? java.value(object)
      : java.type(object);
  if (/::\s*(?:<.*>)?\s*new$/s.test(java.textOf(node))) return type === "array_type" ? flow.unknown() : value;
  const name = parts.at(-1);
  return name && name !== object ? flow.member(value, java.textOf(name)) : flow.unknown();
}

function readInstanceof(node: SyntaxNode, java: Reading): ExprId {
  const [left, ...rest] = java.parts(node).filter(({ type }) => type !== "modifiers");
  const value = java.value(left);
  const [right, name] = rest;
  if (right && name) bindPattern(name, java.type(right), value, java);
  else if (right?.type === "record_pattern") readPattern(right, value, java);
  return java.builtin("boolean");
}

/** `new Type[n]`, `new Type[] { … }`: an array of the type, with its elements. */
function readArray(node: SyntaxNode, java: Reading): ExprId {
  const { flow } = java;
  const [typeNode, ...rest] = java.parts(node).filter(({ type }) => !type.endsWith("annotation"));
  let array = java.type(typeNode);
  let items = flow.unknown();
  for (const part of rest) {
    if (part.type === "array_initializer") items = java.value(part);
    else if (part.type === "dimensions") array = arrayOf(array, part, java);
    else {
      java.visit(part);
      array = flow.generic(flow.name("[]"), [array]);
    }
  }
  return flow.either([flow.instance(array), items]);
}

function readUnary(node: SyntaxNode, java: Reading): ExprId {
  if (java.text[node.startIndex] !== "!") return java.value(java.parts(node)[0]);
  java.visitAll(node.namedChildren);
  return java.builtin("boolean");
}

/** Chains of operators nest to the left, and may be longer than the depth limit of expressions. */
function readBinary(node: SyntaxNode, java: Reading): ExprId {
  const levels: { readonly operator: string; readonly right: SyntaxNode }[] = [];
  let left: SyntaxNode | undefined = node;
  while (left?.type === "binary_expression") {
    const [first, second]: (SyntaxNode | undefined)[] = java.parts(left);
    if (first && second)
      levels.push({ operator: java.text.slice(first.endIndex, second.startIndex).trim(), right: second });
    left = first;
  }
  const valueOf = (operand: SyntaxNode | undefined): ExprId =>
    operand?.type === "string_literal" ? java.builtin("String") : java.value(operand);
  let operands: Set<ExprId> = new Set([valueOf(left)]);
  for (const { operator, right } of levels.reverse())
    operands = combined(operands, operator, valueOf(right), java);
  return java.flow.either([...operands]);
}

/**
 * The possible results of an operator: one of its operands, as far as types are concerned. Extends the set in
 * place, because a chain may have thousands of operands.
 */
function combined(operands: Set<ExprId>, operator: string, right: ExprId, java: Reading): Set<ExprId> {
  if (/^<<$|^>>>?$/.test(operator)) return operands;
  if (!/^[-+*/%&|^]$/.test(operator)) return new Set([java.builtin("boolean")]);
  operands.add(right);
  const known = operands.has(java.builtin("String")) ? java.builtin("String") : java.flow.unknown();
  return operands.has(known) ? new Set([known]) : operands;
}
