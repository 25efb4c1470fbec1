/** The vectors of one state of a codebase, read when a question first needs them: outlines, reads and call graphs never do. */
import type { Database } from "../../../sqlite/driver.ts";
import { unpackHalves } from "../../../vectors/half-bytes.ts";
import { VectorTable } from "../../../vectors/vector-table.ts";
import type { FileTable } from "../../store.ts";
import { damaged, decoded } from "../damaged.ts";
import { alignedCopy, blob } from "../rows.ts";

/** The files that the vectors are of. */
export interface VectorFiles {
  readonly generation: number;
  /** Null without an embedder. */
  readonly dimension: number | null;
  readonly files: FileTable;
  /** Database id of each file, in the order of `files`. */
  readonly fileIds: readonly number[];
  readonly fileById: ReadonlyMap<number, number>;
}

interface LoadedVectors extends VectorFiles {
  readonly table: VectorTable;
}

export class StoredVectors {
  private loaded: LoadedVectors | null = null;
  /** The last earlier state of the generation whose vectors were read: those of files that are the same are taken over. */
  private earlier: LoadedVectors | null;

  constructor(private readonly of: VectorFiles, previous: StoredVectors | null) {
    const earlier = previous?.loaded ?? previous?.earlier ?? null;
    this.earlier = earlier?.generation === of.generation ? earlier : null;
  }

  /**
   * Rows: one a file, one a path, then one a chunk. Null without an embedder.
   *
   * @param database that shows the state which these vectors are of
   */
  table(database: Database): VectorTable | null {
    const { dimension } = this.of;
    if (dimension === null || dimension === 0) return null;
    if (!this.loaded) {
      this.loaded = { ...this.of, table: load(database, this.of, dimension, this.earlier) };
      this.earlier = null;
    }
    return this.loaded.table;
  }
}

function load(database: Database, { generation, files, fileIds, fileById }: VectorFiles, dimension: number, earlier: LoadedVectors | null): VectorTable {
  const chunks = files.firstRows[files.count] as number;
  const table = new VectorTable(files.count * 2 + chunks, dimension);
  const place = (file: number, values: Int8Array, scales: Float32Array): void => {
    const first = files.firstRows[file] as number;
    const chunkCount = (files.firstRows[file + 1] as number) - first;
    // A file of one chunk has no vector of its own: it is the chunk's.
    const chunksFrom = scales.length - chunkCount;
    if (values.length !== scales.length * dimension || chunksFrom < 1) throw damaged();
    const row = (at: number): [Int8Array, Float32Array] => [values.subarray(at * dimension, (at + 1) * dimension), scales.subarray(at, at + 1)];
    table.set(files.count + file, ...row(0));
    table.set(file, ...row(1));
    table.set(files.count * 2 + first, values.subarray(chunksFrom * dimension), scales.subarray(chunksFrom));
  };
  const missing = earlier ? takeOver(table, files, fileIds, earlier) : null;
  const select = `SELECT file_id, CAST(quantized AS BLOB), CAST(scales AS BLOB) FROM content_${generation}`;
  const rows = missing && missing.length < files.count / 4 ? missing.flatMap((id) => database.prepare(`${select} WHERE file_id = ?`).all(id)) : database.prepare(select).all();
  for (const [id, quantized, scales] of rows) {
    const file = fileById.get(Number(id));
    if (file === undefined || quantized === null) continue;
    decoded(() => {
      const scaleOfRow = new Float32Array(alignedCopy(blob(scales)));
      place(file, unpackHalves(blob(quantized), scaleOfRow.length * dimension), scaleOfRow);
    });
  }
  return table;
}

/** Copies the vectors of files that are still the same; returns the ids of those that are not. */
function takeOver(table: VectorTable, files: FileTable, fileIds: readonly number[], { table: old, files: oldFiles, fileById }: LoadedVectors): number[] {
  const missing: number[] = [];
  for (const [file, id] of fileIds.entries()) {
    const was = fileById.get(id);
    if (was === undefined) {
      missing.push(id);
      continue;
    }
    const first = files.firstRows[file] as number;
    table.copy(file, old, was, 1);
    table.copy(files.count + file, old, oldFiles.count + was, 1);
    table.copy(files.count * 2 + first, old, oldFiles.count * 2 + (oldFiles.firstRows[was] as number), (files.firstRows[file + 1] as number) - first);
  }
  return missing;
}
