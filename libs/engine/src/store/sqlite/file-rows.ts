/**
 * Reads and verifies rows of the file table: all of them at once, or the one that a writer is about to
 * replace.
 */
import type { SqlValue } from "../../sqlite/raw-driver.ts";
import type { Database, Statement } from "../../sqlite/driver.ts";
import {
  VECTORS_FOLLOW,
  type CheckedFile,
  type CheckedImports,
  type Membership,
  fileCheck,
  importsCheck,
  memberCheck,
} from "./checks/row-checks.ts";
import { Tallies } from "./checks/tallies.ts";
import { readColumns } from "./columns.ts";
import { damaged } from "./corruption-error.ts";
import { blob } from "./rows.ts";
import type { RunTables } from "./run-tables.ts";
import { PARSING } from "./schema.ts";
import { textOf } from "./texts.ts";

const VERSION_COLUMNS = {
  numbers: [
    "id",
    "size",
    "line_count",
    "degraded",
    "symbols",
    "first_chunk",
    "chunk_count",
    "path_class",
    "row_check",
  ],
  texts: ["path", "language", "name_parts"],
} as const;

const COLUMNS = {
  numbers: [
    ...VERSION_COLUMNS.numbers.map((column) => `version.${column}`),
    ...["indexed_at", "in_degree", "row_check"].map((column) => `member.${column}`),
  ],
  texts: VERSION_COLUMNS.texts.map((column) => `version.${column}`),
};

/** The files of a run: the versions that it lists. */
function filesOf({ run, pool }: RunTables): string {
  return `member_${run} AS member JOIN file_${pool} AS version ON version.id = member.file_id`;
}

/** Columns of all files, in the same but otherwise undefined order. */
export interface FileColumns {
  readonly count: number;
  readonly ids: readonly number[];
  readonly paths: readonly string[];
  readonly languages: readonly string[];
  readonly nameParts: readonly string[];
  readonly sizes: readonly number[];
  readonly lineCounts: readonly number[];
  readonly parsings: readonly number[];
  readonly symbolCounts: readonly number[];
  readonly firstChunks: readonly number[];
  readonly chunkCounts: readonly number[];
  readonly pathClasses: readonly number[];
  readonly indexedAtMs: readonly number[];
  readonly inDegrees: readonly number[];
  /** Of the rows that list the files. */
  readonly checks: readonly number[];
}

/** Throws `STORE_CORRUPT` if a row differs from what was written, is missing, or occurs twice. */
export function readFileColumns(database: Database, tables: RunTables): FileColumns {
  const { count, numbers, texts } = readColumns(database, filesOf(tables), COLUMNS);
  const number = (at: number): readonly number[] => numbers[at] ?? [];
  const columns: FileColumns = {
    count,
    paths: texts[0] ?? [],
    languages: texts[1] ?? [],
    nameParts: texts[2] ?? [],
    ids: number(0),
    sizes: number(1),
    lineCounts: number(2),
    parsings: number(3),
    symbolCounts: number(4),
    firstChunks: number(5),
    chunkCounts: number(6),
    pathClasses: number(7),
    indexedAtMs: number(9),
    inDegrees: number(10),
    checks: number(11),
  };
  const versionChecks = number(8);
  for (let at = 0; at < count; at++) {
    const fileId = columns.ids[at] as number;
    if (fileCheck(rowOf(columns, at)) !== versionChecks[at])
      throw damaged(`file_${tables.pool}, id ${fileId}: the row does not fit its row_check`);
    if (memberCheck(membershipOf(columns, at)) !== columns.checks[at])
      throw damaged(`member_${tables.run}, file_id ${fileId}: the row does not fit its row_check`);
  }
  new Tallies(database, tables.run).require("member", columns.checks);
  return columns;
}

function membershipOf(columns: FileColumns, at: number): Membership {
  return {
    fileId: columns.ids[at] as number,
    inDegree: columns.inDegrees[at] as number,
    indexedAtMs: columns.indexedAtMs[at] as number,
  };
}

/** All columns have `count` entries. */
function rowOf(columns: FileColumns, at: number): CheckedFile {
  return {
    id: columns.ids[at] as number,
    path: columns.paths[at] as string,
    language: columns.languages[at] as string,
    nameParts: columns.nameParts[at] as string,
    sizeBytes: columns.sizes[at] as number,
    lineCount: columns.lineCounts[at] as number,
    parsing: columns.parsings[at] as number,
    symbolCount: columns.symbolCounts[at] as number,
    firstChunk: columns.firstChunks[at] as number,
    chunkCount: columns.chunkCounts[at] as number,
    pathClass: columns.pathClasses[at] as number,
  };
}

/**
 * Chunks of all versions in a pool, in no order, while a transaction may not have written the pool's digest
 * yet: does not notice missing rows. Throws `STORE_CORRUPT`.
 */
export function readChunksOfPool(
  database: Database,
  pool: number,
): { readonly firstChunks: readonly number[]; readonly chunkCounts: readonly number[] } {
  const { numbers } = readColumns(database, `file_${pool}`, { numbers: ["first_chunk", "chunk_count"] });
  const [firstChunks = [], chunkCounts = []] = numbers;
  return { firstChunks, chunkCounts };
}

/** Import words of each file, by path, in no order. Throws `STORE_CORRUPT` as `readFileColumns` does. */
export function readImports(
  database: Database,
  tables: RunTables,
): (readonly [path: string, imports: string])[] {
  const wanted = {
    numbers: ["version.id", "version.imports_check", "length(CAST(version.hash AS BLOB))"],
    texts: ["version.path", "version.encoding", "version.imports"],
    bytes: ["version.hash"],
  };
  const { count, numbers, texts, bytes } = readColumns(database, filesOf(tables), wanted);
  const [ids = [], checks = [], hashBytes = []] = numbers;
  const [paths = [], encodings = [], imports = []] = texts;
  const [hashes = new Uint8Array()] = bytes;
  const { rows } = new Tallies(database, tables.run).read().member;
  if (count !== rows) throw damaged(`member_${tables.run}: ${count} of ${rows} rows`);
  let end = 0;
  return paths.map((path, at) => {
    const row = {
      id: ids[at] as number,
      path,
      hash: hashes.subarray(end, (end += hashBytes[at] as number)),
      encoding: encodings[at] as string,
      imports: imports[at] as string,
    };
    if (importsCheck(row) === checks[at]) return [path, row.imports];
    throw damaged(`file_${tables.pool}, id ${row.id}: the row does not fit its imports_check`);
  });
}

/** Beyond this many paths, reading all rows takes less time than finding each. */
const MAX_LOOKUPS = 500;

/**
 * Hashes of the versions of some files, in hexadecimal digits, by path. Versions whose parser gave up, and
 * those that lack vectors, are left out. The rows are not verified here, but when a version is listed.
 */
export function readStoredVersions(
  database: Database,
  pool: number,
  paths: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const from =
    `file_${pool} WHERE degraded != ${PARSING.plainText} AND NOT EXISTS (SELECT 1 FROM content_${pool} ` +
    `WHERE file_id = id AND vectors_check = ${VECTORS_FOLLOW})`;
  const wanted = { texts: ["path", "hex(hash)"] };
  const parts =
    paths.length <= MAX_LOOKUPS
      ? paths.map((path) => readColumns(database, `${from} AND path = ?`, wanted, path))
      : [readColumns(database, from, wanted)];
  const stored = new Map<string, string[]>();
  for (const { texts } of parts) {
    const [found = [], hashes = []] = texts;
    for (const [at, path] of found.entries())
      stored.set(path, [...(stored.get(path) ?? []), (hashes[at] as string).toLowerCase()]);
  }
  return stored;
}

/** A version of a file in a pool. */
export interface StoredVersion extends CheckedFile, CheckedImports {}

const ONE_ROW = [...VERSION_COLUMNS.numbers, "imports_check"]
  .map((column) => `CAST(${column} AS INTEGER)`)
  .concat(
    [...VERSION_COLUMNS.texts, "encoding", "imports", "hash"].map((column) => `CAST(${column} AS BLOB)`),
  )
  .join(", ");
const NUMBER_COUNT = VERSION_COLUMNS.numbers.length + 1;

/** The statement that finds the versions of a path. */
export function prepareFindVersions(database: Database, pool: number): Statement {
  return database.prepare(`SELECT ${ONE_ROW} FROM file_${pool} WHERE path = ?`);
}

/** The statement that reads a version by its id. */
export function prepareVersion(database: Database, pool: number): Statement {
  return database.prepare(`SELECT ${ONE_ROW} FROM file_${pool} WHERE id = ?`);
}

/**
 * The version in a row. Throws `STORE_CORRUPT` if the row differs from what was written.
 *
 * @param row result of `prepareFindVersions`
 */
export function storedVersionOf(row: readonly SqlValue[], pool: number): StoredVersion {
  const [id = 0, sizeBytes = 0, lineCount = 0, parsing = 0, symbolCount = 0, firstChunk = 0, ...rest] = row
    .slice(0, NUMBER_COUNT)
    .map(Number);
  const [chunkCount = 0, pathClass = 0, check = 0, checkOfImports = 0] = rest;
  const where = `file_${pool}, id ${id}`;
  const [path = "", language = "", nameParts = "", encoding = "", imports = ""] = row
    .slice(NUMBER_COUNT, -1)
    .map((value) => textOf(blob(value), where));
  const version = {
    id,
    path,
    language,
    nameParts,
    sizeBytes,
    lineCount,
    parsing,
    symbolCount,
    firstChunk,
    chunkCount,
    pathClass,
    encoding,
    imports,
    hash: blob(row.at(-1)),
  };
  if (fileCheck(version) !== check || importsCheck(version) !== checkOfImports)
    throw damaged(`${where}: the row does not fit its checks`);
  return version;
}

/**
 * Throws `STORE_CORRUPT` if a row cannot be found by its path. Otherwise a writer would take the file for a
 * new one, or leave a removed one. Reads all paths twice, so it is called once per writer.
 */
export function requirePathLookup(database: Database, { run, pool }: RunTables): void {
  for (const [table, index] of [
    [`file_${pool}`, `file_${pool}_path`],
    [`folder_${run}`, `sqlite_autoindex_folder_${run}_1`],
  ] as const) {
    const found =
      `SELECT 1 FROM ${table} AS found INDEXED BY ${index} WHERE found.path = row.path AND found.rowid = ` +
      "row.rowid";
    const lost = Number(
      database
        .prepare(`SELECT count(*) FROM ${table} AS row NOT INDEXED WHERE NOT EXISTS (${found})`)
        .get()?.[0],
    );
    if (lost > 0) throw damaged(`${index}: ${lost} rows of ${table} are not found by their path`);
  }
}
