// AssemblyScript, compiled by tools/kernel/generate.ts: weighted sums of int8 rows.

/**
 * out[d] = Σ weights[i] · table[ids[i]][d], in the order of i. Addresses in bytes; `dimension` is a multiple of 16.
 * Sixteen components at a time stay in registers while all rows pass by.
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
