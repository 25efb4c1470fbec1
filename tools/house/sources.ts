/** The product's source files, each parsed once, as input of the measures. */
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import ts from "typescript";

/** Source folders, one per package. */
export const PACKAGES = [
  "libs/contracts",
  "libs/render",
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
  readonly nodes: readonly ts.Node[];
  /** All comments, ascending. */
  readonly comments: readonly Range[];
  /** For each line, whether it has anything but blanks and comments. */
  readonly isCode: readonly boolean[];
}

export interface Range {
  readonly pos: number;
  readonly end: number;
}

const NOT_PRODUCT = /(?:^|\/)(?:generated|testing|dist)\/|\.(?:test|suite|d)\.tsx?$/;

/** Product sources by path, ascending, without tests, test support and generated files. */
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
  const nodes = nodesOf(tree);
  const comments = commentsIn(text, nodes);
  return {
    path,
    package: folder,
    text,
    lines: text.split("\n"),
    tree,
    nodes,
    comments,
    isCode: codeLines(text, comments),
  };
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
function nodesOf(tree: ts.SourceFile): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return nodes;
}

function commentsIn(text: string, nodes: readonly ts.Node[]): Range[] {
  const ends = new Map<number, number>();
  for (const node of nodes) {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [])
      ends.set(pos, end);
    for (const { pos, end } of ts.getTrailingCommentRanges(text, node.getEnd()) ?? []) ends.set(pos, end);
  }
  return [...ends].map(([pos, end]) => ({ pos, end })).sort((a, b) => a.pos - b.pos);
}

function codeLines(text: string, comments: readonly Range[]): boolean[] {
  let code = "";
  let from = 0;
  for (const { pos, end } of comments) {
    code += text.slice(from, pos) + text.slice(pos, end).replaceAll(/[^\n]/g, " ");
    from = end;
  }
  return (code + text.slice(from)).split("\n").map((line) => line.trim() !== "");
}
