// AssemblyScript, compiled by tools/kernel/generate.ts: the built-in embedder's computation over the tokens
// of a text.

/**
 * Counts the tokens of a text. `counts` has the number of occurrences so far; `rows` has the `distinct`
 * tokens found so far, in order of first use. Returns the new number of distinct tokens.
 */
export function note(ids: usize, count: i32, counts: usize, rows: usize, distinct: i32): i32 {
  for (let i = 0; i < count; i++) {
    const id = load<i32>(ids + (i << 2));
    const seen = load<i32>(counts + (id << 2));
    if (seen == 0) {
      store<i32>(rows + (distinct << 2), id);
      distinct++;
    }
    store<i32>(counts + (id << 2), seen + 1);
  }
  return distinct;
}

/** weights[i] = √(count of rows[i]) · its scale; resets the counts to 0. */
export function weigh(rows: usize, distinct: i32, counts: usize, scales: usize, weights: usize): void {
  for (let i = 0; i < distinct; i++) {
    const id = load<i32>(rows + (i << 2)) << 2;
    store<f32>(weights + (i << 2), <f32>(sqrt<f64>(<f64>load<i32>(counts + id)) * <f64>load<f32>(scales + id)));
    store<i32>(counts + id, 0);
  }
}

/** Divides a vector by its length, unless that is 0. */
export function normalize(vector: usize, dimension: i32): void {
  let squares: f64 = 0;
  for (let d = 0; d < dimension; d++) {
    const component = <f64>load<f32>(vector + (d << 2));
    squares += component * component;
  }
  const length = sqrt<f64>(squares);
  if (length == 0) return;
  for (let d = 0; d < dimension; d++) store<f32>(vector + (d << 2), <f32>(<f64>load<f32>(vector + (d << 2)) / length));
}

/**
 * out[d] = Σ weights[i] · table[ids[i]][d], in the order of i. Addresses in bytes; `dimension` is a multiple
 * of 16. Sixteen components at a time stay in registers during the loop over all rows.
 */
export function sum(table: usize, dimension: i32, ids: usize, weights: usize, count: i32, out: usize): void {
  for (let d = 0; d < dimension; d += 16) {
    let a = f32x4.splat(0);
    let b = f32x4.splat(0);
    let c = f32x4.splat(0);
    let e = f32x4.splat(0);
    for (let i = 0; i < count; i++) {
      const row = table + <usize>(load<i32>(ids + (i << 2)) * dimension + d);
      const weight = v128.load32_splat(weights + (i << 2));
      const bytes = v128.load(row);
      const low = i16x8.extend_low_i8x16_s(bytes);
      const high = i16x8.extend_high_i8x16_s(bytes);
      a = f32x4.add(a, f32x4.mul(weight, f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(low))));
      b = f32x4.add(b, f32x4.mul(weight, f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(low))));
      c = f32x4.add(c, f32x4.mul(weight, f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(high))));
      e = f32x4.add(e, f32x4.mul(weight, f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(high))));
    }
    const at = out + (d << 2);
    v128.store(at, a);
    v128.store(at, b, 16);
    v128.store(at, c, 32);
    v128.store(at, e, 48);
  }
}
