/**
 * The vectors of a pool's versions in memory, each once, whichever views list it. Versions are read when a
 * question about a view first needs them, and dropped when no view lists them any more.
 */
import type { Database } from "../../../sqlite/driver.ts";
import { VectorRows } from "../../../vectors/vector-rows.ts";
import { VectorTable } from "../../../vectors/vector-table.ts";
import type { FileTable } from "../../store.ts";
import { damaged } from "../corruption-error.ts";
import { type IdRange, type ReadVectors, readVectors } from "./read-vectors.ts";

/** The files of a state of a view. */
export interface VectorFiles {
  readonly files: Pick<FileTable, "count" | "firstRows">;
  /** Database id of each file, in the order of `files`. */
  readonly fileIds: readonly number[];
}

/** Rows of a version in the table. */
interface Place {
  readonly file: number;
  readonly path: number;
  readonly firstChunk: number;
  readonly chunks: number;
}

/** Vectors that are read at once, in bytes. */
const RANGE_BYTES = 2_000_000;
/** If a larger share of a view's files is missing, reading all of them takes less time than finding each. */
const FEW_SHARE = 1 / 4;
/** The table is copied without its unused rows if they are a larger share, and worth the time. */
const UNUSED_SHARE = 1 / 4;
const UNUSED_ROWS = 1_024;

export class PoolVectors {
  private table: VectorTable | null = null;
  private places = new Map<number, Place>();
  private unusedRows = 0;
  /** Rows by state of a view; their table is always `table`. */
  private rows = new WeakMap<VectorFiles, VectorRows>();

  constructor(private readonly pool: number) {}

  /**
   * Rows of a view: one per file, one per path, then one per chunk. Valid until the next call. Throws
   * `STORE_CORRUPT`.
   *
   * @param database a connection that shows the state of these files
   */
  rowsOf(database: Database, of: VectorFiles, dimension: number): VectorRows {
    if (this.table?.dimension !== dimension) this.restart(new VectorTable(0, dimension));
    const table = this.table as VectorTable;
    const known = this.rows.get(of);
    if (known) return known;
    const missing = of.fileIds.flatMap((id, file) => (this.places.has(id) ? [] : [file]));
    if (missing.length > 0) this.load(database, table, of, missing);
    const places = of.fileIds.map((id) => this.places.get(id) as Place);
    const rows = new VectorRows(table);
    for (const { file } of places) rows.add(file, 1);
    for (const { path } of places) rows.add(path, 1);
    for (const { firstChunk, chunks } of places) rows.add(firstChunk, chunks);
    this.rows.set(of, rows);
    return rows;
  }

  /** Drops versions that nobody will request again. */
  keepOnly(isKept: (id: number) => boolean): void {
    for (const [id, { chunks }] of this.places) {
      if (isKept(id)) continue;
      this.places.delete(id);
      this.unusedRows += chunks + 2;
    }
    if (!this.table || this.unusedRows < Math.max(UNUSED_ROWS, this.table.count * UNUSED_SHARE)) return;
    this.compact(this.table);
  }

  /** Copies the rows in use to a new table. */
  private compact(old: VectorTable): void {
    const kept = [...this.places].sort(([, left], [, right]) => left.file - right.file);
    const before = kept.map(([, place]) => place);
    const table = new VectorTable(0, old.dimension);
    const after = addPlaces(
      table,
      before.map(({ chunks }) => chunks),
    );
    for (const [at, from] of before.entries()) {
      const to = after[at] as Place;
      table.copy(to.file, old, from.file, 1);
      table.copy(to.path, old, from.path, 1);
      table.copy(to.firstChunk, old, from.firstChunk, from.chunks);
    }
    this.restart(table);
    for (const [at, [id]] of kept.entries()) this.places.set(id, after[at] as Place);
  }

  private restart(table: VectorTable): void {
    this.table = table;
    this.places = new Map();
    this.rows = new WeakMap();
    this.unusedRows = 0;
  }

  /** Reads the vectors of files of a view, by position. */
  private load(
    database: Database,
    table: VectorTable,
    { files, fileIds }: VectorFiles,
    missing: readonly number[],
  ): void {
    const ids = missing.map((file) => fileIds[file] as number);
    const chunks = missing.map(
      (file) => (files.firstRows[file + 1] as number) - (files.firstRows[file] as number),
    );
    const { count } = table;
    const places = addPlaces(table, chunks);
    const byId = new Map(ids.map((id, at) => [id, places[at] as Place]));
    const isFew = missing.length < files.count * FEW_SHARE;
    const ranges = isFew ? ids.map((id): IdRange => [id, id]) : rangesOf(ids, chunks, table.dimension);
    try {
      const placed = new Set<number>();
      for (const range of ranges)
        this.place(table, byId, readVectors(database, this.pool, table.dimension, range), placed);
      if (placed.size !== ids.length)
        throw damaged(`content_${this.pool}, file_id: rows of ${placed.size} of ${ids.length} files`);
    } catch (error) {
      table.shrink(count);
      throw error;
    }
    for (const [id, place] of byId) this.places.set(id, place);
  }

  /** Copies what was read to its rows, and adds the ids. Versions of other views are left out. */
  private place(
    table: VectorTable,
    byId: ReadonlyMap<number, Place>,
    { ids, rowCounts, scales, packed }: ReadVectors,
    placed: Set<number>,
  ): void {
    const rowBytes = Math.ceil(table.dimension / 2);
    let row = 0;
    for (const [at, id] of ids.entries()) {
      const rows = rowCounts[at] as number;
      const place = byId.get(id);
      if (place !== undefined) {
        const { file, path, firstChunk, chunks } = place;
        if (rows !== vectorsOf(chunks))
          throw damaged(`content_${this.pool} of file ${id}, scales: ${rows} vectors for ${chunks} chunks`);
        placed.add(id);
        const put = (to: number, from: number, end: number): void =>
          table.setPacked(to, packed.subarray(from * rowBytes, end * rowBytes), scales.subarray(from, end));
        if (chunks > 0) {
          put(path, row, row + 1);
          put(file, row + 1, row + 2);
          put(firstChunk, row + rows - chunks, row + rows);
        }
      }
      row += rows;
    }
  }
}

/**
 * Adds rows for some versions: first those of all files, then those of all paths, then those of all chunks,
 * so that a view that lists the versions in this order has few runs of rows.
 */
function addPlaces(table: VectorTable, chunkCounts: readonly number[]): Place[] {
  const { length } = chunkCounts;
  const all = chunkCounts.reduce((sum, count) => sum + count, 0);
  const first = table.grow(length * 2 + all);
  let firstChunk = first + length * 2;
  return chunkCounts.map((chunks, at) => {
    const place = { file: first + at, path: first + length + at, firstChunk, chunks };
    firstChunk += chunks;
    return place;
  });
}

/** Ids of files in ranges whose vectors take some megabytes. */
function rangesOf(ids: readonly number[], chunks: readonly number[], dimension: number): IdRange[] {
  const ascending = Uint32Array.from(ids.keys()).sort(
    (left, right) => (ids[left] as number) - (ids[right] as number),
  );
  const ranges: IdRange[] = [];
  let [first, bytes]: [number | null, number] = [null, 0];
  for (const at of ascending) {
    const id = ids[at] as number;
    first ??= id;
    bytes += (((chunks[at] as number) + 2) * dimension) / 2;
    if (bytes < RANGE_BYTES) continue;
    ranges.push([first, id]);
    [first, bytes] = [null, 0];
  }
  const last = ascending.at(-1);
  if (first !== null && last !== undefined) ranges.push([first, ids[last] as number]);
  return ranges;
}

/**
 * Number of vectors of a file: that of its path, its own, and one per chunk. A file of one chunk has none of
 * its own, because the chunk's counts. A file without chunks has none at all.
 */
function vectorsOf(chunks: number): number {
  return chunks <= 1 ? chunks * 2 : chunks + 2;
}
