/** The size of an index, and how much of it is unused. */
import { statSync } from "node:fs";
import { openDatabase } from "../../libs/engine/src/sqlite/driver.ts";
import { Digests } from "../../libs/engine/src/store/sqlite/checks/digests.ts";

export interface IndexState {
  readonly fileBytes: number;
  /** Size of the write-ahead log. */
  readonly logBytes: number;
  readonly freePages: number;
  /** Segments of the posting lists, and tokens of removed chunks that they still contain. */
  readonly segments: number;
  readonly deadTokens: number;
  readonly chunks: number;
  readonly highestChunk: number;
}

/** @param path an index with a complete run */
export function indexStateOf(path: string): IndexState {
  const database = openDatabase(path);
  try {
    const number = (sql: string): number => Number(database.prepare(sql).get()?.[0] ?? 0);
    const pool = number("SELECT pool FROM run JOIN marker ON run_id = id");
    const { segments } = new Digests(database, pool).read().postings;
    return {
      fileBytes: sizeOf(path),
      logBytes: sizeOf(`${path}-wal`),
      freePages: number("PRAGMA freelist_count"),
      segments: segments.length,
      deadTokens: segments.reduce((sum, segment) => sum + segment.deadTokens, 0),
      chunks: number(`SELECT sum(chunk_count) FROM file_${pool}`),
      highestChunk: number(`SELECT max(first_chunk + chunk_count) - 1 FROM file_${pool}`),
    };
  } finally {
    database.close();
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
