/**
 * Selects values by rank without sorting. Loops over all values have no data-dependent branches, because
 * mispredictions cost more than everything else. Pure.
 */

/** Buckets of `spreadByCounts`: one for each value of the upper 16 bits of a key. */
export const COUNTED_BUCKETS = 65_536;

/** With fewer values, counting them first gains nothing. */
const LEAST_COUNTED = 1_000;
const BUCKETS = 4_096;

type Values = Float32Array | Float64Array;

/**
 * Median and maximum, between which cosines are stretched to the range 0…1, because those of a codebase are
 * within a narrow band.
 */
export interface Spread {
  readonly median: number;
  readonly max: number;
}

/** Median and maximum of some values; both 0 without values. */
export function spreadOf(values: Float32Array): Spread {
  if (values.length === 0) return { median: 0, max: 0 };
  const bounds = boundsOf(values);
  return { median: nthSmallest(values, values.length >> 1, bounds), max: bounds.largest };
}

/**
 * As `spreadOf`, from counts of the values by the upper 16 bits of their keys.
 *
 * @param max largest of the values; there is at least one
 */
export function spreadByCounts(values: Float32Array, counts: Uint32Array, max: number): Spread {
  const position = values.length >> 1;
  let before = 0;
  let wanted = 0;
  while (before + (counts[wanted] as number) <= position) before += counts[wanted++] as number;
  const near = new Float64Array(counts[wanted] as number);
  const bits = new Int32Array(values.buffer, values.byteOffset, values.length);
  let found = 0;
  for (let at = 0; at < bits.length; at++)
    if (keyOf(bits[at] as number) >>> 16 === wanted) near[found++] = values[at] as number;
  return { median: select(near, position - before), max };
}

/** A number of 32 bits that rises with the value, given the bits of the value as an integer. */
function keyOf(bits: number): number {
  return bits ^ ((bits >> 31) | 0x80_00_00_00);
}

export interface ScoreBounds {
  readonly least: number;
  readonly largest: number;
}

/** Bounds of the values. Without values they are infinite and inverted. */
export function boundsOf(values: Values): ScoreBounds {
  let least = Number.POSITIVE_INFINITY;
  let largest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if (value < least) least = value;
    if (value > largest) largest = value;
  }
  return { least, largest };
}

/**
 * The value at a position in ascending order, counted from 0; in linear time. Counts the values by bucket
 * between the bounds, then looks only into the bucket of the wanted value.
 */
export function nthSmallest(values: Values, position: number, { least, largest } = boundsOf(values)): number {
  const scale = (BUCKETS - 1) / (largest - least);
  if (values.length < LEAST_COUNTED || !Number.isFinite(scale))
    return select(Float64Array.from(values), position);
  const counts = new Uint32Array(BUCKETS);
  for (let at = 0; at < values.length; at++) {
    const bucket = (((values[at] as number) - least) * scale) | 0;
    counts[bucket] = (counts[bucket] as number) + 1;
  }
  let before = 0;
  let wanted = 0;
  while (before + (counts[wanted] as number) <= position) before += counts[wanted++] as number;
  const near = new Float64Array(counts[wanted] as number);
  let count = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if ((((value - least) * scale) | 0) === wanted) near[count++] = value;
  }
  return select(near, position - before);
}

/**
 * The `limit` ids with the highest values, in no order. Among equal values at the limit, those that come
 * first by `placeOf` are taken, by default the lowest.
 */
export function highest(
  ids: Uint32Array,
  valueOf: Values,
  limit: number,
  placeOf = (id: number): number => id,
): number[] {
  if (ids.length <= limit) return [...ids];
  const values = new Float64Array(ids.length);
  for (let at = 0; at < ids.length; at++) values[at] = valueOf[ids[at] as number] as number;
  const least = nthSmallest(values, ids.length - limit);
  const higher: number[] = [];
  const equal: number[] = [];
  for (let at = 0; at < ids.length; at++) {
    const value = values[at] as number;
    if (value > least) higher.push(ids[at] as number);
    else if (value === least) equal.push(ids[at] as number);
  }
  equal.sort((left, right) => placeOf(left) - placeOf(right));
  return [...higher, ...equal.slice(0, limit - higher.length)];
}

/** Quickselect; reorders the values. See Hoare, Algorithm 65: Find, CACM 1961. */
function select(values: Float64Array, position: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1] as number;
    let left = low;
    let right = high;
    while (left <= right) {
      while ((values[left] as number) < pivot) left++;
      while ((values[right] as number) > pivot) right--;
      if (left <= right) {
        const swap = values[left] as number;
        values[left++] = values[right] as number;
        values[right--] = swap;
      }
    }
    if (position <= right) high = right;
    else if (position >= left) low = left;
    else break;
  }
  return values[position] as number;
}
