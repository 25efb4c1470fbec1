/** Registry and stores for a call that is confined to some folders: nothing outside them exists for it. */
import platformPath, { type PlatformPath } from "node:path";
import { EngineError } from "../errors.ts";
import { relativeTo } from "../model/paths.ts";
import { isOnForeignServer } from "../model/windows-paths.ts";
import type { Stores } from "../store/open-store.ts";
import type { Codebase } from "./codebase.ts";
import { type Codebases, type Target } from "./home/registry.ts";
import { realPathOf } from "../disk/real-path.ts";

/**
 * Confines a registry to folders. Links are resolved on both sides, so that none leads outside. `covering`,
 * `named` and `listed` throw `PATH_OUTSIDE_ROOTS` whether or not anything exists at the path, and ignore
 * codebases whose root is above the folders: a path in such a codebase counts as untracked.
 *
 * @param folders absolute
 * @param flavor how paths are written; default: as on this platform
 */
export function confineCodebases(
  codebases: Codebases,
  folders: readonly string[],
  flavor: PlatformPath = platformPath,
): Codebases {
  const realFolders = folders.map((folder) => realPathOf(folder));
  const isInside = (realPath: string): boolean =>
    realFolders.some((folder) => relativeTo(folder, realPath) !== null);
  type Find = "covering" | "named" | "listed";
  const confined = (find: Find, path: string, baseFolder: string): Target => {
    // Checked before any access to the disk, since the access itself would contact the server.
    const absolute = flavor.resolve(baseFolder, path);
    if (isOnForeignServer(absolute, [...folders, ...realFolders], flavor)) throw outside(absolute);
    const target = codebases[find](path, baseFolder);
    if (!isInside(target.realPath)) throw outside(target.path);
    return isInside(target.codebase.root) ? target : { ...target, codebase: codebases.at(target.realPath) };
  };
  return {
    at: (root): Codebase => {
      if (!isInside(root)) throw outside(root);
      return codebases.at(root);
    },
    atCommit: (root, commit): Codebase => {
      if (!isInside(root)) throw outside(root);
      return codebases.atCommit(root, commit);
    },
    commitsOf: (root) => (isInside(root) ? codebases.commitsOf(root) : []),
    tracked: () => codebases.tracked().filter(({ root }) => isInside(root)),
    covering: (path, baseFolder) => confined("covering", path, baseFolder),
    named: (path, baseFolder) => confined("named", path, baseFolder),
    listed: (path, baseFolder) => confined("listed", path, baseFolder),
    dropReplaced: () => codebases.dropReplaced(),
    replacements: () => codebases.replacements(),
    isRunning: () => codebases.isRunning(),
    close: () => codebases.close(),
  };
}

/**
 * Stores for confined calls, which drop no collection: its name does not tell which codebase a collection
 * belongs to before it is read.
 */
export function confineStores(stores: Stores): Stores {
  const problem =
    "is not allowed if calls are confined to folders, as over HTTP: the collection may belong to " +
    "another codebase. Drop it over stdio or from the command line";
  return {
    ...stores,
    dropProblem: stores.dropProblem ?? problem,
    dropCollection: () => Promise.reject(new Error("A confined call drops no collection")),
  };
}

function outside(path: string): EngineError {
  return new EngineError("PATH_OUTSIDE_ROOTS", `${path} is outside the allowed roots`, {
    details: { path },
  });
}
