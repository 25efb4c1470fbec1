/** Reads C#'s expressions other than calls. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { type Reading, positionOf } from "../../../call-facts/reading/reading.ts";
import {
  readConditional,
  readCreation,
  readImplicitCreation,
  readInvocation,
  readKey,
  readMember,
} from "./calls.ts";
import { readLambda } from "./functions.ts";
import { operands } from "./operands.ts";
import { assign, bindVariable, readPattern } from "./patterns.ts";
import { readTuple } from "./types.ts";

type ValueReader = (node: SyntaxNode, cs: Reading) => ExprId;

const inner: ValueReader = (node, cs) => cs.value(operands(node, 1, cs)[0]);
const typed =
  (field: string): ValueReader =>
  (node, cs) =>
    cs.flow.instance(cs.type(node.childForFieldName(field)));
const builtin =
  (type: string): ValueReader =>
  (_, cs) =>
    cs.builtin(type);
const parts =
  (type: string): ValueReader =>
  (node, cs) => {
    cs.visitAll(cs.parts(node));
    return type === "" ? cs.flow.unknown() : cs.builtin(type);
  };

function readBinary(node: SyntaxNode, cs: Reading): ExprId {
  const { flow } = cs;
  const rights: { readonly right: SyntaxNode; readonly isEither: boolean }[] = [];
  let left = node;
  // Chains of operators nest to the left. A loop descends, so that long chains don't reach the depth limit.
  for (let type = "binary_expression"; type === "binary_expression"; type = left.type) {
    const [first, second] = cs.parts(left);
    if (!first || !second) {
      cs.visit(first);
      break;
    }
    rights.push({
      right: second,
      isEither: cs.text.slice(first.endIndex, second.startIndex).trim() === "??",
    });
    left = first;
  }
  let value = left === node ? flow.unknown() : cs.value(left);
  for (const { right, isEither } of rights.reverse()) {
    const other = cs.value(right);
    value = isEither ? flow.either([value, other]) : flow.unknown();
  }
  return value;
}

/** Returns the right side. */
function readAssignment(node: SyntaxNode, cs: Reading): ExprId {
  const [left, right] = operands(node, 2, cs);
  if (!left || !right) return parts("")(node, cs);
  const operator = cs.text.slice(left.endIndex, right.startIndex).trim();
  const value = cs.value(right);
  // Events collect their handlers with `+=`; on numbers and strings it calls nothing.
  const isHandler =
    operator === "+=" &&
    /^(?:identifier|member_access_expression|lambda_expression|anonymous_method_expression|object_creation_expression)$/.test(
      right.type,
    );
  if (operator === "=" || operator === "??=" || isHandler) assign(left, value, "assign", cs);
  else cs.visit(left);
  return value;
}

function readIs(node: SyntaxNode, cs: Reading): ExprId {
  const [expression, pattern] = operands(node, 2, cs);
  const value = cs.value(expression);
  if (pattern) readPattern(pattern, value, cs);
  return cs.builtin("bool");
}

function readSwitch(node: SyntaxNode, cs: Reading): ExprId {
  const [subject, ...arms] = operands(node, 1, cs);
  const matched = cs.value(subject);
  const values: ExprId[] = [];
  for (const arm of arms) {
    cs.locals.block(() => {
      const [pattern, ...rest] = cs.parts(arm);
      if (pattern) readPattern(pattern, matched, cs);
      cs.visitAll(rest.slice(0, -1));
      values.push(cs.value(rest.at(-1)));
    });
  }
  return cs.flow.either(values);
}

/** `new { x.A, B = 2 }`. */
function readAnonymous(node: SyntaxNode, cs: Reading): ExprId {
  const entries: { name: string; value: ExprId }[] = [];
  const list = cs.parts(node);
  for (let at = 0; at < list.length; at++) {
    const part = list[at] as SyntaxNode;
    const next = list[at + 1];
    if (next && cs.text.slice(part.endIndex, next.startIndex).includes("=")) {
      entries.push({ name: cs.textOf(part), value: cs.value(next) });
      at++;
    } else entries.push({ name: cs.textOf(part).split(".").at(-1) as string, value: cs.value(part) });
  }
  return cs.flow.record(entries);
}

/** `new T[n] { … }`, `stackalloc T[n]`. */
function readArray(node: SyntaxNode, cs: Reading): ExprId {
  const { flow } = cs;
  const type = node.childForFieldName("type");
  const items = cs.parts(node).find((part) => part.type === "initializer_expression");
  for (const rank of type ? cs.parts(type) : [])
    if (rank.type === "array_rank_specifier") cs.visitAll(cs.parts(rank));
  return flow.either([
    type ? flow.instance(cs.type(type)) : flow.unknown(),
    items ? cs.value(items) : flow.unknown(),
  ]);
}

const readList: ValueReader = (node, cs) =>
  cs.flow.list(
    cs.parts(node).map((item) => cs.value(item.type === "argument" ? operands(item, 1, cs).at(-1) : item)),
  );

function readDeclaration(node: SyntaxNode, cs: Reading): ExprId {
  const name = node.childForFieldName("name");
  if (!name) return parts("")(node, cs);
  bindVariable(name, cs.type(node.childForFieldName("type")), cs.flow.unknown(), cs);
  return cs.locals.read(cs.textOf(name));
}

/** `from x in xs where … select y`: a sequence of the selected values. */
function readQuery(node: SyntaxNode, cs: Reading): ExprId {
  const { flow } = cs;
  let selected = flow.unknown();
  cs.locals.block(() => {
    for (const clause of cs.parts(node)) {
      const rest = cs.parts(clause);
      const name =
        clause.type === "from_clause" || clause.type === "join_clause"
          ? clause.childForFieldName("name")
          : clause.type === "let_clause"
            ? rest[0]
            : null;
      const values = rest
        .filter(
          (part) =>
            part !== name &&
            part.startIndex !== name?.startIndex &&
            !(part.type === "identifier" && part.startIndex < (name?.startIndex ?? 0)),
        )
        .map((part) => cs.value(part));
      if (name)
        bindVariable(
          name,
          flow.unknown(),
          clause.type === "let_clause"
            ? (values[0] ?? flow.unknown())
            : flow.element(values[0] ?? flow.unknown()),
          cs,
        );
      if (clause.type === "select_clause") selected = values[0] ?? flow.unknown();
    }
  });
  return flow.list([selected]);
}

/** `x with { A = 1 }`: a changed copy, treated as the same object. */
function readWith(node: SyntaxNode, cs: Reading): ExprId {
  const { flow } = cs;
  const [subject, ...rest] = cs.parts(node);
  const value = cs.value(subject);
  for (const initializer of rest) {
    const [name, given] = cs.parts(initializer);
    if (name && given) flow.store(flow.member(value, cs.textOf(name)), cs.value(given));
    else cs.visit(initializer);
  }
  return value;
}

function readString(node: SyntaxNode, cs: Reading): ExprId {
  const text = cs.textOf(node);
  return /^"[^"\\]*"$/.test(text) ? cs.flow.text(text.slice(1, -1)) : cs.builtin("string");
}

/** The null-forgiving `!` does not change the value. */
function readPostfix(node: SyntaxNode, cs: Reading): ExprId {
  const value = inner(node, cs);
  return cs.text[node.endIndex - 1] === "!" ? value : cs.builtin("int");
}

/** A name that is not a variable may be a property of the current object. */
function readName(node: SyntaxNode, cs: Reading): ExprId {
  const name = cs.textOf(node);
  const value = cs.locals.read(name);
  return cs.locals.isVariable(name) ? value : cs.flow.read(value, positionOf(node));
}

const READERS: ReadonlyMap<string, ValueReader> = new Map(
  Object.entries({
    // See `emptyListsAsNames`.
    identifier: (node, cs) => (cs.text[node.startIndex] === "[" ? cs.flow.list([]) : readName(node, cs)),
    this: (_, cs) => cs.flow.this(),
    base: (_, cs) => cs.flow.super(),
    null_literal: (_, cs) => cs.flow.unknown(),
    integer_literal: builtin("int"),
    real_literal: builtin("double"),
    boolean_literal: builtin("bool"),
    character_literal: builtin("char"),
    string_literal: readString,
    verbatim_string_literal: builtin("string"),
    raw_string_literal: builtin("string"),
    interpolated_string_expression: parts("string"),
    predefined_type: (node, cs) => cs.type(node),
    generic_name: (node, cs) => cs.type(node),
    alias_qualified_name: (node, cs) => cs.type(node),
    qualified_name: (node, cs) => cs.type(node),
    array_type: (node, cs) => cs.type(node),
    nullable_type: (node, cs) => cs.type(node),
    tuple_type: (node, cs) => cs.type(node),
    member_access_expression: readMember,
    conditional_access_expression: readConditional,
    element_access_expression: (node, cs) => {
      const [object, keys] = operands(node, 2, cs);
      return cs.flow.index(cs.value(object), readKey(keys ? cs.parts(keys) : [], cs));
    },
    // `[a, b]`
    element_binding_expression: readList,
    collection_expression: readList,
    initializer_expression: readList,
    tuple_expression: readTuple,
    spread_element: (node, cs) => cs.flow.element(inner(node, cs)),
    invocation_expression: readInvocation,
    object_creation_expression: readCreation,
    implicit_object_creation_expression: (node, cs) => readImplicitCreation(node, null, cs),
    anonymous_object_creation_expression: readAnonymous,
    array_creation_expression: readArray,
    stackalloc_expression: readArray,
    implicit_array_creation_expression: (node, cs) => cs.value(cs.parts(node).at(-1)),
    implicit_stackalloc_expression: (node, cs) => cs.value(cs.parts(node).at(-1)),
    lambda_expression: readLambda,
    anonymous_method_expression: readLambda,
    assignment_expression: readAssignment,
    binary_expression: readBinary,
    prefix_unary_expression: (node, cs) =>
      cs.text[node.startIndex] === "!" ? parts("bool")(node, cs) : parts("")(node, cs),
    postfix_unary_expression: readPostfix,
    parenthesized_expression: inner,
    checked_expression: inner,
    ref_expression: inner,
    interpolation: (node, cs) => parts("")(node, cs),
    conditional_expression: (node, cs) => {
      const [condition, consequence, alternative] = operands(node, 3, cs);
      cs.visit(condition);
      return cs.flow.either([cs.value(consequence), cs.value(alternative)]);
    },
    await_expression: (node, cs) => cs.flow.await(inner(node, cs)),
    cast_expression: (node, cs) => {
      const value = cs.value(node.childForFieldName("value"));
      const type = cs.type(node.childForFieldName("type"));
      return type === cs.flow.unknown() ? value : cs.flow.instance(type);
    },
    as_expression: (node, cs) => {
      cs.visit(node.childForFieldName("left"));
      return typed("right")(node, cs);
    },
    is_expression: (node, cs) => {
      cs.visit(cs.parts(node)[0]);
      return cs.builtin("bool");
    },
    default_expression: typed("type"),
    typeof_expression: (_, cs) => cs.flow.unknown(),
    sizeof_expression: builtin("int"),
    is_pattern_expression: readIs,
    switch_expression: readSwitch,
    declaration_expression: readDeclaration,
    query_expression: readQuery,
    with_expression: readWith,
  } satisfies Record<string, ValueReader>),
);

/** Undefined for other nodes. */
export function valueReader(type: string): ValueReader | undefined {
  return READERS.get(type);
}

/** Value of a variable with a declared type. */
export function readGiven(
  value: SyntaxNode | null | undefined,
  type: SyntaxNode | null,
  cs: Reading,
): ExprId {
  if (value?.type === "implicit_object_creation_expression") return readImplicitCreation(value, type, cs);
  return cs.value(value);
}
