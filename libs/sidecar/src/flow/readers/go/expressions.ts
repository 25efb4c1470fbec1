/**
 * Go's expressions. Taking an address and following a pointer change nothing; what is sent to a channel is stored under an
 * unknown key, and received as one of its elements.
 */
import type { Node } from "web-tree-sitter";
import type { Argument } from "../../builder.ts";
import type { ExprId } from "../../facts.ts";
import { type Reading, partsOf, placeOf } from "../reading.ts";
import { readLiteral } from "./functions.ts";
import { readComposite } from "./literals.ts";

export function readValue(node: Node, go: Reading): ExprId {
  const { flow } = go;
  switch (node.type) {
    case "identifier":
      return go.locals.read(go.textOf(node));
    case "interpreted_string_literal": case "raw_string_literal":
      return flow.text(go.text.slice(node.startIndex + 1, node.endIndex - 1));
    case "int_literal": case "iota":
      return go.builtin("int");
    case "float_literal":
      return go.builtin("float64");
    case "rune_literal":
      return go.builtin("rune");
    case "true": case "false":
      return go.builtin("bool");
    case "comment": case "nil": case "imaginary_literal": case "label_name": case "blank_identifier": case "field_identifier": case "empty_statement": case "fallthrough_statement":
      return flow.unknown();
    case "selector_expression": {
      const [object, name] = partsOf(node);
      return name ? flow.member(go.value(object), go.textOf(name)) : flow.unknown();
    }
    case "call_expression":
      return readCall(node, go);
    case "type_conversion_expression":
      return readConversion(node, go);
    case "index_expression":
      return readIndex(node, go);
    case "slice_expression": {
      const [object, ...bounds] = partsOf(node);
      const value = go.value(object);
      go.visitAll(bounds);
      return value;
    }
    case "type_assertion_expression": {
      const [object, type] = partsOf(node);
      const value = go.value(object);
      const asserted = go.type(type);
      return asserted === flow.unknown() ? value : flow.instance(asserted);
    }
    case "unary_expression":
      return readUnary(node, go);
    case "binary_expression":
      return readBinary(node, go);
    case "parenthesized_expression": case "literal_element": case "expression_list":
      return go.value(partsOf(node)[0]);
    case "composite_literal":
      return readComposite(node, go);
    case "func_literal":
      return readLiteral(node, null, go);
    case "type_identifier": case "qualified_type": case "pointer_type": case "generic_type": case "slice_type": case "array_type": case "map_type": case "channel_type":
    case "struct_type": case "interface_type": case "function_type": case "parenthesized_type":
      return go.type(node);
    default:
      go.visitAll(node.namedChildren);
      return flow.unknown();
  }
}

function readCall(node: Node, go: Reading): ExprId {
  const { flow } = go;
  const parts = partsOf(node);
  const list = parts.find(({ type }) => type === "argument_list");
  const calleeNode = unwrap(parts[0]);
  if (!calleeNode || !list) return go.flow.unknown();
  const generic = parts.find(({ type }) => type === "type_arguments");
  const callee = readCallee(calleeNode, go);
  const called = generic ? flow.generic(callee, partsOf(generic).map((arg) => go.type(arg))) : callee;
  const args = partsOf(list).map((arg): Argument => (arg.type === "variadic_argument" ? { name: "*", value: go.value(partsOf(arg)[0]) } : { value: go.value(arg) }));
  const result = flow.call(called, args, placeOf(nameNode(calleeNode)));
  return calleeNode.type === "identifier" ? builtinResult(calleeNode, args, go) ?? result : result;
}

/** What a function that is built in gives, where that depends on its arguments. */
function builtinResult(callee: Node, args: readonly Argument[], go: Reading): ExprId | null {
  const name = go.textOf(callee);
  const [first, ...rest] = args;
  if (!first || go.locals.isLocal(name)) return null;
  if (name === "new" || name === "make") return go.flow.instance(first.value);
  if (name !== "append") return null;
  const added = rest.map(({ name: spread, value }) => (spread === "*" ? go.flow.element(value) : value)).filter((value) => value !== go.flow.unknown());
  return added.length === 0 ? first.value : go.flow.either([first.value, go.flow.list(added)]);
}

/** `gen[int](x)` looks like a conversion; one to a type that has no name calls nothing. */
function readConversion(node: Node, go: Reading): ExprId {
  const { flow } = go;
  const [type, ...operands] = partsOf(node);
  const target = go.type(type);
  const args = operands.map((operand): Argument => ({ value: go.value(operand) }));
  return type?.type === "generic_type" ? flow.call(target, args, placeOf(nameNode(type))) : flow.instance(target);
}

function readCallee(node: Node, go: Reading): ExprId {
  // `*p` of a function or, in a conversion, of a type.
  if (node.type === "unary_expression" && go.text[node.startIndex] === "*") return readCallee(unwrap(partsOf(node)[0]) ?? node, go);
  return go.value(node);
}

/** With a type's name between the brackets it is an instance of something generic. */
function readIndex(node: Node, go: Reading): ExprId {
  const { flow } = go;
  const [object, key, ...more] = partsOf(node);
  const value = go.value(object);
  if (!key) return value;
  return more.length > 0 || isTypeName(key, go) ? flow.generic(value, [key, ...more].map((arg) => go.type(arg))) : flow.index(value, go.value(key));
}

function isTypeName(node: Node, go: Reading): boolean {
  if (node.type.endsWith("_type") || node.type === "type_identifier") return true;
  return node.type === "identifier" && !go.locals.isLocal(go.textOf(node)) && /^(?:\p{Lu}|(?:string|bool|byte|rune|error|any|u?int(?:8|16|32|64)?|float(?:32|64))$)/u.test(go.textOf(node));
}

function readUnary(node: Node, go: Reading): ExprId {
  const value = go.value(partsOf(node)[0]);
  switch (go.text[node.startIndex]) {
    case "&": case "*": return value;
    case "<": return go.flow.element(value);
    case "!": return go.builtin("bool");
    default: return go.flow.unknown();
  }
}

/** Chains lean to the left, and may be longer than expressions may be deep. */
function readBinary(node: Node, go: Reading): ExprId {
  const rights: (Node | undefined)[] = [];
  let left: Node | undefined = node;
  while (left?.type === "binary_expression") {
    const [first, second]: (Node | undefined)[] = partsOf(left);
    rights.push(second);
    left = first;
  }
  go.visit(left);
  go.visitAll(rights.reverse().map((right) => right ?? null));
  return go.flow.unknown();
}

function unwrap(node: Node | undefined): Node | undefined {
  return node?.type === "parenthesized_expression" ? unwrap(partsOf(node)[0]) : node;
}

/** Where the last name of what is called stands. */
function nameNode(callee: Node): Node {
  const parts = callee.type === "selector_expression" || callee.type === "qualified_type" ? partsOf(callee).slice(-1) : callee.type === "generic_type" || callee.type === "index_expression" || callee.type === "unary_expression" ? partsOf(callee).slice(0, 1) : [];
  const inner = unwrap(parts[0]);
  return inner ? nameNode(inner) : callee;
}
