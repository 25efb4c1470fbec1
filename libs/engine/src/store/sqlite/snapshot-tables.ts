/** The part of a snapshot that is held in memory: columns of all files, and all vectors. */
import { compareText } from "../../model/paths.ts";
import type { CompletionMarker } from "../../model/run.ts";
import { VectorTable } from "../../vectors/vector-table.ts";
import type { FileTable } from "../store.ts";
import { CallTables } from "./call-facts.ts";
import type { Database } from "../../sqlite/driver.ts";
import { RecentCache } from "./recent-cache.ts";
import { alignedCopy, blob } from "./rows.ts";
import type { StoredContent } from "./stored-content.ts";

export interface SnapshotTables {
  readonly marker: CompletionMarker;
  readonly sequence: number;
  readonly generation: number;
  readonly files: FileTable;
  readonly skippedFiles: number;
  /** Texts that were read lately; ids are never used again, so that an entry cannot go stale. */
  readonly contents: RecentCache<StoredContent>;
  readonly calls: CallTables;
  /** Database id of each file, in the order of `files`. */
  readonly fileIds: readonly number[];
  readonly fileById: ReadonlyMap<number, number>;
  /** Row id of each file's first chunk in the lexical table. */
  readonly firstChunks: Float64Array;
  /** The file of each chunk, by its row id in the lexical table. */
  readonly fileOfChunk: Uint32Array;
  readonly positions: ReadonlyMap<string, number>;
  /** Chunks of tokens that were asked for, and how many entries that are. */
  readonly postings: { readonly byToken: Map<string, Uint32Array>; size: number };
  /** Rows: one a file, one a path, then one a chunk. Null without an embedder. */
  readonly vectors: VectorTable | null;
}

/** Characters of text that are kept. */
const MAX_CONTENT_CHARS = 16_000_000;

type Version = Pick<SnapshotTables, "marker" | "sequence" | "generation">;

/** @param previous an earlier state, whose vectors are taken over where files are the same */
export function loadTables(database: Database, version: Version, previous: SnapshotTables | null): SnapshotTables {
  const rows = database
    .prepare(`SELECT id, path, language, line_count, path_class, name_parts, in_degree, indexed_at, first_chunk, chunk_count FROM file_${version.generation} ORDER BY path`)
    .all()
    // SQLite compares the bytes of UTF-8, which differs from the order of strings above U+FFFF.
    .sort((left, right) => compareText(String(left[1]), String(right[1])));
  const count = rows.length;
  const column = (at: number): string[] => rows.map((row) => String(row[at]));
  const numbers = (at: number): number[] => rows.map((row) => Number(row[at]));
  const chunkCounts = numbers(9);
  const firstRows = new Uint32Array(count + 1);
  for (let file = 0; file < count; file++) firstRows[file + 1] = (firstRows[file] as number) + (chunkCounts[file] as number);
  const fileIds = numbers(0);
  const firstChunks = Float64Array.from(numbers(8));
  const files: FileTable = {
    count,
    paths: column(1),
    languages: shareEqual(column(2)),
    lineCounts: Uint32Array.from(numbers(3)),
    pathClasses: Uint32Array.from(numbers(4)),
    nameParts: column(5),
    inDegrees: Uint32Array.from(numbers(6)),
    indexedAtMs: Float64Array.from(numbers(7)),
    firstRows,
  };
  const fileById = new Map(fileIds.map((id, file) => [id, file]));
  return {
    ...version, files,
    skippedFiles: Number(database.prepare(`SELECT count(*) FROM skipped_${version.generation}`).get()?.[0]),
    contents: isSameGeneration(version, previous) ? previous.contents : new RecentCache<StoredContent>(MAX_CONTENT_CHARS, ({ text }) => text.length),
    calls: isSameGeneration(version, previous) ? previous.calls : new CallTables(),
    fileIds, fileById, firstChunks,
    fileOfChunk: fileOfChunk(firstChunks, chunkCounts),
    positions: new Map(files.paths.map((path, file) => [path, file])),
    postings: { byToken: new Map(), size: 0 },
    vectors: loadVectors(database, version, files, fileIds, fileById, isSameGeneration(version, previous) ? previous : null),
  };
}

function isSameGeneration({ generation }: Version, previous: SnapshotTables | null): previous is SnapshotTables {
  return previous?.generation === generation;
}

function fileOfChunk(firstChunks: Float64Array, chunkCounts: readonly number[]): Uint32Array {
  let end = 0;
  for (const [file, count] of chunkCounts.entries()) end = Math.max(end, (firstChunks[file] as number) + count);
  const files = new Uint32Array(end);
  for (const [file, count] of chunkCounts.entries()) files.fill(file, firstChunks[file] as number, (firstChunks[file] as number) + count);
  return files;
}

/** Thousands of files have the same few languages: one string each. */
function shareEqual(values: readonly string[]): string[] {
  const known = new Map<string, string>();
  return values.map((value) => {
    const shared = known.get(value);
    if (shared === undefined) known.set(value, value);
    return shared ?? value;
  });
}

function loadVectors(
  database: Database, { marker, generation }: Version, files: FileTable, fileIds: readonly number[], fileById: ReadonlyMap<number, number>, previous: SnapshotTables | null,
): VectorTable | null {
  const dimension = marker.fingerprint.embeddingDimension;
  if (dimension === null || dimension === 0) return null;
  const chunks = files.firstRows[files.count] as number;
  const table = new VectorTable(files.count * 2 + chunks, dimension);
  const place = (file: number, values: Int8Array, scales: Float32Array): void => {
    const first = files.firstRows[file] as number;
    const chunkCount = (files.firstRows[file + 1] as number) - first;
    // A file of one chunk has no vector of its own: it is the chunk's.
    const chunksFrom = scales.length - chunkCount;
    const row = (at: number): [Int8Array, Float32Array] => [values.subarray(at * dimension, (at + 1) * dimension), scales.subarray(at, at + 1)];
    table.set(files.count + file, ...row(0));
    table.set(file, ...row(1));
    table.set(files.count * 2 + first, values.subarray(chunksFrom * dimension), scales.subarray(chunksFrom));
  };
  const missing = previous?.vectors ? takeOver(table, files, fileIds, previous, previous.vectors) : null;
  const select = `SELECT file_id, quantized, scales FROM content_${generation}`;
  const rows = missing && missing.length < files.count / 4 ? missing.flatMap((id) => database.prepare(`${select} WHERE file_id = ?`).all(id)) : database.prepare(select).all();
  for (const [id, quantized, scales] of rows) {
    const file = fileById.get(Number(id));
    const bytes = blob(quantized);
    if (file !== undefined && quantized !== null) place(file, new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), new Float32Array(alignedCopy(blob(scales))));
  }
  return table;
}

/** Copies the vectors of files that are still the same; returns the ids of those that are not. */
function takeOver(table: VectorTable, files: FileTable, fileIds: readonly number[], previous: SnapshotTables, old: VectorTable): number[] {
  const missing: number[] = [];
  for (const [file, id] of fileIds.entries()) {
    const was = previous.fileById.get(id);
    if (was === undefined) {
      missing.push(id);
      continue;
    }
    const first = files.firstRows[file] as number;
    table.copy(file, old, was, 1);
    table.copy(files.count + file, old, previous.files.count + was, 1);
    table.copy(files.count * 2 + first, old, previous.files.count * 2 + (previous.files.firstRows[was] as number), (files.firstRows[file + 1] as number) - first);
  }
  return missing;
}
