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

export class VectorTable {
  readonly count: number;
  readonly dimension: number;
  private readonly stride: number;
  private readonly memory: WebAssembly.Memory;
  /** All of the memory, which does not grow. */
  private readonly rows: Int8Array;
  private readonly scales: Float32Array;
  private readonly kernel: DotKernel;
  private readonly queryAt: number;
  private readonly outAt: number;

  constructor(count: number, dimension: number) {
    this.count = count;
    this.dimension = dimension;
    this.stride = Math.ceil(dimension / LANES) * LANES;
    this.queryAt = count * this.stride;
    this.outAt = this.queryAt + this.stride * 2;
    const pages = Math.ceil((this.outAt + count * 4) / PAGE_BYTES) + 1;
    this.memory = new WebAssembly.Memory({ initial: pages });
    this.rows = new Int8Array(this.memory.buffer);
    this.scales = new Float32Array(count);
    compiled ??= new WebAssembly.Module(Buffer.from(DOT_KERNEL, "base64"));
    const instance = new WebAssembly.Instance(compiled, { env: { memory: this.memory } });
    // The generated module exports exactly this function.
    this.kernel = instance.exports["dot"] as DotKernel;
  }

  /** Stores rows at `first`, `first + 1`, … */
  set(first: number, values: Int8Array, scales: Float32Array): void {
    const target = this.rows;
    if (this.stride === this.dimension) target.set(values, first * this.stride);
    else {
      for (let row = 0; row < scales.length; row++) {
        target.set(
          values.subarray(row * this.dimension, (row + 1) * this.dimension),
          (first + row) * this.stride,
        );
      }
    }
    this.scales.set(scales, first);
  }

  /** Copies a run of rows from another table of the same dimension. */
  copy(first: number, from: VectorTable, fromFirst: number, count: number): void {
    const source = new Int8Array(from.memory.buffer, fromFirst * this.stride, count * this.stride);
    this.rows.set(source, first * this.stride);
    this.scales.set(from.scales.subarray(fromFirst, fromFirst + count), first);
  }

  /**
   * Dot product of the query with each row from `first` on, in row order.
   *
   * @param check called between parts of the rows; may throw
   */
  score(
    query: Float32Array,
    { first = 0, count = this.count - first, check }: ScoredRows = {},
  ): Float32Array {
    const scores = new Float32Array(count);
    const queryScale = this.loadQuery(query);
    if (queryScale === 0) return scores;
    for (let from = 0; from < count; from += ROWS_AT_ONCE) {
      check?.();
      const part = Math.min(ROWS_AT_ONCE, count - from);
      this.kernel((first + from) * this.stride, part, this.stride, this.queryAt, this.outAt);
      const products = new Int32Array(this.memory.buffer, this.outAt, part);
      for (let row = 0; row < part; row++)
        scores[from + row] =
          (products[row] as number) * (this.scales[first + from + row] as number) * queryScale;
    }
    return scores;
  }

  /**
   * Rounds the query to int16 and returns its scale. The scale is chosen so that no sum exceeds int32: by
   * Cauchy-Schwarz a sum is at most the product of both lengths, and a row's length is at most
   * 127·√dimension.
   */
  private loadQuery(query: Float32Array): number {
    let largest = 0;
    let squares = 0;
    for (const component of query) {
      largest = Math.max(largest, Math.abs(component));
      squares += component * component;
    }
    if (largest === 0) return 0;
    const bound = INT32_MAX / (127 * Math.sqrt(this.stride)) - Math.sqrt(this.stride);
    const scale = Math.max(largest / QUERY_MAX, Math.sqrt(squares) / bound);
    const target = new Int16Array(this.memory.buffer, this.queryAt, this.stride).fill(0);
    for (let d = 0; d < query.length; d++) target[d] = Math.round((query[d] as number) / scale);
    return scale;
  }
}
