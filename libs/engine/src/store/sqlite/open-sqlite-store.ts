/**
 * Opens, inspects and removes the index file of a codebase. If nothing can be written, it is opened for
 * reading only.
 */
import { accessSync, constants, existsSync, rmdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { makeDatabaseFile, makePrivateFolder } from "../../disk/private-files.ts";
import { removeAll } from "../../disk/remove-and-rename.ts";
import { EngineError, folderNotMade, systemCode } from "../../errors.ts";
import { type Database, openDatabase } from "../../sqlite/driver.ts";
import { isRefusedRead, refusedRead } from "../../sqlite/store-errors.ts";
import { fileIdentity, statsOf } from "../../stats-of.ts";
import type { Inspection, Store } from "../store.ts";
import { requireBaseCheck } from "./checks/base-check.ts";
import { requireAllRows } from "./checks/verify-index.ts";
import { BaseTables } from "./base-tables.ts";
import { CorruptionError } from "./corruption-error.ts";
import { outdatedStore } from "./outdated-store.ts";
import { OLDER_RUN_COLUMNS } from "./rows.ts";
import { prepareDatabase, type SearchData, TABLES_VERSION, tablesVersion } from "./schema.ts";
import type { AtHand } from "./snapshot/at-hand.ts";
import { FileMemories } from "./snapshot/file-memory.ts";
import { type OpenIndex, SqliteStore } from "./sqlite-store.ts";
import { requireTexts } from "./texts.ts";

export const DATABASE_FILE = "index.db";
/**
 * Text columns of the tables that every version has. libsql reads the first one, which describes the others,
 * as text with every statement.
 */
const BASE_TEXTS = {
  sqlite_master: "type, name, sql",
  meta: "key, value",
  run: OLDER_RUN_COLUMNS,
  marker: "kind, run_id, document",
} as const;

export interface SqliteStoreOptions {
  /** Where words and vectors are stored; default: in the same file. */
  readonly searchData?: SearchData;
  /** Whether other codebases have views in the file as well; default: no. */
  readonly isShared?: boolean;
  /**
   * Limits how many indexes of this process keep data in memory; default: this index keeps its data as long
   * as it is open.
   */
  readonly atHand?: AtHand | null;
  /** What the views of each file share in memory; default: this index shares nothing. */
  readonly memories?: FileMemories;
}

/**
 * Opens the store in a folder, creating both if missing. Throws for a corrupt file (`manage_index clear`
 * removes it) and for one of a newer version. A file of an older version has only a head. If nothing can be
 * written, the store is read-only.
 *
 * @param codebasePath root of the codebase; stored in the file
 */
export function openSqliteStore(
  folder: string,
  codebasePath: string,
  {
    searchData = "here",
    isShared = false,
    atHand = null,
    memories = new FileMemories(),
  }: SqliteStoreOptions = {},
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
  const common = { path, codebasePath, searchData, isShared, atHand };
  const frozen = { ...common, memory: memories.of(null) };
  if (readOnly) return storeOf({ ...frozen, ...readOnly, frozenBy: refusal });
  try {
    const identity = fileIdentity(path);
    // If another process has created the log, an index that this process may not write can be read as usual.
    const database = openPrepared(path);
    // If the file was replaced meanwhile, it is unknown which one is open.
    const memory = memories.of(identity === fileIdentity(path) ? identity : null);
    return storeOf({ ...common, address: path, database, memory, frozenBy: refusal });
  } catch (error) {
    const fallback = openFrozen(path, error);
    if (!fallback) throw error;
    return storeOf({ ...frozen, ...fallback, frozenBy: error });
  }
}

/** Suffixes of an index's files. */
const SUFFIXES = ["", "-wal", "-shm"] as const;

/**
 * Throws `STORE_CORRUPT` if a folder is in the place of a file. A rebuild removes the folder if it is empty.
 */
function requireFiles(path: string): void {
  const folder = SUFFIXES.map((suffix) => path + suffix).find((file) => statsOf(file)?.isDirectory());
  if (folder !== undefined)
    throw new EngineError("STORE_CORRUPT", "The path of the index file is a folder", {
      aboutOthers: `It is ${folder}.`,
    });
}

function storeOf({ isShared, ...index }: OpenIndex & { readonly isShared: boolean }): Store {
  const { database, codebasePath } = index;
  try {
    const version = tablesVersion(database);
    if (version > TABLES_VERSION)
      throw new EngineError("STORE_NEWER", "The index was written by a newer version of Satori");
    requireBaseTexts(database);
    if (version !== TABLES_VERSION) return outdatedStore(index);
    const base = new BaseTables(database, codebasePath);
    if (!isShared && base.view() === null && !base.isAlone()) {
      requireBaseCheck(database);
      throw new EngineError("STORE_CORRUPT", "The index file belongs to another codebase");
    }
    return new SqliteStore(index);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Throws `STORE_CORRUPT` if a text that every version reads is invalid. */
export function requireBaseTexts(database: Database): void {
  for (const [table, columns] of Object.entries(BASE_TEXTS)) requireTexts(database, columns, table);
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

/** Why a file cannot be written; null if it can be written or created. */
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

/** Faults that SQLite, or the checks of rows, find in the index file of a folder. A missing file is sound. */
export function inspectSqliteStore(folder: string): Inspection {
  const path = join(folder, DATABASE_FILE);
  if (!existsSync(path)) return { kind: "sound" };
  if (statsOf(path)?.isDirectory()) return { kind: "damaged", found: "its path is a folder" };
  try {
    const database = openDatabase(path);
    try {
      // Unlike quick_check, this compares tables with their indexes.
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
    // Only the driver's message; what it was doing is for the log.
    const { message, cause } = error.cause as Error;
    return {
      kind: "damaged",
      found: String((cause as { message?: unknown } | undefined)?.message ?? message),
    };
  }
}

/** Identity of the index file; null if it is missing or cannot be examined. */
export function sqliteIdentity(folder: string): string | null {
  return fileIdentity(join(folder, DATABASE_FILE));
}

/**
 * Removes a file. A folder in its place is removed only if it is empty, because its content belongs to the
 * user.
 */
function removeFile(path: string): void {
  if (!statsOf(path)?.isDirectory()) return removeAll(path);
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
 * Removes the store of a folder, whatever its state. No process may have it open for writing. Throws
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

// Opens an index for reading if nothing can be written: in a read-only home, or on a full disk. SQLite's
// write-ahead log needs files next to the index even for reading. Without them, the index can only be opened
// as immutable.

interface FrozenIndex {
  readonly database: Database;
  /** Address for further connections. */
  readonly address: string;
}

/**
 * The index in a file as it is now. Null if it cannot be read this way, because the error is not about
 * writing, or because the log contains data that is not in the file yet.
 *
 * @param error why the file could not be opened as usual
 */
function openFrozen(path: string, error: unknown): FrozenIndex | null {
  const isUnwritable =
    error instanceof EngineError && error.code === "STORE_UNAVAILABLE" && error.retryAfterMs === undefined;
  if (!isUnwritable || sizeOf(path) === 0 || sizeOf(`${path}-wal`) > 0) return null;
  const address = `${pathToFileURL(path).href}?immutable=1`;
  let database: Database | undefined;
  try {
    database = openDatabase(address);
    if (tablesVersion(database) > 0) return { database, address };
  } catch {
    // The original error explains the failure better.
  }
  database?.close();
  return null;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
