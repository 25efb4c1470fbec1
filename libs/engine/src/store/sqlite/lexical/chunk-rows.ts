/**
 * Maps ids of chunks in the posting table to rows of a snapshot. Ids are never reused, so after months of
 * syncs they are many times higher than the number of chunks. Data about chunks is therefore stored by row,
 * and ids are looked up in ranges. Pure.
 */
import { damaged } from "../corruption-error.ts";

/** Row that stands for no row. */
export const NO_ROW = -1;

/** Where the chunks of each file start. */
export interface ChunkOffsets {
  /** Id of each file's first chunk; its other chunks follow. */
  readonly firstChunks: Float64Array;
  /** Row of each file's first chunk, and at the end the number of all rows. */
  readonly firstRows: Uint32Array;
}

export class ChunkRows {
  static readonly NONE = new ChunkRows(new Float64Array(), new Float64Array(), new Float64Array());

  private constructor(
    /** By range, ascending: its first id, the id after its last one, and the row of the first. */
    private readonly firsts: Float64Array,
    private readonly ends: Float64Array,
    private readonly rows: Float64Array,
  ) {}

  /** Throws `STORE_CORRUPT` if two files have the same chunk. */
  static of({ firstChunks, firstRows }: ChunkOffsets, pool: number): ChunkRows {
    const countOf = (file: number): number => (firstRows[file + 1] as number) - (firstRows[file] as number);
    const files = Uint32Array.from([...firstChunks.keys()].filter((file) => countOf(file) > 0)).sort(
      (left, right) => (firstChunks[left] as number) - (firstChunks[right] as number),
    );
    const [firsts, ends, rows]: [number[], number[], number[]] = [[], [], []];
    for (const file of files) {
      const [first, row, end] = [firstChunks[file] as number, firstRows[file] as number, ends.at(-1) ?? 1];
      if (first < end)
        throw damaged(
          `file_${pool}, first_chunk: a file's chunks begin with ${first}, which is before ` +
            `${end}, where they may begin`,
        );
      // Files that were written in the order of their paths form one range.
      const isNext =
        first === end &&
        ends.length > 0 &&
        row - (rows.at(-1) as number) === first - (firsts.at(-1) as number);
      if (isNext) ends[ends.length - 1] = first + countOf(file);
      else {
        firsts.push(first);
        ends.push(first + countOf(file));
        rows.push(row);
      }
    }
    return new ChunkRows(Float64Array.from(firsts), Float64Array.from(ends), Float64Array.from(rows));
  }

  /**
   * A function that returns the row of an id, or `NO_ROW` for an id without a chunk; fastest if ids ascend.
   */
  lookUp(): (id: number) => number {
    let [range, first, end, row] = [0, 0, 0, 0];
    return (id) => {
      if (id < first || id >= end) {
        range = this.rangeOf(id, range);
        [first, end, row] = [this.firsts[range] ?? 0, this.ends[range] ?? 0, this.rows[range] ?? 0];
        if (id < first || id >= end) return NO_ROW;
      }
      return row + id - first;
    };
  }

  /**
   * The last range that starts at or before an id; the first range if there is none.
   *
   * @param near the range to try first
   */
  private rangeOf(id: number, near: number): number {
    const { firsts } = this;
    let low = 0;
    let high = firsts.length - 1;
    if (id >= (firsts[near] as number)) {
      low = near;
      for (let step = 1; low + step <= high; step *= 2) {
        if ((firsts[low + step] as number) > id) high = low + step - 1;
        else low += step;
      }
    }
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((firsts[middle] as number) <= id) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
