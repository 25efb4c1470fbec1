/**
 * One writer for each codebase, over all processes. The lock itself is the operating system's, taken through
 * SQLite on a file of its own: it ends with the process that holds it, however that ends, so that no lock is
 * ever left behind and none is taken from the living. Beside it stands who holds it, for people and for
 * `status`.
 */
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
import type { Clock } from "../../engine-context.ts";
import { EngineError, folderNotMade, systemCode, throwIfAborted } from "../../errors.ts";
import { ENGINE_LIMITS } from "../../limits.ts";
import type { ProcessIdentity } from "../../model/run.ts";
import { PRIVATE_FILE, writePrivateFile } from "../../disk/private-files.ts";
import { type Database, openDatabase } from "../../sqlite/driver.ts";
import { isBusy } from "../../sqlite/store-errors.ts";
import { INDEX_FILES, makeHomeFolder } from "./home.ts";
import { currentProcess, isAlive } from "./process-identity.ts";

/**
 * With its journal in memory this writes nothing: a full disk must not keep anybody from clearing an index.
 */
const TAKE = "PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE";

/** More clearings than this between two looks do not happen. */
const MAX_ATTEMPTS = 5;

export interface LockOwner extends ProcessIdentity {
  /** ISO 8601. */
  readonly since: string;
}

/** Takes the lock of an index folder, or returns null when somebody has it. Throws `STORE_UNAVAILABLE`. */
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
 * Opens and locks the file; null when somebody has it. Whoever clears an index removes this file while
 * holding it: what was opened before that is a file without a name, whose lock means nothing, so that the
 * name is looked at before and after.
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
      // What goes wrong with a file that is cleared at that moment says nothing of the disk.
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
 * False when it went while it was being made; to the last attempt that is a failure, as it is where a link
 * leads nowhere.
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
 * Makes the file if it is missing; false when its folder went meanwhile. One that is there must not be opened
 * here: closing any descriptor of a file takes all locks of the process on it away, so that whoever asked in
 * vain would leave the lock to other processes. It has to be writable, since SQLite gives whoever may only
 * read it a lock that others can have as well.
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
 * The lock never holds anything. Nobody has a lock on what holds something that is no database, as nobody can
 * take it; emptied where it stands, it is the same file to all who come upon it, of whom one may have taken
 * it meanwhile.
 */
function empty(path: string): void {
  try {
    truncateSync(path);
  } catch (cause) {
    throw untakable(cause, "it has unexpected contents and cannot be emptied");
  }
}

/** As the driver says it of an index file. */
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

/** What tells a file from a later one of the same name; undefined when there is none to be seen. */
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
  /** Whether waiting has become of no use; asked whenever somebody has the lock. */
  readonly isInVain?: () => boolean | Promise<boolean>;
}

/**
 * The lock of a codebase, as soon as it is to be had; null where that takes too long. Throws `CANCELLED` and
 * `STORE_UNAVAILABLE`.
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

/** Lets a lock go whose holder has failed, and throws its error on. */
export function releaseAndThrow(lock: Disposable, error: unknown): never {
  lock[Symbol.dispose]();
  throw error;
}

/** Who holds the lock; null when nobody who is alive does. */
export function lockOwner(folder: string): LockOwner | null {
  const owner = notedOwner(folder);
  return owner && isAlive(owner) ? owner : null;
}

/**
 * Who the note beside the lock names, alive or not: a process that was killed leaves its note. Null when
 * there is none.
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

/** Who it is matters to people only: the lock holds without it. */
function noteOwner(folder: string, owner: LockOwner): void {
  try {
    writePrivateFile(join(folder, INDEX_FILES.lockOwner), JSON.stringify(owner));
  } catch {
    // Without space for a note.
  }
}

function forgetOwner(folder: string): void {
  try {
    rmSync(join(folder, INDEX_FILES.lockOwner), { force: true });
  } catch {
    // A folder that became read-only must not keep the lock from being let go. Its note names a process that
    // is soon gone.
  }
}
