/**
 * Reads the call facts of Python. Conventions: names of a class are not visible in its methods; defaults,
 * annotations and decorators of a function belong to the enclosing scope; an integer is a `text`, because it
 * may be a key.
 */
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { type NodeReaders, ReaderTable, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { callReaders } from "./calls.ts";
import { collectionReaders, expressionReaders } from "./expressions.ts";
import { conditionReaders } from "./conditions.ts";
import { definitionReaders } from "./definitions.ts";
import { PythonNames } from "./names.ts";
import { patternReaders } from "./patterns.ts";
import { statementReaders } from "./statements.ts";

// Reads imports. Modules are recorded as written (`a.b`, `.x`, `..`). `import a.b` binds `a` to the package;
// its member `b` resolves to the module `a.b` by location.

const importReaders: NodeReaders<PythonNames> = {
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

const readers = new ReaderTable({
  ...expressionReaders,
  ...collectionReaders,
  ...callReaders,
  ...definitionReaders,
  ...statementReaders,
  ...importReaders,
  ...patternReaders,
  ...conditionReaders,
});

export function readPython(root: SyntaxNode, text: string, flow: CallFactsBuilder): void {
  new TreeReader({ text, flow, names: new PythonNames(flow), readers, isComment }).read(root);
}

function isComment(text: string, at: number): boolean {
  const first = text.charCodeAt(at);
  return first === HASH || first === BACKSLASH;
}

const HASH = 35;
/** Of a line continuation. */
const BACKSLASH = 92;
