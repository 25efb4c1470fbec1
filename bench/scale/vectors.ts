/**
 * Vectors of a synthetic codebase: chunks of a topic are near its centre, and files and paths near their
 * chunks. Pure: a file always has the same vectors.
 */
import { type QuantizedRows, normalizedSum, quantize } from "../../libs/engine/src/vectors/quantize.ts";
import { below, seededRandom } from "../support/random.ts";

/** Numbers drawn once: drawing as many for each vector would take longer than everything else. */
const NOISE_NUMBERS = 1 << 16;
/** Relative to the length of a centre, so that the cosine of a chunk and its centre is about 0.7. */
const NOISE_LENGTH = 1;

export class SyntheticVectors {
  private readonly noise: Float32Array;

  /** @param centres unit vectors by topic */
  constructor(private readonly centres: readonly Float32Array[]) {
    const random = seededRandom(1);
    this.noise = Float32Array.from({ length: NOISE_NUMBERS }, () => {
      // Box and Muller; 1 − random is never 0.
      const radius = Math.sqrt(-2 * Math.log(1 - random()));
      return radius * Math.cos(2 * Math.PI * random());
    });
  }

  /** As `StorableFile.vectors`. @param at number of the file */
  ofFile(at: number, topic: number, chunks: number): QuantizedRows {
    const centre = this.centres[topic] ?? new Float32Array();
    const random = seededRandom(at);
    const near = (): Float32Array => this.nearTo(centre, below(NOISE_NUMBERS - centre.length, random));
    const ofChunks = Array.from({ length: chunks }, near);
    return quantize([near(), normalizedSum(ofChunks, centre.length), ...ofChunks], centre.length);
  }

  private nearTo(centre: Float32Array, start: number): Float32Array {
    const vector = new Float32Array(centre.length);
    const scale = NOISE_LENGTH / Math.sqrt(centre.length);
    let squares = 0;
    for (let d = 0; d < vector.length; d++) {
      const value = (centre[d] as number) + scale * (this.noise[start + d] as number);
      vector[d] = value;
      squares += value * value;
    }
    const factor = 1 / Math.sqrt(squares);
    for (let d = 0; d < vector.length; d++) vector[d] = (vector[d] as number) * factor;
    return vector;
  }
}
