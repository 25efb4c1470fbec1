/**
 * Reads Go's expressions. The address of a value is treated as the value itself, and so is the target of a
 * pointer. A value sent to a channel is stored under an unknown key, and received as one of its elements.
 */
import type { Argument } from "../../../call-facts/expression-writer.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { innermost, positionOf, type Reading } from "../../../call-facts/reading/reading.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { readFunctionLiteral } from "./functions.ts";

/** Reads names, accesses, calls, functions and types; leaves all other nodes to the functions below. */
export function readValue(node: SyntaxNode, go: Reading): ExprId {
  const { flow } = go;
  const { type } = node;
  switch (type) {
    case "identifier":
      return go.locals.read(go.textOf(node));
    case "selector_expression": {
      const [object, name] = go.parts(node);
      return name ? flow.member(go.value(object), go.textOf(name)) : flow.unknown();
    }
    case "index_expression":
      return readIndex(node, false, go);
    case "slice_expression":
      return readSlice(node, go);
    case "call_expression":
      return readCall(node, go);
    case "type_conversion_expression":
      return readConversion(node, go);
    case "composite_literal":
      return readComposite(node, go);
    case "func_literal":
      return readFunctionLiteral(node, null, go);
    case "type_identifier":
    case "qualified_type":
    case "pointer_type":
    case "generic_type":
    case "slice_type":
    case "array_type":
    case "map_type":
    case "channel_type":
    case "struct_type":
    case "interface_type":
    case "function_type":
    case "parenthesized_type":
      return go.type(node);
    default:
      if (WITHOUT_VALUE.has(type)) return flow.unknown();
      return readLiteral(type, node, go) ?? readOperation(type, node, go);
  }
}

/** Nodes without a value, whose children are not read. */
const WITHOUT_VALUE: ReadonlySet<string> = new Set([
  "comment",
  "nil",
  "imaginary_literal",
  "label_name",
  "blank_identifier",
  "field_identifier",
  "empty_statement",
  "fallthrough_statement",
]);

/** The value of a literal; null for any other node. */
function readLiteral(type: string, node: SyntaxNode, go: Reading): ExprId | null {
  switch (type) {
    case "interpreted_string_literal":
    case "raw_string_literal":
      return go.flow.text(go.text.slice(node.startIndex + 1, node.endIndex - 1));
    case "int_literal":
    case "iota":
      return go.builtin("int");
    case "float_literal":
      return go.builtin("float64");
    case "rune_literal":
      return go.builtin("rune");
    case "true":
    case "false":
      return go.builtin("bool");
    default:
      return null;
  }
}

/** Reads operators and casts; of any other node, all children. */
function readOperation(type: string, node: SyntaxNode, go: Reading): ExprId {
  switch (type) {
    case "binary_expression":
      return readBinary(node, go);
    case "unary_expression":
      return readUnary(node, go);
    case "parenthesized_expression":
    case "literal_element":
      return go.value(go.parts(node)[0]);
    case "type_assertion_expression":
      return readCast(node, go);
    default:
      go.visitAll(node.namedChildren);
      return go.flow.unknown();
  }
}

/** `value.(Type)`. */
function readCast(node: SyntaxNode, go: Reading): ExprId {
  const [object, type] = go.parts(node);
  const value = go.value(object);
  const asserted = go.type(type);
  return asserted === go.flow.unknown() ? value : go.flow.instance(asserted);
}

/** A slice has the elements of the whole. */
function readSlice(node: SyntaxNode, go: Reading): ExprId {
  const [object, ...bounds] = go.parts(node);
  const value = go.value(object);
  go.visitAll(bounds);
  return value;
}

function readCall(node: SyntaxNode, go: Reading): ExprId {
  const { flow } = go;
  const parts = go.parts(node);
  const list = parts.find(({ type }) => type === "argument_list");
  const calleeNode = unwrap(parts[0], go);
  if (!calleeNode || !list) return go.flow.unknown();
  const generic = parts.find(({ type }) => type === "type_arguments");
  const callee = readCallee(calleeNode, go);
  const called = generic
    ? flow.generic(
        callee,
        go.parts(generic).map((arg) => go.type(arg)),
      )
    : callee;
  const args = go
    .parts(list)
    .map((arg): Argument =>
      arg.type === "variadic_argument"
        ? { name: "*", value: go.value(go.parts(arg)[0]) }
        : { value: go.value(arg) },
    );
  const result = flow.call(called, args, positionOf(nameNode(calleeNode, go)));
  return calleeNode.type === "identifier" ? (builtinResult(calleeNode, args, go) ?? result) : result;
}

/** Result of a built-in function that depends on its arguments. */
function builtinResult(callee: SyntaxNode, args: readonly Argument[], go: Reading): ExprId | null {
  const name = go.textOf(callee);
  const [first, ...rest] = args;
  if (!first || go.locals.isLocal(name)) return null;
  if (name === "new" || name === "make") return go.flow.instance(first.value);
  if (name !== "append") return null;
  const added = rest
    .map(({ name: spread, value }) => (spread === "*" ? go.flow.element(value) : value))
    .filter((value) => value !== go.flow.unknown());
  return added.length === 0 ? first.value : go.flow.either([first.value, go.flow.list(added)]);
}

/**
 * A conversion, or a call that looks like one, such as `gen[int](x)` and `table[key](x)`. A conversion to an
 * unnamed type calls nothing.
 */
function readConversion(node: SyntaxNode, go: Reading): ExprId {
  const { flow } = go;
  const [type, ...operands] = go.parts(node);
  const key = type?.type === "generic_type" ? tableKey(type, go) : null;
  const target = key ? flow.index(go.type(key.table), go.locals.read(key.name)) : go.type(type);
  const args = operands.map((operand): Argument => ({ value: go.value(operand) }));
  return type?.type === "generic_type"
    ? flow.call(target, args, positionOf(nameNode(type, go)))
    : flow.instance(target);
}

function tableKey(
  type: SyntaxNode,
  go: Reading,
): { readonly table: SyntaxNode; readonly name: string } | null {
  const [table, list] = go.parts(type);
  const [key, ...more] = list ? go.parts(list) : [];
  const name = key ? go.textOf(key) : "";
  return table && more.length === 0 && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !mayBeType(name, go)
    ? { table, name }
    : null;
}

function readCallee(node: SyntaxNode, go: Reading): ExprId {
  // `*p` of a function or, in a conversion, of a type.
  if (node.type === "unary_expression" && go.text[node.startIndex] === "*")
    return readCallee(unwrap(go.parts(node)[0], go) ?? node, go);
  return node.type === "index_expression" ? readIndex(node, true, go) : go.value(node);
}

/** Reads `object[key]`. With a type in the brackets, it is an instantiation of a generic function or type. */
function readIndex(node: SyntaxNode, isCalled: boolean, go: Reading): ExprId {
  const { flow } = go;
  const [object, key, ...more] = go.parts(node);
  const value = go.value(object);
  if (!key) return value;
  const isType =
    more.length > 0 ||
    key.type.endsWith("_type") ||
    (isCalled &&
      /^\*?[\p{L}_][\p{L}\p{N}_]*$/u.test(go.textOf(key)) &&
      mayBeType(go.textOf(key).replace("*", ""), go));
  return isType
    ? flow.generic(
        value,
        [key, ...more].map((arg) => go.type(arg)),
      )
    : flow.index(value, key.type === "int_literal" ? flow.text(go.textOf(key)) : go.value(key));
}

/** Whether a name in the brackets of a callee may be a type: `pick[string](…)`, `table[key](…)`. */
function mayBeType(name: string, go: Reading): boolean {
  return /^\p{Lu}/u.test(name) || !go.locals.isLocal(name);
}

function readUnary(node: SyntaxNode, go: Reading): ExprId {
  const value = go.value(go.parts(node)[0]);
  switch (go.text[node.startIndex]) {
    case "&":
    case "*":
      return value;
    case "<":
      return go.flow.element(value);
    case "!":
      return go.builtin("bool");
    default:
      return go.flow.unknown();
  }
}

/** Chains of operators nest to the left, and may be longer than the depth limit of expressions. */
function readBinary(node: SyntaxNode, go: Reading): ExprId {
  const rights: (SyntaxNode | undefined)[] = [];
  let left: SyntaxNode | undefined = node;
  while (left?.type === "binary_expression") {
    const [first, second]: (SyntaxNode | undefined)[] = go.parts(left);
    rights.push(second);
    left = first;
  }
  go.visit(left);
  go.visitAll(rights.reverse().map((right) => right ?? null));
  return go.flow.unknown();
}

function unwrap(node: SyntaxNode | undefined, go: Reading): SyntaxNode | undefined {
  return node?.type === "parenthesized_expression" ? unwrap(go.parts(node)[0], go) : node;
}

/** The node of the last name of the callee. */
function nameNode(callee: SyntaxNode, go: Reading): SyntaxNode {
  const partWithName = (at: SyntaxNode): SyntaxNode | undefined => {
    const parts =
      at.type === "selector_expression" || at.type === "qualified_type"
        ? go.parts(at).slice(-1)
        : at.type === "generic_type" || at.type === "index_expression" || at.type === "unary_expression"
          ? go.parts(at).slice(0, 1)
          : [];
    return unwrap(parts[0], go) ?? undefined;
  };
  return innermost(callee, partWithName);
}

// Reads Go's composite literals: the created object, and its fields and elements.

/** `T{…}`, `[]T{…}`, `map[K]V{…}`. */
function readComposite(node: SyntaxNode, go: Reading): ExprId {
  const { flow } = go;
  const [typeNode, body] = go.parts(node);
  if (!typeNode || !body) return flow.unknown();
  const made = flow.instance(go.type(typeNode));
  const element = (): ExprId => flow.index(made, flow.unknown());
  switch (typeNode.type) {
    case "slice_type":
    case "array_type":
    case "implicit_length_array_type": {
      const items = entriesOf(body, go).map(({ key, value }) => {
        go.visit(key);
        return readElement(value, element, go);
      });
      const known = items.filter((item) => item !== null);
      return known.length === 0 ? made : flow.either([made, flow.list(known)]);
    }
    case "map_type": {
      const entries = entriesOf(body, go).map(({ key, value }) => ({
        name: keyText(key, go),
        value: readElement(value, element, go),
      }));
      const known = entries.filter(
        (entry): entry is Argument & { name: string | null } => entry.value !== null,
      );
      return known.length === 0 ? made : flow.either([made, flow.record(known)]);
    }
    default:
      readFields(body, made, go);
      return made;
  }
}

/** Stores fields by name, or by position. */
function readFields(body: SyntaxNode, object: ExprId, go: Reading): void {
  const { flow } = go;
  for (const [position, { key, value }] of entriesOf(body, go).entries()) {
    const name = key && go.parts(key)[0];
    if (name && name.type !== "identifier") go.visit(key);
    const target = (): ExprId =>
      name?.type === "identifier"
        ? flow.member(object, go.textOf(name))
        : flow.index(object, name ? flow.unknown() : flow.text(String(position)));
    const read = readElement(value, target, go);
    if (read !== null) flow.store(target(), read);
  }
}

/**
 * The value of an element. Null for values that cannot be called and have no members, and for a literal
 * without a type, which is read with the type that the enclosing literal implies.
 */
function readElement(node: SyntaxNode | undefined, place: () => ExprId, go: Reading): ExprId | null {
  const inner = node?.type === "literal_element" ? go.parts(node)[0] : node;
  if (!inner) return null;
  if (inner.type === "literal_value") {
    if (inner.namedChildCount > 0) readFields(inner, place(), go);
    return null;
  }
  if (
    /literal$|^(?:true|false|nil|iota)$/.test(inner.type) &&
    inner.type !== "func_literal" &&
    inner.type !== "composite_literal"
  )
    return null;
  const value = go.value(inner);
  return value === go.flow.unknown() ? null : value;
}

interface Entry {
  readonly key: SyntaxNode | undefined;
  readonly value: SyntaxNode | undefined;
}

function entriesOf(body: SyntaxNode, go: Reading): Entry[] {
  return go.parts(body).map((part) => {
    if (part.type !== "keyed_element") return { key: undefined, value: part };
    const [key, value] = go.parts(part);
    return { key, value };
  });
}

function keyText(key: SyntaxNode | undefined, go: Reading): string | null {
  const inner = key && go.parts(key)[0];
  if (inner?.type === "interpreted_string_literal" || inner?.type === "raw_string_literal")
    return go.text.slice(inner.startIndex + 1, inner.endIndex - 1).slice(0, 200);
  if (inner?.type === "literal_value") readFields(inner, go.flow.unknown(), go);
  else go.visit(inner);
  return null;
}
