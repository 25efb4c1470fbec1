/**
 * Which roots have an index folder, and which of them cover the folders below them. The list of index folders
 * is the registry. Parameters called `view` are names of views: a root, or a root with a commit.
 */
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { EngineError, folderNotMade, isGone, systemCode } from "../../errors.ts";
import { isInWorkTreeOf } from "../../ignore/git/work-trees.ts";
import { compareText } from "../../model/paths.ts";
import { viewName, viewParts } from "../../model/view-name.ts";
import { removeAll, renameOver } from "../../disk/remove-and-rename.ts";
import { writePrivateFile } from "../../disk/private-files.ts";
import { syncFolder } from "../../disk/sync-folder.ts";
import { statsOf } from "../../stats-of.ts";
import { INDEX_FILES, indexFolder, indexesFolder, isOfTheKernel, makeHomeFolder } from "./home.ts";
import { lockOwner } from "./lock.ts";
import { removeLocked } from "./remove-locked.ts";

/** Content of the identity file. */
export interface CodebaseIdentity {
  readonly path: string;
  /** Id of the commit that the index is of; null for the files on disk. */
  readonly commit: string | null;
  /** Whether a run has ever completed. The remains of a first run that never did cover no other folder. */
  readonly isEstablished: boolean;
  /** Name of the shared folder with the index file; null if the file is in the index folder itself. */
  readonly store: string | null;
}

/** Whether a root has an accessible index folder, in any state. */
export function isTracked(home: string, view: string): boolean {
  return statsOf(identityFile(home, view))?.isFile() === true;
}

/**
 * Identifies one creation of an index folder. If it changes, the index was cleared meanwhile, and open files
 * have to be reopened. Null if there is no index. Throws `STORE_UNAVAILABLE` if that cannot be determined: an
 * inaccessible index is not a missing one.
 */
export function folderIdentity(home: string, view: string): string | null {
  try {
    const { ino, mtimeMs } = statSync(identityFile(home, view));
    return `${ino}:${mtimeMs}`;
  } catch (error) {
    return absent(home, error);
  }
}

/**
 * Creates the index folder of a root. Throws `STORE_UNAVAILABLE`.
 *
 * @param store see `CodebaseIdentity.store`
 */
export function track(home: string, view: string, store: string | null = null): void {
  if (!isTracked(home, view)) writeIdentity(home, { ...partsOf(view), isEstablished: false, store });
}

/** Records that a run has completed. Throws `STORE_UNAVAILABLE`. */
export function establish(home: string, view: string): void {
  const folder = indexFolder(home, view);
  const identity = readIdentity(folder);
  if (identity?.isEstablished !== true)
    writeIdentity(home, { ...partsOf(view), isEstablished: true, store: identity?.store ?? null });
}

/**
 * Gives an index folder a new identity without a completed run, so that all processes reopen its files.
 * Throws `STORE_UNAVAILABLE`.
 *
 * @param store see `CodebaseIdentity.store`
 */
export function renew(home: string, view: string, store: string | null = null): void {
  writeIdentity(home, { ...partsOf(view), isEstablished: false, store });
}

/**
 * Removes an index folder whose lock the caller holds, as `removeLocked` does, the identity file first:
 * without it, what remains is no index. Throws `STORE_UNAVAILABLE`.
 */
export function untrack(
  home: string,
  view: string,
  lock: Disposable,
  platform: NodeJS.Platform = process.platform,
): void {
  const folder = indexFolder(home, view);
  removeLocked(folder, lock, {
    first: () => {
      removeAll(join(folder, INDEX_FILES.identity));
      // A power failure must not restore the identity of a half-removed index.
      syncFolder(folder);
    },
    problem: "The index cannot be removed",
    platform,
  });
}

/** Releases a lock, and removes its folder if it contains nothing else. Throws `STORE_UNAVAILABLE`. */
export function untrackEmpty(home: string, view: string, lock: Disposable): void {
  if (holdsLockAlone(indexFolder(home, view))) untrack(home, view, lock);
  else lock[Symbol.dispose]();
}

/** Commits of a codebase that have an index folder, ascending. Throws `STORE_UNAVAILABLE`. */
export function trackedCommits(home: string, root: string): string[] {
  return indexNames(home)
    .map((name) => readIdentity(join(indexesFolder(home), name)))
    .flatMap((identity) => (identity?.path === root && identity.commit !== null ? [identity.commit] : []))
    .sort(compareText);
}

/**
 * Roots of all codebases that have an index folder of their files on disk, ascending. Throws
 * `STORE_UNAVAILABLE`.
 */
export function trackedRoots(home: string): string[] {
  return indexNames(home)
    .map((name) => readIdentity(join(indexesFolder(home), name)))
    .flatMap((identity) => (identity?.commit === null ? [identity.path] : []))
    .sort(compareText);
}

/**
 * The nearest folder at or above a path that is established or being indexed. Otherwise the path itself if it
 * is tracked, for example after a first run that failed. Null if there is none. A linked work tree does not
 * belong to the index around it. Throws `STORE_UNAVAILABLE` if that cannot be determined now.
 */
export function effectiveRoot(home: string, path: string): string | null {
  for (let folder = path, below = ""; folder !== below; below = folder, folder = dirname(folder)) {
    const index = indexFolder(home, folder);
    const identity = requireIdentity(index);
    if (identity && (identity.isEstablished || lockOwner(index)) && !isInWorkTreeOf(folder, path))
      return folder;
  }
  return isTracked(home, path) ? path : null;
}

/**
 * The nearest folder above a path, within the same repository, that has an index folder in any state. Null if
 * there is none: folders around a repository may be unrelated to it.
 */
export function trackedAbove(home: string, path: string): string | null {
  for (
    let folder = dirname(path), below = path;
    folder !== below && !existsSync(join(below, ".git"));
    below = folder, folder = dirname(folder)
  )
    if (isTracked(home, folder)) return folder;
  return null;
}

/** Root and commit of a view. */
function partsOf(view: string): Pick<CodebaseIdentity, "path" | "commit"> {
  const { root, commit } = viewParts(view);
  return { path: root, commit };
}

function holdsLockAlone(folder: string): boolean {
  try {
    return readdirSync(folder).every(
      (name) => name.startsWith(INDEX_FILES.lock) || name === INDEX_FILES.lockOwner,
    );
  } catch {
    return false;
  }
}

function identityFile(home: string, view: string): string {
  return join(indexFolder(home, view), INDEX_FILES.identity);
}

/** Names of index folders; empty if there is no home yet. Throws `STORE_UNAVAILABLE`. */
export function indexNames(home: string): readonly string[] {
  try {
    return readdirSync(indexesFolder(home));
  } catch (error) {
    return absent(home, error) ?? [];
  }
}

/**
 * Returns null if the path does not exist yet. Throws `STORE_UNAVAILABLE` if it may exist, or if it can never
 * exist.
 */
function absent(home: string, cause: unknown): null {
  const isFile = systemCode(cause) === "ENOTDIR";
  if (isGone(cause) && !isFile && !isOfTheKernel(home)) return null;
  const reason = isFile
    ? "SATORI_HOME, or a folder in or above it, is a file"
    : isGone(cause)
      ? "SATORI_HOME belongs to the kernel, where no folder can be created"
      : "SATORI_HOME is not readable";
  throw new EngineError("STORE_UNAVAILABLE", `Cannot find the index: ${reason}.`, {
    cause,
    aboutOthers: `SATORI_HOME is ${home}.`,
  });
}

/** Identity of an index folder; null if its file is missing or unreadable. */
export function readIdentity(folder: string): CodebaseIdentity | null {
  try {
    return parsedIdentity(folder);
  } catch {
    return null;
  }
}

/**
 * Like `readIdentity`, but throws `STORE_UNAVAILABLE` if the system cannot read the file now, since the index
 * may exist.
 */
function requireIdentity(folder: string): CodebaseIdentity | null {
  if (!existsSync(join(folder, INDEX_FILES.identity))) return null;
  try {
    return parsedIdentity(folder);
  } catch (cause) {
    const code = systemCode(cause);
    if (code === null || !PASSING.includes(code)) return null;
    throw new EngineError(
      "STORE_UNAVAILABLE",
      `Cannot find the index: the system refused to read its ${INDEX_FILES.identity} (${code}).`,
      { cause, retryAfterMs: 500 },
    );
  }
}

/**
 * Whether an index folder names a shared file as its own, or cannot be read now: then nothing may be removed
 * because of it.
 */
export function mayUseShared(folder: string, store: string): boolean {
  try {
    return requireIdentity(folder)?.store === store;
  } catch {
    return true;
  }
}

/** System errors that say nothing about the file: the disk failed, or a resource ran out. */
const PASSING: readonly string[] = [
  "EIO",
  "ESTALE",
  "EMFILE",
  "ENFILE",
  "ENOMEM",
  "EAGAIN",
  "EINTR",
  "ETIMEDOUT",
];

function parsedIdentity(folder: string): CodebaseIdentity | null {
  const { path, commit, isEstablished, store } = JSON.parse(
    readFileSync(join(folder, INDEX_FILES.identity), "utf8"),
  ) as { readonly [Name in keyof CodebaseIdentity]?: unknown };
  if (typeof path !== "string") return null;
  // A name, never a path: the file may come from elsewhere.
  const shared = typeof store === "string" && /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(store) ? store : null;
  return {
    path,
    commit: typeof commit === "string" ? commit : null,
    isEstablished: isEstablished === true,
    store: shared,
  };
}

/**
 * Writes the identity file: staged and renamed, so that nobody reads half of it, and synced together with its
 * parent folders, so that a power failure leaves no empty file. Writers hold the lock, so the staged file of
 * a process that died is simply overwritten.
 */
function writeIdentity(home: string, identity: CodebaseIdentity): void {
  const folder = indexFolder(home, viewName(identity.path, identity.commit));
  try {
    makeHomeFolder(folder);
    const staged = join(folder, `${INDEX_FILES.identity}.new`);
    writePrivateFile(staged, `${JSON.stringify(identity)}\n`);
    const place = join(folder, INDEX_FILES.identity);
    // An index folder without an identity file is a leftover and may be removed entirely. That includes a
    // folder in the file's place.
    if (statsOf(place)?.isDirectory()) removeAll(place);
    renameOver(staged, place);
    for (const path of [folder, indexesFolder(home), home]) syncFolder(path);
  } catch (cause) {
    throw folderNotMade(folder, cause);
  }
}
