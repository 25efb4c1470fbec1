/**
 * Rows of four-bit vectors in WebAssembly memory, scored against a query by brute force with SIMD. Products
 * are summed as integers, so the same rows and query give the same scores on every machine.
 */
import { DOT_KERNEL } from "./generated/dot-kernel.ts";
import { packHalves } from "./half-bytes.ts";
import { COUNTED_BUCKETS, type Spread, spreadByCounts } from "./selection.ts";

const PAGE_BYTES = 65_536;
/** Values that the kernel reads at once, and their bytes. */
const BLOCK_VALUES = 32;
const BLOCK_BYTES = BLOCK_VALUES / 2;
/** The query is stored as int16. */
const QUERY_MAX = 32_767;
const INT32_MAX = 2 ** 31 - 1;
/** Largest absolute value of a row's component. */
const ROW_MAX = 8;

/** Rows between two checks of the deadline: 2 MB, which take less than a millisecond. */
const ROWS_AT_ONCE = 16_384;

/** Rows that follow each other. */
export interface RowRun {
  readonly first: number;
  readonly count: number;
}

/** Rows to score; default: all. */
export interface ScoredRows extends Partial<RowRun> {
  readonly check?: (() => void) | undefined;
}

/** Scores in the order of the rows. */
export interface RowScores {
  readonly scores: Float32Array;
  /** Of these scores. */
  readonly spread: Spread;
}

/** See tools/kernel/dot.as.ts. */
interface DotKernel {
  score(
    rows: number,
    count: number,
    bytes: number,
    query: number,
    scales: number,
    queryScale: number,
    scores: number,
  ): void;
  tally(values: number, count: number, counts: number, largest: number): number;
}

let compiled: WebAssembly.Module | undefined;

/** What can score its rows. */
export interface ScoredTable {
  score(query: Float32Array, rows?: ScoredRows): RowScores;
}

/**
 * Memory: the query; scales and scores of the rows that are being scored, and counts of scores; then the
 * rows, which may grow.
 */
export class VectorTable implements ScoredTable {
  readonly dimension: number;
  /** Bytes of a row, and of its values alone. */
  private readonly stride: number;
  private readonly rowBytes: number;
  private readonly memory: WebAssembly.Memory;
  private readonly kernel: DotKernel;
  private readonly scalesAt: number;
  private readonly scoresAt: number;
  private readonly countsAt: number;
  private readonly rowsAt: number;
  /** View of all of the memory, which is replaced when it grows. */
  private bytes!: Uint8Array;
  private scales: Float32Array;
  private rowCount: number;

  /** A table of `count` zero rows. */
  constructor(count: number, dimension: number) {
    this.rowCount = count;
    this.dimension = dimension;
    const blocks = Math.ceil(dimension / BLOCK_VALUES);
    this.stride = blocks * BLOCK_BYTES;
    this.rowBytes = Math.ceil(dimension / 2);
    this.scalesAt = blocks * BLOCK_VALUES * Int16Array.BYTES_PER_ELEMENT;
    this.scoresAt = this.scalesAt + ROWS_AT_ONCE * Float32Array.BYTES_PER_ELEMENT;
    this.countsAt = this.scoresAt + ROWS_AT_ONCE * Float32Array.BYTES_PER_ELEMENT;
    this.rowsAt = this.countsAt + COUNTED_BUCKETS * Uint32Array.BYTES_PER_ELEMENT;
    this.memory = new WebAssembly.Memory({ initial: this.pagesOf(count) });
    this.scales = new Float32Array(count);
    this.bytes = new Uint8Array(this.memory.buffer);
    compiled ??= new WebAssembly.Module(Buffer.from(DOT_KERNEL, "base64"));
    const instance = new WebAssembly.Instance(compiled, { env: { memory: this.memory } });
    // The generated module exports exactly these functions.
    this.kernel = instance.exports as unknown as DotKernel;
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
      this.bytes = new Uint8Array(this.memory.buffer);
    }
    const scales = new Float32Array(first + count);
    scales.set(this.scales);
    this.scales = scales;
    this.rowCount += count;
    return first;
  }

  /** Removes the rows from `count` on. */
  shrink(count: number): void {
    this.bytes.fill(0, this.byteOf(count), this.byteOf(this.rowCount));
    this.scales = this.scales.slice(0, count);
    this.rowCount = count;
  }

  /** Stores rows at `first`, `first + 1`, …, of values from −8 to 7. */
  set(first: number, values: Int8Array, scales: Float32Array): void {
    const { dimension, rowBytes } = this;
    const packed = new Uint8Array(scales.length * rowBytes);
    for (let row = 0; row < scales.length; row++)
      packed.set(packHalves(values.subarray(row * dimension, (row + 1) * dimension)), row * rowBytes);
    this.setPacked(first, packed, scales);
  }

  /** As `set`, with the values of each row as `packHalves` packs them. */
  setPacked(first: number, packed: Uint8Array, scales: Float32Array): void {
    const { rowBytes } = this;
    if (this.stride === rowBytes) this.bytes.set(packed, this.byteOf(first));
    else {
      for (let row = 0; row < scales.length; row++)
        this.bytes.set(packed.subarray(row * rowBytes, (row + 1) * rowBytes), this.byteOf(first + row));
    }
    this.scales.set(scales, first);
  }

  /** Copies a run of rows from another table of the same dimension. */
  copy(first: number, from: VectorTable, fromFirst: number, count: number): void {
    this.bytes.set(
      from.bytes.subarray(from.byteOf(fromFirst), from.byteOf(fromFirst + count)),
      this.byteOf(first),
    );
    this.scales.set(from.scales.subarray(fromFirst, fromFirst + count), first);
  }

  /** Dot product of the query with each row from `first` on, in row order. */
  score(query: Float32Array, { first = 0, count = this.count - first, check }: ScoredRows = {}): RowScores {
    return this.scoreRuns(query, [{ first, count }], check);
  }

  /** As `score`, of the rows of some runs, one run after another. */
  scoreRuns(query: Float32Array, runs: readonly RowRun[], check?: () => void): RowScores {
    const scores = new Float32Array(runs.reduce((sum, { count }) => sum + count, 0));
    const queryScale = this.loadQuery(query);
    if (queryScale === 0 || scores.length === 0) return { scores, spread: { median: 0, max: 0 } };
    const counts = new Uint32Array(this.memory.buffer, this.countsAt, COUNTED_BUCKETS).fill(0);
    let [at, max] = [0, Number.NEGATIVE_INFINITY];
    for (const { first, count } of runs) {
      for (let from = 0; from < count; from += ROWS_AT_ONCE) {
        check?.();
        const part = Math.min(ROWS_AT_ONCE, count - from);
        const scored = this.scorePart(first + from, part, queryScale);
        max = this.kernel.tally(this.scoresAt, part, this.countsAt, max);
        scores.set(scored, at);
        at += part;
      }
    }
    return { scores, spread: spreadByCounts(scores, counts, max) };
  }

  /** Scores of at most `ROWS_AT_ONCE` rows, valid until the next call. */
  private scorePart(first: number, count: number, queryScale: number): Float32Array {
    const { buffer } = this.memory;
    new Float32Array(buffer, this.scalesAt, count).set(this.scales.subarray(first, first + count));
    this.kernel.score(this.byteOf(first), count, this.stride, 0, this.scalesAt, queryScale, this.scoresAt);
    return new Float32Array(buffer, this.scoresAt, count);
  }

  /**
   * Rounds the query to int16, stores it, and returns its scale; 0 for a zero query. The scale is chosen so
   * that no sum exceeds int32: by Cauchy-Schwarz a sum is at most the product of both lengths, and a row's
   * length is at most 8·√dimension.
   */
  private loadQuery(query: Float32Array): number {
    let largest = 0;
    let squares = 0;
    for (const component of query) {
      largest = Math.max(largest, Math.abs(component));
      squares += component * component;
    }
    if (largest === 0) return 0;
    const width = Math.sqrt(query.length);
    const bound = INT32_MAX / (ROW_MAX * width) - width;
    const scale = Math.max(largest / QUERY_MAX, Math.sqrt(squares) / bound);
    const target = new Int16Array(this.memory.buffer, 0, this.scalesAt / Int16Array.BYTES_PER_ELEMENT).fill(
      0,
    );
    for (let d = 0; d < query.length; d++) target[orderInBlock(d)] = Math.round((query[d] as number) / scale);
    return scale;
  }

  private pagesOf(count: number): number {
    return Math.ceil(this.byteOf(count) / PAGE_BYTES);
  }

  private byteOf(row: number): number {
    return this.rowsAt + row * this.stride;
  }
}

/** Where the kernel expects a component of the query: of each 32, first every fourth one. */
function orderInBlock(at: number): number {
  const inBlock = at % BLOCK_VALUES;
  return at - inBlock + (inBlock % 4) * (BLOCK_VALUES / 4) + Math.floor(inBlock / 4);
}
