/**
 * Linked work trees below a codebase (`git worktree add .trees/fix`): complete copies of it in another state.
 * Each is a codebase of its own. In the codebase around it, everything would be found several times.
 */
import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { realPathOr } from "../../disk/real-path.ts";
import { statsOf } from "../../stats-of.ts";
import { compareText, relativeTo } from "../../model/paths.ts";
import { type ControlFileReader, UNKNOWN } from "../control-files.ts";
import { findRepository, mainWorkTreeOf, repositoryOfWorkTree } from "./locations.ts";

/**
 * Linked work trees below a root: paths relative to the root, with `/`, in total order. If they change, so do
 * the files and folders that the reader has recorded.
 *
 * @param root absolute, links resolved
 * @param commonDir common folder of the root's repository
 */
export function workTreesBelow(root: string, commonDir: string, reader: ControlFileReader): string[] {
  const folder = join(commonDir, "worktrees");
  reader.note(folder, "work_tree");
  const trees = namesIn(folder).flatMap((name) => {
    const path = join(folder, name, "gitdir");
    const content = reader.read({ path, label: path, layer: "work_tree" });
    return content === null || content === UNKNOWN
      ? []
      : [realPathOr(dirname(resolve(dirname(path), Buffer.from(content).toString("utf8").trimEnd())))];
  });
  // A work tree that was deleted by hand stays recorded until git prunes it. Its folder may be something else
  // by now.
  return trees
    .filter((tree) => isBelow(root, tree) && repositoryOfWorkTree(tree) === commonDir)
    .flatMap((tree) => relativeTo(root, tree) ?? [])
    .sort(compareText);
}

/**
 * The main work tree of which a folder is a linked one, as a path relative to the root, if it is inside the
 * root as well: that of a submodule, or of another repository in the codebase. Null for any other folder.
 *
 * @param root absolute, links resolved
 * @param path relative to the root
 */
export function copiedWorkTree(root: string, path: string): string | null {
  // Runs for every folder of a tree, and opening a missing file takes ten times as long.
  if (statsOf(join(root, path, ".git"))?.isFile() !== true) return null;
  const commonDir = repositoryOfWorkTree(join(root, path));
  const main = commonDir === null ? null : mainWorkTreeOf(commonDir);
  return main === null ? null : relativeTo(root, realPathOr(main));
}

/**
 * Whether a folder's files belong to a linked work tree of a repository that is in `above`, or that `above`
 * is in, so that an index of `above` contains none of them.
 */
export function isInWorkTreeOf(above: string, folder: string): boolean {
  // The most frequent case: the folder is the root itself.
  if (above === folder) return false;
  for (let at = folder; ;) {
    const { topLevel, commonDir } = findRepository(at);
    if (topLevel === null || !isBelow(above, topLevel)) return false;
    const isLinked = commonDir !== null && repositoryOfWorkTree(topLevel) === commonDir;
    if (isLinked && (findRepository(above).commonDir === commonDir || isCopyIn(above, topLevel))) return true;
    // A work tree may contain submodules.
    at = dirname(topLevel);
  }
}

function isCopyIn(above: string, workTree: string): boolean {
  const path = relativeTo(above, workTree);
  return path !== null && copiedWorkTree(above, path) !== null;
}

function isBelow(root: string, path: string): boolean {
  return path !== root && relativeTo(root, path) !== null;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
