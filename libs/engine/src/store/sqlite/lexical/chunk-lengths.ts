/**
 * Document lengths of chunks, which BM25 divides by. FTS5 stores them in its `_docsize` table, one number per
 * column.
 */
import type { Database } from "../../../sqlite/driver.ts";
import { damaged } from "../corruption-error.ts";
import type { ChunkRows } from "./chunk-rows.ts";
import { decodeNumbers } from "./varints.ts";

/** Chunks of the files of one state. */
export interface FileChunks {
  /** Database id of each file. The same id means the same chunks. */
  readonly fileIds: readonly number[];
  readonly fileById: ReadonlyMap<number, number>;
  /** Id of each file's first chunk in the lexical table. */
  readonly firstChunks: Float64Array;
  /** Row of each file's first chunk, and at the end the number of all rows. */
  readonly files: { readonly firstRows: Uint32Array };
  readonly chunkRows: ChunkRows;
}

export interface ChunkLengths {
  readonly of: FileChunks;
  /** By row. */
  readonly lengths: Uint32Array;
}

/** Columns of the lexical table. */
const COLUMNS = 4;
/**
 * If more than this share of the files is new, all lengths are read again with one statement, which takes no
 * longer.
 */
const MAX_NEW_SHARE = 0.1;

/**
 * Document lengths of all chunks. Throws `STORE_CORRUPT`.
 *
 * @param earlier lengths of another state, reused for files that are the same
 */
export function chunkLengths(
  database: Database,
  table: string,
  of: FileChunks,
  earlier: ChunkLengths | null,
): ChunkLengths {
  const lengths = new Uint32Array(of.files.firstRows.at(-1) ?? 0);
  const unknown = of.fileIds.flatMap((id, file) => (earlier?.of.fileById.has(id) ? [] : [file]));
  const select = database.prepare(
    `SELECT group_concat(hex(sz), '') FROM (SELECT sz FROM ${table}_docsize WHERE id BETWEEN ? AND ? ` +
      "ORDER BY id)",
  );
  const read = (first: number, last: number): number[] =>
    sumsOf(String(select.get(first, last)?.[0] ?? ""), `${table}_docsize, sz, of chunks ${first} to ${last}`);
  if (!earlier || unknown.length > MAX_NEW_SHARE * of.fileIds.length) {
    const sums = read(0, of.chunkRows.lastId);
    if (sums.length !== lengths.length)
      throw damaged(`${table}_docsize has ${sums.length} rows, but files have ${lengths.length} chunks`);
    let at = 0;
    for (const { row, count } of of.chunkRows.ranges()) lengths.set(sums.slice(at, (at += count)), row);
    return { of, lengths };
  }
  for (const [file, id] of of.fileIds.entries()) {
    const known = earlier.of.fileById.get(id);
    const [row, end] = rowsOf(of, file);
    if (end === row) continue;
    const first = of.firstChunks[file] as number;
    const own =
      known === undefined
        ? read(first, first + end - row - 1)
        : earlier.lengths.subarray(...rowsOf(earlier.of, known));
    if (own.length !== end - row)
      throw damaged(
        `${table}_docsize has ${own.length} rows from ${first} on, but file ${id} has ${end - row} chunks`,
      );
    lengths.set(own, row);
  }
  return { of, lengths };
}

/** Row of a file's first chunk, and the row after its last one. */
function rowsOf({ files: { firstRows } }: FileChunks, file: number): [first: number, end: number] {
  return [firstRows[file] as number, firstRows[file + 1] as number];
}

/**
 * Sum of the numbers of each row, from the numbers of all rows one after another, in hexadecimal digits.
 *
 * @param where as for `damaged`
 */
function sumsOf(rows: string, where: string): number[] {
  const numbers = decodeNumbers(Buffer.from(rows, "hex"));
  if (numbers.length % COLUMNS !== 0)
    throw damaged(`${where}: ${numbers.length} numbers, where each has ${COLUMNS}`);
  const sums: number[] = [];
  for (let at = 0; at < numbers.length; at += COLUMNS) {
    let sum = 0;
    for (let column = at; column < at + COLUMNS; column++) sum += numbers[column] ?? 0;
    sums.push(sum);
  }
  return sums;
}
