/**
 * Guards against texts that are not UTF-8. libsql ends the whole process on such a text, or on a number or
 * blob that a changed bit turned into a text. Columns that are read in many rows are first checked as one
 * value, from the same table and none of its indexes; columns of single rows are cast to a type.
 */
import { isUtf8 } from "node:buffer";
import type { Database } from "../../sqlite/driver.ts";
import { damaged } from "./corruption-error.ts";
import { blob } from "./rows.ts";

/**
 * Throws `STORE_CORRUPT` if a column of a table contains invalid text.
 *
 * @param columns separated by commas
 */
export function requireTexts(database: Database, columns: string, table: string): void {
  const values = columns.split(", ").map((column) => `coalesce(${column}, '')`);
  // A newline between values keeps halves of characters from joining.
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

/**
 * Text of a value that was read as bytes. Throws `STORE_CORRUPT` if it is not UTF-8.
 *
 * @param where as for `damaged`
 */
export function textOf(bytes: Uint8Array, where: string): string {
  requireText(bytes, where);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
