/** The port to SQLite. It is small, so that one driver can replace another. */
import type { OpenRaw, RawStatement, SqlValue } from "./raw-driver.ts";
import { blockThread } from "../block-thread.ts";
import { keepLatest } from "../keep-latest.ts";
import { type LoadedDriver, loadDriver } from "./load-driver.ts";
import { type DriverWork, isBusy, storeErrors } from "./store-errors.ts";

export interface Statement {
  run(...values: SqlValue[]): void;
  /** First row as an array of columns, or undefined. */
  get(...values: SqlValue[]): SqlValue[] | undefined;
  /** All rows as arrays of columns. */
  all(...values: SqlValue[]): SqlValue[][];
}

export interface Database {
  exec(sql: string): void;
  /** Prepares each text once and caches the statement; the least recently prepared ones are dropped. */
  prepare(sql: string): Statement;
  close(): void;
}

let loaded: LoadedDriver | undefined;

/**
 * For connections to an index. Opening, checkpointing and closing hold the file's lock for a moment; other
 * connections wait instead of failing.
 */
export const WAIT_FOR_OTHERS = "PRAGMA busy_timeout=5000;";

/**
 * Most statements cached per connection. Each rebuild of an index has its own tables and so some forty
 * statements of its own, which would pile up in a server that runs for months.
 */
const MAX_STATEMENTS = 200;

/**
 * How long a statement waits for another connection's write, in milliseconds. Writes are short: a run commits
 * every batch.
 */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens a database file with this process's driver, creating it if its folder exists. Throws
 * `STORE_UNAVAILABLE` or `STORE_CORRUPT`.
 */
export function openDatabase(path: string, busyTimeoutMs = BUSY_TIMEOUT_MS): Database {
  return openBy(loadedDriver().open, path, busyTimeoutMs);
}

/**
 * The driver of this process, loaded and tested on the first call. Throws `STORE_UNAVAILABLE` if no driver
 * works.
 */
export function loadedDriver(): LoadedDriver {
  return (loaded ??= loadDriver());
}

/** Replaces the driver until the result is disposed, for tests in which the driver fails. */
export function replaceDriver(change: (driver: OpenRaw) => OpenRaw): Disposable {
  const before = loadedDriver();
  loaded = { ...before, open: change(before.open) };
  return { [Symbol.dispose]: () => void (loaded = before) };
}

/** As `openDatabase`, with a given driver. */
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
    // libsql cannot finalize a statement. Until prepared statements are garbage-collected, the connection
    // keeps its descriptors open (file, log and log index). Without any statement it closes them at once.
    close: () => {
      statements.clear();
      raw.close();
    },
  };
}

/**
 * Most bytes of a file that readers map into memory; what is behind them is read as usual. Mapped pages count
 * as memory of the process, and the index of Linux has more than a gigabyte of them. Questions took no longer
 * with a quarter.
 */
export const MAPPED_BYTES = 2 ** 28;

/** Unmaps the file and maps it again, so that pages read once stop counting as this process's memory. */
export function releaseMappedPages(database: Database): void {
  database.exec(`PRAGMA mmap_size=0; PRAGMA mmap_size=${MAPPED_BYTES}`);
}

/** Pause between attempts to take a lock for which SQLite itself does not wait. */
const LOCK_PAUSE_MS = 5;

/**
 * Gives the file a write-ahead log. In a new file SQLite turns a read lock into an exclusive one for that,
 * and fails at once if another connection is doing the same, whatever its busy timeout is. Throws
 * `STORE_UNAVAILABLE` if the wait takes too long, at most twice `waitMs`.
 */
export function useWriteAheadLog(database: Database, waitMs = BUSY_TIMEOUT_MS): void {
  for (const end = performance.now() + waitMs; ; blockThread(LOCK_PAUSE_MS)) {
    try {
      return database.exec("PRAGMA journal_mode=WAL");
    } catch (error) {
      if (!isBusy(error) || performance.now() >= end) throw error;
    }
  }
}

/**
 * Runs `work` in a transaction: either everything is written or nothing. `work` is synchronous, so that no
 * transaction is open on a connection when another one starts.
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
 * Rolls back. Returns false if there was no transaction left: on a full disk, a disk error or without memory,
 * SQLite ends it by itself. Never throws, because the first error is the one that counts.
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
 * Result of an integrity check over a separate connection that has read nothing yet; `ok` if nothing is
 * wrong. `quick_check` would miss an index that contradicts its table.
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
