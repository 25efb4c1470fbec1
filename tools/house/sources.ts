/** The product's source files, parsed once each: what the measures look at. */
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import ts from "typescript";

/** Folders of sources, one for each package. */
export const PACKAGES = [
  "libs/contracts",
  "libs/sidecar",
  "libs/engine",
  "apps/mcp",
  "apps/cli",
  "apps/bridge",
  "apps/console",
  "clients/typescript",
] as const;

export interface Source {
  /** Relative to the repository, with `/`. */
  readonly path: string;
  readonly package: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly tree: ts.SourceFile;
}

const NOT_PRODUCT = /(?:^|\/)(?:generated|testing|dist)\/|\.(?:test|suite|d)\.tsx?$/;

/** Product sources by path, ascending. Tests, test support and generated files are left out. */
export function productSources(root: string): Source[] {
  return PACKAGES.flatMap((folder) =>
    readdirSync(join(root, folder, "src"), { recursive: true, encoding: "utf8" })
      .map((name) => posix.join(folder, "src", name.replaceAll("\\", "/")))
      .filter((path) => /\.tsx?$/.test(path) && !NOT_PRODUCT.test(path))
      .map((path) => sourceOf(path, folder, readFileSync(join(root, path), "utf8"))),
  ).sort((a, b) => (a.path < b.path ? -1 : 1));
}

export function sourceOf(path: string, folder: string, text: string): Source {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  return { path, package: folder, text, lines: text.split("\n"), tree };
}

/** Files that a file imports or re-exports by a relative path, type imports included. */
export function importsOf({ path, tree }: Source): string[] {
  return tree.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const from = statement.moduleSpecifier;
    if (!from || !ts.isStringLiteral(from) || !from.text.startsWith(".")) return [];
    return [posix.join(dirname(path), from.text)];
  });
}

/** Every node of a tree, parents before children. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}

/** Ranges of all comments, ascending. */
export function commentsOf({
  text,
  tree,
}: Source): readonly { readonly pos: number; readonly end: number }[] {
  const ranges = new Map<number, number>();
  for (const node of nodesOf(tree)) {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [])
      ranges.set(pos, end);
    for (const { pos, end } of ts.getTrailingCommentRanges(text, node.getEnd()) ?? []) ranges.set(pos, end);
  }
  return [...ranges].map(([pos, end]) => ({ pos, end })).sort((a, b) => a.pos - b.pos);
}
