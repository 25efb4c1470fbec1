/** Which folder an answer suggests indexing when nothing is indexed: one that `create` accepts. */
import { dirname } from "node:path";
import type { CallContext } from "../../engine-context.ts";
import { EngineError } from "../../errors.ts";
import { findGitLocations } from "../../ignore/git/locations.ts";
import { relativeTo } from "../../model/paths.ts";
import type { CodebaseView } from "../view.ts";
import { refuseWholeSystem } from "./refused-folders.ts";
import { isFile, requireFolder } from "./registry.ts";
import { realPathOf } from "../../disk/real-path.ts";

/**
 * The folder to index. If a first run failed in a folder above the requested path, that folder: otherwise
 * there would be two indexes, one inside the other. Otherwise the requested folder; for a file, the top level
 * of its repository, or its folder. Null if `create` would refuse all of them.
 */
export function folderToIndex(
  { root, trackedAbove }: Pick<CodebaseView, "root" | "trackedAbove">,
  { confinedTo }: Pick<CallContext, "confinedTo">,
): string | null {
  const candidates = [...(trackedAbove === undefined ? [] : [trackedAbove]), ...ownFolders(root)];
  return candidates.find((folder) => isCreatable(folder, confinedTo)) ?? null;
}

/** Indexed folders below the requested path that a call can name instead. */
export function indexedBelow(
  { indexedBelow: below = [] }: Pick<CodebaseView, "indexedBelow">,
  { confinedTo }: Pick<CallContext, "confinedTo">,
): readonly string[] {
  return below.filter((folder) => isWithinRoots(folder, confinedTo));
}

function ownFolders(path: string): readonly string[] {
  if (!isFile(path)) return [path];
  const folder = dirname(path);
  const { topLevel } = findGitLocations(folder, { home: null, variables: {} });
  return topLevel === null ? [folder] : [topLevel, folder];
}

function isCreatable(folder: string, confinedTo: readonly string[] | undefined): boolean {
  try {
    requireFolder(folder);
    refuseWholeSystem(folder);
  } catch (error) {
    if (error instanceof EngineError) return false;
    throw error;
  }
  return isWithinRoots(folder, confinedTo);
}

function isWithinRoots(folder: string, confinedTo: readonly string[] | undefined): boolean {
  return confinedTo === undefined || confinedTo.some((root) => relativeTo(realPathOf(root), folder) !== null);
}
