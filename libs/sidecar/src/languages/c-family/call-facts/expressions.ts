/**
 * Reads expressions of C and C++. The address of a value is treated as the value itself, and so is the target
 * of a pointer in C.
 */
import type { Argument } from "../../../call-facts/expression-writer.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { positionOf } from "../../../call-facts/reading/reading.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { readLambda } from "./functions.ts";
import { readInitializerList } from "./declarations.ts";
import { readPasted } from "./macros.ts";
import { lastNameNode, readMember, readName } from "./names.ts";
import type { CReading } from "./reading.ts";

/** Reads names, accesses, calls, functions and types; leaves all other nodes to the functions below. */
export function readValue(node: SyntaxNode, c: CReading): ExprId {
  const { flow } = c;
  const { type } = node;
  switch (type) {
    case "identifier":
    case "qualified_identifier":
    case "template_function":
    case "field_identifier":
      return readName(node, c);
    case "this":
      return flow.this();
    case "field_expression":
      return readField(node, c);
    case "subscript_expression":
      return readSubscript(node, c);
    case "call_expression":
      return readCall(node, c);
    case "new_expression":
      return readNew(node, c);
    case "compound_literal_expression":
      return readCompound(node, c);
    case "initializer_list":
      return readInitializerList(node, flow.unknown(), true, c);
    case "lambda_expression":
      return readLambda(node, c);
    case "primitive_type":
    case "type_identifier":
    case "template_type":
    case "type_descriptor":
      return c.type(node);
    default:
      if (WITHOUT_VALUE.has(type)) return flow.unknown();
      return readLiteral(type, node, c) ?? readOperation(type, node, c);
  }
}

/** Nodes without a value, whose children are not read. */
const WITHOUT_VALUE: ReadonlySet<string> = new Set([
  "null",
  "comment",
  "type_qualifier",
  "statement_identifier",
  "storage_class_specifier",
  "break_statement",
  "continue_statement",
  "goto_statement",
  "preproc_def",
  "access_specifier",
]);

/** The value of a literal; null for any other node. */
function readLiteral(type: string, node: SyntaxNode, c: CReading): ExprId | null {
  switch (type) {
    case "string_literal":
    case "raw_string_literal":
      return c.flow.text(c.textOf(node).replace(/^[A-Za-z0-9]*"|"$/g, ""));
    case "concatenated_string":
      return c.builtin("char");
    case "number_literal":
      return c.builtin("int");
    case "char_literal":
      return c.builtin("char");
    case "true":
    case "false":
      return c.builtin("bool");
    default:
      return null;
  }
}

/** Reads operators, casts and branches; of any other node, all children. */
function readOperation(type: string, node: SyntaxNode, c: CReading): ExprId {
  const { flow } = c;
  switch (type) {
    case "assignment_expression":
      return readAssignment(node, c);
    case "binary_expression":
      return readBinary(node, c);
    case "pointer_expression":
      return readPointer(node, c);
    case "parenthesized_expression":
      return c.value(c.parts(node)[0]);
    case "co_await_expression":
      return flow.await(c.value(c.parts(node)[0]));
    case "cast_expression":
      return readCast(node, c);
    case "conditional_expression": {
      const [condition, ...options] = c.parts(node);
      c.visit(condition);
      return flow.either(options.map((option) => c.value(option)));
    }
    case "comma_expression": {
      const parts = c.parts(node);
      c.visitAll(parts.slice(0, -1));
      return c.value(parts.at(-1));
    }
    default:
      c.visitAll(node.namedChildren);
      return flow.unknown();
  }
}

/** `object.name`, `object->name`. */
function readField(node: SyntaxNode, c: CReading): ExprId {
  const [object, name] = c.parts(node);
  const value = c.value(object);
  const isPointed =
    c.isCpp && object && name && c.text.slice(object.endIndex, name.startIndex).includes("->");
  return readMember(isPointed ? c.flow.pointed(value) : value, name, c);
}

/** `*value`, `&value`. */
function readPointer(node: SyntaxNode, c: CReading): ExprId {
  const value = c.value(c.parts(node)[0]);
  return c.isCpp && c.text[node.startIndex] === "*" ? c.flow.pointed(value) : value;
}

function readCall(node: SyntaxNode, c: CReading): ExprId {
  const { flow } = c;
  const [callee, list] = c.parts(node);
  if (!callee || list?.type !== "argument_list") {
    c.visitAll(node.namedChildren);
    return flow.unknown();
  }
  const kind = callee.type;
  if (kind === "primitive_type" || kind === "sized_type_specifier") {
    c.visitAll(list.namedChildren);
    return c.builtin(c.textOf(callee));
  }
  const name = lastNameNode(callee, c);
  const template = templateOf(callee, c);
  if (template && kind === "template_function" && c.textOf(name).endsWith("_cast")) {
    c.visitAll(list.namedChildren);
    return flow.instance(c.type(c.parts(template)[0]));
  }
  const called = c.value(callee);
  const args = readArguments(list, c);
  const result = flow.call(called, args, positionOf(name));
  if (kind === "identifier") readPasted(callee, c.parts(list), c);
  return c.isCpp ? (libraryResult({ callee, name, template, args }, c) ?? result) : result;
}

function readArguments(list: SyntaxNode, c: CReading): Argument[] {
  return c
    .parts(list)
    .map((arg): Argument =>
      arg.type === "parameter_pack_expansion"
        ? { name: "*", value: c.value(c.parts(arg)[0]) }
        : { value: c.value(arg) },
    );
}

/** The list of template arguments after the last name. */
function templateOf(callee: SyntaxNode, c: CReading): SyntaxNode | undefined {
  let named: SyntaxNode | undefined = callee;
  while (named && PATHS.has(named.type)) named = c.parts(named).at(-1);
  return named?.type === "template_function" || named?.type === "template_method"
    ? c.parts(named)[1]
    : undefined;
}

const PATHS: ReadonlySet<string> = new Set(["qualified_identifier", "field_expression", "dependent_name"]);

/** `new Type(…)`, `new Type`, `new Type[n]`. */
function readNew(node: SyntaxNode, c: CReading): ExprId {
  const { flow } = c;
  const parts = c.parts(node);
  const typeNode = parts.find(({ type }) =>
    /^(?:type_identifier|qualified_identifier|template_type|primitive_type|sized_type_specifier|placeholder_type_specifier|dependent_type)$/.test(
      type,
    ),
  );
  const list = parts.at(-1);
  const hasList =
    list !== undefined &&
    list !== typeNode &&
    (list.type === "argument_list" || list.type === "initializer_list");
  for (const part of parts) if (part !== typeNode && !(hasList && part === list)) c.visit(part);
  const args = hasList ? readArguments(list, c) : [];
  const type = c.type(typeNode);
  if (!typeNode || !/^(?:type_identifier|qualified_identifier|template_type)$/.test(typeNode.type))
    return flow.instance(type);
  return flow.call(type, args, positionOf(lastNameNode(typeNode, c)), "new");
}

/** C++'s `Type{…}` calls a constructor; C's `(struct type) { … }` fills a struct. */
function readCompound(node: SyntaxNode, c: CReading): ExprId {
  const { flow } = c;
  const [typeNode, list] = c.parts(node);
  if (!typeNode || !list) return flow.unknown();
  const type = c.type(typeNode);
  if (typeNode.type === "type_descriptor") return readInitializerList(list, flow.instance(type), false, c);
  return flow.call(type, readArguments(list, c), positionOf(lastNameNode(typeNode, c)), "new");
}

/** Returns the right side. */
function readAssignment(node: SyntaxNode, c: CReading): ExprId {
  const { flow } = c;
  const [left, right] = c.parts(node);
  if (!left || !right) return flow.unknown();
  if (c.text.slice(left.endIndex, right.startIndex).trim() !== "=") {
    c.visitAll([left, right]);
    return flow.unknown();
  }
  const value = c.value(right);
  assign(left, value, c);
  return value;
}

function assign(target: SyntaxNode, value: ExprId, c: CReading): void {
  const { flow, locals } = c;
  switch (target.type) {
    case "identifier": {
      const name = c.textOf(target);
      if (locals.assign(name, value)) return;
      // A name that no function declares is a member of the class, or a variable of the file.
      if (c.isCpp && c.mayBeMember(name)) flow.store(flow.member(flow.this(), name), value);
      else locals.assignOutside(name, value);
      return;
    }
    case "field_expression":
    case "subscript_expression":
      return flow.store(c.value(target), value);
    case "pointer_expression":
    case "parenthesized_expression": {
      const inner = c.parts(target)[0];
      return inner && assign(inner, value, c);
    }
    default:
      return c.visit(target);
  }
}

function readSubscript(node: SyntaxNode, c: CReading): ExprId {
  const { flow } = c;
  const [object, ...rest] = c.parts(node);
  const list = rest[0]?.type === "subscript_argument_list" ? c.parts(rest[0]) : rest;
  const value = c.value(object);
  const key = list[0];
  return flow.index(value, key?.type === "number_literal" ? flow.text(c.textOf(key)) : c.value(key));
}

/** A function keeps its identity, whatever type it is cast to. */
function readCast(node: SyntaxNode, c: CReading): ExprId {
  const { flow } = c;
  const [typeNode, valueNode] = c.parts(node);
  const type = c.type(typeNode);
  const value = c.value(valueNode);
  const isOutside = valueNode?.type === "identifier" && !c.locals.isLocal(c.textOf(valueNode));
  return type === flow.unknown() || isOutside ? value : flow.instance(type);
}

/** Chains of operators nest to the left, and may be longer than the depth limit of expressions. */
function readBinary(node: SyntaxNode, c: CReading): ExprId {
  const rights: (SyntaxNode | null)[] = [];
  let left: SyntaxNode | undefined = node;
  while (left?.type === "binary_expression") {
    const [first, second]: (SyntaxNode | undefined)[] = c.parts(left);
    rights.push(second ?? null);
    left = first;
  }
  c.visit(left);
  c.visitAll(rights.reverse());
  return c.flow.unknown();
}

// Results of functions of C++'s standard library that return their argument, select an element, or create a
// given type.

interface LibraryCall {
  readonly callee: SyntaxNode;
  /** The last name of the callee. */
  readonly name: SyntaxNode;
  /** The list of template arguments after it. */
  readonly template: SyntaxNode | undefined;
  readonly args: readonly Argument[];
}

/** The result; null for any other function. */
function libraryResult(call: LibraryCall, c: CReading): ExprId | null {
  const { name, template, args } = call;
  const text = c.textOf(name);
  const first = args[0]?.value;
  if (first !== undefined && args.length === 1 && HANDING_ON.has(text)) return first;
  // `std::dynamic_pointer_cast<Node>(base)`
  if (template && text.endsWith("_cast")) return c.flow.instance(castType(text, c.parts(template)[0], c));
  if (MAKING.test(text)) return madeObject(call, c);
  return first !== undefined && c.textOf(call.callee).startsWith("std::")
    ? standardResult(text, first, args, c)
    : null;
}

const HANDING_ON: ReadonlySet<string> = new Set(["move", "forward", "ref", "addressof"]);
const MAKING = /^make_(unique|shared|optional)$/;

/** Search functions return an iterator like the one that is passed. */
const FIRST: ReadonlySet<string> = new Set([
  "as_const",
  "exchange",
  "next",
  "prev",
  "find",
  "find_if",
  "find_if_not",
  "lower_bound",
  "upper_bound",
  "min_element",
  "max_element",
  "adjacent_find",
  "partition_point",
]);

function standardResult(name: string, first: ExprId, args: readonly Argument[], c: CReading): ExprId | null {
  const { flow } = c;
  if (FIRST.has(name)) return first;
  if (name === "begin" || name === "cbegin") return flow.result(flow.member(first, "begin"), []);
  // Both also have the parts `first` and `second`.
  if (name !== "make_pair" && name !== "make_tuple") return null;
  return flow.instance(
    flow.generic(
      flow.member(flow.name("std"), "tuple"),
      args.map(({ value }) => flow.typeOf(value)),
    ),
  );
}

/** Creates an object of the type in the template argument; its arguments are those of the constructor. */
function madeObject({ name, template, args }: LibraryCall, c: CReading): ExprId | null {
  const { flow } = c;
  const typeNode = template ? c.parts(template)[0] : undefined;
  const type = c.type(typeNode);
  if (!typeNode || type === flow.unknown()) return null;
  const inner = typeNode.type === "type_descriptor" ? c.parts(typeNode)[0] : typeNode;
  flow.call(type, args, positionOf(lastNameNode(inner ?? typeNode, c)), "new");
  const made = MAKING.exec(c.textOf(name))?.[1] as string;
  return flow.instance(pointerTo(type, made === "optional" ? made : `${made}_ptr`, c));
}

function castType(name: string, typeNode: SyntaxNode | undefined, c: CReading): ExprId {
  const type = c.type(typeNode);
  return name.endsWith("_pointer_cast") ? pointerTo(type, "shared_ptr", c) : type;
}

function pointerTo(type: ExprId, name: string, c: CReading): ExprId {
  return c.flow.generic(c.flow.member(c.flow.name("std"), name), [type]);
}
