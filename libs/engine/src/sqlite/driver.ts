/** The port to SQLite: six methods, so that one driver can take the place of another. */
import { EngineError } from "../errors.ts";
import { keepLatest } from "../keep-latest.ts";
import { type LoadedDriver, type OpenRaw, type RawStatement, loadDriver } from "./load-driver.ts";

export type SqlValue = string | number | bigint | Uint8Array | null;

export interface Statement {
  run(...values: SqlValue[]): void;
  /** First row as an array of columns, or undefined. */
  get(...values: SqlValue[]): SqlValue[] | undefined;
  /** All rows as arrays of columns. */
  all(...values: SqlValue[]): SqlValue[][];
}

export interface Database {
  exec(sql: string): void;
  /** Prepared once for each text and kept, but for those that many others have been prepared after. */
  prepare(sql: string): Statement;
  close(): void;
}

let loaded: LoadedDriver | undefined;

/**
 * For connections to an index: opening, checkpointing and closing one hold the file's lock for a moment, in which others
 * wait rather than fail.
 */
export const WAIT_FOR_OTHERS = "PRAGMA busy_timeout=5000;";

/** Statements of one connection that are kept. Each rebuild of an index has its own tables, and so its own statements, some forty: a server that stays for months would keep those of all. */
const MAX_STATEMENTS = 200;

/** How long a statement waits for another connection's write, in milliseconds. Writes are short: a run commits every batch. */
const BUSY_TIMEOUT_MS = 5_000;

/** Opens a file, creating it if its folder exists, by the driver of this process. Throws `STORE_UNAVAILABLE` or `STORE_CORRUPT`. */
export function openDatabase(path: string, busyTimeoutMs = BUSY_TIMEOUT_MS): Database {
  return openBy(loadedDriver().open, path, busyTimeoutMs);
}

/** The driver of this process, loaded and tested at the first call. Throws `STORE_UNAVAILABLE` where none can be used. */
export function loadedDriver(): LoadedDriver {
  return (loaded ??= loadDriver());
}

/** The same by a driver that is named. */
export function openBy(driver: OpenRaw, path: string, busyTimeoutMs = BUSY_TIMEOUT_MS): Database {
  const raw = storeErrors(() => driver(path));
  try {
    storeErrors(() => void raw.exec(`PRAGMA busy_timeout=${busyTimeoutMs}`));
  } catch (error) {
    raw.close();
    throw error;
  }
  const statements = new Map<string, Statement>();
  return {
    exec: (sql) => storeErrors(() => void raw.exec(sql), sql),
    prepare: (sql) => {
      let statement = statements.get(sql);
      if (!statement) {
        statement = storeErrors(() => wrap(raw.prepare(sql), sql), sql);
        keepLatest(statements, sql, statement, MAX_STATEMENTS);
      }
      return statement;
    },
    // libsql has no way to finalize a statement: until the garbage collector takes those that were prepared, the connection
    // holds its descriptors (the file, its log and their index). Without any it lets go of them at once.
    close: () => {
      statements.clear();
      raw.close();
    },
  };
}

/** All that is written, or nothing. No work waits for anything inside, so that none is open on a connection when another one begins. */
export function transact<Result>(database: Database, work: () => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    rollback(database);
    throw error;
  }
}

/** False where there was no transaction any more: on a full disk, at an error of it or without memory SQLite ends it by itself. Never throws: the first error is the one that counts. */
export function rollback(database: Database): boolean {
  try {
    database.exec("ROLLBACK");
    return true;
  } catch {
    return false;
  }
}

function wrap(raw: RawStatement, sql: string): Statement {
  return {
    run: (...values) => storeErrors(() => raw.run(values), sql),
    get: (...values) => storeErrors(() => raw.get(values), sql),
    all: (...values) => storeErrors(() => raw.all(values), sql),
  };
}

/** Whether an error means that another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof EngineError && /SQLITE_BUSY|database is locked/i.test(String((error.cause as { code?: unknown } | undefined)?.code) + String(error.cause));
}

/** Every error of the driver as one of ours; what the driver said stays in `cause`. @param sql what it was doing: values are bound, so that it tells nothing of what files hold */
function storeErrors<Result>(work: () => Result, sql = ""): Result {
  try {
    return work();
  } catch (error) {
    const text = `${String((error as { code?: unknown }).code)} ${String((error as { message?: unknown }).message)}`;
    if (/SQLITE_(CORRUPT|NOTADB)|malformed|not a database/i.test(text)) throw new EngineError("STORE_CORRUPT", "The index file is damaged", { cause: new DamageInFile(error, sql) });
    throw new EngineError("STORE_UNAVAILABLE", reasonOf(text), { cause: error, ...(/SQLITE_BUSY|locked/i.test(text) ? { retryAfterMs: 500 } : {}) });
  }
}

/** How much of a statement stands in the log, half of it from its end, where the table is. */
const MAX_SQL_CHARS = 300;

/** What the driver came upon: its own words, and the statement. */
class DamageInFile extends Error {
  override readonly name = "Damage";

  constructor(cause: unknown, sql: string) {
    const said = (cause as { message?: unknown }).message ?? cause;
    super(sql === "" ? String(said) : `${String(said)}, at ${shortened(sql.replaceAll(/\s+/g, " ").trim())}`, { cause });
  }
}

function shortened(sql: string): string {
  return sql.length <= MAX_SQL_CHARS ? sql : `${sql.slice(0, MAX_SQL_CHARS / 2)} … ${sql.slice(-MAX_SQL_CHARS / 2)}`;
}

function reasonOf(text: string): string {
  if (/SQLITE_FULL|disk is full/i.test(text)) return "The disk is full";
  if (/SQLITE_READONLY|readonly|attempt to write/i.test(text)) return "The index cannot be written: its folder is read-only";
  if (/SQLITE_CANTOPEN|unable to open/i.test(text)) return "The index file cannot be opened";
  if (/SQLITE_BUSY|locked/i.test(text)) return "Another process is writing the index";
  if (/SQLITE_IOERR|disk I\/O/i.test(text)) return "The disk refused to read or write the index";
  return `The index storage failed (${text.trim()})`;
}
