/**
 * Reads imports. Modules are recorded as written (`a.b`, `.x`, `..`). `import a.b` binds `a` to the package;
 * its member `b` resolves to the module `a.b` by location.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { PythonNames } from "./names.ts";

export const importReaders: NodeReaders<PythonNames> = {
  future_import_statement: null,
  import_statement: readImport,
  import_from_statement: readImportFrom,
};

function readImport(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  for (const imported of tree.children(node)) {
    const { name, alias } = nameAndAlias(imported, tree);
    const first = name.split(".", 1)[0] ?? name;
    if (alias === null) tree.names.bind(first, tree.flow.import(first, "*"));
    else tree.names.bind(alias, tree.flow.import(name, "*"));
  }
  return tree.flow.unknown();
}

function readImportFrom(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const [from, ...imported] = tree.children(node);
  const module = from ? pathOf(from, tree) : "";
  for (const child of imported) {
    if (tree.text.startsWith("*", child.startIndex)) {
      tree.flow.wildcard(module);
      continue;
    }
    const { name, alias } = nameAndAlias(child, tree);
    tree.names.bind(alias ?? name, tree.flow.import(module, name));
  }
  return tree.flow.unknown();
}

function nameAndAlias(
  node: SyntaxNode,
  tree: TreeReader<PythonNames>,
): { readonly name: string; readonly alias: string | null } {
  if (node.type !== "aliased_import") return { name: pathOf(node, tree), alias: null };
  const [name, alias] = tree.children(node);
  return { name: name ? pathOf(name, tree) : "", alias: alias ? tree.textOf(alias) : null };
}

function pathOf(node: SyntaxNode, tree: TreeReader<PythonNames>): string {
  return tree.textOf(node).replace(/[\s\\]+/g, "");
}
