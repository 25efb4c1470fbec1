/**
 * The check of the tables that every version of an index file has: one number over all of their few rows,
 * stored among them in `meta`. Readers verify it first. Writers verify it before they write, and update it
 * afterwards.
 */
import { crc32 } from "node:zlib";
import type { Database } from "../../../sqlite/driver.ts";
import { damaged } from "../corruption-error.ts";
import { RUN_COLUMNS, blob } from "../rows.ts";
import { TABLES_VERSION, tablesVersion } from "../schema.ts";

const KEY = "check";
/** The view under which `meta` holds values of the file. */
export const OF_FILE = 0;

/**
 * Throws `STORE_CORRUPT` if the rows differ from those that were written. Files of other versions are not
 * checked.
 */
export function requireBaseCheck(database: Database): void {
  if (tablesVersion(database) !== TABLES_VERSION) return;
  const rows = baseRows(database);
  const kept = database
    .prepare("SELECT CAST(value AS BLOB) FROM meta WHERE view = ? AND key = ?")
    .get(OF_FILE, KEY)?.[0];
  const isAsWritten =
    kept === undefined
      ? rows.every(({ length }) => length === 0)
      : Buffer.from(blob(kept)).toString("latin1") === checkOf(rows);
  if (!isAsWritten) throw damaged("meta, run and marker: the rows are not those that were written");
}

/** Recomputes the check and stores it. */
export function writeBaseCheck(database: Database): void {
  const check = checkOf(baseRows(database));
  database
    .prepare(
      "INSERT INTO meta(view, key, value) VALUES(?,?,?) ON CONFLICT(view, key) DO UPDATE SET value = " +
        "excluded.value",
    )
    .run(OF_FILE, KEY, check);
}

/**
 * Key of a number, under view 0, that rises when versions of files are added or removed, by whichever view.
 */
export const VERSIONS_KEY = "versions";

/** Raises that number: readers of other views then read again what depends on the whole pool. */
export function noteVersionChange(database: Database): void {
  database
    .prepare(
      "INSERT INTO meta(view, key, value) VALUES(?,?,'1') ON CONFLICT(view, key) DO UPDATE SET value = " +
        "CAST(value AS INTEGER) + 1",
    )
    .run(OF_FILE, VERSIONS_KEY);
}

/** Values are quoted by SQLite, so that values of different types differ too. */
function baseRows(database: Database): readonly Uint8Array[] {
  return (database.prepare(SELECT_ROWS).get() ?? []).map(blob);
}

function checkOf(rows: readonly Uint8Array[]): string {
  return rows.map((bytes) => `${bytes.length}:${crc32(bytes)}`).join(" ");
}

const SELECT_ROWS = `SELECT ${[
  rowsOf("meta", "view, key, value", `WHERE view != ${OF_FILE} OR key != '${KEY}' ORDER BY view, key`),
  rowsOf("run", RUN_COLUMNS, "ORDER BY generation"),
  rowsOf("marker", "view, kind, run_id, document", "ORDER BY view, kind, run_id"),
].join(", ")}`;

function rowsOf(table: string, columns: string, rest: string): string {
  const quoted = columns
    .split(", ")
    .map((column) => `quote(${column})`)
    .join(" || ',' || ");
  return (
    `(SELECT CAST(group_concat(${quoted}, char(10)) AS BLOB) FROM (SELECT ${columns} FROM ${table} NOT ` +
    `INDEXED ${rest}))`
  );
}
