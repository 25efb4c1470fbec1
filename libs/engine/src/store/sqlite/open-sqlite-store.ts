/** Opening and removing the index file of a codebase: to be written, or only to be read where nothing can be written. */
import { accessSync, constants, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { EngineError, systemCode } from "../../errors.ts";
import type { Store } from "../store.ts";
import { type Database, openDatabase } from "../../sqlite/driver.ts";
import { openFrozen } from "./frozen.ts";
import { prepareDatabase } from "./schema.ts";
import { SqliteStore } from "./sqlite-store.ts";

const DATABASE_FILE = "index.db";

/**
 * Opens the store in a folder, creating both. A file that is damaged or of another version is an error; `clear` removes it.
 * Where nothing can be written, what is there can be read.
 *
 * @param codebasePath root of the codebase; kept in the file
 */
export function openSqliteStore(folder: string, codebasePath: string): Store {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new EngineError("STORE_UNAVAILABLE", "The folder of the index cannot be created", { cause });
  }
  const path = join(folder, DATABASE_FILE);
  const refusal = refusalOf(path);
  const frozen = refusal && openFrozen(path, refusal);
  if (frozen) return new SqliteStore({ path, ...frozen, codebasePath, frozenBy: refusal });
  try {
    // With the log of another process beside it, an index that this one may not write can be read as usual.
    return new SqliteStore({ path, address: path, database: openPrepared(path), codebasePath, frozenBy: refusal });
  } catch (error) {
    const fallback = openFrozen(path, error);
    if (!fallback) throw error;
    return new SqliteStore({ path, ...fallback, codebasePath, frozenBy: error });
  }
}

function openPrepared(path: string): Database {
  const database = openDatabase(path);
  try {
    if (prepareDatabase(database)) return database;
    throw new EngineError("STORE_CORRUPT", "The index was written by another version of Satori");
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Why a file cannot be written; null when it can, or can be made. */
function refusalOf(path: string): EngineError | null {
  try {
    accessSync(path, constants.W_OK);
    return null;
  } catch (cause) {
    if (systemCode(cause) === "ENOENT") return null;
    return new EngineError("STORE_UNAVAILABLE", "The index cannot be written: its folder is read-only", { cause });
  }
}

/** Whether there is anything in a folder that could be opened without being created. */
export function hasSqliteStore(folder: string): boolean {
  return existsSync(join(folder, DATABASE_FILE));
}

/** Removes the store of a folder, whatever its state. Nobody may have it open for writing. Throws `STORE_UNAVAILABLE`. */
export function removeSqliteStore(folder: string): void {
  try {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(join(folder, `${DATABASE_FILE}${suffix}`), { force: true });
  } catch (cause) {
    throw new EngineError("STORE_UNAVAILABLE", "The index file cannot be removed", { cause });
  }
}
