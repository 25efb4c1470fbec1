import { expect, it } from "vitest";
import { SyntheticVectors } from "./vectors.ts";

const DIMENSION = 256;
const axis = (at: number): Float32Array =>
  Float32Array.from({ length: DIMENSION }, (_, d) => (d === at ? 1 : 0));
const vectors = new SyntheticVectors([axis(0), axis(1)]);

function cosine(row: Int8Array, other: Float32Array | Int8Array): number {
  const dot = (left: ArrayLike<number>, right: ArrayLike<number>): number =>
    Array.from(left).reduce((sum, value, d) => sum + value * (right[d] ?? 0), 0);
  return dot(row, other) / Math.sqrt(dot(row, row) * dot(other, other));
}

it("a file has a vector for its path, one for itself and one per chunk, near the centre of its topic", () => {
  const { values, scales } = vectors.ofFile(5, 1, 16);
  expect(scales).toHaveLength(18);
  for (let row = 0; row < 18; row++) {
    const vector = values.subarray(row * DIMENSION, (row + 1) * DIMENSION);
    expect(cosine(vector, axis(1))).toBeGreaterThan(0.5);
    expect(Math.abs(cosine(vector, axis(0)))).toBeLessThan(0.3);
  }
});

it("vectors are the same each time, and different for each file and chunk", () => {
  expect(vectors.ofFile(5, 1, 16)).toEqual(vectors.ofFile(5, 1, 16));
  const { values } = vectors.ofFile(5, 1, 2);
  expect(values).not.toEqual(vectors.ofFile(6, 1, 2).values);
  expect(values.slice(-DIMENSION)).not.toEqual(values.slice(-2 * DIMENSION, -DIMENSION));
});
