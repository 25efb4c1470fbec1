/**
 * Which part of a tree ripgrep has to look at for patterns of paths; what it cannot be told exactly is left
 * to our own matcher. Pure.
 */
import { isWithin } from "../../model/paths.ts";
import { isPlainGlob } from "./plain-rules.ts";

export interface SearchArea {
  /** Files and folders relative to the root; `""` is all of it. None: nothing can match. */
  readonly starts: readonly string[];
  /** For `--glob`. */
  readonly globs: readonly string[];
}

/** More than this would make a command line too long. */
const MAX_GLOBS = 200;
/**
 * Of all globs together, and of all starts: what a system takes at once. Windows has room for 32,767 units,
 * Linux for 131,072 bytes in each argument, of which a unit may take three.
 *
 * @see https://man7.org/linux/man-pages/man2/execve.2.html
 */
const MAX_CHARS = process.platform === "win32" ? 10_000 : 40_000;

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
  // A glob that asks for a folder would ask for what is ignored in it, too: only those for files are told.
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

function charsOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function isPlain(pattern: string): boolean {
  return isPlainGlob(pattern.replace(/\/$/, "")) && !/^[!#]/.test(pattern) && pattern === pattern.trim();
}

function isAnchored(pattern: string): boolean {
  return pattern.replace(/\/$/, "").includes("/");
}

/** Whether the last name has an extension, as folders seldom do. */
function namesFiles(pattern: string): boolean {
  return /\.[A-Za-z0-9]+$/.test(pattern);
}

/**
 * The folder that a pattern asks all of, as `src/` within the root or `packages/a/**`; null for any other
 * pattern.
 */
function treeOf(pattern: string): string | null {
  if (!isPlain(pattern) || !isAnchored(pattern.replace(/\/\*\*$/, "/x"))) return null;
  const path = pattern.replace(/^\//, "").replace(/\/(?:\*\*)?$/, "");
  return path === "" || /[*[]/.test(path) ? null : path;
}

/** What lies in one of each. */
function common(places: readonly string[], trees: readonly string[]): string[] {
  return outermost(
    places.flatMap((place) =>
      trees.flatMap((tree) => (isWithin(tree, place) ? [tree] : isWithin(place, tree) ? [place] : [])),
    ),
  );
}

/** Without those that lie in another one. */
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
