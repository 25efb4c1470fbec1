/**
 * Tables of an index file. One file holds the indexes of one or more _views_: checkouts and work trees of a
 * repository, and commits of it. A view has its own runs, each with tables of its own, which list versions of
 * files. The versions are in a _pool_, which views share.
 *
 *     run 3 of view 1   member_3, folder_3, skipped_3, history_3, tally_3 ──┐
 *     run 4 of view 2   member_4, …                                       ──┴─► pool 3: file_3, content_3, …
 *
 * A rebuild fills tables beside those that are being read, and dropping a run leaves nothing behind.
 */
import { type Database, WAIT_FOR_OTHERS, useWriteAheadLog } from "../../sqlite/driver.ts";
import { createPoolDigest } from "./checks/digests.ts";
import { createTallies } from "./checks/tallies.ts";
import { VERSION_TABLES, createVersionTables } from "./version-tables.ts";

/** Rises when any table changes; a file with a lower number has to be rebuilt. */
export const TABLES_VERSION = 8;

/**
 * `meta` holds named values of a view, and those of the file under view 0. A view exists while it has a value
 * named `root`.
 */
const BASE = `
  CREATE TABLE IF NOT EXISTS meta(view INTEGER NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY(view, key)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS run(
    id TEXT PRIMARY KEY, view INTEGER NOT NULL, pool INTEGER NOT NULL, generation INTEGER NOT NULL UNIQUE, kind TEXT NOT NULL, state TEXT NOT NULL, fingerprint TEXT NOT NULL,
    owner_pid INTEGER NOT NULL, owner_started TEXT NOT NULL, phase TEXT NOT NULL, files_done INTEGER NOT NULL, files_total INTEGER,
    chunks INTEGER NOT NULL, started_at TEXT NOT NULL, updated_at TEXT NOT NULL, finished_at TEXT, failure TEXT);
  CREATE TABLE IF NOT EXISTS marker(view INTEGER NOT NULL, kind TEXT NOT NULL, run_id TEXT NOT NULL UNIQUE, document TEXT NOT NULL);
`;

/** Version of an open file; 0 if it has no tables yet. */
export function tablesVersion(database: Database): number {
  return Number(database.prepare("PRAGMA user_version").get()?.[0] ?? 0);
}

/**
 * Prepares an open file for use, and creates the tables if it has none. A file of another version is left
 * unchanged.
 */
export function prepareDatabase(database: Database): void {
  database.exec(WAIT_FOR_OTHERS);
  const version = tablesVersion(database);
  // Lets the file system reclaim pages of dropped tables. This must come before the first table, and only
  // then: in a file with tables it would write, and opening an index must not wait for a writer.
  if (version === 0) database.exec("PRAGMA auto_vacuum=INCREMENTAL");
  useWriteAheadLog(database);
  database.exec(
    "PRAGMA synchronous=NORMAL; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-32000; " +
      `PRAGMA journal_size_limit=${LOG_BYTES}`,
  );
  if (version === 0) database.exec(`BEGIN IMMEDIATE; ${BASE} PRAGMA user_version=${TABLES_VERSION}; COMMIT;`);
}

/**
 * Size in bytes to which the write-ahead log is truncated when it restarts; one large batch needs that much.
 */
export const LOG_BYTES = 16 * 1024 * 1024;

/** Tables of a pool and of a run, without the number at the end. */
const POOL_TABLES = ["file", "content", "symbol_name", "digest", "posting", ...VERSION_TABLES] as const;
const RUN_TABLES = ["member", "folder", "skipped", "history", "tally"] as const;

/** Result of parsing, as stored in the column `degraded`. */
export const PARSING = { whole: 0, plainText: 1, withErrors: 2 } as const;

/**
 * Where the words and vectors of chunks are: in the same file, or in a store of which this file is the local
 * part.
 */
export type SearchData = "here" | "elsewhere";

/**
 * Creates the tables of a pool. A row of `file` and `content` is one version of a file, and never changes.
 *
 * `file.first_chunk` is the id of the file's first chunk in `posting`; its chunks follow each other.
 * `file.lengths` are the tokens in each chunk (`lexical/chunk-lengths.ts`). Text is stored once, compressed,
 * in `content`, after the vectors: one row per file wastes half as much on page ends as two, and reading the
 * first columns of a row touches none of the later pages.
 *
 * Columns that end in `_check` are computed by `checks/row-checks.ts` from the columns that are read
 * together; `digest` counts and sums the rows of each table (`checks/digests.ts`). `symbol_name.key` is a
 * name after its bucket (`checks/buckets.ts`).
 */
export function createPool(database: Database, pool: number, searchData: SearchData): void {
  const n = pool;
  database.exec(`
    CREATE TABLE file_${n}(
      id INTEGER PRIMARY KEY, path TEXT NOT NULL, hash BLOB NOT NULL, language TEXT NOT NULL, size INTEGER NOT NULL, line_count INTEGER NOT NULL,
      encoding TEXT NOT NULL, degraded INTEGER NOT NULL, symbols INTEGER NOT NULL, first_chunk INTEGER NOT NULL, chunk_count INTEGER NOT NULL,
      path_class INTEGER NOT NULL, name_parts TEXT NOT NULL,
      row_check INTEGER NOT NULL, lengths_check INTEGER NOT NULL, imports_check INTEGER NOT NULL, uses_check INTEGER NOT NULL,
      lengths BLOB NOT NULL, imports TEXT NOT NULL, name_uses BLOB);
    CREATE INDEX file_${n}_path ON file_${n}(path);
    CREATE TABLE content_${n}(file_id INTEGER PRIMARY KEY, vectors_check INTEGER NOT NULL, lines_check INTEGER NOT NULL, symbols_check INTEGER NOT NULL, flow_check INTEGER NOT NULL, text_check INTEGER NOT NULL,
      scales BLOB NOT NULL, quantized BLOB NOT NULL, chunk_lines TEXT NOT NULL, symbols BLOB NOT NULL, flow BLOB NOT NULL, text BLOB NOT NULL);
    CREATE TABLE symbol_name_${n}(key TEXT NOT NULL, file_id INTEGER NOT NULL, PRIMARY KEY(key, file_id)) WITHOUT ROWID;
  `);
  createPoolDigest(database, n, searchData === "elsewhere" ? ["symbol_name", "word"] : ["symbol_name"]);
  if (searchData === "elsewhere") return createVersionTables(database, n);
  database.exec(
    `CREATE TABLE posting_${n}(segment INTEGER NOT NULL, first_term BLOB NOT NULL, block BLOB NOT NULL, PRIMARY KEY(segment, first_term)) WITHOUT ROWID`,
  );
}

/**
 * Creates the tables of a run: `member` lists the versions that it has, with what the view says of them;
 * `tally` counts and sums the rows of each table.
 */
export function createRun(database: Database, run: number): void {
  database.exec(`
    CREATE TABLE member_${run}(file_id INTEGER PRIMARY KEY, in_degree INTEGER NOT NULL, indexed_at INTEGER NOT NULL, row_check INTEGER NOT NULL);
    CREATE TABLE folder_${run}(path TEXT PRIMARY KEY, names TEXT NOT NULL, kinds BLOB NOT NULL, stats BLOB NOT NULL, hashes BLOB NOT NULL, row_check INTEGER NOT NULL);
    CREATE TABLE skipped_${run}(path TEXT PRIMARY KEY, cause TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE history_${run}(head TEXT NOT NULL, commits BLOB NOT NULL);
  `);
  createTallies(database, run);
}

export function dropPool(database: Database, pool: number): void {
  for (const table of POOL_TABLES) database.exec(`DROP TABLE IF EXISTS ${table}_${pool}`);
}

export function dropRun(database: Database, run: number): void {
  for (const table of RUN_TABLES) database.exec(`DROP TABLE IF EXISTS ${table}_${run}`);
}
