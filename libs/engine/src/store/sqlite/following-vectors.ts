/** Versions of files whose vectors are still to be written: which ones, and what to embed of them. */
import type { EmbeddedFile } from "../../model/indexed-file.ts";
import type { Database } from "../../sqlite/driver.ts";
import { chunkText } from "../chunk-text.ts";
import { readContent } from "./checked-blobs.ts";
import { VECTORS_FOLLOW } from "./checks/row-checks.ts";
import { damaged } from "./corruption-error.ts";
import { prepareVersion, storedVersionOf } from "./file-rows.ts";
import type { RunTables } from "./run-tables.ts";
import { StoredContent } from "./snapshot/stored-content.ts";

/** Ids of the versions of a run that lack vectors, ascending. */
export function filesWithoutVectors(database: Database, { run, pool }: RunTables): readonly number[] {
  return database
    .prepare(
      `SELECT CAST(content_${pool}.file_id AS INTEGER) FROM content_${pool} JOIN member_${run} ON ` +
        `member_${run}.file_id = content_${pool}.file_id WHERE vectors_check = ${VECTORS_FOLLOW}`,
    )
    .all()
    .map(([id]) => Number(id))
    .sort((left, right) => left - right);
}

/** Dimension of the vectors of a run's versions; null if none has any. */
export function storedDimension(database: Database, { run, pool }: RunTables): number | null {
  const row = database
    .prepare(
      `SELECT length(scales), length(quantized) FROM content_${pool} JOIN member_${run} ON ` +
        `member_${run}.file_id = content_${pool}.file_id WHERE length(scales) > 0 LIMIT 1`,
    )
    .get();
  if (!row) return null;
  const [scaleBytes = 0, valueBytes = 0] = row.map(Number);
  // Two values are in one byte. The last byte of a file may have one.
  return Math.floor((valueBytes * 2) / (scaleBytes / Float32Array.BYTES_PER_ELEMENT));
}

/** Path and chunks of versions, in the order of their ids. Throws `STORE_CORRUPT`. */
export function readEmbeddedTexts(
  database: Database,
  pool: number,
  ids: readonly number[],
): readonly EmbeddedFile[] {
  const find = prepareVersion(database, pool);
  return ids.map((id) => {
    const row = find.get(id);
    if (!row) throw damaged(`file_${pool}, id ${id}: no row`);
    const { path } = storedVersionOf(row, pool);
    const [text = NO_BYTES, chunkLines = NO_BYTES] = readContent(database, pool, id, ["text", "chunk_lines"]);
    const content = new StoredContent({
      path,
      where: `content_${pool} of file ${id}`,
      text,
      chunkLines: Buffer.from(chunkLines).toString("latin1"),
      symbols: NO_BYTES,
    });
    return { path, chunkTexts: content.chunks.map((_, chunk) => chunkText(content, chunk)) };
  });
}

const NO_BYTES = new Uint8Array();
