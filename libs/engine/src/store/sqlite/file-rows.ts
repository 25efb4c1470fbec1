/**
 * Reads and verifies rows of the file table: all of them at once, or the one that a writer is about to
 * replace.
 */
import type { SqlValue } from "../../sqlite/raw-driver.ts";
import type { Database, Statement } from "../../sqlite/driver.ts";
import { Digests } from "./checks/digests.ts";
import { type CheckedFile, fileCheck, importsCheck } from "./checks/row-checks.ts";
import { readColumns } from "./columns.ts";
import { damaged } from "./corruption-error.ts";
import { blob } from "./rows.ts";
import { textOf } from "./texts.ts";

const COLUMNS = {
  numbers: [
    "id",
    "size",
    "line_count",
    "degraded",
    "symbols",
    "first_chunk",
    "chunk_count",
    "path_class",
    "indexed_at",
    "in_degree",
    "row_check",
  ],
  texts: ["path", "language", "name_parts"],
} as const;

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
  readonly checks: readonly number[];
}

/** Throws `STORE_CORRUPT` if a row differs from what was written, is missing, or occurs twice. */
export function readFileColumns(database: Database, generation: number): FileColumns {
  const columns = readFileRows(database, generation);
  new Digests(database, generation).requireRows("file", columns.checks);
  return columns;
}

/** As `readFileColumns`, while a batch is written whose digest is not: does not notice missing rows. */
export function readFileRows(database: Database, generation: number): FileColumns {
  const table = `file_${generation}`;
  const { count, numbers, texts } = readColumns(database, table, COLUMNS);
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
    indexedAtMs: number(8),
    inDegrees: number(9),
    checks: number(10),
  };
  for (let at = 0; at < count; at++) {
    if (fileCheck(rowOf(columns, at)) === columns.checks[at]) continue;
    throw damaged(`${table}, id ${columns.ids[at]}: the row does not fit its row_check`);
  }
  return columns;
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
    indexedAtMs: columns.indexedAtMs[at] as number,
    inDegree: columns.inDegrees[at] as number,
  };
}

/** Import words of each file, by path, in no order. Throws `STORE_CORRUPT` as `readFileColumns` does. */
export function readImports(
  database: Database,
  generation: number,
): (readonly [path: string, imports: string])[] {
  const table = `file_${generation}`;
  const wanted = { numbers: ["id", "imports_check"], texts: ["path", "encoding", "imports"] };
  const { count, numbers, texts } = readColumns(database, table, wanted);
  const [ids = [], checks = []] = numbers;
  const [paths = [], encodings = [], imports = []] = texts;
  const { rows } = new Digests(database, generation).read().tallies.file;
  if (count !== rows) throw damaged(`${table}: ${count} of ${rows} rows`);
  return paths.map((path, at) => {
    const [id, words] = [ids[at] as number, imports[at] as string];
    if (importsCheck(id, path, encodings[at] as string, words) === checks[at]) return [path, words];
    throw damaged(`${table}, id ${id}: the row does not fit its imports_check`);
  });
}

/** All that a row says about a file. */
export interface StoredFile extends CheckedFile {
  readonly encoding: string;
  readonly imports: string;
  readonly check: number;
}

const ONE_ROW = [...COLUMNS.numbers, "imports_check"]
  .map((column) => `CAST(${column} AS INTEGER)`)
  .concat([...COLUMNS.texts, "encoding", "imports"].map((column) => `CAST(${column} AS BLOB)`))
  .join(", ");

/** The statement that finds a file by its path. */
export function prepareFindFile(database: Database, generation: number): Statement {
  return database.prepare(`SELECT ${ONE_ROW} FROM file_${generation} WHERE path = ?`);
}

/**
 * The file in a row; null without a row. Throws `STORE_CORRUPT` if the row differs from what was written.
 *
 * @param row result of `prepareFindFile`
 */
export function storedFileOf(row: readonly SqlValue[] | undefined, generation: number): StoredFile | null {
  if (!row) return null;
  const [id = 0, sizeBytes = 0, lineCount = 0, parsing = 0, symbolCount = 0, firstChunk = 0, ...rest] = row
    .slice(0, NUMBER_COUNT)
    .map(Number);
  const [chunkCount = 0, pathClass = 0, indexedAtMs = 0, inDegree = 0, check = 0, checkOfImports = 0] = rest;
  const where = `file_${generation}, id ${id}`;
  const [path = "", language = "", nameParts = "", encoding = "", imports = ""] = row
    .slice(NUMBER_COUNT)
    .map((value) => textOf(blob(value), where));
  const file = {
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
    indexedAtMs,
    inDegree,
  };
  if (fileCheck(file) !== check || importsCheck(id, path, encoding, imports) !== checkOfImports)
    throw damaged(`${where}: the row does not fit its checks`);
  return { ...file, encoding, imports, check };
}

const NUMBER_COUNT = COLUMNS.numbers.length + 1;

/**
 * Throws `STORE_CORRUPT` if a row cannot be found by its path. Otherwise a writer would take the file for a
 * new one, or leave a removed one. Reads all paths twice, so it is called once per writer.
 */
export function requirePathLookup(database: Database, generation: number): void {
  for (const table of [`file_${generation}`, `folder_${generation}`]) {
    const index = `sqlite_autoindex_${table}_1`;
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
