/**
 * Reads an index file directly, without the product: whether SQLite considers it sound, its tables, and every
 * row of the run that its marker names. Row ids are left out: they depend on how an index was built, not on
 * its contents.
 */
import type { SqlValue } from "../../libs/engine/src/sqlite/raw-driver.ts";
import { type Hash, createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { type Database, openDatabase } from "../../libs/engine/src/sqlite/driver.ts";
import { readFileColumns } from "../../libs/engine/src/store/sqlite/file-rows.ts";
import type { RunTables } from "../../libs/engine/src/store/sqlite/run-tables.ts";
import { requireAllPostings } from "../../libs/engine/src/store/sqlite/lexical/verify-postings.ts";

export interface IndexFile {
  /** Problems of the file itself, whatever it should contain. */
  readonly problems: readonly string[];
  /** Numbers in table names, ascending: of the complete run and its pool, and of others that are left over. */
  readonly generations: readonly number[];
  readonly complete: CompleteRun | null;
}

export interface CompleteRun {
  readonly runId: string;
  readonly tables: RunTables;
  /** By path, a digest of the index's entry for a file's content. */
  readonly files: ReadonlyMap<string, string>;
  /** Digest of all rows. */
  readonly digest: string;
}

/** SQLite's constant for incremental vacuum, with which an index releases space. */
const INCREMENTAL = 2;

/** Queries for inconsistencies within the file: any row is a problem. `#` is the pool, `@` the run. */
const CONTRADICTIONS: Readonly<Record<string, string>> = {
  "a file without its content": "SELECT path FROM file_# WHERE id NOT IN (SELECT file_id FROM content_#)",
  "a content without its file": "SELECT file_id FROM content_# WHERE file_id NOT IN (SELECT id FROM file_#)",
  "a version that no run lists": "SELECT path FROM file_# WHERE id NOT IN (SELECT file_id FROM member_@)",
  "a listed file without its version":
    "SELECT file_id FROM member_@ WHERE file_id NOT IN (SELECT id FROM file_#)",
  "a name without its file": "SELECT key FROM symbol_name_# WHERE file_id NOT IN (SELECT id FROM file_#)",
};

const FILES =
  "SELECT path, language, size, line_count, encoding, chunk_count, chunk_lines, content_#.symbols, " +
  "text, scales, quantized FROM file_# JOIN content_# ON file_id = id ORDER BY path";
/**
 * Queries for the remaining tables: facts about files that depend on other files, and about files that are
 * not indexed.
 */
const REST = [
  "SELECT path, degraded, file_#.symbols, path_class, name_parts, in_degree, imports FROM file_# JOIN " +
    "member_@ ON file_id = id ORDER BY path",
  "SELECT key, path FROM symbol_name_# JOIN file_# ON id = file_id ORDER BY key, path",
  "SELECT path, names, kinds, hashes FROM folder_@ ORDER BY path",
  "SELECT path, cause FROM skipped_@ ORDER BY path",
];

/** Null if there is no file. Never throws: if the file cannot be read, that is one of its problems. */
export function readIndexFile(path: string): IndexFile | null {
  if (!existsSync(path)) return null;
  let database: Database | undefined;
  try {
    database = openDatabase(path);
    return readWhole(database);
  } catch (error) {
    return {
      problems: [
        `index.db cannot be read: ${String(error instanceof Error ? (error.cause ?? error) : error)}`,
      ],
      generations: [],
      complete: null,
    };
  } finally {
    database?.close();
  }
}

function readWhole(database: Database): IndexFile {
  const all = (sql: string): SqlValue[][] => database.prepare(sql).all();
  const integrity = all("PRAGMA integrity_check").flat().map(String);
  const tables = all("SELECT name FROM sqlite_master WHERE type = 'table'").flat().map(String);
  const generations = [
    ...new Set(tables.flatMap((name) => /_(\d+)(?:_|$)/.exec(name)?.[1] ?? []).map(Number)),
  ].sort((left, right) => left - right);
  const hasRuns = tables.includes("run");
  const markers = hasRuns ? all("SELECT run_id FROM marker").flat().map(String) : [];
  const [row] = hasRuns
    ? all("SELECT id, generation, pool FROM run JOIN marker ON run_id = id AND state = 'complete'")
    : [];
  const problems = [
    ...(integrity.join() === "ok" ? [] : [`integrity_check says ${integrity.slice(0, 3).join("; ")}`]),
    ...(!hasRuns || Number(all("PRAGMA auto_vacuum")[0]?.[0]) === INCREMENTAL
      ? []
      : ["the space of dropped tables cannot be given back"]),
    ...(markers.length > 1 ? [`there are ${markers.length} markers`] : []),
    ...(markers.length === 1 && !row ? [`the marker names ${markers[0]}, which is no complete run`] : []),
  ];
  if (!row) return { problems, generations, complete: null };
  const tablesOfRun = { run: Number(row[1]), pool: Number(row[2]) };
  const numbered = (sql: string): SqlValue[][] =>
    all(sql.replaceAll("#", String(tablesOfRun.pool)).replaceAll("@", String(tablesOfRun.run)));
  for (const [what, sql] of Object.entries(CONTRADICTIONS)) {
    const found = numbered(sql).flat();
    if (found.length > 0) problems.push(`${what}: ${found.slice(0, 3).join(", ")}`);
  }
  const lists = problemOfPostings(database, tablesOfRun);
  if (lists !== null) problems.push(lists);
  const files = new Map(numbered(FILES).map(([path, ...rest]) => [String(path), digestOf([rest])]));
  return {
    problems,
    generations,
    complete: {
      runId: String(row[0]),
      tables: tablesOfRun,
      files,
      digest: digestOf([[...files].flat(), ...REST.flatMap(numbered)]),
    },
  };
}

/** What is wrong with the posting lists; null if they have the words of all chunks. */
function problemOfPostings(database: Database, tables: RunTables): string | null {
  try {
    requireAllPostings(database, tables, readFileColumns(database, tables));
    return null;
  } catch (error) {
    return `posting lists: ${String(error instanceof Error ? (error.cause ?? error) : error)}`;
  }
}

function digestOf(rows: readonly (readonly SqlValue[])[]): string {
  const hash = createHash("sha256");
  for (const row of rows) for (const value of row) addTo(hash, value);
  return hash.digest("hex").slice(0, 16);
}

/** Adds a value with its type and length, so that different lists of values have different bytes. */
function addTo(hash: Hash, value: SqlValue): void {
  const bytes = value instanceof Uint8Array ? value : Buffer.from(String(value));
  hash.update(`${value === null ? "null" : typeof value}:${bytes.length}:`).update(bytes);
}
