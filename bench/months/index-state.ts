/** The size of an index, and how much of it is unused. */
import { statSync } from "node:fs";
import { openDatabase } from "../../libs/engine/src/sqlite/driver.ts";
import { readSegments } from "../../libs/engine/src/store/sqlite/lexical/segments.ts";

export interface IndexState {
  readonly fileBytes: number;
  /** Size of the write-ahead log. */
  readonly logBytes: number;
  readonly freePages: number;
  /** Segments of the posting lists, and deleted rows that they still contain. */
  readonly segments: number;
  readonly deletedRows: number;
  readonly chunks: number;
  readonly highestChunk: number;
}

/** @param path an index with a complete run */
export function indexStateOf(path: string): IndexState {
  const database = openDatabase(path);
  try {
    const number = (sql: string): number => Number(database.prepare(sql).get()?.[0] ?? 0);
    const generation = number("SELECT generation FROM run JOIN marker ON run_id = id");
    const segments = readSegments(database, `lexical_${generation}`);
    return {
      fileBytes: sizeOf(path),
      logBytes: sizeOf(`${path}-wal`),
      freePages: number("PRAGMA freelist_count"),
      segments: segments.length,
      deletedRows: segments.reduce((sum, { deleted }) => sum + deleted.size, 0),
      chunks: number(`SELECT sum(chunk_count) FROM file_${generation}`),
      highestChunk: number(`SELECT max(first_chunk + chunk_count) - 1 FROM file_${generation}`),
    };
  } finally {
    database.close();
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
