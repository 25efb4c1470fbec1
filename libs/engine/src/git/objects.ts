/**
 * What all readers of git's objects share: which repository a folder belongs to, and how git is called.
 * Objects are read as they are stored: replacements (`git replace`) and grafts do not apply, so that an id
 * always means the same content, and nothing is fetched.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { EngineError, throwIfAborted } from "../errors.ts";
import { type Repository, findRepository } from "../ignore/git/locations.ts";
import { GitFailure, gitOutput, refuseStalling } from "./run-git.ts";

/** Longest time for one query. Listing 100,000 files takes a second. */
const TIMEOUT_MS = 30_000;

/** Variables for calls that read objects. A path that starts with a colon is a path like any other. */
export const OBJECT_VARIABLES = {
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_GRAFT_FILE: "/dev/null",
  GIT_LITERAL_PATHSPECS: "1",
} as const;

/** An object's id: SHA-1, or SHA-256 in repositories that use it. */
export const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Where the git files of a folder are. A folder may itself be a repository without a work tree. */
export interface GitFolders {
  readonly gitDir: string;
  readonly commonDir: string;
}

/** The repository around a folder. Throws `NOT_A_REPOSITORY`. */
export function requireRepository(root: string): GitFolders {
  const { gitDir, commonDir }: Repository = findRepository(root);
  if (gitDir !== null && commonDir !== null) return { gitDir, commonDir };
  if (isBare(root)) return { gitDir: root, commonDir: root };
  throw new EngineError("NOT_A_REPOSITORY", `${root} is not in a git repository`, {
    details: { path: root },
  });
}

function isBare(folder: string): boolean {
  return ["HEAD", "objects", "refs"].every((name) => existsSync(join(folder, name)));
}

/** Whether older commits of the repository are missing on purpose. */
export function isShallow({ commonDir }: Pick<GitFolders, "commonDir">): boolean {
  return existsSync(join(commonDir, "shallow"));
}

interface ObjectQuery {
  readonly signal?: AbortSignal | undefined;
  readonly allowed?: readonly number[];
  readonly input?: string | undefined;
  /** As in `GitCall`. */
  readonly settings?: readonly string[];
}

/**
 * Output of a query about objects. Throws `GIT_FAILED`, `NOT_A_REPOSITORY`, `PROCESS_LIMIT_REACHED`, and
 * `CANCELLED` or `DEADLINE_REACHED` if the signal says so.
 *
 * @param allowed exit codes besides 0 whose output is an answer
 * @param input what git reads from its standard input
 */
export async function queryObjects(
  root: string,
  args: readonly string[],
  { signal, allowed = [], input, settings = [] }: ObjectQuery,
): Promise<Buffer> {
  const folders = requireRepository(root);
  try {
    refuseStalling(folders);
    return await gitOutput(root, args, {
      timeoutMs: TIMEOUT_MS,
      signal,
      input,
      settings,
      variables: OBJECT_VARIABLES,
    });
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    throwIfAborted(signal);
    if (error.code !== null && allowed.includes(error.code)) return Buffer.from(error.stdout);
    throw unreadableRepository(root, error);
  }
}

/** The error for a repository that git cannot read. */
export function unreadableRepository(root: string, cause: GitFailure): EngineError {
  return new EngineError("GIT_FAILED", `git cannot read the repository of ${root}: ${cause.message}`, {
    cause,
    details: { path: root },
  });
}
