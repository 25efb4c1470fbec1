/**
 * The two roots of the workspace tools: whether their settings name folders, and which of them a call is
 * about.
 */
import { opendirSync, realpathSync, statSync } from "node:fs";
import { REPOS, type Repo } from "@satori/contracts";
import { EngineError, isGone } from "../errors.ts";
import { indexedPath } from "../model/paths.ts";

export interface WorkspaceRoot {
  readonly repo: Repo;
  /** Real and absolute. */
  readonly path: string;
}

/** A root, and the part of it that counts. */
export interface SearchedRoot extends WorkspaceRoot {
  /** Folders below it, relative, that belong to the other root. */
  readonly without: readonly string[];
}

const SETTING: Readonly<Record<Repo, string>> = { docs: "DOCS_ROOT", code: "CODE_ROOT" };

/**
 * Docs, then code. Throws `CONFIG_INVALID` naming each setting that is missing, or names what is no folder or
 * cannot be read.
 */
export function openWorkspaceRoots(
  folders: Readonly<Record<Repo, string | null>>,
): readonly [WorkspaceRoot, WorkspaceRoot] {
  const problems = REPOS.flatMap((repo) => problemOf(SETTING[repo], folders[repo]) ?? []);
  if (problems.length > 0)
    throw new EngineError("CONFIG_INVALID", `The workspace tools need two folders: ${problems.join("; ")}`);
  // Both are folders, as has just been seen.
  const open = (repo: Repo): WorkspaceRoot => ({ repo, path: realpathSync(folders[repo] as string) });
  return [open("docs"), open("code")];
}

function problemOf(setting: string, folder: string | null): string | null {
  if (folder === null) return `${setting} is not set`;
  try {
    if (!statSync(folder).isDirectory()) return `${setting} is ${folder}, which is not a folder`;
    opendirSync(folder).closeSync();
    // Names that can be listed need not lead anywhere.
    statSync(`${folder}/.`);
    return null;
  } catch (error) {
    return `${setting} is ${folder}, which ${isGone(error) ? "does not exist" : "cannot be read"}`;
  }
}

/**
 * The roots that a call is about, each with its part: one that is asked for is taken whole. Of both, what
 * lies in both belongs to the nearer one, so that nothing is told twice; where they are the same folder, all
 * of it belongs to docs.
 */
export function searchedRoots(
  roots: readonly [WorkspaceRoot, WorkspaceRoot],
  repo: Repo | undefined,
): readonly SearchedRoot[] {
  const [docs, code] = roots;
  if (repo !== undefined) return [{ ...(repo === "docs" ? docs : code), without: [] }];
  if (docs.path === code.path) return [{ ...docs, without: [] }];
  return [partOf(docs, code), partOf(code, docs)];
}

function partOf(root: WorkspaceRoot, other: WorkspaceRoot): SearchedRoot {
  const below = indexedPath(root.path, other.path);
  return { ...root, without: below === null ? [] : [below] };
}

/** What `meta.repo` says of roots that answered. */
export function repoOf(roots: readonly WorkspaceRoot[]): Repo | null {
  return roots.length === 1 ? (roots[0] as WorkspaceRoot).repo : null;
}
