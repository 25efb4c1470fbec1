/** Weighted sums of the rows of an int8 table, by SIMD: the whole work of the built-in embedder. */
import { EMBED_KERNEL } from "./generated/embed-kernel.ts";

const PAGE_BYTES = 65_536;
/** Distinct tokens of one text; a chunk has a few hundred, and a longer text adds nothing beyond this. */
const MAX_ROWS = 8_192;

type SumKernel = (table: number, dimension: number, ids: number, weights: number, count: number, out: number) => void;

export class RowSum {
  private readonly dimension: number;
  private readonly memory: WebAssembly.Memory;
  private readonly kernel: SumKernel;
  private readonly idsAt: number;
  private readonly weightsAt: number;
  private readonly outAt: number;

  /** @param dimension a multiple of 16 */
  constructor(table: Int8Array, dimension: number) {
    this.dimension = dimension;
    this.idsAt = Math.ceil(table.length / 16) * 16;
    this.weightsAt = this.idsAt + MAX_ROWS * 4;
    this.outAt = this.weightsAt + MAX_ROWS * 4;
    this.memory = new WebAssembly.Memory({ initial: Math.ceil((this.outAt + dimension * 4) / PAGE_BYTES) });
    new Int8Array(this.memory.buffer).set(table);
    const instance = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(EMBED_KERNEL, "base64")), { env: { memory: this.memory } });
    // The generated module exports exactly this function.
    this.kernel = instance.exports["sum"] as SumKernel;
  }

  /** Σ weight(row) · row, added up in the given order. */
  sum(rows: readonly number[], weight: (row: number) => number): Float32Array {
    const count = Math.min(rows.length, MAX_ROWS);
    const ids = new Int32Array(this.memory.buffer, this.idsAt, count);
    const weights = new Float32Array(this.memory.buffer, this.weightsAt, count);
    for (let at = 0; at < count; at++) {
      ids[at] = rows[at] as number;
      weights[at] = weight(rows[at] as number);
    }
    this.kernel(0, this.dimension, this.idsAt, this.weightsAt, count, this.outAt);
    return new Float32Array(this.memory.buffer, this.outAt, this.dimension).slice();
  }
}
