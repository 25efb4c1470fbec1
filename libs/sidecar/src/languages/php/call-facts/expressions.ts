/** Reads PHP's expressions. Names of variables include the `$`. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { Argument } from "../../../call-facts/expression-writer.ts";
import { type ExprId, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import { readFunction } from "./functions.ts";
import type { PhpNames } from "./names.ts";
import { classValue, fieldPath, pathValue, plainVariable } from "./paths.ts";
import { assign, readIndex } from "./targets.ts";

type Tree = TreeReader<PhpNames>;

export const expressionReaders: NodeReaders<PhpNames> = {
  integer: (node, tree) => tree.flow.text(tree.textOf(node)),
  float: (_, { flow }) => flow.builtin("float"),
  boolean: (_, { flow }) => flow.builtin("bool"),
  null: (_, { flow }) => flow.builtin("null"),
  string: (node, tree) => plainText(tree.textOf(node), tree),
  encapsed_string: readString,
  heredoc: readTemplate,
  nowdoc: readTemplate,
  shell_command_expression: readTemplate,
  name: (node, tree) => tree.flow.name(tree.textOf(node)),
  qualified_name: (node, tree) => pathValue(tree.textOf(node), tree),
  relative_name: (node, tree) => pathValue(tree.textOf(node), tree),
  relative_scope: classValue,
  variable_name: readVariable,
  dynamic_variable_name: null,
  member_access_expression: readField,
  nullsafe_member_access_expression: readField,
  scoped_property_access_expression: readStaticField,
  class_constant_access_expression: readConstant,
  subscript_expression: (node, tree) => readIndex(node, "offsetGet", tree),
  array_creation_expression: readArray,
  parenthesized_expression: readFirst,
  clone_expression: readFirst,
  error_suppression_expression: readFirst,
  by_ref: readFirst,
  reference_modifier: null,
  variadic_unpacking: (node, tree) => tree.flow.element(readFirst(node, tree)),
  cast_expression: readCast,
  conditional_expression: readConditional,
  match_expression: readMatch,
  binary_expression: readBinary,
  assignment_expression: readAssignment,
  reference_assignment_expression: readAssignment,
  augmented_assignment_expression: readAugmented,
};

function readFirst(node: SyntaxNode, tree: Tree): ExprId {
  const [first, ...rest] = tree.children(node);
  const value = first ? tree.read(first) : tree.flow.unknown();
  tree.readAll(rest);
  return value;
}

/** Content of a plain literal; null if it has escapes or interpolation. */
export function stringContent(literal: string): string | null {
  return /^(?:'[^'\\]*(?:\\(?!')[^'\\]*)*'|"[^"\\$]*")$/.test(literal) ? literal.slice(1, -1) : null;
}

function plainText(literal: string, { flow }: Tree): ExprId {
  const content = stringContent(literal);
  return content === null ? flow.builtin("string") : flow.text(content);
}

function readString(node: SyntaxNode, tree: Tree): ExprId {
  const literal = tree.textOf(node);
  return literal.includes("$") ? readTemplate(node, tree) : plainText(literal, tree);
}

function readTemplate(node: SyntaxNode, tree: Tree): ExprId {
  tree.readAll(tree.children(node));
  return tree.flow.builtin("string");
}

function readVariable(node: SyntaxNode, tree: Tree): ExprId {
  const name = tree.textOf(node);
  return name === "$this" ? tree.flow.this() : tree.flow.name(name);
}

/** `$object->field`; with a computed name, the field is unknown. */
function readField(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  const path = fieldPath(tree.textOf(node), flow);
  if (path !== null) return path;
  const [object, name] = tree.children(node);
  if (!object || !name) return flow.unknown();
  const of = tree.read(object);
  return name.type === "name" ? flow.member(of, `$${tree.textOf(name)}`) : flow.index(of, tree.read(name));
}

/** `Type::$field`. */
function readStaticField(node: SyntaxNode, tree: Tree): ExprId {
  const [type, name] = tree.children(node);
  if (!type || !name) return tree.flow.unknown();
  const of = classValue(type, tree);
  return name.type === "variable_name"
    ? tree.flow.member(of, tree.textOf(name))
    : (tree.read(name), tree.flow.unknown());
}

/** `Type::NAME`; `Type::class` is the type. */
function readConstant(node: SyntaxNode, tree: Tree): ExprId {
  const [type, name] = tree.children(node);
  if (!type || !name) return tree.flow.unknown();
  const of = classValue(type, tree);
  return tree.textOf(name) === "class" ? of : tree.flow.member(of, tree.textOf(name));
}

/** A list, or a record if it has keys. `[$object, 'method']` may also be a reference to that method. */
function readArray(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  const entries = tree.children(node).map((entry) => readEntry(entry, tree));
  if (entries.some(({ isKeyed }) => isKeyed)) return flow.record(entries);
  const list = flow.list(entries.map(({ value }) => value));
  const method = methodNamed(entries, flow);
  return method === null ? list : flow.either([list, method]);
}

interface Entry extends Argument {
  readonly isKeyed: boolean;
  /** The value, if it is a constant text. */
  readonly content: string | null;
}

function readEntry(entry: SyntaxNode, tree: Tree): Entry {
  const plain = plainVariable(tree.text, entry.startIndex, tree.flow);
  if (plain !== null) return { value: plain, isKeyed: false, content: null };
  const [first, second] = entry.type === "array_element_initializer" ? tree.children(entry) : [entry];
  if (!first) return { value: tree.flow.unknown(), isKeyed: false, content: null };
  const content = constantText(first, tree);
  const value = tree.read(first);
  return second
    ? { name: content, value: tree.read(second), isKeyed: true, content: null }
    : { value, isKeyed: false, content };
}

export function constantText(node: SyntaxNode, tree: Tree): string | null {
  const type = node.type;
  if (type === "integer") return tree.textOf(node);
  return type === "string" || type === "encapsed_string" ? stringContent(tree.textOf(node)) : null;
}

function methodNamed([object, method, ...rest]: readonly Entry[], flow: Tree["flow"]): ExprId | null {
  const name = method?.content ?? "";
  return object && object.content === null && rest.length === 0 && /^[A-Za-z_]\w*$/.test(name)
    ? flow.member(object.value, name)
    : null;
}

/** `(array) $x` and `(object) $x` keep the values. */
function readCast(node: SyntaxNode, tree: Tree): ExprId {
  const [type, value] = tree.children(node);
  const read = value ? tree.read(value) : tree.flow.unknown();
  const name = type ? tree.textOf(type) : "";
  if (name === "string" && value) tree.flow.readImplicitly(read, "__toString", tree.place(value));
  return name === "array" || name === "object" ? read : tree.flow.builtin(name);
}

/** `$x ? $y : $z` and `$x ?: $z`. */
function readConditional(node: SyntaxNode, tree: Tree): ExprId {
  const values = tree.children(node).map((part) => tree.read(part));
  return tree.flow.either(values.slice(-2));
}

function readMatch(node: SyntaxNode, tree: Tree): ExprId {
  const [subject, block] = tree.children(node);
  if (subject) tree.read(subject);
  return tree.flow.either(
    (block ? tree.children(block) : []).map(
      (arm) =>
        tree
          .children(arm)
          .map((part) => tree.read(part))
          .at(-1) ?? tree.flow.unknown(),
    ),
  );
}

/**
 * Chains of operators nest to the left; a loop reads them. An `instanceof` test of a parameter also binds it
 * to the tested type.
 */
function readBinary(node: SyntaxNode, tree: Tree): ExprId {
  const { flow, names, text } = tree;
  const chain: { readonly operator: string; readonly right: SyntaxNode }[] = [];
  let left: SyntaxNode | undefined = node;
  while (left && (left === node || left.type === "binary_expression")) {
    const [first, second]: readonly (SyntaxNode | undefined)[] = tree.children(left);
    if (first && second)
      chain.push({ operator: text.slice(first.endIndex, second.startIndex).trim(), right: second });
    left = first;
  }
  let value = left ? tree.read(left) : flow.unknown();
  for (const [at, { operator, right }] of chain.reverse().entries()) {
    const isCheck = operator.toLowerCase() === "instanceof";
    const read = isCheck ? classValue(right, tree) : tree.read(right);
    const variable = isCheck && left ? tree.textOf(left) : "";
    if (isCheck && at === 0 && names.isParameter(variable)) names.bind(variable, flow.instance(read));
    value = operator === "??" ? flow.either([value, read]) : flow.unknown();
  }
  return value;
}

/** Reads an assignment. A closure gets the name of its variable. */
function readAssignment(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  const [target, right] = tree.children(node);
  if (!target || !right) return flow.unknown();
  const type = right.type;
  const isNamed =
    target.type === "variable_name" && (type === "anonymous_function" || type === "arrow_function");
  const value = isNamed
    ? flow.scopeValue(
        readFunction(
          right,
          { name: null, flags: SCOPE_FLAGS.arrow, isMethod: false },
          tree,
          target.startIndex + 1,
        ),
      )
    : tree.read(right);
  assign(target, value, tree);
  return value;
}

function readAugmented(node: SyntaxNode, tree: Tree): ExprId {
  const [target, right] = tree.children(node);
  if (!target || !right) return tree.flow.unknown();
  const value = tree.read(right);
  if (/\?\?=/.test(tree.text.slice(target.endIndex, right.startIndex))) assign(target, value, tree);
  else tree.read(target);
  return value;
}
