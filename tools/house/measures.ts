/** The measures of `npm run house`, each as a list of findings. Pure. */
import { basename } from "node:path";
import ts from "typescript";
import { resolvesCalls } from "../../libs/sidecar/src/languages/call-languages.ts";
import { LANGUAGES } from "../../libs/sidecar/src/languages/index.ts";
import { type Source, importsOf } from "./sources.ts";

export const MAX_COLUMNS = 110;
/** A smaller file needs two importers, or a reason in its first line. */
export const SMALL_FILE_LINES = 40;

/** Words to avoid in names: they do not say whose, what and why. */
const AVOIDED = new Set(
  (
    "asked told said held known left found place places thing things beside behind meant telling showing " +
    "standing look looks"
  ).split(" "),
);
/** A language lives in one folder: nothing outside names it. */
export const LANGUAGES_FOLDER = "libs/sidecar/src/languages/";
/** Languages whose calls are resolved; `c` alone is also a letter. */
export const LANGUAGE_IDS: ReadonlySet<string> = new Set(
  LANGUAGES.map(({ id }) => id).filter((id) => resolvesCalls(id) && id !== "c"),
);

export interface Finding {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly what: string;
}

/**
 * Lines over 110 columns because of a comment, or of a string that could be split. All other lines are as the
 * formatter makes them: templates and regular expressions are data.
 */
export function wideLines(source: Source): Finding[] {
  const { path, lines, tree, nodes, comments } = source;
  const wide = lines.flatMap((text, at) => (text.length > MAX_COLUMNS ? [{ text, at }] : []));
  if (wide.length === 0) return [];
  const starts = tree.getLineStarts();
  const strings = nodes.filter(isInParts).map((node) => ({ pos: node.getStart(tree), end: node.getEnd() }));
  const breakable = [...strings, ...comments];
  return wide.flatMap(({ text, at }) => {
    const from = starts[at] ?? 0;
    const isBreakable = breakable.some(
      ({ pos, end }) => pos < from + text.length && end > from + MAX_COLUMNS,
    );
    return isBreakable ? [{ path, line: at + 1, what: `${text.length} columns` }] : [];
  });
}

/** Whether a node is a string with a blank. Keys do not count, since they have to be one string. */
function isInParts(node: ts.Node): boolean {
  if (!ts.isStringLiteral(node) || !node.text.trim().includes(" ")) return false;
  return !(ts.isPropertyAssignment(node.parent) && node.parent.name === node);
}

/** Functions with a body, with their number of formatted lines, without blank lines and comments. */
export function functionLengths(source: Source): readonly (Finding & { readonly length: number })[] {
  const { path, tree, lines, isCode, nodes } = source;
  return nodes.flatMap((node) => {
    if (!ts.isFunctionLike(node) || !("body" in node) || !node.body) return [];
    const from = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line;
    const to = tree.getLineAndCharacterOfPosition(node.getEnd()).line;
    const length = lines.slice(from, to + 1).filter((_, at) => isCode[from + at]).length;
    return [{ path, line: from + 1, what: node.name?.getText(tree) ?? "(anonymous)", length }];
  });
}

/** Share of comment-only lines among all lines that are not blank. */
export function commentShare(sources: readonly Source[]): number {
  let [comments, all] = [0, 0];
  for (const { lines, isCode } of sources) {
    const filled = lines.map((line) => line.trim() !== "");
    all += filled.filter(Boolean).length;
    comments += filled.filter((isFilled, at) => isFilled && isCode[at] !== true).length;
  }
  return comments / all;
}

/** Importers of each file. */
export function importersOf(sources: readonly Source[]): Map<string, string[]> {
  const importers = new Map<string, string[]>(sources.map(({ path }) => [path, []]));
  for (const source of sources)
    for (const path of new Set(importsOf(source))) importers.get(path)?.push(source.path);
  return importers;
}

/** Groups of files with circular imports, type imports included; largest first. */
export function importCircles(sources: readonly Source[]): string[][] {
  const imports = new Map(sources.map((source) => [source.path, importsOf(source)]));
  const order: string[] = [];
  const seen = new Set<string>();
  for (const path of imports.keys())
    visit(
      path,
      (at) => imports.get(at) ?? [],
      seen,
      (at) => order.push(at),
    );
  const importers = importersOf(sources);
  const grouped = new Set<string>();
  const circles: string[][] = [];
  for (const path of order.reverse()) {
    const circle: string[] = [];
    visit(
      path,
      (at) => importers.get(at) ?? [],
      grouped,
      (at) => circle.push(at),
    );
    if (circle.length > 1) circles.push(circle.sort());
  }
  return circles.sort((a, b) => b.length - a.length || ((a[0] ?? "") < (b[0] ?? "") ? -1 : 1));
}

/**
 * Depth-first search without recursion. @param onLeave called for each node after all nodes reachable from it
 */
function visit(
  start: string,
  next: (at: string) => readonly string[],
  seen: Set<string>,
  onLeave: (at: string) => void,
): void {
  const open: { readonly at: string; readonly rest: string[] }[] = [];
  const enter = (at: string): void => {
    if (seen.has(at)) return;
    seen.add(at);
    open.push({ at, rest: [...next(at)] });
  };
  enter(start);
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const following = top.rest.pop();
    if (following !== undefined) enter(following);
    else onLeave((open.pop() as typeof top).at);
  }
}

/** Type names that a package exports more than once. */
export function duplicateTypes(sources: readonly Source[]): Finding[] {
  const declared = new Map<string, Finding[]>();
  for (const source of sources) {
    for (const { name, node } of exportsOf(source)) {
      if (
        !ts.isInterfaceDeclaration(node) &&
        !ts.isTypeAliasDeclaration(node) &&
        !ts.isClassDeclaration(node)
      )
        continue;
      const key = `${source.package} ${name}`;
      declared.set(key, [...(declared.get(key) ?? []), findingAt(source, node, name)]);
    }
  }
  return [...declared.values()].filter(({ length }) => length > 1).flat();
}

/** Exported names and file names that contain one of the words to avoid. */
export function avoidedNames(sources: readonly Source[]): Finding[] {
  return sources.flatMap((source) => {
    const name = basename(source.path).replace(/\.tsx?$/, "");
    const ofFile = hasAvoided(name) ? [{ path: source.path, line: 1, what: name }] : [];
    const exported = exportsOf(source).filter((one) => hasAvoided(one.name));
    return [...ofFile, ...exported.map((one) => findingAt(source, one.node, one.name))];
  });
}

/** Whether a name contains such a word. "Not found" is the field's own term. */
function hasAvoided(name: string): boolean {
  const words = name.replace(/not_?found/i, "").split(/[-_.]|(?<=[a-z\d])(?=[A-Z])/);
  return words.some((word) => AVOIDED.has(word.toLowerCase()));
}

/**
 * Literals that are exactly a language id, but for programs of that name that run tests, such as `go test`.
 *
 * @param folder the folder whose files may contain them
 */
export function languageLiterals(
  sources: readonly Source[],
  ids: ReadonlySet<string>,
  folder: string,
): Finding[] {
  return sources
    .filter(({ path }) => path.startsWith("libs/") && !path.startsWith(folder))
    .flatMap((source) =>
      source.nodes
        .filter((node): node is ts.StringLiteral => ts.isStringLiteral(node) && ids.has(node.text))
        .filter(({ parent }) => !ts.isImportDeclaration(parent) && !ts.isExportDeclaration(parent))
        .filter((node) => !isRunner(node))
        .map((node) => findingAt(source, node, node.text)),
    );
}

/** Whether a literal is an element of `TEST_RUNNERS`, or a property `runner`. */
function isRunner({ parent }: ts.StringLiteral): boolean {
  const named = ts.isArrayLiteralExpression(parent) ? parent.parent.parent : parent;
  if (ts.isPropertyAssignment(named)) return ts.isIdentifier(named.name) && named.name.text === "runner";
  return ts.isVariableDeclaration(named) && ts.isIdentifier(named.name) && named.name.text === "TEST_RUNNERS";
}

interface Exported {
  readonly name: string;
  readonly node: ts.Node;
}

/** Declarations that a file exports. */
function exportsOf({ tree }: Source): Exported[] {
  return tree.statements.flatMap((statement): Exported[] => {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.flatMap((node) =>
        ts.isIdentifier(node.name) ? [{ name: node.name.text, node }] : [],
      );
    }
    const { name } = statement as { readonly name?: ts.Node };
    return name && ts.isIdentifier(name) ? [{ name: name.text, node: statement }] : [];
  });
}

function findingAt({ path, tree }: Source, node: ts.Node, what: string): Finding {
  return { path, line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1, what };
}
