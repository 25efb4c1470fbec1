/**
 * The two roots of the workspace tools: checks that their settings name folders, and selects the roots of a
 * call.
 */
import { opendirSync, statSync } from "node:fs";
import { REPOS, type Repo } from "@satori/contracts";
import { realPath } from "../disk/real-path.ts";
import { EngineError, isGone } from "../errors.ts";
import { indexedPath } from "../model/paths.ts";

/** One of the two folders of the workspace. */
export interface WorkspaceRoot {
  readonly repo: Repo;
  /** Real and absolute. */
  readonly path: string;
}

/** A root, and the part of it that a call covers. */
export interface SearchedRoot extends WorkspaceRoot {
  /** Folders in it, relative to it, that belong to the other root. */
  readonly without: readonly string[];
}

const SETTING: Readonly<Record<Repo, string>> = { docs: "DOCS_ROOT", code: "CODE_ROOT" };

/**
 * Opens docs, then code. Throws `CONFIG_INVALID` with each setting that is missing, is not a folder or cannot
 * be read.
 */
export function openWorkspaceRoots(
  folders: Readonly<Record<Repo, string | null>>,
): readonly [WorkspaceRoot, WorkspaceRoot] {
  const problems = REPOS.flatMap((repo) => problemOf(SETTING[repo], folders[repo]) ?? []);
  if (problems.length > 0)
    throw new EngineError("CONFIG_INVALID", `The workspace tools need two folders: ${problems.join("; ")}`);
  // Both have just been checked to be folders.
  const open = (repo: Repo): WorkspaceRoot => ({ repo, path: realPath(folders[repo] as string) });
  return [open("docs"), open("code")];
}

function problemOf(setting: string, folder: string | null): string | null {
  if (folder === null) return `${setting} is not set`;
  try {
    if (!statSync(folder).isDirectory()) return `${setting} is ${folder}, which is not a folder`;
    opendirSync(folder).closeSync();
    // A folder whose names can be listed may still not be searchable.
    statSync(`${folder}/.`);
    return null;
  } catch (error) {
    return `${setting} is ${folder}, which ${isGone(error) ? "does not exist" : "cannot be read"}`;
  }
}

/**
 * The roots of a call. A single requested root counts as a whole. With both, a file that is inside both
 * belongs to the nearer root, so that nothing is reported twice; if they are the same folder, everything
 * belongs to docs.
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

/** The value of `meta.repo` for the roots of a call. */
export function repoOf(roots: readonly WorkspaceRoot[]): Repo | null {
  return roots.length === 1 ? (roots[0] as WorkspaceRoot).repo : null;
}
