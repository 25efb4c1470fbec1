/**
 * Decides which part of a tree ripgrep searches for given path patterns. Patterns that ripgrep cannot be
 * given exactly are left to our own matcher. Pure.
 */
import { isWithin } from "../../model/paths.ts";
import { isPlainGlob } from "./plain-rules.ts";

/** The part of a tree that ripgrep searches. */
export interface SearchArea {
  /** Files and folders relative to the root; `""` is the whole root. Empty: nothing can match. */
  readonly starts: readonly string[];
  /** Values for `--glob`. */
  readonly globs: readonly string[];
}

/** More would make the command line too long. */
const MAX_GLOBS = 200;
/**
 * Character limit for all globs together, and for all starts: what systems accept in one command line.
 * Windows accepts 32,767 UTF-16 units; Linux 131,072 bytes per argument, where a unit may take three bytes.
 *
 * @see https://man7.org/linux/man-pages/man2/execve.2.html
 */
const MAX_CHARS = process.platform === "win32" ? 10_000 : 40_000;

/**
 * The starts and globs for a search.
 *
 * @param within files and folders relative to the root; empty for all
 */
export function searchArea(
  within: readonly string[],
  include: readonly string[],
  exclude: readonly string[],
): SearchArea {
  const places = outermost(within.length === 0 ? [""] : within);
  const trees = include.map(treeOf);
  const excluded = exclude.filter(isPlain).map((pattern) => `!${pattern}`);
  const isAllTrees = include.length > 0 && trees.every((tree) => tree !== null);
  const starts = isAllTrees
    ? common(
        places,
        trees.filter((tree) => tree !== null),
      )
    : places;
  // A glob that matches a folder would also include what is ignored in it, so only patterns for files become
  // globs.
  const wanted =
    include.length > 0 && include.every((pattern) => isPlain(pattern) && namesFiles(pattern))
      ? include.flatMap((pattern) => [pattern, `${isAnchored(pattern) ? pattern : `**/${pattern}`}/**`])
      : [];
  const globs = [...wanted, ...excluded];
  return {
    starts: charsOf(starts) > MAX_CHARS ? [""] : starts,
    globs: globs.length > MAX_GLOBS || charsOf(globs) > MAX_CHARS ? [] : globs,
  };
}

/** Splits paths into lists that each fit into a command line. */
export function batchesOf(paths: readonly string[]): string[][] {
  const batches: string[][] = [];
  let chars = MAX_CHARS;
  for (const path of paths) {
    if (chars + path.length > MAX_CHARS) {
      batches.push([]);
      chars = 0;
    }
    batches.at(-1)?.push(path);
    chars += path.length;
  }
  return batches;
}

function charsOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function isPlain(pattern: string): boolean {
  return isPlainGlob(pattern.replace(/\/$/, "")) && !/^[!#]/.test(pattern) && pattern === pattern.trim();
}

function isAnchored(pattern: string): boolean {
  return pattern.replace(/\/$/, "").includes("/");
}

/** Whether the last name has an extension, which folders rarely have. */
function namesFiles(pattern: string): boolean {
  return /\.[A-Za-z0-9]+$/.test(pattern);
}

/**
 * The folder that a pattern includes as a whole, such as `src/` in the root or `packages/a/**`; null for any
 * other pattern.
 */
function treeOf(pattern: string): string | null {
  if (!isPlain(pattern) || !isAnchored(pattern.replace(/\/\*\*$/, "/x"))) return null;
  const path = pattern.replace(/^\//, "").replace(/\/(?:\*\*)?$/, "");
  return path === "" || /[*[]/.test(path) ? null : path;
}

/** The paths that are inside both one of the places and one of the trees. */
function common(places: readonly string[], trees: readonly string[]): string[] {
  return outermost(
    places.flatMap((place) =>
      trees.flatMap((tree) => (isWithin(tree, place) ? [tree] : isWithin(place, tree) ? [place] : [])),
    ),
  );
}

/** Removes paths that are inside another one. */
function outermost(paths: readonly string[]): string[] {
  const unique = new Set(paths);
  return [...unique]
    .sort()
    .filter((path) => path === "" || !foldersAround(path).some((folder) => unique.has(folder)));
}

function foldersAround(path: string): string[] {
  const folders = [""];
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1))
    folders.push(path.slice(0, end));
  return folders;
}
