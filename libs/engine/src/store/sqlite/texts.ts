/**
 * libsql ends the whole process at a text that is not UTF-8, and so does a number or bytes that a changed bit
 * turns into a text. Columns of which many rows are read are looked at as one value first, in the same table
 * and none of its indexes; where a single row is read, its type is asked for.
 */
import { isUtf8 } from "node:buffer";
import type { Database } from "../../sqlite/driver.ts";
import { damaged } from "./corruption-error.ts";
import { blob } from "./rows.ts";

/**
 * Throws `STORE_CORRUPT` where a column of a table is about to be read that holds what is no text.
 *
 * @param columns with commas between them
 */
export function requireTexts(database: Database, columns: string, table: string): void {
  const values = columns.split(", ").map((column) => `coalesce(${column}, '')`);
  // A line end between them keeps halves of letters from coming together.
  const [all] =
    database
      .prepare(
        `SELECT CAST(group_concat(${values.join(" || char(10) || ")}, char(10)) AS BLOB) FROM ${table}`,
      )
      .get() ?? [];
  requireText(blob(all), `${table}, ${columns}`);
}

function requireText(bytes: Uint8Array, where: string): void {
  if (!isUtf8(bytes)) throw damaged(`${where}: not UTF-8`);
}

/** A value that is read as bytes. Throws `STORE_CORRUPT` where it is no text. @param where as of `damaged` */
export function textOf(bytes: Uint8Array, where: string): string {
  requireText(bytes, where);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
