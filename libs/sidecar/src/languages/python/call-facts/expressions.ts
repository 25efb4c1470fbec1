/**
 * Reads Python's expressions. The value of a binary operator is unknown unless it joins lists or
 * dictionaries.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { SCOPE_FLAGS, type ExprId } from "../../../call-facts/facts.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { PythonNames } from "./names.ts";
import { isPath, memberValue, nameAt, readPath, readPaths } from "./paths.ts";
import { stringValue } from "./strings.ts";
import { isTypeForm, readType } from "./types.ts";

export const expressionReaders: NodeReaders<PythonNames> = {
  comment: null,
  line_continuation: null,
  pass_statement: null,
  break_statement: null,
  continue_statement: null,
  ellipsis: null,
  identifier: (node, { flow, text }) => flow.name(nameAt(text, node.startIndex)),
  true: (_, { flow }) => flow.builtin("bool"),
  false: (_, { flow }) => flow.builtin("bool"),
  none: (_, { flow }) => flow.builtin("None"),
  float: (_, { flow }) => flow.builtin("float"),
  integer: (node, tree) => tree.flow.text(tree.textOf(node)),
  string: readString,
  concatenated_string: (node, tree) => readParts(node, tree, tree.flow.builtin("str")),
  attribute: readAttribute,
  subscript: readSubscript,
  slice: readForCalls,
  parenthesized_expression: readFirst,
  list_splat: readFirst,
  dictionary_splat: readFirst,
  not_operator: (node, tree) => readParts(node, tree, tree.flow.builtin("bool")),
  comparison_operator: (node, tree) => readParts(node, tree, tree.flow.builtin("bool")),
  binary_operator: readBinary,
  unary_operator: readForCalls,
  named_expression: readWalrus,
  await: (node, tree) => tree.flow.await(readFirst(node, tree)),
  yield: readYield,
  type: readType,
};

/** Reads a node for the calls in it; its value is unknown. */
function readForCalls(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  return readParts(node, tree, tree.flow.unknown());
}

/** Reads the parts of a node. Without brackets and lambdas, it contains no calls or bindings, only paths. */
function readParts(node: SyntaxNode, tree: TreeReader<PythonNames>, value: ExprId): ExprId {
  const text = tree.textOf(node);
  if (/[([{]|lambda/.test(text)) tree.readAll(tree.children(node));
  else readPaths(node, text, tree.flow);
  return value;
}

function readFirst(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const [first, ...rest] = tree.children(node);
  const value = first ? tree.read(first) : tree.flow.unknown();
  tree.readAll(rest);
  return value;
}

function readString(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const literal = tree.textOf(node);
  if (!/^[a-zA-Z]*[ft]/i.test(literal)) return stringValue(literal, tree.flow);
  // Only the expressions in braces are read.
  if (/\{[^{}]*[.([]/.test(literal)) tree.readAll(tree.children(node));
  return tree.flow.builtin("str");
}

/** Reads names and dots from the text: reading each node costs more than everything else. */
function readAttribute(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const text = tree.textOf(node);
  if (isPath(text)) return readPath(text, node, tree.flow);
  const parts = tree.children(node);
  const object = parts[0];
  const name = parts[1];
  return object && name
    ? tree.flow.read(memberValue(tree.read(object), tree.textOf(name), tree.flow), tree.place(name))
    : tree.flow.unknown();
}

/** `a[k]`; a slice of a list is the list, and a subscript of `Optional` and similar names is a type. */
function readSubscript(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const { flow } = tree;
  const [object, key, ...rest] = tree.children(node);
  if (!object) return flow.unknown();
  if (isTypeForm(tree.textOf(object).replace(/^typing\./, ""))) return readType(node, tree);
  const of = tree.read(object);
  const at = key ? tree.read(key) : flow.unknown();
  tree.readAll(rest);
  flow.readImplicitly(of, "__getitem__", tree.place(object));
  if (key?.type === "slice") return of;
  return flow.index(of, rest.length === 0 ? at : flow.unknown());
}

const COLLECTIONS = new Set([
  "list",
  "tuple",
  "dictionary",
  "set",
  "list_comprehension",
  "dictionary_comprehension",
  "set_comprehension",
]);

/** Chains of operators nest to the left; a loop reads them. */
function readBinary(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const text = tree.textOf(node);
  if (!/[([{]|lambda/.test(text)) {
    readPaths(node, text, tree.flow);
    return tree.flow.unknown();
  }
  const operands: SyntaxNode[] = [];
  let [left, right] = tree.children(node);
  while (left && right) {
    operands.push(right);
    if (left.type !== "binary_operator") break;
    [left, right] = tree.children(left);
  }
  if (left) operands.push(left);
  const values = operands.reverse().map((operand) => tree.read(operand));
  return operands.some((operand) => COLLECTIONS.has(operand.type))
    ? tree.flow.either(values)
    : tree.flow.unknown();
}

/** `(name := value)`. */
function readWalrus(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const [name, value] = tree.children(node);
  if (!name || !value) return readForCalls(node, tree);
  const read = tree.read(value);
  tree.names.bind(tree.textOf(name), read);
  return read;
}

/** The value sent to a generator is unknown. */
function readYield(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const { flow, names } = tree;
  const [value] = tree.children(node);
  const read = value ? tree.read(value) : flow.unknown();
  const isFrom = /^yield\s+from\b/.test(tree.text.slice(node.startIndex, node.startIndex + 40));
  if (!names.isInContextManager) flow.flag(SCOPE_FLAGS.generator);
  flow.returns(isFrom ? flow.element(read) : read);
  return flow.unknown();
}
