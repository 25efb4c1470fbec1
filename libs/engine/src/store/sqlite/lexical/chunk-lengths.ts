/** How many words each chunk has, which BM25 divides by. FTS5 keeps them in its `_docsize` table: a number for each column. */
import type { Database } from "../../../sqlite/driver.ts";
import { damaged } from "../damaged.ts";
import { decodeNumbers } from "./varints.ts";

/** Chunks of the files of one state, by their row ids in the lexical table. */
export interface FileChunks {
  /** Database id of each file: of the same id are the same chunks. */
  readonly fileIds: readonly number[];
  readonly fileById: ReadonlyMap<number, number>;
  /** Of each file's first chunk. */
  readonly firstChunks: Float64Array;
  /** The file of each chunk, up to the last one; `NO_FILE` where there is no chunk. */
  readonly fileOfChunk: Uint32Array;
  /** Differences give the number of each file's chunks. */
  readonly files: { readonly firstRows: Uint32Array };
}

/** In `FileChunks.fileOfChunk`. */
export const NO_FILE = 0xffff_ffff;

export interface ChunkLengths {
  readonly of: FileChunks;
  /** By row id; 0 where there is no chunk. */
  readonly lengths: Uint32Array;
}

/** Of the lexical table. */
const COLUMNS = 4;
/** From so large a share of new files on, all lengths are read anew: it takes one statement, and no more time. */
const MAX_NEW_SHARE = 0.1;

/** @param earlier lengths of another state, taken over where files are the same */
export function chunkLengths(database: Database, table: string, of: FileChunks, earlier: ChunkLengths | null): ChunkLengths {
  const lengths = new Uint32Array(of.fileOfChunk.length);
  const unknown = of.fileIds.flatMap((id, file) => (earlier?.of.fileById.has(id) ? [] : [file]));
  const select = database.prepare(`SELECT group_concat(hex(sz), '') FROM (SELECT sz FROM ${table}_docsize WHERE id BETWEEN ? AND ? ORDER BY id)`);
  const read = (first: number, last: number): number[] => sumsOf(String(select.get(first, last)?.[0] ?? ""));
  if (!earlier || unknown.length > MAX_NEW_SHARE * of.fileIds.length) {
    const sums = read(0, lengths.length);
    const ranges = [...of.fileIds.keys()].map((file) => rangeOf(of, file)).sort(([left], [right]) => left - right);
    let at = 0;
    for (const [first, end] of ranges) for (let chunk = first; chunk < end; chunk++) lengths[chunk] = sums[at++] ?? 0;
    if (at !== sums.length) throw damaged();
    return { of, lengths };
  }
  for (const [file, id] of of.fileIds.entries()) {
    const known = earlier.of.fileById.get(id);
    const [first, end] = rangeOf(of, file);
    // It may stand behind the last chunk.
    if (end === first) continue;
    lengths.set(known === undefined ? read(first, end - 1) : earlier.lengths.subarray(...rangeOf(earlier.of, known)), first);
  }
  return { of, lengths };
}

/** Row ids of a file's chunks, without the last one. */
function rangeOf({ firstChunks, files }: FileChunks, file: number): [first: number, end: number] {
  const first = firstChunks[file] as number;
  return [first, first + (files.firstRows[file + 1] as number) - (files.firstRows[file] as number)];
}

/** Numbers of all rows one after the other, in hexadecimal digits: the sum of each row's. */
function sumsOf(rows: string): number[] {
  const numbers = decodeNumbers(Buffer.from(rows, "hex"));
  const sums: number[] = [];
  for (let at = 0; at < numbers.length; at += COLUMNS) {
    let sum = 0;
    for (let column = at; column < at + COLUMNS; column++) sum += numbers[column] ?? 0;
    sums.push(sum);
  }
  return sums;
}
