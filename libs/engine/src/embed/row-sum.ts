/**
 * Computes the unit vectors of bags of tokens over an int8 table with SIMD. This is all the work of the
 * built-in embedder.
 */
import { EMBED_KERNEL } from "./generated/embed-kernel.ts";

const PAGE_BYTES = 65_536;
/** Tokens passed to the kernel per call. */
const BATCH = 4_096;

/** Functions of tools/kernel/embed.as.ts; all addresses are in bytes. */
interface Kernel {
  note(ids: number, count: number, counts: number, rows: number, distinct: number): number;
  weigh(rows: number, distinct: number, counts: number, scales: number, weights: number): void;
  sum(table: number, dimension: number, rows: number, weights: number, count: number, out: number): void;
  normalize(vector: number, dimension: number): void;
}

export class RowSum {
  private readonly dimension: number;
  private readonly memory: WebAssembly.Memory;
  private readonly kernel: Kernel;
  /** Start of each array; the table starts at 0. */
  private readonly at: {
    readonly scales: number;
    readonly counts: number;
    readonly rows: number;
    readonly weights: number;
    readonly ids: number;
    readonly out: number;
  };

  /**
   * @param table one row per token
   * @param scales one per token
   * @param dimension a multiple of 16
   */
  constructor(table: Int8Array, scales: Float32Array, dimension: number) {
    this.dimension = dimension;
    const perToken = scales.length * 4;
    const start = Math.ceil(table.length / 16) * 16;
    this.at = {
      scales: start,
      counts: start + perToken,
      rows: start + 2 * perToken,
      weights: start + 3 * perToken,
      ids: start + 4 * perToken,
      out: start + 4 * perToken + BATCH * 4,
    };
    this.memory = new WebAssembly.Memory({ initial: Math.ceil((this.at.out + dimension * 4) / PAGE_BYTES) });
    new Int8Array(this.memory.buffer).set(table);
    new Float32Array(this.memory.buffer, this.at.scales, scales.length).set(scales);
    const instance = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(EMBED_KERNEL, "base64")), {
      env: { memory: this.memory },
    });
    // The generated module exports exactly these functions.
    this.kernel = instance.exports as unknown as Kernel;
  }

  /**
   * Σ √count · scale · row over the distinct tokens of all lists, in the order of their first use, normalized
   * to unit length.
   */
  embed(...lists: readonly Uint16Array[]): Float32Array {
    const { at, kernel, dimension } = this;
    const ids = new Int32Array(this.memory.buffer, at.ids, BATCH);
    let distinct = 0;
    for (const list of lists) {
      for (let from = 0; from < list.length; from += BATCH) {
        const batch = list.subarray(from, from + BATCH);
        ids.set(batch);
        distinct = kernel.note(at.ids, batch.length, at.counts, at.rows, distinct);
      }
    }
    kernel.weigh(at.rows, distinct, at.counts, at.scales, at.weights);
    kernel.sum(0, dimension, at.rows, at.weights, distinct, at.out);
    kernel.normalize(at.out, dimension);
    return new Float32Array(this.memory.buffer, at.out, dimension).slice();
  }
}
