/** Which files on disk differ from a commit, without reading them: git compares their sizes and times. */
import { EngineError } from "../errors.ts";
import { findRepository } from "../ignore/git/locations.ts";
import { OBJECT_ID, queryObjects, requireRepository, unreadableRepository } from "./objects.ts";
import { GitFailure, filtersOff } from "./run-git.ts";

/** Paths are relative to the root, in git's spelling; those that are not UTF-8 have U+FFFD in them. */
export interface ChangedOnDisk {
  /** Distinct, in no order. Some may be equal after all. */
  readonly paths: readonly string[];
  /** Those with a conflict of a merge; ascending. */
  readonly unmerged: readonly string[];
}

/**
 * Files of a work tree that are not as in a commit, and untracked ones that git does not ignore. Submodules
 * count if they have another commit checked out; what is below them, or in another repository, does not. Null
 * if the repository has no work tree. Throws the errors of `queryObjects`.
 *
 * @param commit its id; null for a repository without commits, in which all files are changed
 */
export async function changedOnDisk(
  root: string,
  commit: string | null,
  signal?: AbortSignal,
): Promise<ChangedOnDisk | null> {
  requireRepository(root);
  if (findRepository(root).topLevel === null) return null;
  if (commit !== null && !OBJECT_ID.test(commit))
    throw new EngineError("INTERNAL", `${commit} is not the id of a commit`);
  const settings = await withoutFilters(root, signal);
  const list = ["ls-files", "-z", "--others", "--exclude-standard"];
  const listed = await queryObjects(root, commit === null ? [...list, "--cached"] : list, {
    signal,
    settings,
  });
  // An entry that ends with a slash is another repository.
  const untracked = pathsIn(listed).filter((path) => !path.endsWith("/"));
  if (commit === null) return { paths: [...new Set(untracked)], unmerged: [] };
  const compare = ["diff-index", "-z", "--name-status", "--no-renames", "--relative"];
  const plain = ["--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty"];
  const printed = await queryObjects(root, [...compare, ...plain, commit, "--"], { signal, settings });
  const tracked = pathsIn(printed);
  const paths = new Set(untracked);
  const unmerged = new Set<string>();
  for (let at = 0; at + 1 < tracked.length; at += 2) {
    paths.add(tracked[at + 1] as string);
    if (tracked[at] === "U") unmerged.add(tracked[at + 1] as string);
  }
  return { paths: [...paths], unmerged: [...unmerged].sort() };
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
