// AssemblyScript, compiled by tools/kernel/generate.ts: scores of rows of four-bit values against one query
// of int16 values. Products are summed exactly, in int32.

/** Bytes of a block of 32 values. */
const BLOCK: i32 = 16;

/**
 * scores[r] = Σ rows[r][d] · query[d] · scales[r] · queryScale. Addresses in bytes.
 *
 * @param bytes of a row; a multiple of 16. Byte k has the values 2k, in its lower half, and 2k + 1
 * @param query in blocks of 32: components 0, 4, 8, …, then 1, 5, 9, …, then 2, 6, 10, …, then 3, 7, 11, …
 */
export function score(
  rows: usize,
  count: i32,
  bytes: i32,
  query: usize,
  scales: usize,
  queryScale: f64,
  scores: usize,
): void {
  for (const end = scores + (<usize>count << 2); scores < end; scores += 4) {
    let even = i32x4.splat(0);
    let odd = i32x4.splat(0);
    let q = query;
    for (const rowEnd = rows + bytes; rows < rowEnd; rows += BLOCK) {
      const block = v128.load(rows);
      even = i32x4.add(even, i32x4.dot_i16x8_s(i16x8.shr_s(i16x8.shl(block, 12), 12), v128.load(q)));
      odd = i32x4.add(odd, i32x4.dot_i16x8_s(i16x8.shr_s(i16x8.shl(block, 8), 12), v128.load(q, 16)));
      even = i32x4.add(even, i32x4.dot_i16x8_s(i16x8.shr_s(i16x8.shl(block, 4), 12), v128.load(q, 32)));
      odd = i32x4.add(odd, i32x4.dot_i16x8_s(i16x8.shr_s(block, 12), v128.load(q, 48)));
      q += 64;
    }
    const sum = i32x4.add(even, odd);
    const product =
      i32x4.extract_lane(sum, 0) +
      i32x4.extract_lane(sum, 1) +
      i32x4.extract_lane(sum, 2) +
      i32x4.extract_lane(sum, 3);
    store<f32>(scores, <f32>(<f64>product * <f64>load<f32>(scales) * queryScale));
    scales += 4;
  }
}

/**
 * Counts values by the upper 16 bits of their key; keys ascend as the values do. Returns the largest value,
 * or `largest` if none is larger.
 */
export function tally(values: usize, count: i32, counts: usize, largest: f32): f32 {
  for (const end = values + (<usize>count << 2); values < end; values += 4) {
    const value = load<f32>(values);
    largest = max<f32>(largest, value);
    const bits = reinterpret<i32>(value);
    const bucket = <u32>(bits ^ ((bits >> 31) | 0x80000000)) >> 16;
    const at = counts + (<usize>bucket << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  return largest;
}
