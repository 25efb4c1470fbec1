/** How work grows with the size of its input. Pure. */

/**
 * The exponent e of a cost that grows as size to the power of e, from the smallest to the largest size. 0 if
 * the largest cost is at most `noise`, because the cost of a call itself then hides any growth.
 *
 * @param sizes ascending; `costs` has one cost per size
 */
export function growthExponent(sizes: readonly number[], costs: readonly number[], noise: number): number {
  const [size, cost] = [sizes[0] ?? 1, Math.max(costs[0] ?? 0, 1)];
  const [largest, most] = [sizes.at(-1) ?? size, costs.at(-1) ?? 0];
  return most <= noise || largest <= size ? 0 : Math.log(most / cost) / Math.log(largest / size);
}

/** The exponent of n log n between two sizes. */
export function linearithmicExponent(sizes: readonly number[]): number {
  return growthExponent(
    sizes,
    sizes.map((size) => size * Math.log(size)),
    0,
  );
}
