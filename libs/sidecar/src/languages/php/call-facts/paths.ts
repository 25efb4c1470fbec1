/**
 * Reads names of classes, functions and constants, with and without a namespace, and `self`, `static` and
 * `parent`.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { SitePosition } from "../../../call-facts/builder.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { PhpNames } from "./names.ts";

type Tree = TreeReader<PhpNames>;

/**
 * `$this->connection->`, `$x?->`: a variable and its fields, from the text, because reading each node costs
 * more than everything else. Null for anything else.
 */
export function fieldPath(text: string, flow: Tree["flow"]): ExprId | null {
  if (!/^\$\w+(?:\??->\w+)*(?:\??->)?$/.test(text)) return null;
  const [variable = "", ...fields] = text.split(/\??->/);
  return fields.reduce(
    (object, field) => (field === "" ? object : flow.member(object, `$${field}`)),
    variable === "$this" ? flow.this() : flow.name(variable),
  );
}

/**
 * A variable that is a plain entry of a list, recognized by the comma or bracket after it; null for anything
 * else.
 */
export function plainVariable(text: string, start: number, flow: Tree["flow"]): ExprId | null {
  ENTRY.lastIndex = start;
  const name = ENTRY.exec(text)?.[1];
  return name === undefined ? null : name === "$this" ? flow.this() : flow.name(name);
}

const ENTRY = /(\$\w+)[,)\]]/y;

/** The value of a name as written. */
export function pathValue(path: string, { flow, names }: Tree): ExprId {
  return path.includes("\\") ? flow.import(names.fullName(path), "*") : flow.name(path);
}

/** The class before `::`, or after `new`; an object there denotes its class. */
export function classValue(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  switch (node.type) {
    case "name":
    case "relative_scope":
      return keywordClass(tree.textOf(node), tree) ?? flow.name(tree.textOf(node));
    case "qualified_name":
    case "relative_name":
      return pathValue(tree.textOf(node), tree);
    default:
      return flow.typeOf(tree.read(node));
  }
}

/** `static` is the class that a method is called on, which may be a subclass of the enclosing one. */
export function keywordClass(word: string, { flow, names }: Tree): ExprId | null {
  switch (word.toLowerCase()) {
    case "self":
      return names.ownClass();
    case "static":
      return names.isInStatic ? flow.this() : flow.typeOf(flow.this());
    case "parent":
      return flow.super();
    default:
      return null;
  }
}

/** Position of a call: the last part of its path. */
export function pathPosition(node: SyntaxNode, tree: Tree): SitePosition {
  const path = tree.textOf(node);
  const name = path.slice(path.lastIndexOf("\\") + 1);
  return {
    line: node.startRow + 1,
    start: node.startIndex + path.length - name.length,
    name: keywordName(name, tree),
  };
}

function keywordName(name: string, { names }: Tree): string {
  return /^(?:self|static)$/i.test(name) ? names.className : name;
}
