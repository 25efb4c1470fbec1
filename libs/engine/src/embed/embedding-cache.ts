/**
 * Vectors by what was embedded, for all codebases and processes of a home: one SQLite file, in which a row's
 * number grows with every use, so that the rows used longest ago come first and go first when the file is too
 * large.
 *
 * Whatever writes holds a lock over all processes, because writes and checkpoints must not meet
 * (`sqlite/file-lock.ts`).
 *
 * It is never in anybody's way: whatever is wrong with the file is told once, and for a while nothing is
 * found or kept.
 */
import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { EngineError, systemCode } from "../errors.ts";
import { makeDatabaseFile, makePrivateFolder } from "../disk/private-files.ts";
import { Cooldown } from "../cooldown.ts";
import { type Database, openDatabase, transact } from "../sqlite/driver.ts";
import { FileLock } from "../sqlite/file-lock.ts";

export interface EmbeddingCacheOptions {
  readonly path: string;
  /** Of the file, in bytes. */
  readonly maxBytes: number;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Told why the cache is of no use for a while. */
  readonly onFailure: (error: unknown) => void;
  /** How long to wait while another process writes, in milliseconds; default two seconds. */
  readonly busyTimeoutMs?: number;
}

/** Rises when the table changes; a file of another version is made anew. */
const VERSION = 1;
const TABLE =
  "CREATE TABLE IF NOT EXISTS embedding(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, vector BLOB " +
  "NOT NULL)";
/**
 * Five vectors of 1,536 dimensions fill a page; with pages of 4,096 bytes a quarter of the file would be
 * empty ends.
 */
const PAGE_BYTES = 8_192;
/** Eviction goes on to this share of the limit, so that it is not due again at once. */
const KEPT_SHARE = 0.9;
/** Rows of one transaction that evicts: others come in between. */
const EVICTED_ROWS = 1_000;
/** What a row takes besides its vector: its number, and its key twice. */
const ROW_BYTES = 110;
/** The log beside the file is cut back to this after a transaction that needed more, in bytes. */
const LOG_BYTES = 8 * 1024 * 1024;
/** How long a cache that failed is left alone. */
const REST_MS = 60_000;

/**
 * The file whose lock writers hold, beside the cache. It holds nothing and stays when the cache is removed.
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

  /** The vectors that there are, by key; they count as used now, in the order of the keys. Never throws. */
  read(keys: readonly string[]): Map<string, Int8Array> {
    const found = new Map<string, Int8Array>();
    this.attempt(({ database, lock }) => {
      const select = database.prepare("SELECT vector FROM embedding WHERE key = ?");
      for (const key of keys) {
        const vector = select.get(key)?.[0];
        // A copy: a driver may use its buffer again.
        if (vector instanceof Uint8Array)
          found.set(key, Int8Array.from(new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength)));
      }
      if (found.size > 0) lock.hold(() => touch(database, [...found.keys()]));
    });
    return found;
  }

  /** Which vectors there are. None counts as used, and no cache is made where there is none. Never throws. */
  keysAmong(keys: readonly string[]): ReadonlySet<string> {
    const found = new Set<string>();
    if (!this.opened && !existsSync(this.options.path)) return found;
    this.attempt(({ database }) => {
      const select = database.prepare("SELECT 1 FROM embedding WHERE key = ?");
      for (const key of keys) if (select.get(key)) found.add(key);
    });
    return found;
  }

  /** Keeps vectors, as used now, in their order; what was used longest ago gives way. Never throws. */
  async write(vectors: ReadonlyMap<string, Int8Array>): Promise<void> {
    this.attemptWrite((database) => insert(database, vectors));
    const { maxBytes } = this.options;
    while (this.attemptWrite((database) => evict(database, surplusOf(database, maxBytes)))) await nextTurn();
    this.attemptWrite((database) => shrink(database, maxBytes));
  }

  /**
   * The last connection to close runs a checkpoint, while SQLite keeps every other connection out: no lock of
   * ours is needed.
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

  /** Undefined where the cache failed, or rests since it did. */
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
      // Nothing in it is worth a repair.
      if (error instanceof EngineError && error.code === "STORE_CORRUPT")
        for (const suffix of ["", "-wal", "-shm"]) rmSync(`${this.options.path}${suffix}`, { force: true });
    } catch {
      // It is tried again after the rest.
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

/** The caller holds the lock. */
function openPrepared(path: string, busyTimeoutMs: number): Database {
  const database = openDatabase(path, busyTimeoutMs);
  try {
    const version = Number(database.prepare("PRAGMA user_version").get()?.[0]);
    // Both count before there is a first table, and mean nothing later.
    if (version === 0) database.exec(`PRAGMA page_size=${PAGE_BYTES}; PRAGMA auto_vacuum=INCREMENTAL`);
    else if (version !== VERSION)
      throw new EngineError("STORE_CORRUPT", "The cache was written by another version of Satori");
    database.exec(
      `PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA journal_size_limit=${LOG_BYTES}`,
    );
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

/**
 * How many bytes have to go: none before the file is larger than its limit, and then some more than just
 * that.
 */
function surplusOf(database: Database, maxBytes: number): number {
  const { pages, free } = sizeOf(database);
  return pages * PAGE_BYTES > maxBytes ? (pages - free) * PAGE_BYTES - maxBytes * KEPT_SHARE : 0;
}

/**
 * Removes what was used longest ago, up to about so many bytes. False when nothing had to go, or nothing is
 * left.
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

/** Gives the file system back what is beyond the limit. */
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
