/**
 * Rows of int8 vectors in WebAssembly memory, scored against a query by brute force with SIMD. Products are
 * summed as integers, so the same rows and query give the same scores on every machine.
 */
import { DOT_KERNEL } from "./generated/dot-kernel.ts";

const PAGE_BYTES = 65_536;
const LANES = 16;
/** The query is stored as int16. */
const QUERY_MAX = 32_767;
const INT32_MAX = 2 ** 31 - 1;

/** Rows between two checks of the deadline: 4 MB, which take about a millisecond. */
const ROWS_AT_ONCE = 16_384;

/** Rows to score; default: all. */
export interface ScoredRows {
  readonly first?: number;
  readonly count?: number;
  readonly check?: (() => void) | undefined;
}

type DotKernel = (rows: number, count: number, dimension: number, query: number, out: number) => void;

let compiled: WebAssembly.Module | undefined;

/** What can score its rows. */
export interface ScoredTable {
  score(query: Float32Array, rows?: ScoredRows): Float32Array;
}

/**
 * Memory: the query, products of the last rows that were scored, then the rows, which may grow.
 */
export class VectorTable implements ScoredTable {
  readonly dimension: number;
  private readonly stride: number;
  private readonly memory: WebAssembly.Memory;
  private readonly kernel: DotKernel;
  private readonly outAt: number;
  private readonly rowsAt: number;
  /** Views of all of the memory, which are replaced when it grows. */
  private rows!: Int8Array;
  private products!: Int32Array;
  private scales: Float32Array;
  private rowCount: number;

  /** A table of `count` zero rows. */
  constructor(count: number, dimension: number) {
    this.rowCount = count;
    this.dimension = dimension;
    this.stride = Math.ceil(dimension / LANES) * LANES;
    this.outAt = this.stride * 2;
    this.rowsAt = this.outAt + ROWS_AT_ONCE * 4;
    this.memory = new WebAssembly.Memory({ initial: this.pagesOf(count) });
    this.scales = new Float32Array(count);
    this.openMemory();
    compiled ??= new WebAssembly.Module(Buffer.from(DOT_KERNEL, "base64"));
    const instance = new WebAssembly.Instance(compiled, { env: { memory: this.memory } });
    // The generated module exports exactly this function.
    this.kernel = instance.exports["dot"] as DotKernel;
  }

  get count(): number {
    return this.rowCount;
  }

  /** Adds zero rows at the end; returns the first of them. */
  grow(count: number): number {
    const first = this.rowCount;
    const missing = this.pagesOf(first + count) - this.memory.buffer.byteLength / PAGE_BYTES;
    if (missing > 0) {
      this.memory.grow(missing);
      this.openMemory();
    }
    const scales = new Float32Array(first + count);
    scales.set(this.scales);
    this.scales = scales;
    this.rowCount += count;
    return first;
  }

  /** Removes the rows from `count` on. */
  shrink(count: number): void {
    this.rows.fill(0, this.byteOf(count), this.byteOf(this.rowCount));
    this.scales = this.scales.slice(0, count);
    this.rowCount = count;
  }

  /** Stores rows at `first`, `first + 1`, … */
  set(first: number, values: Int8Array, scales: Float32Array): void {
    if (this.stride === this.dimension) this.rows.set(values, this.byteOf(first));
    else {
      for (let row = 0; row < scales.length; row++) {
        this.rows.set(
          values.subarray(row * this.dimension, (row + 1) * this.dimension),
          this.byteOf(first + row),
        );
      }
    }
    this.scales.set(scales, first);
  }

  /** Copies a run of rows from another table of the same dimension. */
  copy(first: number, from: VectorTable, fromFirst: number, count: number): void {
    this.rows.set(
      from.rows.subarray(from.byteOf(fromFirst), from.byteOf(fromFirst + count)),
      this.byteOf(first),
    );
    this.scales.set(from.scales.subarray(fromFirst, fromFirst + count), first);
  }

  /** Dot product of the query with each row from `first` on, in row order. */
  score(
    query: Float32Array,
    { first = 0, count = this.count - first, check }: ScoredRows = {},
  ): Float32Array {
    const scores = new Float32Array(count);
    const queryScale = this.loadQuery(query);
    if (queryScale !== 0) this.scoreInto(scores, 0, { first, count, queryScale, check });
    return scores;
  }

  /** Scores a run of rows with the query that was loaded last, into `scores` from `at` on. */
  scoreInto(
    scores: Float32Array,
    at: number,
    {
      first,
      count,
      queryScale,
      check,
    }: Required<Pick<ScoredRows, "first" | "count">> & ScoredRows & { readonly queryScale: number },
  ): void {
    for (let from = 0; from < count; from += ROWS_AT_ONCE) {
      check?.();
      const part = Math.min(ROWS_AT_ONCE, count - from);
      this.kernel(this.byteOf(first + from), part, this.stride, 0, this.outAt);
      for (let row = 0; row < part; row++)
        scores[at + from + row] =
          (this.products[row] as number) * (this.scales[first + from + row] as number) * queryScale;
    }
  }

  /**
   * Rounds the query to int16, stores it, and returns its scale; 0 for a zero query. The scale is chosen so
   * that no sum exceeds int32: by Cauchy-Schwarz a sum is at most the product of both lengths, and a row's
   * length is at most 127·√dimension.
   */
  loadQuery(query: Float32Array): number {
    let largest = 0;
    let squares = 0;
    for (const component of query) {
      largest = Math.max(largest, Math.abs(component));
      squares += component * component;
    }
    if (largest === 0) return 0;
    const bound = INT32_MAX / (127 * Math.sqrt(this.stride)) - Math.sqrt(this.stride);
    const scale = Math.max(largest / QUERY_MAX, Math.sqrt(squares) / bound);
    const target = new Int16Array(this.memory.buffer, 0, this.stride).fill(0);
    for (let d = 0; d < query.length; d++) target[d] = Math.round((query[d] as number) / scale);
    return scale;
  }

  private openMemory(): void {
    this.rows = new Int8Array(this.memory.buffer);
    this.products = new Int32Array(this.memory.buffer, this.outAt, ROWS_AT_ONCE);
  }

  private pagesOf(count: number): number {
    return Math.ceil(this.byteOf(count) / PAGE_BYTES);
  }

  private byteOf(row: number): number {
    return this.rowsAt + row * this.stride;
  }
}
