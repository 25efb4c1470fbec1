/** Finds references of a Markdown document to its own repository that lead nowhere. Pure. */
import { posix } from "node:path";

/** The repository, as far as references need it. Paths are relative to its root, with `/`. */
export interface Tree {
  /** Whether a file or folder with this path exists. */
  exists(path: string): boolean;
  /** Whether any file has this name. */
  hasFileNamed(name: string): boolean;
  /** Source folders, one per package. */
  readonly sourceFolders: readonly string[];
  /** Text of a file, or null. */
  read(path: string): string | null;
}

export interface Broken {
  /** 1-based. */
  readonly line: number;
  readonly reference: string;
}

const LINK = /\[[^\]]*\]\(([^()\s]+)\)/g;
const CODE = /`([^`]+)`/g;
const FENCE = /^\s*(?:```|~~~)/;
/** Top-level folders: text that begins with one is a path, whatever its extension. */
const TOP_FOLDERS = /^(?:\.ci|apps|bench|docs|e2e|fixtures|libs|tools)\//;
/** MCP's `tools/call` is no path. */
const METHOD = /^tools\/[a-z]+$/;
const SOURCE_EXTENSION = /\.(?:[cm]?[jt]sx?|json|md|scm|py|txt|sh)$/;
const PLAIN_PATH = /^[\w.@-]+(?:\/[\w.@-]+)*\/?$/;
const SOURCE_NAME = /^[\w.-]+\.(?:ts|scm)$/;
/** Build output does not exist in a fresh clone. */
const BUILT = /(?:^|\/)(?:dist|node_modules|coverage)(?:\/|$)|^libs\/sidecar\/assets\//;

/** Broken links and paths of a document, in its order. Fenced code is skipped: it shows what users type. */
export function brokenReferences(document: string, text: string, tree: Tree): Broken[] {
  const broken: Broken[] = [];
  let isFenced = false;
  for (const [at, line] of text.split("\n").entries()) {
    if (FENCE.test(line)) isFenced = !isFenced;
    else if (!isFenced)
      broken.push(...brokenIn(line, document, tree).map((reference) => ({ line: at + 1, reference })));
  }
  return broken;
}

function brokenIn(line: string, document: string, tree: Tree): string[] {
  const links = [...line.replace(CODE, "").matchAll(LINK)]
    .map(([, target = ""]) => target)
    .filter((target) => !leads(target, document, tree));
  const paths = [...line.matchAll(CODE)]
    .map(([, code = ""]) => code)
    .filter((code) => isPath(code) && !names(code, document, tree));
  return [...links, ...paths];
}

/** Whether a link's target exists. Addresses outside of the repository are not checked. */
function leads(target: string, document: string, tree: Tree): boolean {
  if (/^[a-z][a-z+.-]*:/i.test(target)) return true;
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? document : posix.normalize(posix.join(posix.dirname(document), path));
  if (!tree.exists(file)) return false;
  return anchor === undefined || anchorsOf(tree.read(file) ?? "").has(anchor);
}

function isPath(code: string): boolean {
  if (!PLAIN_PATH.test(code) || BUILT.test(code)) return false;
  return (
    (TOP_FOLDERS.test(code) && !METHOD.test(code)) ||
    SOURCE_NAME.test(code) ||
    (code.includes("/") && SOURCE_EXTENSION.test(code))
  );
}

/**
 * Whether text in code style names something that exists: a path is relative to the root, to the document's
 * folder, or to a package's sources; a bare name matches any file.
 */
function names(code: string, document: string, tree: Tree): boolean {
  const places = ["", posix.dirname(document), ...tree.sourceFolders].map((folder) =>
    posix.join(folder, code).replace(/\/$/, ""),
  );
  return places.some((path) => tree.exists(path)) || (SOURCE_NAME.test(code) && tree.hasFileNamed(code));
}

/** Anchors that common hosts generate for a document's headings. */
function anchorsOf(text: string): Set<string> {
  const titles = text.split("\n").flatMap((line) => /^#{1,6} (.+)$/.exec(line)?.[1] ?? []);
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replace(/\s/g, "-"),
    ),
  );
}
