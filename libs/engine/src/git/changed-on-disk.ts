/** Which files on disk differ from commits, without reading them: git compares their sizes and times. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { EngineError } from "../errors.ts";
import { findRepository } from "../ignore/git/locations.ts";
import { OBJECT_ID, queryObjects, requireRepository, unreadableRepository } from "./objects.ts";
import { GitFailure, filtersOff } from "./run-git.ts";

/** Paths are relative to the root, in git's spelling; what is not UTF-8 in them is U+FFFD. */
export interface ChangedOnDisk {
  /**
   * For each commit, the files that are not as in it, and untracked ones that git does not ignore; distinct,
   * in no order. Some may be equal after all. Without a commit: all files.
   */
  readonly changed: readonly (readonly string[])[];
  /** Files with a conflict of a merge; ascending. */
  readonly unmerged: readonly string[];
  /** Tracked files that a sparse checkout leaves out; ascending. They are not among `changed`. */
  readonly absent: readonly string[];
}

/**
 * Compares the work tree with commits. Submodules count if they have another commit checked out; what is
 * below them, or in another repository, does not. Null if the repository has no work tree. Throws the errors
 * of `queryObjects`.
 *
 * @param commits ids; null for a repository without commits
 */
export async function changedOnDisk(
  root: string,
  commits: readonly (string | null)[],
  signal?: AbortSignal,
): Promise<ChangedOnDisk | null> {
  const { gitDir } = requireRepository(root);
  if (findRepository(root).topLevel === null) return null;
  const settings = await withoutFilters(root, signal);
  const query = async (args: readonly string[]): Promise<string[]> =>
    pathsIn(await queryObjects(root, args, { signal, settings }));
  // Tracked files are only listed where that says something: a repository may have a million.
  const isSparse = existsSync(join(gitDir, "info", "sparse-checkout"));
  const list = ["ls-files", "-t", "-z"];
  const [others, tracked, ...differences] = await Promise.all([
    query([...list, "--others", "--unmerged", "--exclude-standard"]),
    isSparse || commits.includes(null) ? query([...list, "--cached"]) : [],
    ...commits.map((commit) => (commit === null ? [] : query(comparison(commit)))),
  ]);
  const entries = [...listedEntries(others), ...tracked.map(taggedPath)];
  const pathsOf = (tags: RegExp): string[] =>
    entries.filter(({ tag }) => tags.test(tag)).map(({ path }) => path);
  // An entry that ends with a slash is another repository.
  const untracked = pathsOf(/^\?$/).filter((path) => !path.endsWith("/"));
  return {
    changed: commits.map((commit, at) => [
      ...new Set([...untracked, ...(commit === null ? pathsOf(/^[^?S]$/) : (differences[at] ?? []))]),
    ]),
    unmerged: [...new Set(pathsOf(/^M$/))].sort(),
    absent: pathsOf(/^S$/).sort(),
  };
}

function comparison(commit: string): string[] {
  if (!OBJECT_ID.test(commit)) throw new EngineError("INTERNAL", `${commit} is not the id of a commit`);
  const compare = ["diff-index", "-z", "--name-only", "--no-renames", "--relative"];
  return [...compare, "--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty", commit, "--"];
}

interface ListedEntry {
  /** `?` untracked, `M` with a conflict, `S` left out by a sparse checkout, others tracked. */
  readonly tag: string;
  readonly path: string;
}

/** Parses `TAG MODE ID STAGE<TAB>PATH` of conflicts, and `? PATH`. */
function listedEntries(listed: readonly string[]): ListedEntry[] {
  return listed.map((entry) => {
    const { tag, path } = taggedPath(entry);
    return { tag, path: tag === "?" ? path : path.slice(path.indexOf("\t") + 1) };
  });
}

function taggedPath(entry: string): ListedEntry {
  return { tag: entry.slice(0, 1), path: entry.slice(2) };
}

/** Git reads a file that was changed in the second in which it was added, through its filter. */
async function withoutFilters(root: string, signal?: AbortSignal): Promise<string[]> {
  try {
    return await filtersOff(root, { timeoutMs: FILTERS_TIMEOUT_MS, signal });
  } catch (error) {
    if (error instanceof GitFailure) throw unreadableRepository(root, error);
    throw error;
  }
}

const FILTERS_TIMEOUT_MS = 5_000;

function pathsIn(printed: Buffer): string[] {
  return printed
    .toString()
    .split("\0")
    .filter((path) => path !== "");
}
