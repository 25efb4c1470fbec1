/**
 * A cache of vectors by the text they were made of, for all codebases and processes of a home. It is one
 * SQLite file. A row's number grows with every use, so that the least recently used rows come first and are
 * evicted first.
 *
 * Writers hold a lock across processes, because writes and checkpoints must not overlap
 * (`sqlite/file-lock.ts`).
 *
 * The cache never fails its caller: a failure is reported once, and for a while nothing is found or stored.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { EngineError, systemCode } from "../errors.ts";
import { makeDatabaseFile, makePrivateFolder } from "../disk/private-files.ts";
import { removeAll } from "../disk/remove-and-rename.ts";
import { Cooldown } from "../cooldown.ts";
import { type Database, openDatabase, transact, useWriteAheadLog } from "../sqlite/driver.ts";
import { FileLock } from "../sqlite/file-lock.ts";

export interface EmbeddingCacheOptions {
  readonly path: string;
  /** Largest size of the file, in bytes. */
  readonly maxBytes: number;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Receives the reason when the cache is disabled for a while. */
  readonly onFailure: (error: unknown) => void;
  /** How long to wait for another process that writes, in milliseconds; default two seconds. */
  readonly busyTimeoutMs?: number;
}

/** Rises when the table changes. A file of another version is recreated. */
const VERSION = 1;
const TABLE =
  "CREATE TABLE IF NOT EXISTS embedding(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, vector BLOB " +
  "NOT NULL)";
/**
 * Five vectors of 1,536 dimensions fill a page. With pages of 4,096 bytes, a quarter of the file would be
 * unused page ends.
 */
const PAGE_BYTES = 8_192;
/** Share of the limit down to which rows are evicted, so that eviction is not due again at once. */
const KEPT_SHARE = 0.9;
/** Rows per evicting transaction, so that other writers get a turn in between. */
const EVICTED_ROWS = 1_000;
/** Bytes of a row besides its vector: its number, and its key twice. */
const ROW_BYTES = 110;
/** Size in bytes to which the write-ahead log is truncated after a larger transaction. */
const LOG_BYTES = 8 * 1024 * 1024;
/** How long the cache stays disabled after a failure. */
const REST_MS = 60_000;

/**
 * Name of the file, next to the cache, whose lock writers hold. It is empty and stays when the cache is
 * removed.
 */
const LOCK_FILE = "cache-lock.db";

interface OpenCache {
  readonly database: Database;
  readonly lock: FileLock;
}

export class EmbeddingCache implements Disposable {
  private opened: OpenCache | undefined;
  private readonly rest: Cooldown;
  private readonly options: EmbeddingCacheOptions;

  constructor(options: EmbeddingCacheOptions) {
    this.options = options;
    this.rest = new Cooldown(() => options.nowMs());
  }

  /** Cached vectors by key. Marks them as used now, in the order of the keys. Never throws. */
  read(keys: readonly string[]): Map<string, Int8Array> {
    const found = new Map<string, Int8Array>();
    this.attempt(({ database, lock }) => {
      const select = database.prepare("SELECT vector FROM embedding WHERE key = ?");
      for (const key of keys) {
        const vector = select.get(key)?.[0];
        // A copy, because a driver may reuse its buffer.
        if (vector instanceof Uint8Array)
          found.set(key, Int8Array.from(new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength)));
      }
      if (found.size > 0) lock.hold(() => touch(database, [...found.keys()]));
    });
    return found;
  }

  /** Keys that are cached. Does not mark them as used, and does not create a missing cache. Never throws. */
  keysAmong(keys: readonly string[]): ReadonlySet<string> {
    const found = new Set<string>();
    if (!this.opened && !existsSync(this.options.path)) return found;
    this.attempt(({ database }) => {
      const select = database.prepare("SELECT 1 FROM embedding WHERE key = ?");
      for (const key of keys) if (select.get(key)) found.add(key);
    });
    return found;
  }

  /** Stores vectors, marked as used now, in their order, and evicts the least recently used. Never throws. */
  async write(vectors: ReadonlyMap<string, Int8Array>): Promise<void> {
    this.attemptWrite((database) => insert(database, vectors));
    const { maxBytes } = this.options;
    while (this.attemptWrite((database) => evict(database, surplusOf(database, maxBytes)))) await nextTurn();
    this.attemptWrite((database) => shrink(database, maxBytes));
  }

  /**
   * Needs no lock: the last connection to close runs a checkpoint, and SQLite keeps other connections out
   * meanwhile.
   */
  [Symbol.dispose](): void {
    const { opened } = this;
    this.opened = undefined;
    try {
      opened?.database.close();
    } finally {
      opened?.lock[Symbol.dispose]();
    }
  }

  private attemptWrite<Result>(work: (database: Database) => Result): Result | undefined {
    return this.attempt(({ database, lock }) => lock.hold(() => work(database)));
  }

  /** Result of `work`; undefined if the cache fails or is disabled after a failure. */
  private attempt<Result>(work: (cache: OpenCache) => Result): Result | undefined {
    if (this.rest.remainingMs > 0) return undefined;
    try {
      return work((this.opened ??= openCache(this.options)));
    } catch (error) {
      if (!(error instanceof EngineError) && systemCode(error) === null) throw error;
      this.giveUp(error);
      return undefined;
    }
  }

  private giveUp(error: unknown): void {
    this.options.onFailure(error);
    this.rest.begin(REST_MS);
    try {
      this[Symbol.dispose]();
      // A corrupt cache is deleted; nothing in it is worth a repair.
      if (error instanceof EngineError && error.code === "STORE_CORRUPT")
        for (const suffix of ["", "-wal", "-shm"]) removeAll(`${this.options.path}${suffix}`);
    } catch {
      // Tried again once the cache is enabled again.
    }
  }
}

function openCache({ path, busyTimeoutMs = 2_000 }: EmbeddingCacheOptions): OpenCache {
  const lockPath = join(dirname(path), LOCK_FILE);
  makePrivateFolder(dirname(path));
  for (const file of [path, lockPath]) makeDatabaseFile(file);
  const lock = new FileLock(lockPath, busyTimeoutMs);
  try {
    return { lock, database: lock.hold(() => openPrepared(path, busyTimeoutMs)) };
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}

/** Opens and prepares the database. The caller holds the lock. */
function openPrepared(path: string, busyTimeoutMs: number): Database {
  const database = openDatabase(path, busyTimeoutMs);
  try {
    const version = Number(database.prepare("PRAGMA user_version").get()?.[0]);
    // Both settings only work before there is a table.
    if (version === 0) database.exec(`PRAGMA page_size=${PAGE_BYTES}; PRAGMA auto_vacuum=INCREMENTAL`);
    else if (version !== VERSION)
      throw new EngineError("STORE_CORRUPT", "The cache was written by another version of Satori");
    useWriteAheadLog(database, busyTimeoutMs);
    database.exec(`PRAGMA synchronous=NORMAL; PRAGMA journal_size_limit=${LOG_BYTES}`);
    if (version === 0) database.exec(`BEGIN IMMEDIATE; ${TABLE}; PRAGMA user_version=${VERSION}; COMMIT`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function insert(database: Database, vectors: ReadonlyMap<string, Int8Array>): void {
  if (vectors.size === 0) return;
  transact(database, () => {
    const put = database.prepare(
      "INSERT INTO embedding(id, key, vector) VALUES(?, ?, ?) ON CONFLICT(key) DO UPDATE SET id = " +
        "excluded.id, vector = excluded.vector",
    );
    let id = newestOf(database);
    for (const [key, vector] of vectors)
      put.run(++id, key, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
  });
}

function touch(database: Database, keys: readonly string[]): void {
  transact(database, () => {
    const move = database.prepare("UPDATE embedding SET id = ? WHERE key = ?");
    let id = newestOf(database);
    for (const key of keys) move.run(++id, key);
  });
}

/** Number of bytes to evict: 0 until the file exceeds its limit, then enough to get well below it. */
function surplusOf(database: Database, maxBytes: number): number {
  const { pages, free } = sizeOf(database);
  return pages * PAGE_BYTES > maxBytes ? (pages - free) * PAGE_BYTES - maxBytes * KEPT_SHARE : 0;
}

/**
 * Evicts the least recently used rows, about that many bytes in total. Returns false if nothing had to go or
 * nothing is left.
 */
function evict(database: Database, bytes: number): boolean {
  if (bytes <= 0) return false;
  return transact(database, () => {
    let last = 0;
    let sum = 0;
    for (const [id, length] of database
      .prepare("SELECT id, length(vector) FROM embedding ORDER BY id LIMIT ?")
      .all(EVICTED_ROWS)) {
      if (sum >= bytes) break;
      sum += Number(length) + ROW_BYTES;
      last = Number(id);
    }
    database.prepare("DELETE FROM embedding WHERE id <= ?").run(last);
    return last > 0;
  });
}

/** Returns the space beyond the limit to the file system. */
function shrink(database: Database, maxBytes: number): void {
  const { pages, free } = sizeOf(database);
  const surplus = Math.min(pages - Math.floor(maxBytes / PAGE_BYTES), free);
  if (surplus > 0) database.exec(`PRAGMA incremental_vacuum(${surplus})`);
}

function sizeOf(database: Database): { pages: number; free: number } {
  return {
    pages: Number(database.prepare("PRAGMA page_count").get()?.[0]),
    free: Number(database.prepare("PRAGMA freelist_count").get()?.[0]),
  };
}

function newestOf(database: Database): number {
  return Number(database.prepare("SELECT coalesce(max(id), 0) FROM embedding").get()?.[0]);
}
