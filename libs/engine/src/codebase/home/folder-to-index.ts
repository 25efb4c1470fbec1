/** Which folder an answer names where nothing is indexed: one that `create` takes as it stands. */
import { dirname } from "node:path";
import type { CallContext } from "../../engine-context.ts";
import { EngineError } from "../../errors.ts";
import { findGitPlaces } from "../../ignore/git/places.ts";
import { relativeTo } from "../../model/paths.ts";
import type { CodebaseView } from "../view.ts";
import { refuseWholeSystem } from "./refused-folders.ts";
import { isFile, realPathOf, requireFolder } from "./registry.ts";

/**
 * The folder that was asked for, which is the effective root of the answer; of a file the top level of its repository, or its
 * folder. Null where `create` would refuse them. That a first run failed in a folder above is no reason to name that one: it may be
 * any folder, as one that is too large.
 */
export function folderToIndex({ root }: Pick<CodebaseView, "root">, { confinedTo }: Pick<CallContext, "confinedTo">): string | null {
  return ownFolders(root).find((folder) => isCreatable(folder, confinedTo)) ?? null;
}

/** Folders below what was asked for that a call can name instead. */
export function indexedBelow({ indexedBelow: below = [] }: Pick<CodebaseView, "indexedBelow">, { confinedTo }: Pick<CallContext, "confinedTo">): readonly string[] {
  return below.filter((folder) => isWithinRoots(folder, confinedTo));
}

function ownFolders(path: string): readonly string[] {
  if (!isFile(path)) return [path];
  const folder = dirname(path);
  const { topLevel } = findGitPlaces(folder, { home: null, variables: {} });
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
