/**
 * Opening and removing the index file of a codebase: to be written, or only to be read where nothing can be
 * written.
 */
import { accessSync, constants, existsSync, rmSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { EngineError, folderNotMade, systemCode } from "../../errors.ts";
import { makeDatabaseFile, makePrivateFolder } from "../../disk/private-files.ts";
import { isRefusedRead, refusedRead } from "../../sqlite/store-errors.ts";
import type { Inspection, Store } from "../store.ts";
import { type Database, openDatabase } from "../../sqlite/driver.ts";
import { statsOf } from "../../stats-of.ts";
import { requireAllRows } from "./checks/verify-index.ts";
import { CorruptionError } from "./corruption-error.ts";
import { openFrozen } from "./frozen.ts";
import { outdatedStore } from "./outdated-store.ts";
import { type SearchData, TABLES_VERSION, prepareDatabase, tablesVersion } from "./schema.ts";
import { RUN_COLUMNS } from "./rows.ts";
import { type OpenIndex, SqliteStore } from "./sqlite-store.ts";
import type { AtHand } from "./snapshot/at-hand.ts";
import { requireTexts } from "./texts.ts";

const DATABASE_FILE = "index.db";
/**
 * Columns of the tables that every version has. What the first says of the others, libsql takes for text at
 * every statement.
 */
const BASE_TEXTS = {
  sqlite_master: "name, sql",
  meta: "key, value",
  run: RUN_COLUMNS,
  marker: "kind, run_id, document",
} as const;

export interface SqliteStoreOptions {
  /** Where words and vectors are kept; default: in the same file. */
  readonly searchData?: SearchData;
  /**
   * Which indexes of the process keep in memory what was read of them; default: this one does as long as it
   * is open.
   */
  readonly atHand?: AtHand | null;
}

/**
 * Opens the store in a folder, creating both. A file that is damaged or of a newer version is an error;
 * `clear` removes it. Of one of an older version nothing but the head is there. Where nothing can be written,
 * what is there can be read.
 *
 * @param codebasePath root of the codebase; kept in the file
 */
export function openSqliteStore(
  folder: string,
  codebasePath: string,
  { searchData = "here", atHand = null }: SqliteStoreOptions = {},
): Store {
  try {
    makePrivateFolder(folder);
  } catch (cause) {
    throw folderNotMade(folder, cause);
  }
  const path = join(folder, DATABASE_FILE);
  requireFiles(path);
  makeDatabaseFile(path);
  const refusal = refusalOf(path);
  const readOnly = refusal && openFrozen(path, refusal);
  if (readOnly) return storeOf({ path, ...readOnly, codebasePath, searchData, atHand, frozenBy: refusal });
  try {
    // With the log of another process beside it, an index that this one may not write can be read as usual.
    return storeOf({
      path,
      address: path,
      database: openPrepared(path),
      codebasePath,
      searchData,
      atHand,
      frozenBy: refusal,
    });
  } catch (error) {
    const fallback = openFrozen(path, error);
    if (!fallback) throw error;
    return storeOf({ path, ...fallback, codebasePath, searchData, atHand, frozenBy: error });
  }
}

/** The files of an index. */
const SUFFIXES = ["", "-wal", "-shm"] as const;

/**
 * Throws `STORE_CORRUPT` for a folder that stands in the place of a file: a rebuild takes it away, if it is
 * empty.
 */
function requireFiles(path: string): void {
  const folder = SUFFIXES.map((suffix) => path + suffix).find((file) => statsOf(file)?.isDirectory());
  if (folder !== undefined)
    throw new EngineError("STORE_CORRUPT", "The path of the index file is a folder", {
      aboutOthers: `It is ${folder}.`,
    });
}

function storeOf(index: OpenIndex): Store {
  const { database } = index;
  try {
    const version = tablesVersion(database);
    if (version > TABLES_VERSION)
      throw new EngineError("STORE_NEWER", "The index was written by a newer version of Satori");
    for (const [table, columns] of Object.entries(BASE_TEXTS)) requireTexts(database, columns, table);
    return version === TABLES_VERSION ? new SqliteStore(index) : outdatedStore(index);
  } catch (error) {
    database.close();
    throw error;
  }
}

function openPrepared(path: string): Database {
  const database = openDatabase(path);
  try {
    prepareDatabase(database);
    return database;
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
    return new EngineError("STORE_UNAVAILABLE", "The index cannot be written: its folder is read-only", {
      cause,
    });
  }
}

/**
 * What SQLite, or the checks of rows, find wrong with the index file of a folder. A missing file is sound.
 */
export function inspectSqliteStore(folder: string): Inspection {
  const path = join(folder, DATABASE_FILE);
  if (!existsSync(path)) return { kind: "sound" };
  if (statsOf(path)?.isDirectory()) return { kind: "damaged", found: "its path is a folder" };
  try {
    const database = openDatabase(path);
    try {
      // Unlike quick_check it compares tables with their indexes, and looks into the word lists.
      const said = String(database.prepare("PRAGMA integrity_check(1)").get()?.[0]);
      if (isRefusedRead(said)) throw refusedRead(new Error(said));
      if (said !== "ok")
        return { kind: "damaged", found: said.split("\n").find((line) => !line.startsWith("***")) ?? said };
      requireAllRows(database);
      return { kind: "sound" };
    } finally {
      database.close();
    }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (error.code !== "STORE_CORRUPT") return { kind: "unchecked", reason: error.message };
    if (error.cause instanceof CorruptionError) return { kind: "damaged", found: error.cause.message };
    // As the driver says it: what it was doing is for the log.
    const { message, cause } = error.cause as Error;
    return {
      kind: "damaged",
      found: String((cause as { message?: unknown } | undefined)?.message ?? message),
    };
  }
}

/** Of the index file; null where there is none, or none that can be looked at. */
export function sqliteIdentity(folder: string): string | null {
  const stats = statsOf(join(folder, DATABASE_FILE));
  return stats ? `${stats.dev}:${stats.ino}` : null;
}

/** A folder in its place goes where it is empty: what somebody has put there is theirs. */
function removeFile(path: string): void {
  if (!statsOf(path)?.isDirectory()) return rmSync(path, { force: true });
  try {
    rmdirSync(path);
  } catch (cause) {
    if (systemCode(cause) !== "ENOTEMPTY") throw cause;
    throw new EngineError(
      "STORE_UNAVAILABLE",
      "The path of the index file is a non-empty folder: move it away, and try again.",
      { cause, aboutOthers: `It is ${path}.` },
    );
  }
}

/**
 * Removes the store of a folder, whatever its state. Nobody may have it open for writing. Throws
 * `STORE_UNAVAILABLE`.
 */
export function removeSqliteStore(folder: string): void {
  try {
    for (const suffix of SUFFIXES) removeFile(join(folder, `${DATABASE_FILE}${suffix}`));
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    throw new EngineError("STORE_UNAVAILABLE", "The index file cannot be removed", { cause });
  }
}
