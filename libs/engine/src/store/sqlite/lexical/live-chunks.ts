/** Which chunks still exist, for merges of posting lists. */
import type { Database } from "../../../sqlite/driver.ts";
import { readFileRows } from "../file-rows.ts";
import { ChunkRows, NO_ROW } from "./chunk-rows.ts";
import type { IsAlive } from "./posting-writer.ts";

/** Chunks of the files of a generation as they are now. Throws `STORE_CORRUPT`. */
export function liveChunks(database: Database, generation: number): IsAlive {
  const { firstChunks, chunkCounts } = readFileRows(database, generation);
  const firstRows = new Uint32Array(chunkCounts.length + 1);
  for (const [file, count] of chunkCounts.entries())
    firstRows[file + 1] = (firstRows[file] as number) + count;
  const rowOf = ChunkRows.of({ firstChunks: Float64Array.from(firstChunks), firstRows }, generation).lookUp();
  return (chunk) => rowOf(chunk) !== NO_ROW;
}
