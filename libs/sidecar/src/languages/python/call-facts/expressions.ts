/**
 * Reads Python's expressions. The value of a binary operator is unknown unless it joins lists or
 * dictionaries.
 */
import type { Argument } from "../../../call-facts/expression-writer.ts";
import { type ExprId, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { elementOf } from "./statements.ts";
import type { PythonNames } from "./names.ts";
import { isPath, memberValue, nameAt, plainEntry, readPath, readPaths } from "./paths.ts";
import { stringContent, stringKey, stringValue } from "./strings.ts";
import { assign } from "./targets.ts";
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

// Reads lists, dictionaries and comprehensions.

export const collectionReaders: NodeReaders<PythonNames> = {
  list: readItems,
  tuple: readItems,
  set: readItems,
  expression_list: readItems,
  dictionary: readDictionary,
  list_comprehension: readComprehension,
  set_comprehension: readComprehension,
  generator_expression: readComprehension,
  dictionary_comprehension: readComprehension,
  for_in_clause: readForClause,
};

function readItems(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  return tree.flow.list(tree.children(node).map((item) => readItem(item, tree)));
}

/** `*items` denotes the elements of a container. */
function readItem(item: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  if (!tree.text.startsWith("*", item.startIndex) || item.type !== "list_splat")
    return plainEntry(tree.text, item, tree.flow) ?? tree.read(item);
  const [inner] = tree.children(item);
  return inner ? tree.flow.element(tree.read(inner)) : tree.flow.unknown();
}

function readDictionary(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  return tree.flow.record(tree.children(node).map((entry) => readEntry(entry, tree)));
}

/** `key: value`; for `**other`, the other dictionary. */
function readEntry(entry: SyntaxNode, tree: TreeReader<PythonNames>): Argument {
  const parts = tree.children(entry);
  const key = parts[0];
  const value = parts[1];
  if (!value) return { value: key ? tree.read(key) : tree.read(entry) };
  return {
    name: readKey(key as SyntaxNode, tree),
    value: plainEntry(tree.text, value, tree.flow) ?? tree.read(value),
  };
}

/** A constant key; others are read for the calls in them. */
function readKey(key: SyntaxNode, tree: TreeReader<PythonNames>): string | null {
  const type = key.type;
  if (type === "integer") return tree.textOf(key);
  const content = type === "string" ? stringContent(tree.textOf(key)) : null;
  if (content !== null) return stringKey(content);
  tree.read(key);
  return null;
}

/**
 * Reads a comprehension. Its variables are names of the enclosing function; its value precedes its clauses in
 * the text, but is evaluated after them.
 */
function readComprehension(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const { flow } = tree;
  const [body, ...clauses] = tree.children(node);
  const block = tree.names.enterBlock();
  tree.readAll(clauses);
  const value = !body
    ? flow.unknown()
    : body.type === "pair"
      ? flow.record([readEntry(body, tree)])
      : flow.list([tree.read(body)]);
  tree.names.leaveBlock(block);
  return value;
}

function readForClause(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const [target, iterable, ...rest] = tree.children(node);
  if (target && iterable)
    assign(
      target,
      elementOf(iterable, tree.read(iterable), tree, tree.text.startsWith("async", node.startIndex)),
      tree,
    );
  tree.readAll(rest);
  return tree.flow.unknown();
}
