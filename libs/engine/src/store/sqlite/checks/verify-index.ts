/**
 * Reads every row of an index and verifies its check. `satori doctor` uses it, since a question reads only
 * what it needs. Takes about as long as reading the file.
 */
import type { SqlValue } from "../../../sqlite/raw-driver.ts";
import { type Database, rollback } from "../../../sqlite/driver.ts";
import { SymbolNames } from "../snapshot/symbol-names.ts";
import { damaged } from "../corruption-error.ts";
import { readFileColumns, readImports, requirePathLookup } from "../file-rows.ts";
import { requireAllPostings } from "../lexical/verify-postings.ts";
import { blob } from "../rows.ts";
import type { RunTables } from "../run-tables.ts";
import { TABLES_VERSION, tablesVersion } from "../schema.ts";
import { VersionTables, keepsVersions } from "../version-tables.ts";
import { readManifest, readSkipped, readStoredHistory } from "../whole-reads.ts";
import { requireAllWordCounts } from "../word-counts.ts";
import { requireBaseCheck } from "./base-check.ts";
import { VECTORS_FOLLOW, blobCheck, vectorsCheck } from "./row-checks.ts";

/** Rows of content per read: some megabytes. */
const ROWS_AT_ONCE = 64;

/**
 * Throws `STORE_CORRUPT` for the first row that differs from what was written. Does nothing for files of
 * other versions.
 */
export function requireAllRows(database: Database): void {
  if (tablesVersion(database) !== TABLES_VERSION) return;
  // One transaction, so that all reads see the same state.
  database.exec("BEGIN");
  try {
    requireBaseCheck(database);
    const runs = database
      .prepare(
        "SELECT CAST(generation AS INTEGER), CAST(pool AS INTEGER), state = 'active' FROM run WHERE state IN " +
          "('active', 'complete') ORDER BY generation",
      )
      .all()
      .map(([run, pool, isActive]) => ({
        run: Number(run),
        pool: Number(pool),
        isActive: Number(isActive) === 1,
      }));
    for (const tables of runs) requireRun(database, tables);
    for (const pool of new Set(runs.map((tables) => tables.pool))) requirePool(database, pool);
  } finally {
    rollback(database);
  }
}

function requireRun(database: Database, tables: RunTables & { readonly isActive: boolean }): void {
  const files = readFileColumns(database, tables);
  readImports(database, tables);
  requirePathLookup(database, tables);
  requireContents(database, tables, files.ids);
  readManifest(database, tables.run);
  readSkipped(database, tables.run);
  readStoredHistory(database, tables.run);
  if (!keepsVersions(database, tables.pool)) requireAllPostings(database, tables, files);
}

function requirePool(database: Database, pool: number): void {
  requireUses(database, pool);
  new SymbolNames(pool).all(database);
  if (!keepsVersions(database, pool)) return;
  new VersionTables(database, pool).all();
  requireAllWordCounts(database, pool);
}

function requireUses(database: Database, pool: number): void {
  const table = `file_${pool}`;
  const select =
    `SELECT id, CAST(uses_check AS INTEGER), CAST(name_uses AS BLOB) FROM ${table} WHERE id > ? ORDER BY ` +
    `id LIMIT ${ROWS_AT_ONCE}`;
  eachRow(database, select, ([id, check, uses]) => {
    const bytes = uses instanceof Uint8Array ? blob(uses) : null;
    if (blobCheck(Number(id), bytes) !== Number(check))
      throw damaged(`${table}, id ${String(id)}: name_uses does not fit its check`);
  });
}

const PARTS = ["chunk_lines", "symbols", "flow", "text"] as const;
const PART_CHECKS = ["lines_check", "symbols_check", "flow_check", "text_check"] as const;

function requireContents(
  database: Database,
  { pool, isActive }: RunTables & { readonly isActive: boolean },
  ids: readonly number[],
): void {
  const table = `content_${pool}`;
  const checks = ["vectors_check", ...PART_CHECKS].map((column) => `CAST(${column} AS INTEGER)`);
  const values = ["scales", "quantized", ...PARTS].map((column) => `CAST(${column} AS BLOB)`);
  const missing = new Set(ids);
  const select =
    `SELECT file_id, ${[...checks, ...values].join(", ")} FROM ${table} WHERE file_id > ? ORDER BY ` +
    `file_id LIMIT ${ROWS_AT_ONCE}`;
  eachRow(database, select, (row) => {
    const id = Number(row[0]);
    const [vectors, ...parts] = row.slice(1, 1 + checks.length).map(Number);
    const [scales = NO_BYTES, quantized = NO_BYTES, ...stored] = row.slice(1 + checks.length).map(blob);
    // Of this run if it is active, or of another view.
    const mayFollow = isActive || !missing.has(id);
    const isToFollow = mayFollow && vectors === VECTORS_FOLLOW && scales.length + quantized.length === 0;
    if (!isToFollow && vectorsCheck(id, scales, quantized) !== vectors)
      throw damaged(`${table} of file ${id}: the vectors do not fit their check`);
    const wrong = PARTS.find((_, at) => blobCheck(id, stored[at] ?? NO_BYTES) !== parts[at]);
    if (wrong !== undefined) throw damaged(`${table} of file ${id}: ${wrong} does not fit its check`);
    missing.delete(id);
  });
  if (missing.size > 0) throw damaged(`${table}: no row of ${missing.size} files`);
}

const NO_BYTES = new Uint8Array();

/** @param select takes the id after which it starts, and returns each row's id first */
function eachRow(database: Database, select: string, visit: (row: readonly SqlValue[]) => void): void {
  const statement = database.prepare(select);
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const rows = statement.all(after);
    for (const row of rows) visit(row);
    const last = rows.at(-1)?.[0];
    if (last === undefined) return;
    // On a corrupt page, ids may not ascend.
    if (Number(last) <= after) throw damaged(`${select}: the rows are not in order`);
    after = Number(last);
  }
}
