/** Reads and verifies the stored vectors of files. */
import type { Database } from "../../../sqlite/driver.ts";
import { packHalves, unpackHalves } from "../../../vectors/half-bytes.ts";
import { VECTORS_FOLLOW, vectorsCheck } from "../checks/row-checks.ts";
import { readColumns } from "../columns.ts";
import { damaged } from "../corruption-error.ts";
import { alignedCopy } from "../rows.ts";

/** Database ids from one to another one, both included. */
export type IdRange = readonly [first: number, last: number];

/**
 * Vectors of some files: ids, number of rows per file, and all rows with their scales one after another. Each
 * row is packed by itself and starts at a byte.
 */
export interface ReadVectors {
  readonly ids: readonly number[];
  readonly rowCounts: readonly number[];
  readonly scales: Float32Array;
  readonly packed: Uint8Array;
}

/**
 * Vectors of the files with an id in a range, of all views. Versions whose vectors are still to be written
 * are left out: no complete run lists them. Throws `STORE_CORRUPT`.
 */
export function readVectors(
  database: Database,
  pool: number,
  dimension: number,
  range: IdRange,
): ReadVectors {
  const wanted = {
    numbers: ["file_id", "vectors_check", "length(CAST(scales AS BLOB))", "length(CAST(quantized AS BLOB))"],
    bytes: ["scales", "quantized"],
  };
  const { numbers, bytes } = readColumns(
    database,
    `content_${pool} WHERE file_id BETWEEN ? AND ? AND vectors_check != ${VECTORS_FOLLOW}`,
    wanted,
    ...range,
  );
  const [ids = [], checks = [], scaleBytes = [], valueBytes = []] = numbers;
  const [scales = new Uint8Array(), quantized = new Uint8Array()] = bytes;
  const rowCounts = scaleBytes.map((length) => length / Float32Array.BYTES_PER_ELEMENT);
  const rows = rowCounts.reduce((sum, count) => sum + count, 0);
  const isWhole = rowCounts.every(
    (count, at) => Number.isInteger(count) && Math.ceil((count * dimension) / 2) === valueBytes[at],
  );
  if (
    !isWhole ||
    scales.length !== rows * Float32Array.BYTES_PER_ELEMENT ||
    quantized.length !== valueBytes.reduce((sum, length) => sum + length, 0)
  ) {
    throw damaged(
      `content_${pool} of files ${range.join(" to ")}, scales and quantized: ${scales.length} ` +
        `and ${quantized.length} bytes for ${rows} vectors of ${dimension}`,
    );
  }
  let [scalesAt, valuesAt] = [0, 0];
  for (let at = 0; at < ids.length; at++) {
    const check = vectorsCheck(
      ids[at] as number,
      scales.subarray(scalesAt, (scalesAt += scaleBytes[at] as number)),
      quantized.subarray(valuesAt, (valuesAt += valueBytes[at] as number)),
    );
    if (check !== checks[at])
      throw damaged(
        `content_${pool} of file ${ids[at]}, scales and quantized: the bytes are not those of ` +
          "its vectors_check",
      );
  }
  return {
    ids,
    rowCounts,
    scales: new Float32Array(alignedCopy(scales)),
    packed: dimension % 2 === 0 ? quantized : rowsByByte(quantized, rowCounts, dimension),
  };
}

/**
 * Rows of an odd number of values, which are stored without gaps: only the first one of each file starts at a
 * byte.
 */
function rowsByByte(stored: Uint8Array, rowCounts: readonly number[], dimension: number): Uint8Array {
  const rows = rowCounts.reduce((sum, count) => sum + count, 0);
  const rowBytes = Math.ceil(dimension / 2);
  const packed = new Uint8Array(rows * rowBytes);
  let [from, to] = [0, 0];
  for (const count of rowCounts) {
    const end = from + Math.ceil((count * dimension) / 2);
    const values = unpackHalves(stored.subarray(from, end), count * dimension);
    for (let row = 0; row < count; row++, to += rowBytes)
      packed.set(packHalves(values.subarray(row * dimension, (row + 1) * dimension)), to);
    from = end;
  }
  return packed;
}
