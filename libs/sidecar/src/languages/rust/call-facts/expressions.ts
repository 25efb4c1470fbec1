/** Reads Rust's expressions: almost everything has a value; that of a block is its last expression. */
import { type ExprId, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import { positionOf } from "../../../call-facts/reading/reading.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { readClosure } from "./functions.ts";
import { readMacro } from "./macros.ts";
import { readPath } from "./paths.ts";
import { bindPattern } from "./patterns.ts";
import type { RustReading } from "./reading.ts";
import { POINTERS } from "./types.ts";

// Reads Rust's calls, and struct expressions.

function readCall(node: SyntaxNode, rust: RustReading): ExprId {
  const { flow } = rust;
  const [callee, list] = rust.parts(node);
  if (!callee) return flow.unknown();
  const called = rust.value(callee);
  const args = (list ? rust.parts(list) : [])
    .filter(({ type }) => type !== "attribute_item")
    .map((argument) => ({ value: rust.value(argument) }));
  const call = flow.call(called, args, positionOf(calledName(callee, rust) ?? node));
  const [, made = "", maker = ""] =
    /^(?:\w+::)*(\w+)::(new|clone)$/.exec(rust.textOf(callee).slice(0, LONGEST)) ?? [];
  const [first] = args;
  // A clone has the type of the original.
  if (!first)
    return callee.type === "field_expression" && rust.textOf(callee).endsWith(".clone")
      ? (flow.objectOf(called) ?? call)
      : call;
  // A smart pointer to a new value is treated as that value; a lock has the value's type as its argument.
  if (POINTERS.has(made)) return first.value;
  return maker === "new" && LOCKS.has(made)
    ? flow.instance(flow.generic(flow.name(made), [flow.typeOf(first.value)]))
    : call;
}

/** Types that contain the value they are created with. */
const LOCKS: ReadonlySet<string> = new Set(["Mutex", "RwLock", "RefCell"]);

const LONGEST = 60;

function calledName(callee: SyntaxNode, rust: RustReading): SyntaxNode | null {
  switch (callee.type) {
    case "identifier":
    case "self":
      return callee;
    case "field_expression":
      return rust.parts(callee).at(-1) ?? null;
    case "scoped_identifier":
      return callee.childForFieldName("name");
    case "generic_function":
    case "parenthesized_expression": {
      const [inner] = rust.parts(callee);
      return inner ? calledName(inner, rust) : null;
    }
    default:
      return null;
  }
}

/** `f::<T>` */
function readGenericFunction(node: SyntaxNode, rust: RustReading): ExprId {
  const [called, list] = rust.parts(node);
  // In `collect::<Vec<_>>`, the compiler infers the result.
  if (list && /\b_\b/.test(rust.textOf(list))) return rust.value(called);
  return rust.flow.generic(
    rust.value(called),
    list ? rust.parts(list).map((argument) => rust.type(argument)) : [],
  );
}

/** `Server { name, port: 1, ..base }`. */
function readStruct(node: SyntaxNode, rust: RustReading): ExprId {
  const { flow } = rust;
  const [type, list] = rust.parts(node);
  const made = type ? flow.instance(readPath(type, rust)) : flow.unknown();
  const values: ExprId[] = [made];
  for (const field of list ? rust.parts(list) : []) {
    const parts = rust.parts(field).filter((part) => part.type !== "attribute_item");
    const [name] = parts;
    if (!name) continue;
    if (field.type === "base_field_initializer") values.push(rust.value(name));
    else
      flow.store(
        flow.member(made, rust.textOf(name)),
        field.type === "shorthand_field_initializer"
          ? rust.locals.read(rust.textOf(name))
          : rust.value(parts.at(-1)),
      );
  }
  return made === flow.unknown() ? flow.either(values) : made;
}

type ValueReader = (node: SyntaxNode, rust: RustReading) => ExprId;

const inner: ValueReader = (node, rust) => rust.value(rust.parts(node).at(-1));
const builtin =
  (type: string): ValueReader =>
  (_, rust) =>
    rust.builtin(type);
const nothing: ValueReader = (_, { flow }) => flow.unknown();

function readParts(node: SyntaxNode, rust: RustReading): ExprId {
  rust.visitAll(rust.parts(node));
  return rust.flow.unknown();
}

/** The value of a block is its last expression without a semicolon. */
export function readBlock(node: SyntaxNode, rust: RustReading): ExprId {
  let value = rust.flow.unknown();
  rust.locals.block(() => {
    const parts = rust.parts(node);
    for (const [at, part] of parts.entries()) {
      const given = rust.value(part);
      if (at === parts.length - 1) value = given;
    }
  });
  return value;
}

/** A statement has no value; but `if` and similar expressions are statements without a semicolon too. */
function readStatement(node: SyntaxNode, rust: RustReading): ExprId {
  const value = inner(node, rust);
  return rust.text[node.endIndex - 1] === ";" ? rust.flow.unknown() : value;
}

function readLet(node: SyntaxNode, rust: RustReading): ExprId {
  const { flow } = rust;
  const typeNode = node.childForFieldName("type");
  const type = rust.type(typeNode);
  const value = rust.value(node.childForFieldName("value"));
  rust.visit(node.childForFieldName("alternative"));
  // A declared type is complete, unless it is partly inferred (`Vec<_>`) or dynamic (`dyn Fn()`).
  const isWhole = typeNode !== null && !/\b_\b|\b(?:dyn|impl|fn)\b/.test(rust.textOf(typeNode));
  const known =
    type === flow.unknown() ? [value] : isWhole ? [flow.instance(type)] : [flow.instance(type), value];
  bindPattern(node.childForFieldName("pattern"), flow.either(known), rust);
  return flow.unknown();
}

function readIf(node: SyntaxNode, rust: RustReading): ExprId {
  const values: ExprId[] = [];
  rust.locals.block(() => {
    rust.visit(node.childForFieldName("condition"));
    values.push(rust.value(node.childForFieldName("consequence")));
  });
  values.push(rust.value(node.childForFieldName("alternative")));
  return rust.flow.either(values);
}

function readLetCondition(node: SyntaxNode, rust: RustReading): ExprId {
  const value = rust.value(node.childForFieldName("value"));
  bindPattern(node.childForFieldName("pattern"), value, rust);
  return rust.builtin("bool");
}

function readFor(node: SyntaxNode, rust: RustReading): ExprId {
  const iterable = rust.value(node.childForFieldName("value"));
  rust.locals.block(() => {
    bindPattern(node.childForFieldName("pattern"), rust.flow.element(iterable), rust);
    rust.visit(node.childForFieldName("body"));
  });
  return rust.flow.unknown();
}

function readLoop(node: SyntaxNode, rust: RustReading): ExprId {
  return rust.flow.either(rust.collect(() => rust.locals.block(() => rust.visitAll(rust.parts(node)))));
}

function readMatch(node: SyntaxNode, rust: RustReading): ExprId {
  const matched = rust.value(node.childForFieldName("value"));
  const values: ExprId[] = [];
  const body = node.childForFieldName("body");
  for (const arm of body ? rust.parts(body) : []) {
    rust.locals.block(() => {
      const pattern = arm.childForFieldName("pattern");
      bindPattern(pattern, matched, rust);
      rust.visit(pattern?.childForFieldName("condition"));
      values.push(rust.value(arm.childForFieldName("value")));
    });
  }
  return rust.flow.either(values);
}

function readAssignment(node: SyntaxNode, rust: RustReading): ExprId {
  const { flow, locals } = rust;
  const [left, right] = rust.parts(node);
  const value = rust.value(right);
  switch (left?.type) {
    case "identifier":
      if (!locals.assign(rust.textOf(left), value)) locals.assignOutside(rust.textOf(left), value);
      break;
    case "field_expression":
    case "index_expression":
      flow.store(rust.value(left), value);
      break;
    case "tuple_expression":
      rust
        .parts(left)
        .forEach(
          (part, at) =>
            part.type === "identifier" &&
            locals.assign(rust.textOf(part), flow.index(value, flow.text(String(at)))),
        );
      break;
    default:
      rust.visit(left);
  }
  return flow.unknown();
}

/** Chains of operators nest to the left. A loop descends, so that long chains don't reach the depth limit. */
function readBinary(node: SyntaxNode, rust: RustReading): ExprId {
  const rights: SyntaxNode[] = [];
  let left: SyntaxNode | undefined = node;
  for (let type = "binary_expression"; left && type === "binary_expression"; type = left?.type ?? "") {
    const [first, second]: (SyntaxNode | undefined)[] = rust.parts(left);
    if (second) rights.push(second);
    left = first;
  }
  rust.visit(left);
  rust.visitAll(rights.reverse());
  return rust.flow.unknown();
}

function readField(node: SyntaxNode, rust: RustReading): ExprId {
  const [object, field] = rust.parts(node);
  return object && field ? rust.flow.member(rust.value(object), rust.textOf(field)) : rust.flow.unknown();
}

function readIndex(node: SyntaxNode, rust: RustReading): ExprId {
  const { flow } = rust;
  const [object, key] = rust.parts(node);
  const of = rust.value(object);
  return flow.index(of, key?.type === "integer_literal" ? flow.text(rust.textOf(key)) : rust.value(key));
}

/** A dereferenced value is treated as the reference; a second dereference calls `deref` (`**self`). */
function readDereferenced(node: SyntaxNode, rust: RustReading): ExprId {
  const value = inner(node, rust);
  const isAgain = rust.text.startsWith("**", node.startIndex) && value !== rust.flow.unknown();
  return isAgain ? rust.flow.result(rust.flow.member(value, "deref"), []) : value;
}

function readCast(node: SyntaxNode, rust: RustReading): ExprId {
  const value = rust.value(node.childForFieldName("value"));
  const type = rust.type(node.childForFieldName("type"));
  return type === rust.flow.unknown() ? value : rust.flow.instance(type);
}

/** Reads an async block. It is a future of its own; a `return` in it does not return from the function. */
function readAsyncBlock(node: SyntaxNode, rust: RustReading): ExprId {
  const { flow } = rust;
  const scope = flow.enter({
    kind: "function",
    name: "",
    nameStart: node.startIndex,
    startLine: node.startRow + 1,
    flags: SCOPE_FLAGS.arrow | SCOPE_FLAGS.async,
  });
  rust.locals.frame("function", () => flow.returns(inner(node, rust)));
  flow.leave();
  return flow.scopeValue(scope);
}

function readString(node: SyntaxNode, rust: RustReading): ExprId {
  const text = rust.textOf(node);
  return /^"[^"\\]*"$/.test(text) ? rust.flow.text(text.slice(1, -1)) : rust.builtin("str");
}

export const expressionReaders: Readonly<Record<string, ValueReader>> = {
  identifier: (node, rust) => rust.locals.read(rust.textOf(node)),
  self: (_, { flow }) => flow.this(),
  scoped_identifier: readPath,
  generic_type: (node, rust) => rust.type(node),
  integer_literal: builtin("i32"),
  float_literal: builtin("f64"),
  boolean_literal: builtin("bool"),
  char_literal: builtin("char"),
  string_literal: readString,
  raw_string_literal: builtin("str"),
  unit_expression: nothing,
  attribute_item: nothing,
  inner_attribute_item: nothing,
  label: nothing,
  lifetime: nothing,
  continue_expression: nothing,
  field_expression: readField,
  index_expression: readIndex,
  call_expression: readCall,
  generic_function: readGenericFunction,
  macro_invocation: readMacro,
  struct_expression: readStruct,
  closure_expression: readClosure,
  block: readBlock,
  unsafe_block: inner,
  const_block: inner,
  else_clause: inner,
  parenthesized_expression: inner,
  reference_expression: inner,
  try_block: inner,
  gen_block: inner,
  async_block: readAsyncBlock,
  expression_statement: readStatement,
  let_declaration: readLet,
  let_condition: readLetCondition,
  if_expression: readIf,
  while_expression: readLoop,
  loop_expression: readLoop,
  for_expression: readFor,
  match_expression: readMatch,
  assignment_expression: readAssignment,
  binary_expression: readBinary,
  unary_expression: (node, rust) =>
    rust.text[node.startIndex] === "*" ? readDereferenced(node, rust) : readParts(node, rust),
  // `?` yields an element of the option or result.
  try_expression: (node, rust) => rust.flow.element(rust.value(rust.parts(node)[0])),
  await_expression: (node, rust) => rust.flow.await(rust.value(rust.parts(node)[0])),
  type_cast_expression: readCast,
  tuple_expression: (node, rust) => rust.flow.list(rust.parts(node).map((part) => rust.value(part))),
  array_expression: (node, rust) => rust.flow.list(rust.parts(node).map((part) => rust.value(part))),
  return_expression: (node, rust) => {
    rust.flow.returns(inner(node, rust));
    return rust.flow.unknown();
  },
  break_expression: (node, rust) => {
    const value = rust.parts(node).find(({ type }) => type !== "label");
    if (value) rust.give(rust.value(value));
    return rust.flow.unknown();
  },
};
