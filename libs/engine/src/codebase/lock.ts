/**
 * One writer for each codebase, over all processes. The lock itself is the operating system's, taken through SQLite on a
 * file of its own: it ends with the process that holds it, however that ends, so that no lock is ever left behind and none
 * is taken from the living. Beside it stands who holds it, for people and for `status`.
 */
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EngineError } from "../errors.ts";
import type { ProcessIdentity } from "../model/run.ts";
import { type Database, isBusy, openDatabase } from "../store/sqlite/driver.ts";
import { INDEX_FILES } from "./home.ts";
import { currentProcess, isAlive } from "./process-identity.ts";

/** With its journal in memory this writes nothing: a full disk must not keep anybody from clearing an index. */
const TAKE = "PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE";

/** More clearings than this between two looks do not happen. */
const MAX_ATTEMPTS = 5;

export interface LockOwner extends ProcessIdentity {
  /** ISO 8601. */
  readonly since: string;
}

/** Takes the lock of an index folder, or returns null when somebody has it. Throws `STORE_UNAVAILABLE`. */
export function tryLock(folder: string, nowMs: number): Disposable | null {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new EngineError("STORE_UNAVAILABLE", "The folder of the index cannot be created", { cause });
  }
  const database = lockFile(join(folder, INDEX_FILES.lock));
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
 * Opens and locks the file; null when somebody has it. Whoever clears an index removes this file while holding it: what was
 * opened before that is a file without a name, whose lock means nothing, so that the name is looked at before and after.
 */
function lockFile(path: string): Database | null {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    makeFile(path);
    const before = statSync(path, { throwIfNoEntry: false })?.ino;
    const database = openDatabase(path, 0);
    const opened = statSync(path, { throwIfNoEntry: false })?.ino;
    try {
      database.exec(TAKE);
    } catch (error) {
      database.close();
      if (isBusy(error)) return null;
      throw error;
    }
    const locked = statSync(path, { throwIfNoEntry: false })?.ino;
    if (before !== undefined && before === opened && opened === locked) return database;
    database.close();
  }
  return null;
}

/**
 * Makes the file if it is missing. One that is there must not be opened here: closing any descriptor of a file takes all locks
 * of the process on it away, so that whoever asked in vain would leave the lock to other processes. It has to be writable,
 * since SQLite gives whoever may only read it a lock that others can have as well.
 */
function makeFile(path: string): void {
  try {
    if (existsSync(path)) accessSync(path, constants.W_OK);
    else closeSync(openSync(path, "a"));
  } catch (cause) {
    throw new EngineError("STORE_UNAVAILABLE", "The lock of the index cannot be opened: SATORI_HOME is not writable or the disk is full", { cause });
  }
}

/** Who holds the lock; null when nobody who is alive does. */
export function lockOwner(folder: string): LockOwner | null {
  try {
    const owner = JSON.parse(readFileSync(join(folder, INDEX_FILES.lockOwner), "utf8")) as LockOwner;
    return isAlive(owner) ? owner : null;
  } catch {
    return null;
  }
}

/** Who it is matters to people only: the lock holds without it. */
function noteOwner(folder: string, owner: LockOwner): void {
  try {
    writeFileSync(join(folder, INDEX_FILES.lockOwner), JSON.stringify(owner));
  } catch {
    // Without space for a note.
  }
}

function forgetOwner(folder: string): void {
  try {
    rmSync(join(folder, INDEX_FILES.lockOwner), { force: true });
  } catch {
    // A folder that became read-only must not keep the lock from being let go. Its note names a process that is soon gone.
  }
}
