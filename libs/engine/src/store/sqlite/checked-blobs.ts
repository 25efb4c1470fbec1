/** Reads single columns of a file's content and verifies their checks. */
import type { SqlValue } from "../../sqlite/raw-driver.ts";
import type { Database } from "../../sqlite/driver.ts";
import { blobCheck } from "./checks/row-checks.ts";
import { damaged } from "./corruption-error.ts";
import { blob } from "./rows.ts";

/** Each column with the column of its check. */
const CHECKED = {
  chunk_lines: "lines_check",
  symbols: "symbols_check",
  flow: "flow_check",
  text: "text_check",
} as const;
export type ContentColumn = keyof typeof CHECKED;

/**
 * Columns of a file's content, in the order requested. Throws `STORE_CORRUPT` if the row is missing or
 * differs from what was written.
 */
export function readContent(
  database: Database,
  pool: number,
  fileId: number,
  columns: readonly ContentColumn[],
): Uint8Array[] {
  const table = `content_${pool}`;
  const selected = columns
    .map((column) => `CAST(${CHECKED[column]} AS INTEGER), CAST(${column} AS BLOB)`)
    .join(", ");
  const row = database.prepare(`SELECT ${selected} FROM ${table} WHERE file_id = ?`).get(fileId);
  if (!row) throw damaged(`${table} of file ${fileId}: no row`);
  return columns.map((column, at) =>
    checkedBlob(row.slice(at * 2, at * 2 + 2), fileId, `${table} of file ${fileId}, ${column}`),
  );
}

function checkedBlob([check, value]: readonly SqlValue[], fileId: number, where: string): Uint8Array {
  const bytes = blob(value);
  if (blobCheck(fileId, bytes) !== Number(check)) throw damaged(`${where}: the bytes do not fit their check`);
  return bytes;
}
