/** Reads literals: strings and symbols may be keys or names of methods. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { Argument } from "../../../call-facts/expression-writer.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { RubyNames } from "./names.ts";

type Tree = TreeReader<RubyNames>;

export const literalReaders: NodeReaders<RubyNames> = {
  comment: null,
  heredoc_beginning: null,
  regex_modifiers: null,
  empty_statement: null,
  retry: null,
  redo: null,
  undef: null,
  forward_argument: null,
  nil: (_, { flow }) => flow.builtin("NilClass"),
  true: (_, { flow }) => flow.builtin("TrueClass"),
  false: (_, { flow }) => flow.builtin("FalseClass"),
  float: (_, { flow }) => flow.builtin("Float"),
  integer: (node, tree) => tree.flow.text(tree.textOf(node)),
  simple_symbol: (node, tree) => tree.flow.text(constantText(node, tree) ?? ""),
  hash_key_symbol: (node, tree) => tree.flow.text(constantText(node, tree) ?? ""),
  bare_symbol: (node, tree) => tree.flow.text(tree.textOf(node)),
  bare_string: (node, tree) => tree.flow.text(tree.textOf(node)),
  string: readString,
  chained_string: readTemplate,
  delimited_symbol: readTemplate,
  regex: readTemplate,
  subshell: readTemplate,
  heredoc_body: readTemplate,
  array: readList,
  string_array: readList,
  symbol_array: readList,
  right_assignment_list: readList,
  hash: (node, tree) => tree.flow.record(readEntries(tree.children(node), tree)),
  range: readTemplate,
};

/** The value of a symbol, a key or a string without interpolation; null for any other node. */
export function constantText(node: SyntaxNode, tree: Tree): string | null {
  const text = tree.textOf(node);
  switch (node.type) {
    case "simple_symbol":
      return text.slice(1);
    case "hash_key_symbol":
      return text;
    case "string":
      return /^(?:'[^'\\]*'|"[^"\\#]*")$/.test(text) ? text.slice(1, -1) : null;
    default:
      return null;
  }
}

function readString(node: SyntaxNode, tree: Tree): ExprId {
  const content = constantText(node, tree);
  return content === null ? readTemplate(node, tree) : tree.flow.text(content);
}

/** Reads a string for the calls in its interpolations. */
function readTemplate(node: SyntaxNode, tree: Tree): ExprId {
  tree.readAll(tree.children(node));
  return tree.flow.builtin("String");
}

function readList(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  const items = tree.children(node);
  const pairs = items.filter((item) => item.type === "pair");
  const values = items
    .filter((item) => item.type !== "pair")
    .map((item) =>
      tree.text.startsWith("*", item.startIndex) ? flow.element(tree.read(item)) : tree.read(item),
    );
  return flow.list(pairs.length === 0 ? values : [...values, flow.record(readEntries(pairs, tree))]);
}

export function readEntries(nodes: readonly SyntaxNode[], tree: Tree): Argument[] {
  return nodes.map((node) => readEntry(node, tree));
}

/**
 * `key: value`, `"key" => value`; `key:` alone is the variable or method of that name; for `**other`, the
 * other hash.
 */
export function readEntry(node: SyntaxNode, tree: Tree): Argument {
  if (node.type !== "pair") return { value: tree.read(node) };
  const [key, value] = tree.children(node);
  if (!key) return { value: tree.flow.unknown() };
  const name = key.type === "integer" ? tree.textOf(key) : constantText(key, tree);
  if (name === null) tree.read(key);
  if (value) return { name, value: tree.read(value) };
  return { name, value: name === null ? tree.flow.unknown() : wordValue(name, key, tree) };
}

/** The value of a bare word: a local variable, or a call without arguments. */
export function wordValue(word: string, node: SyntaxNode, tree: Tree): ExprId {
  const { flow, names } = tree;
  if (names.isLocal(word)) return flow.name(word);
  return word === "new"
    ? flow.call(flow.this(), [], { ...tree.place(node), name: names.typeName }, "new")
    : flow.call(flow.name(word), [], tree.place(node));
}
