// AssemblyScript, compiled by tools/kernel/generate.ts: dot products of int8 rows with one int16 query, exact
// in int32.

/** out[r] = Σ rows[r][d] · query[d]. Addresses in bytes; `dimension` is a multiple of 16. */
export function dot(rows: usize, count: i32, dimension: i32, query: usize, out: usize): void {
  for (let r = 0; r < count; r++) {
    let sum = i32x4.splat(0);
    for (let d = 0; d < dimension; d += 16) {
      const bytes = v128.load(rows + d);
      const at = query + (d << 1);
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(bytes), v128.load(at)));
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(bytes), v128.load(at, 16)));
    }
    store<i32>(out, i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3));
    rows += dimension;
    out += 4;
  }
}
