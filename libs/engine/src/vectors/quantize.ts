/** Vectors as int8 with one scale a row: a quarter of the size, and no measurable loss of ranking quality. Pure. */

export interface QuantizedRows {
  /** Rows one after the other. */
  readonly values: Int8Array;
  /** value · scale gives the component back, ± half a scale. */
  readonly scales: Float32Array;
}

/** scale = max|v| / 127, value = round(v / scale); a zero vector has scale 0. */
export function quantize(vectors: readonly Float32Array[], dimension: number): QuantizedRows {
  const values = new Int8Array(vectors.length * dimension);
  const scales = new Float32Array(vectors.length);
  for (const [row, vector] of vectors.entries()) {
    let largest = 0;
    for (let d = 0; d < dimension; d++) largest = Math.max(largest, Math.abs(vector[d] as number));
    if (largest === 0) continue;
    const scale = largest / 127;
    scales[row] = scale;
    for (let d = 0; d < dimension; d++) values[row * dimension + d] = Math.round((vector[d] as number) / scale);
  }
  return { values, scales };
}

/** The unit vector in the direction of a sum; all zeros for an empty or vanishing sum. */
export function normalizedSum(vectors: readonly Float32Array[], dimension: number): Float32Array {
  const sum = new Float64Array(dimension);
  for (const vector of vectors) for (let d = 0; d < dimension; d++) sum[d] = (sum[d] as number) + (vector[d] as number);
  let squares = 0;
  for (let d = 0; d < dimension; d++) squares += (sum[d] as number) ** 2;
  const length = Math.sqrt(squares);
  return length < 1e-12 ? new Float32Array(dimension) : Float32Array.from(sum, (component) => component / length);
}
