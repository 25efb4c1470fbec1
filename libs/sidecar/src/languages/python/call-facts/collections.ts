/** Reads lists, dictionaries and comprehensions. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { Argument } from "../../../call-facts/expression-writer.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import { elementOf } from "./iteration.ts";
import type { PythonNames } from "./names.ts";
import { plainEntry } from "./paths.ts";
import { stringContent, stringKey } from "./strings.ts";
import { assign } from "./targets.ts";

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
