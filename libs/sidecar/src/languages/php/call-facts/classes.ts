/**
 * Reads classes, interfaces, traits and enums. Traits come first among the bases. Names of fields include the
 * `$`, as declared, to distinguish them from methods.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { type ExprId, NONE } from "../../../call-facts/facts.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import { docOf, docType, isVague } from "./docs.ts";
import type { PhpNames } from "./names.ts";
import { pathValue } from "./paths.ts";
import { isType, readType } from "./types.ts";

type Tree = TreeReader<PhpNames>;

export const classReaders: NodeReaders<PhpNames> = {
  class_declaration: readDeclaration,
  interface_declaration: readDeclaration,
  trait_declaration: readDeclaration,
  enum_declaration: readDeclaration,
  property_declaration: readProperty,
  const_declaration: readConstants,
  enum_case: readCase,
  use_declaration: readTraitUse,
};

function readDeclaration(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  const name = tree.children(node).find(({ type }) => type === "name");
  const scope = readClass(node, name ?? null, tree);
  if (name) flow.bind(tree.textOf(name), flow.scopeValue(scope));
  return flow.unknown();
}

/** Reads a class and returns its scope. @param name null for an anonymous class */
export function readClass(node: SyntaxNode, name: SyntaxNode | null, tree: Tree): number {
  const { flow, names } = tree;
  const parts = tree.children(node);
  const body = parts.find(({ type }) => type.endsWith("declaration_list"));
  const members = body ? tree.children(body) : [];
  const above = parts
    .filter(({ type }) => type === "base_clause" || type === "class_interface_clause")
    .flatMap((clause) => tree.children(clause));
  const bases = [
    ...members.filter(({ type }) => type === "use_declaration").flatMap((use) => traitsOf(use, tree)),
    ...above,
  ].map((base) => pathValue(tree.textOf(base), tree));
  tree.readAll(parts.filter(({ type }) => type === "attribute_list"));
  const scope = flow.enter({
    kind: node.type === "interface_declaration" ? "interface" : "class",
    name: name ? tree.textOf(name) : "",
    nameStart: (name ?? node).startIndex,
    startLine: node.startRow + 1,
  });
  names.enterClass(name ? tree.textOf(name) : "");
  flow.bases(bases);
  tree.readAll(members);
  names.leaveClass();
  flow.leave();
  return scope;
}

function traitsOf(use: SyntaxNode, tree: Tree): SyntaxNode[] {
  return tree
    .children(use)
    .filter(({ type }) => type === "name" || type === "qualified_name" || type === "relative_name");
}

/** `use Logs { write as protected log; }`: binds the alias to the method. */
function readTraitUse(node: SyntaxNode, tree: Tree): ExprId {
  const { flow, names } = tree;
  const list = tree.children(node).find(({ type }) => type === "use_list");
  for (const clause of list ? tree.children(list) : []) {
    const [, name, alias] =
      /(\w+)\s+as\s+(?:(?:public|protected|private)\b\s*)?(\w+)/i.exec(tree.textOf(clause)) ?? [];
    if (name && alias) flow.bind(alias, flow.member(names.ownClass(), name));
  }
  return flow.unknown();
}

function readProperty(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  const parts = tree.children(node);
  const typeNode = parts.find((part) => isType(part.type));
  const told =
    !typeNode || isVague(tree.textOf(typeNode))
      ? docType(docOf(node, tree), "var", null, tree)
      : flow.unknown();
  const declared = told !== flow.unknown() || !typeNode ? told : readType(typeNode, tree);
  for (const part of parts) {
    const type = part.type;
    if (type === "attribute_list" || type === "property_hook_list") tree.read(part);
    if (type !== "property_element") continue;
    const [name, ...rest] = tree.children(part);
    if (!name) continue;
    if (typeNode || told !== flow.unknown()) flow.bind(tree.textOf(name), flow.instance(declared));
    for (const value of rest) {
      const read = tree.read(value);
      if (value.type !== "property_hook_list") flow.bind(tree.textOf(name), read);
    }
  }
  return flow.unknown();
}

function readConstants(node: SyntaxNode, tree: Tree): ExprId {
  for (const element of tree.children(node)) {
    const [name, value] = element.type === "const_element" ? tree.children(element) : [];
    if (name && value) tree.flow.bind(tree.textOf(name), tree.read(value));
    else if (!name) tree.read(element);
  }
  return tree.flow.unknown();
}

/** A case is an object of the enum. */
function readCase(node: SyntaxNode, tree: Tree): ExprId {
  const { flow, names } = tree;
  const name = node.childForFieldName("name");
  const value = node.childForFieldName("value");
  if (value) tree.read(value);
  if (name && flow.parentOf(flow.current) !== NONE)
    flow.bind(tree.textOf(name), flow.instance(names.ownClass()));
  return flow.unknown();
}
