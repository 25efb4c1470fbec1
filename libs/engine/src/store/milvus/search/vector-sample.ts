/**
 * A sample of an index's vectors in memory, to estimate the spread of cosines. The index alone determines the
 * sample, so every process has the same one.
 */
import type { DenseScores } from "../../store.ts";
import { quoted, steady } from "../connection/collection.ts";
import { ROW_KINDS, SAMPLES, parseRowId } from "../file-rows.ts";
import type { MilvusIndexState } from "./word-search.ts";

/** Components of all sampled chunk vectors together: 4,000 vectors of 256 dimensions. */
const SAMPLE_NUMBERS = 1_024_000;
const IDS_AT_ONCE = 500;

type Scores = Pick<DenseScores, "files" | "paths" | "chunks">;

export class VectorSample {
  /** By row id. Vectors of earlier states stay until they are out of the sample. */
  private vectors = new Map<string, Float32Array>();
  private loaded: { readonly held: MilvusIndexState; readonly done: Promise<void> } | null = null;
  private held: MilvusIndexState | null = null;

  /** Sets the state that the sample is for. */
  of(held: MilvusIndexState): this {
    this.held = held;
    return this;
  }

  /**
   * Cosines of the sampled vectors.
   *
   * @param check called for each vector; may throw
   */
  async scores(query: Float32Array, check?: () => void): Promise<Scores> {
    const { held } = this;
    if (!held) throw new Error("A sample is of no index");
    if (this.loaded?.held !== held) this.loaded = { held, done: this.load(held, query.length) };
    await this.loaded.done.catch((error: unknown) => {
      this.loaded = null;
      throw error;
    });
    const scores: Record<keyof Scores, number[]> = { files: [], paths: [], chunks: [] };
    const { firstRows } = held.files;
    for (const [id, vector] of this.vectors) {
      check?.();
      const { version, part } = parseRowId(id);
      const file = held.fileOfVersion.get(version);
      if (file === undefined) continue;
      const score = dot(query, vector);
      if (part === -2) scores.paths.push(score);
      else if (part === -1) scores.files.push(score);
      else scores.chunks.push(score);
      if (part === 0 && (firstRows[file + 1] as number) - (firstRows[file] as number) === 1)
        scores.files.push(score);
    }
    return {
      files: Float32Array.from(scores.files),
      paths: Float32Array.from(scores.paths),
      chunks: Float32Array.from(scores.chunks),
    };
  }

  private async load(held: MilvusIndexState, dimension: number): Promise<void> {
    const { collection, codebase, files, fileOfVersion } = held;
    const filter =
      `kind in [${ROW_KINDS.chunk},${ROW_KINDS.file},${ROW_KINDS.path}] and codebase == ` +
      `${quoted(codebase)} and sample < ${boundFor(files.firstRows[files.count] as number, dimension)}`;
    const ids = (await collection.list(filter, []))
      .map(({ id }) => id)
      .filter((id) => fileOfVersion.has(parseRowId(id).version));
    const vectors = new Map<string, Float32Array>();
    const missing: string[] = [];
    for (const id of ids) {
      const known = this.vectors.get(id);
      if (known) vectors.set(id, known);
      else missing.push(id);
    }
    for (let at = 0; at < missing.length; at += IDS_AT_ONCE) {
      for (const { id, dense } of await collection.get(missing.slice(at, at + IDS_AT_ONCE), ["dense"]))
        vectors.set(id, Float32Array.from(dense as number[]));
    }
    this.vectors = new Map([...vectors].sort(([left], [right]) => (left < right ? -1 : 1)));
  }
}

/**
 * Upper bound of `sample` for sampled rows. It is halved as often as needed, so that one more file rarely
 * changes the sample.
 */
function boundFor(chunks: number, dimension: number): number {
  let bound = SAMPLES;
  for (let expected = chunks; expected * dimension > SAMPLE_NUMBERS && bound > 1; expected /= 2) bound /= 2;
  return bound;
}

/** Dot product, rounded like the cosines from Milvus. */
export function dot(left: ArrayLike<number>, right: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += (left[at] as number) * (right[at] as number);
  return steady(sum);
}
