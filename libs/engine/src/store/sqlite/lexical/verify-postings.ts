/** Reads the whole posting table of a pool and verifies it against the files. */
import { PostingCursor } from "../../../model/postings.ts";
import type { Database } from "../../../sqlite/driver.ts";
import { Digests } from "../checks/digests.ts";
import { damaged, decoded } from "../corruption-error.ts";
import type { FileColumns } from "../file-rows.ts";
import type { RunTables } from "../run-tables.ts";
import { readAllLengths } from "./chunk-lengths.ts";
import { ChunkRows, NO_ROW } from "./chunk-rows.ts";
import { SegmentCursor } from "./segment-cursor.ts";

/**
 * Throws `STORE_CORRUPT` unless all blocks of the pool are those that were written, no others are there, and
 * the postings of each chunk of a run's files add up to its length.
 */
export function requireAllPostings(database: Database, tables: RunTables, files: FileColumns): void {
  const { pool } = tables;
  const { postings, nextChunk } = new Digests(database, pool).read();
  const { segments } = postings;
  const table = `posting_${pool}`;
  const blocks = Number(database.prepare(`SELECT count(*) FROM ${table}`).get()?.[0]);
  const expected = segments.reduce((sum, segment) => sum + segment.blocks, 0);
  if (blocks !== expected) throw damaged(`${table}: ${blocks} of ${expected} blocks`);
  const { chunkRows, lengths } = chunksOf(database, tables, files);
  const counted = new Uint32Array(lengths.length);
  for (const [at, segment] of segments.entries()) {
    const end = segments[at + 1]?.firstChunk ?? nextChunk;
    countPostings(new SegmentCursor(database, pool, segment), end, chunkRows.lookUp(), counted);
  }
  const wrong = lengths.findIndex((length, row) => length !== counted[row]);
  if (wrong !== -1)
    throw damaged(`${table}: ${counted[wrong]} of the ${lengths[wrong]} tokens of the chunk in row ${wrong}`);
}

/** Adds the tokens of a segment's chunks to `counted`, by row. */
function countPostings(
  cursor: SegmentCursor,
  endChunk: number,
  rowOf: (id: number) => number,
  counted: Uint32Array,
): void {
  const { segment } = cursor;
  const where = cursor.where;
  let tokens = 0;
  let previous: string | null = null;
  for (cursor.next(); cursor.term !== null; cursor.next()) {
    if (previous !== null && cursor.term <= previous) throw damaged(`${where}: terms in the wrong order`);
    previous = cursor.term;
    decoded(where, () => {
      const postings = new PostingCursor(cursor.bytes, cursor.start, cursor.end, segment.firstChunk);
      while (postings.next()) {
        if (postings.id >= endChunk) throw new RangeError(`Chunk ${postings.id} is not in it`);
        const { body, symbols, path, doc } = postings;
        const count = body + symbols + path + doc;
        tokens += count;
        const row = rowOf(postings.id);
        if (row !== NO_ROW) counted[row] = (counted[row] as number) + count;
      }
    });
  }
  if (tokens !== segment.tokens) throw damaged(`${where}: ${tokens} of ${segment.tokens} tokens`);
}

/** Rows in the order of `files`, and the length of the chunk in each. */
function chunksOf(
  database: Database,
  tables: RunTables,
  { ids, firstChunks, chunkCounts }: FileColumns,
): { readonly chunkRows: ChunkRows; readonly lengths: Uint32Array } {
  const firstRows = new Uint32Array(ids.length + 1);
  for (const [file, count] of chunkCounts.entries())
    firstRows[file + 1] = (firstRows[file] as number) + count;
  const lengths = new Uint32Array(firstRows[ids.length] as number);
  const fileById = new Map(ids.map((id, file) => [id, file]));
  readAllLengths(database, tables, lengths, (id) => {
    const file = fileById.get(id) as number;
    return { first: firstRows[file] as number, end: firstRows[file + 1] as number };
  });
  const chunkRows = ChunkRows.of({ firstChunks: Float64Array.from(firstChunks), firstRows }, tables.pool);
  return { chunkRows, lengths };
}
