/** The port to SQLite: six methods, so that one driver can take the place of another. */
import { keepLatest } from "../keep-latest.ts";
import { type LoadedDriver, type OpenRaw, type RawStatement, loadDriver } from "./load-driver.ts";
import { type DriverWork, storeErrors } from "./store-errors.ts";

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
 * For connections to an index: opening, checkpointing and closing one hold the file's lock for a moment, in
 * which others wait rather than fail.
 */
export const WAIT_FOR_OTHERS = "PRAGMA busy_timeout=5000;";

/**
 * Statements of one connection that are kept. Each rebuild of an index has its own tables, and so its own
 * statements, some forty: a server that stays for months would keep those of all.
 */
const MAX_STATEMENTS = 200;

/**
 * How long a statement waits for another connection's write, in milliseconds. Writes are short: a run commits
 * every batch.
 */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens a file, creating it if its folder exists, by the driver of this process. Throws `STORE_UNAVAILABLE`
 * or `STORE_CORRUPT`.
 */
export function openDatabase(path: string, busyTimeoutMs = BUSY_TIMEOUT_MS): Database {
  return openBy(loadedDriver().open, path, busyTimeoutMs);
}

/**
 * The driver of this process, loaded and tested at the first call. Throws `STORE_UNAVAILABLE` where none can
 * be used.
 */
export function loadedDriver(): LoadedDriver {
  return (loaded ??= loadDriver());
}

/** Replaces the driver in use until it is disposed, for tests in which it fails. */
export function replaceDriver(change: (driver: OpenRaw) => OpenRaw): Disposable {
  const before = loadedDriver();
  loaded = { ...before, open: change(before.open) };
  return { [Symbol.dispose]: () => void (loaded = before) };
}

/** The same by a driver that is named. */
export function openBy(driver: OpenRaw, path: string, busyTimeoutMs = BUSY_TIMEOUT_MS): Database {
  const check = path === ":memory:" ? null : (): string => integrityCheck(driver, path);
  const raw = storeErrors(() => driver(path), { sql: "", check });
  try {
    storeErrors(() => void raw.exec(`PRAGMA busy_timeout=${busyTimeoutMs}`), { sql: "", check });
  } catch (error) {
    raw.close();
    throw error;
  }
  const statements = new Map<string, Statement>();
  return {
    exec: (sql) => storeErrors(() => void raw.exec(sql), { sql, check }),
    prepare: (sql) => {
      let statement = statements.get(sql);
      if (!statement) {
        statement = storeErrors(() => wrap(raw.prepare(sql), { sql, check }), { sql, check });
        keepLatest(statements, sql, statement, MAX_STATEMENTS);
      }
      return statement;
    },
    // libsql has no way to finalize a statement: until the garbage collector takes those that were prepared,
    // the connection holds its descriptors (the file, its log and their index). Without any it lets go of
    // them at once.
    close: () => {
      statements.clear();
      raw.close();
    },
  };
}

/**
 * All that is written, or nothing. No work waits for anything inside, so that none is open on a connection
 * when another one begins.
 */
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

/**
 * False where there was no transaction any more: on a full disk, at an error of it or without memory SQLite
 * ends it by itself. Never throws: the first error is the one that counts.
 */
export function rollback(database: Database): boolean {
  try {
    database.exec("ROLLBACK");
    return true;
  } catch {
    return false;
  }
}

function wrap(raw: RawStatement, work: DriverWork): Statement {
  return {
    run: (...values) => storeErrors(() => raw.run(values), work),
    get: (...values) => storeErrors(() => raw.get(values), work),
    all: (...values) => storeErrors(() => raw.all(values), work),
  };
}

/**
 * What SQLite finds wrong with a file, over a connection of its own that has read nothing yet; `ok` where
 * nothing is. `quick_check` would not see an index that contradicts its table.
 */
function integrityCheck(driver: OpenRaw, path: string): string {
  const raw = driver(path);
  try {
    raw.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT_MS}`);
    return String(raw.prepare("PRAGMA integrity_check(1)").get([])?.[0]);
  } finally {
    raw.close();
  }
}
