/**
 * The vectors of one state of a codebase, read when a question first needs them. Outlines, reads and call
 * graphs never do.
 */
import type { Database } from "../../../sqlite/driver.ts";
import { unpackHalves } from "../../../vectors/half-bytes.ts";
import { VectorTable } from "../../../vectors/vector-table.ts";
import type { FileTable } from "../../store.ts";
import { readColumns } from "../columns.ts";
import { damaged } from "../corruption-error.ts";
import { vectorsCheck } from "../checks/row-checks.ts";
import { alignedCopy } from "../rows.ts";

/** The files that the vectors belong to. */
export interface VectorFiles {
  readonly pool: number;
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
  /**
   * The last earlier state of the pool whose vectors were read; those of unchanged files are reused.
   */
  private earlier: LoadedVectors | null;

  constructor(
    private readonly of: VectorFiles,
    previous: StoredVectors | null,
  ) {
    const earlier = previous?.loaded ?? previous?.earlier ?? null;
    this.earlier = earlier?.pool === of.pool ? earlier : null;
  }

  /**
   * Rows: one per file, one per path, then one per chunk. Null without an embedder. Throws `STORE_CORRUPT`.
   *
   * @param database a connection that shows the state of these vectors
   */
  table(database: Database): VectorTable | null {
    const { dimension } = this.of;
    if (dimension === null || dimension === 0) return null;
    // The dimension comes from a JSON document that is not validated.
    if (!Number.isSafeInteger(dimension) || dimension < 0)
      throw damaged("marker, document: a dimension that is no whole number");
    if (!this.loaded) {
      this.loaded = { ...this.of, table: load(database, this.of, dimension, this.earlier) };
      this.earlier = null;
    }
    return this.loaded.table;
  }
}

function load(
  database: Database,
  of: VectorFiles,
  dimension: number,
  earlier: LoadedVectors | null,
): VectorTable {
  const { pool, files, fileIds } = of;
  const table = new VectorTable(files.count * 2 + (files.firstRows[files.count] as number), dimension);
  const missing = earlier ? takeOver(table, files, fileIds, earlier) : null;
  const isFew = missing !== null && missing.length < files.count / 4;
  const ranges = isFew ? missing.map((id): IdRange => [id, id]) : rangesOf(of, dimension);
  const isPlaced = new Uint8Array(files.count);
  for (const range of ranges) place(table, of, readVectors(database, pool, dimension, range), isPlaced);
  const [placed, wanted] = [isPlaced.reduce((sum, is) => sum + is, 0), isFew ? missing.length : files.count];
  if (placed !== wanted) throw damaged(`content_${pool}, file_id: rows of ${placed} of ${wanted} files`);
  return table;
}

type IdRange = readonly [first: number, last: number];

/** Database ids of all files, in ranges whose vectors take some megabytes. */
function rangesOf({ files, fileIds }: VectorFiles, dimension: number): IdRange[] {
  const ascending = Uint32Array.from(fileIds.keys()).sort(
    (left, right) => (fileIds[left] as number) - (fileIds[right] as number),
  );
  const ranges: IdRange[] = [];
  let [first, bytes]: [number | null, number] = [null, 0];
  for (const file of ascending) {
    const id = fileIds[file] as number;
    first ??= id;
    bytes += ((files.firstRows[file + 1] as number) - (files.firstRows[file] as number) + 2) * dimension;
    if (bytes < RANGE_BYTES) continue;
    ranges.push([first, id]);
    [first, bytes] = [null, 0];
  }
  const last = ascending.at(-1);
  if (first !== null && last !== undefined) ranges.push([first, fileIds[last] as number]);
  return ranges;
}

const RANGE_BYTES = 4_000_000;

/** Vectors of some files: ids, number of rows per file, and all rows with their scales one after another. */
interface ReadVectors {
  readonly ids: readonly number[];
  readonly rowCounts: readonly number[];
  readonly scales: Float32Array;
  readonly values: Int8Array;
}

function readVectors(database: Database, pool: number, dimension: number, range: IdRange): ReadVectors {
  const wanted = {
    numbers: ["file_id", "vectors_check", "length(CAST(scales AS BLOB))", "length(CAST(quantized AS BLOB))"],
    bytes: ["scales", "quantized"],
  };
  const { numbers, bytes } = readColumns(
    database,
    `content_${pool} WHERE file_id BETWEEN ? AND ?`,
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
    values: unpackRows(quantized, rowCounts, dimension),
  };
}

/** Unpacks vectors; each file's rows start at a byte boundary. */
function unpackRows(packed: Uint8Array, rowCounts: readonly number[], dimension: number): Int8Array {
  const rows = rowCounts.reduce((sum, count) => sum + count, 0);
  if (dimension % 2 === 0) return unpackHalves(packed, rows * dimension);
  const values = new Int8Array(rows * dimension);
  let [from, to] = [0, 0];
  for (const count of rowCounts) {
    const end = from + Math.ceil((count * dimension) / 2);
    values.set(unpackHalves(packed.subarray(from, end), count * dimension), to);
    from = end;
    to += count * dimension;
  }
  return values;
}

/**
 * Copies vectors to their rows in the table.
 *
 * @param isPlaced by file; set to 1 for the files that are copied
 */
function place(
  table: VectorTable,
  { pool, files, fileById }: VectorFiles,
  { ids, rowCounts, scales, values }: ReadVectors,
  isPlaced: Uint8Array,
): void {
  const { dimension } = table;
  let row = 0;
  for (let at = 0; at < ids.length; at++) {
    const rows = rowCounts[at] as number;
    const file = fileById.get(ids[at] as number);
    if (file !== undefined) {
      const first = files.firstRows[file] as number;
      const chunks = (files.firstRows[file + 1] as number) - first;
      if (rows !== vectorsOf(chunks))
        throw damaged(`content_${pool} of file ${ids[at]}, scales: ${rows} vectors for ${chunks} chunks`);
      isPlaced[file] = 1;
      const put = (to: number, from: number, end: number): void =>
        table.set(to, values.subarray(from * dimension, end * dimension), scales.subarray(from, end));
      if (chunks > 0) {
        put(files.count + file, row, row + 1);
        put(file, row + 1, row + 2);
        put(files.count * 2 + first, row + rows - chunks, row + rows);
      }
    }
    row += rows;
  }
}

/**
 * Number of vectors of a file: that of its path, its own, and one per chunk. A file of one chunk has none of
 * its own, because the chunk's counts. A file without chunks has none at all.
 */
function vectorsOf(chunks: number): number {
  return chunks <= 1 ? chunks * 2 : chunks + 2;
}

/** Copies the vectors of unchanged files; returns the ids of the others. */
function takeOver(
  table: VectorTable,
  files: FileTable,
  fileIds: readonly number[],
  { table: old, files: oldFiles, fileById }: LoadedVectors,
): number[] {
  for (const { file, was, count } of runsOfSame(fileIds, fileById)) {
    const first = files.firstRows[file] as number;
    table.copy(file, old, was, count);
    table.copy(files.count + file, old, oldFiles.count + was, count);
    table.copy(
      files.count * 2 + first,
      old,
      oldFiles.count * 2 + (oldFiles.firstRows[was] as number),
      (files.firstRows[file + count] as number) - first,
    );
  }
  return fileIds.filter((id) => !fileById.has(id));
}

interface Run {
  readonly file: number;
  readonly was: number;
  count: number;
}

/**
 * Runs of files that are unchanged and still follow each other. After most syncs a handful of runs covers
 * nearly all files, and copying a run is one memory move.
 */
function runsOfSame(fileIds: readonly number[], fileById: ReadonlyMap<number, number>): Run[] {
  const runs: Run[] = [];
  for (const [file, id] of fileIds.entries()) {
    const was = fileById.get(id);
    if (was === undefined) continue;
    const last = runs.at(-1);
    if (last && last.file + last.count === file && last.was + last.count === was) last.count++;
    else runs.push({ file, was, count: 1 });
  }
  return runs;
}
