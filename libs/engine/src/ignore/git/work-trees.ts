/**
 * Linked work trees below a codebase (`git worktree add .trees/fix`): complete copies of it in another state.
 * Each is a codebase of its own. In the codebase around it, everything would be found several times.
 */
import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { compareText, relativeTo } from "../../model/paths.ts";
import { type ControlFileReader, UNKNOWN } from "../control-files.ts";
import { findRepository, repositoryOfWorkTree } from "./locations.ts";

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
      : [dirname(resolve(dirname(path), Buffer.from(content).toString("utf8").trimEnd()))];
  });
  // A work tree that was deleted by hand stays recorded until git prunes it. Its folder may be something else
  // by now.
  return trees
    .filter((tree) => isBelow(root, tree) && repositoryOfWorkTree(tree) === commonDir)
    .flatMap((tree) => relativeTo(root, tree) ?? [])
    .sort(compareText);
}

/**
 * Whether a folder's files belong to a linked work tree of the repository around it, so that an index of
 * `above` contains none of them.
 */
export function isInWorkTreeOf(above: string, folder: string): boolean {
  // The most frequent case: the folder is the root itself.
  if (above === folder) return false;
  const { topLevel, commonDir } = findRepository(folder);
  return (
    topLevel !== null &&
    isBelow(above, topLevel) &&
    commonDir !== null &&
    repositoryOfWorkTree(topLevel) === commonDir &&
    findRepository(above).commonDir === commonDir
  );
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
