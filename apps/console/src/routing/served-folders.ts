/** The folders that the server serves: which of them are indexed, and which can be. Pure. */
import type { ListCodebasesOk } from "@satori/contracts";
import { normalPath, pathBelow } from "./paths.ts";

export interface ServedFolders {
  /** Roots of codebases, in the order of the answer. */
  readonly indexed: readonly string[];
  /** Served folders that no codebase covers, without codebases inside, in their configured order. */
  readonly unindexed: readonly string[];
  /** Served folders that no codebase covers, but that have codebases inside, in their configured order. */
  readonly parents: readonly string[];
  /** Only these folders, and folders below them, can be indexed; null: any folder. */
  readonly allowed: readonly string[] | null;
}

export function servedFolders({
  codebases,
  allowedRoots,
}: Pick<ListCodebasesOk, "codebases" | "allowedRoots">): ServedFolders {
  const indexed = Object.values(codebases)
    .flat()
    .map(({ path }) => path);
  const uncovered = (allowedRoots ?? []).filter(
    (folder) => !indexed.some((root) => pathBelow(root, folder) !== null),
  );
  const isParent = (folder: string): boolean => indexed.some((root) => pathBelow(folder, root) !== null);
  return {
    indexed,
    unindexed: uncovered.filter((folder) => !isParent(folder)),
    parents: uncovered.filter(isParent),
    allowed: allowedRoots ?? null,
  };
}

/**
 * Why the server would refuse to index a folder, in words for people; null if it may accept it. A folder that
 * is a link to somewhere else can only be refused by the server.
 */
export function refusalOf(folder: string, allowed: readonly string[] | null): string | null {
  if (allowed === null) return null;
  const path = normalPath(folder);
  const served = `Served: ${allowed.join(", ")}, and the folders inside.`;
  if (path === null) return `${folder} is not a whole path, such as ${allowed[0] ?? "/home/me/project"}.`;
  if (allowed.some((root) => pathBelow(root, path) !== null)) return null;
  return `${folder} is not served. ${served} To serve another folder, start satori console with it.`;
}
