/**
 * The writer lock: one writer per codebase, across all processes. It is a lock of the operating system, taken
 * through SQLite on a file of its own. It ends with the process that holds it, so no lock outlives its
 * process, and none is taken from a running one. Another file names the owner, for people and for `status`.
 */
import type { Clock } from "../../ports.ts";
import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readFileSync,
  rmSync,
  rmdirSync,
  statSync,
  truncateSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EngineError, folderNotMade, systemCode, throwIfAborted } from "../../errors.ts";
import { ENGINE_LIMITS } from "../../limits.ts";
import type { ProcessIdentity } from "../../model/run.ts";
import { PRIVATE_FILE, writePrivateFile } from "../../disk/private-files.ts";
import { type Database, openDatabase } from "../../sqlite/driver.ts";
import { isBusy } from "../../sqlite/store-errors.ts";
import { INDEX_FILES, makeHomeFolder } from "./home.ts";
import { currentProcess, isAlive } from "./process-identity.ts";

/** With its journal in memory this writes nothing: clearing an index must work on a full disk. */
const TAKE = "PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE";

/** Attempts to take a lock that other processes keep removing. */
const MAX_ATTEMPTS = 5;

/** The process that holds the writer lock. */
export interface LockOwner extends ProcessIdentity {
  /** ISO 8601. */
  readonly since: string;
}

/** Takes the lock of an index folder. Returns null if another holder has it. Throws `STORE_UNAVAILABLE`. */
export function tryLock(folder: string, nowMs: number): Disposable | null {
  const database = lockFile(folder);
  if (!database) return null;
  noteOwner(folder, { ...currentProcess(), since: new Date(nowMs).toISOString() });
  return {
    [Symbol.dispose]() {
      forgetOwner(folder);
      // Closing ends the transaction, and with it the lock.
      database.close();
    },
  };
}

/**
 * Opens and locks the file; null if another holder has it. `clear` removes this file while holding the lock.
 * A file that was opened before that no longer has a name, and its lock is meaningless. Therefore the inode
 * is compared before and after.
 */
function lockFile(folder: string): Database | null {
  const path = join(folder, INDEX_FILES.lock);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    if (!makeFolder(folder, attempt === MAX_ATTEMPTS) || !makeFile(path)) continue;
    const before = inodeOf(path);
    let database: Database | undefined;
    try {
      database = openDatabase(path, 0);
      const opened = inodeOf(path);
      database.exec(TAKE);
      if (before !== undefined && before === opened && opened === inodeOf(path)) return database;
    } catch (error) {
      database?.close();
      if (isBusy(error)) return null;
      // If the file was removed in that moment, the error says nothing about the disk.
      if (before === undefined || before !== inodeOf(path)) continue;
      if (attempt === MAX_ATTEMPTS || !(error instanceof EngineError) || error.code !== "STORE_CORRUPT")
        throw untakable(error, reasonOf(error));
      empty(path);
      continue;
    }
    database.close();
  }
  return null;
}

/**
 * Creates the index folder. Returns false if it was removed meanwhile. On the last attempt that is an error,
 * as it is for a dangling link.
 */
function makeFolder(folder: string, isLast: boolean): boolean {
  try {
    makeHomeFolder(folder);
    return true;
  } catch (cause) {
    if (systemCode(cause) === "ENOENT" && !isLast) return false;
    throw folderNotMade(folder, cause);
  }
}

/**
 * Creates the lock file if it is missing. Returns false if its folder was removed meanwhile. An existing file
 * must not be opened here: closing any descriptor of a file releases all locks of the process on it, so that
 * a failed attempt would hand the lock to other processes. The file has to be writable: on a read-only file,
 * SQLite grants a lock that others can get as well.
 */
function makeFile(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory()) rmdirSync(path);
    if (stats && !stats.isDirectory()) accessSync(path, constants.W_OK);
    else closeSync(openSync(path, "a", PRIVATE_FILE));
    return true;
  } catch (cause) {
    if (systemCode(cause) === "ENOENT") return false;
    if (systemCode(cause) === "ENOTEMPTY")
      throw untakable(
        cause,
        "a non-empty folder has its path: move it away, and try again.",
        `It is ${path}.`,
      );
    throw new EngineError(
      "STORE_UNAVAILABLE",
      "The lock of the index cannot be opened: SATORI_HOME is not writable or the disk is full",
      { cause },
    );
  }
}

/**
 * Empties a lock file with foreign content. The lock file never contains anything, and a file that is not a
 * database cannot be locked, so nobody holds this lock. The file is emptied in place: it stays the same file
 * for other processes, one of which may have locked it meanwhile.
 */
function empty(path: string): void {
  try {
    truncateSync(path);
  } catch (cause) {
    throw untakable(cause, "it has unexpected contents and cannot be emptied");
  }
}

/** Message of the driver, reworded for the lock file. */
function reasonOf(error: unknown): string {
  return error instanceof Error
    ? error.message.replace(/^The index file/, "it").replace(/^The/, "the")
    : String(error);
}

function untakable(cause: unknown, why: string, aboutOthers?: string): EngineError {
  return new EngineError(
    "STORE_UNAVAILABLE",
    `The lock of the index (${INDEX_FILES.lock}) cannot be taken: ${why}`,
    { cause, ...(aboutOthers === undefined ? {} : { aboutOthers }) },
  );
}

/** Whether waiting has become pointless. Called after each failed attempt. */
function inodeOf(path: string): number | undefined {
  try {
    return statSync(path).ino;
  } catch {
    return undefined;
  }
}

export interface LockWait {
  readonly clock: Clock;
  readonly mostMs: number;
  readonly signal: AbortSignal | undefined;
  /** Whether waiting has become pointless. Called each time the lock is taken. */
  readonly isInVain?: () => boolean | Promise<boolean>;
}

/**
 * Waits for the lock of a codebase; null if that takes too long. Throws `CANCELLED` and `STORE_UNAVAILABLE`.
 */
export async function awaitLock(
  codebase: { tryLock(nowMs: number): Disposable | null },
  { clock, mostMs, signal, isInVain = () => false }: LockWait,
): Promise<Disposable | null> {
  const { lockPollMs } = ENGINE_LIMITS;
  for (let waitedMs = 0; ; waitedMs += lockPollMs) {
    throwIfAborted(signal);
    const lock = codebase.tryLock(clock.nowMs());
    if (lock || waitedMs >= mostMs || (await isInVain())) return lock;
    await sleep(lockPollMs);
  }
}

/** Releases a lock whose holder has failed, and rethrows the holder's error. */
export function releaseAndThrow(lock: Disposable, error: unknown): never {
  lock[Symbol.dispose]();
  throw error;
}

/** The process that holds the lock; null if none that is alive does. */
export function lockOwner(folder: string): LockOwner | null {
  const owner = notedOwner(folder);
  return owner && isAlive(owner) ? owner : null;
}

/**
 * The process that the owner file names, alive or not: a killed process leaves its file. Null if there is no
 * file.
 */
export function notedOwner(folder: string): LockOwner | null {
  try {
    const owner = JSON.parse(
      readFileSync(join(folder, INDEX_FILES.lockOwner), "utf8"),
    ) as Partial<LockOwner> | null;
    return owner && typeof owner.pid === "number" && typeof owner.startedAt === "string"
      ? { pid: owner.pid, startedAt: owner.startedAt, since: String(owner.since) }
      : null;
  } catch {
    return null;
  }
}

/** Writes the owner file. It only informs people: the lock works without it. */
function noteOwner(folder: string, owner: LockOwner): void {
  try {
    // Not flushed: every sync would wait for the disk, and after a power failure no process owns the lock.
    writePrivateFile(join(folder, INDEX_FILES.lockOwner), JSON.stringify(owner), false);
  } catch {
    // No space for the file.
  }
}

function forgetOwner(folder: string): void {
  try {
    rmSync(join(folder, INDEX_FILES.lockOwner), { force: true });
  } catch {
    // A folder that became read-only must not prevent the release. The file names a process that will end
    // soon.
  }
}
