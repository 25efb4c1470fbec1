/** Checks the vectors of an answer and normalizes them to unit length. Pure. */
import { ServiceFailure } from "../../http/service-failure.ts";

export interface Expected {
  readonly texts: number;
  /** Null while the dimension is unknown. */
  readonly dimension: number | null;
}

/**
 * Unit vectors in their order. Throws a `ServiceFailure` of kind `malformed` if the number of vectors or
 * dimensions is wrong, or a value is not a finite number.
 */
export function readVectors(
  vectors: readonly unknown[] | null,
  { texts, dimension }: Expected,
): Float32Array[] {
  if (!vectors) throw malformed("no vectors");
  if (vectors.length !== texts) throw malformed(`${vectors.length} vectors for ${texts} texts`);
  const expected = dimension ?? (Array.isArray(vectors[0]) ? vectors[0].length : 0);
  return vectors.map((vector) => unitVector(vector, expected));
}

function unitVector(vector: unknown, dimension: number): Float32Array {
  if (!Array.isArray(vector) || vector.length === 0) throw malformed("a value that is not a vector");
  if (vector.length !== dimension)
    throw malformed(`a vector of ${vector.length} dimensions among those of ${dimension}`);
  let squares = 0;
  for (const value of vector as unknown[]) {
    if (typeof value !== "number" || !Number.isFinite(value))
      throw malformed("a vector with values that are not numbers");
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  // The loop above has checked the type.
  return Float32Array.from(vector as number[], (value) => (length === 0 ? 0 : value / length));
}

function malformed(what: string): ServiceFailure {
  return new ServiceFailure("malformed", what);
}
