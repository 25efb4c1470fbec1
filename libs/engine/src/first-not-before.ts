/**
 * Position of the first value that does not satisfy `isBefore`, by binary search; the length if there is
 * none. The values that satisfy it come first. Pure.
 */
export function firstNotBefore<Value>(values: readonly Value[], isBefore: (value: Value) => boolean): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(values[middle] as Value)) low = middle + 1;
    else high = middle;
  }
  return low;
}
