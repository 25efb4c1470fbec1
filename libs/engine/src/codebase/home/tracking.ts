/**
 * Which roots have an index folder, and which of them speak for the folders below them. The listing of
 * folders is the registry.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { EngineError, folderNotMade, isGone, systemCode } from "../../errors.ts";
import { isInWorkTreeOf } from "../../ignore/git/work-trees.ts";
import { compareText } from "../../model/paths.ts";
import { writePrivateFile } from "../../disk/private-files.ts";
import { statsOf } from "../../stats-of.ts";
import { INDEX_FILES, indexFolder, indexesFolder, isOfTheKernel, makeHomeFolder } from "./home.ts";
import { lockOwner } from "./lock.ts";

/** What the identity file says. */
export interface CodebaseIdentity {
  readonly path: string;
  /** A run has completed once. What a first run left that never did speaks for no other folder. */
  readonly isEstablished: boolean;
}

/** Whether a root has an index folder that can be looked at, of whatever state. */
export function isTracked(home: string, root: string): boolean {
  return statsOf(identityFile(home, root))?.isFile() === true;
}

/**
 * Tells one making of an index folder from the next: whoever has its files open has to open them anew when
 * this changes, since somebody has cleared them meanwhile. Null when there is none. Throws
 * `STORE_UNAVAILABLE` where that cannot be told: an index that nobody may look at is not one that was never
 * made.
 */
export function folderIdentity(home: string, root: string): string | null {
  try {
    const { ino, mtimeMs } = statSync(identityFile(home, root));
    return `${ino}:${mtimeMs}`;
  } catch (error) {
    return absent(home, error);
  }
}

/** Creates the index folder of a root. Throws `STORE_UNAVAILABLE`. */
export function track(home: string, root: string): void {
  if (!isTracked(home, root)) writeIdentity(home, { path: root, isEstablished: false });
}

/** Notes that a run has completed. Throws `STORE_UNAVAILABLE`. */
export function establish(home: string, root: string): void {
  const folder = indexFolder(home, root);
  if (readIdentity(folder)?.isEstablished !== true) writeIdentity(home, { path: root, isEstablished: true });
}

/**
 * Makes an index folder count as another one than before, in which no run has completed: whoever has its
 * files open opens them anew. Throws `STORE_UNAVAILABLE`.
 */
export function renew(home: string, root: string): void {
  writeIdentity(home, { path: root, isEstablished: false });
}

/**
 * Removes an index folder whose lock the caller holds: what makes it count first, the lock's own file last.
 * Throws `STORE_UNAVAILABLE`.
 */
export function untrack(home: string, root: string, lock: Disposable): void {
  const folder = indexFolder(home, root);
  try {
    rmSync(join(folder, INDEX_FILES.identity), { recursive: true, force: true });
    // A power failure must not bring the identity back to half of an index.
    syncFolder(folder);
    const names = readdirSync(folder);
    const isLock = (name: string): boolean => name.startsWith(INDEX_FILES.lock);
    for (const name of [...names.filter((entry) => !isLock(entry)), ...names.filter(isLock)])
      rmSync(join(folder, name), { recursive: true, force: true });
  } catch (cause) {
    throw new EngineError("STORE_UNAVAILABLE", "The index cannot be removed", { cause });
  } finally {
    lock[Symbol.dispose]();
  }
  try {
    rmdirSync(folder);
    syncFolder(dirname(folder));
  } catch {
    // Somebody is making it anew already.
  }
}

/** Lets a lock go, and removes its folder if nothing else is in it. Throws `STORE_UNAVAILABLE`. */
export function untrackEmpty(home: string, root: string, lock: Disposable): void {
  if (holdsLockAlone(indexFolder(home, root))) untrack(home, root, lock);
  else lock[Symbol.dispose]();
}

/** Roots of all codebases that have an index folder, ascending. Throws `STORE_UNAVAILABLE`. */
export function trackedRoots(home: string): string[] {
  return indexNames(home)
    .map((name) => readIdentity(join(indexesFolder(home), name))?.path)
    .filter((root) => root !== undefined)
    .sort(compareText);
}

/**
 * The nearest folder at or above a path that is established or being indexed; else the path itself if it is
 * tracked, as after a first run that failed; null if there is none. A linked work tree is no part of the
 * index around it. Throws `STORE_UNAVAILABLE` where that cannot be told now.
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
 * The nearest folder above a path, and in the same repository, that has an index folder, of whatever state;
 * null if there is none: what lies around a repository need not have to do with it.
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

function holdsLockAlone(folder: string): boolean {
  try {
    return readdirSync(folder).every(
      (name) => name.startsWith(INDEX_FILES.lock) || name === INDEX_FILES.lockOwner,
    );
  } catch {
    return false;
  }
}

function identityFile(home: string, root: string): string {
  return join(indexFolder(home, root), INDEX_FILES.identity);
}

/** Names of index folders; none where there is no home yet. Throws `STORE_UNAVAILABLE`. */
export function indexNames(home: string): readonly string[] {
  try {
    return readdirSync(indexesFolder(home));
  } catch (error) {
    return absent(home, error) ?? [];
  }
}

/**
 * Null for what is not there yet; throws `STORE_UNAVAILABLE` for what may be there, and where nothing ever
 * will be.
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

/** Null where an index folder has none that can be read. */
export function readIdentity(folder: string): CodebaseIdentity | null {
  try {
    return parsedIdentity(folder);
  } catch {
    return null;
  }
}

/** The same, but throws `STORE_UNAVAILABLE` where the system cannot read it now: that is not to have none. */
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
 * Errors of the system that say nothing of the file: the disk failed, or there is too little of something.
 */
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
  const { path, isEstablished } = JSON.parse(readFileSync(join(folder, INDEX_FILES.identity), "utf8")) as {
    path?: unknown;
    isEstablished?: unknown;
  };
  return typeof path === "string" ? { path, isEstablished: isEstablished === true } : null;
}

/**
 * Staged beside and renamed, so that nobody reads half of it, and synced with the folders that lead to it, so
 * that a power failure leaves no empty one. One at a time writes it, with the lock held: the next one takes
 * the place of what a process left that died on the way.
 */
function writeIdentity(home: string, identity: CodebaseIdentity): void {
  const folder = indexFolder(home, identity.path);
  try {
    makeHomeFolder(folder);
    const staged = join(folder, `${INDEX_FILES.identity}.new`);
    writePrivateFile(staged, `${JSON.stringify(identity)}\n`);
    const place = join(folder, INDEX_FILES.identity);
    // An index folder without this file is what is left of one, all of which goes: so does a folder in the
    // file's place.
    if (statsOf(place)?.isDirectory()) rmSync(place, { recursive: true });
    renameSync(staged, place);
    for (const path of [folder, indexesFolder(home), home]) syncFolder(path);
  } catch (cause) {
    throw folderNotMade(folder, cause);
  }
}

/** Makes entries of a folder durable, as far as the platform can: Windows syncs no folders. */
function syncFolder(path: string): void {
  try {
    const file = openSync(path, "r");
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch {
    // The file system keeps their order all the same.
  }
}
