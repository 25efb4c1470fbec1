/** Summaries of repeated measurements. Pure. */

/** The middle value; for an even number of values, the lower of the two. NaN without values. */
export function median(values: readonly number[]): number {
  return sorted(values)[(values.length - 1) >> 1] ?? Number.NaN;
}

/**
 * The value below which a share of all values is. NaN without values.
 *
 * @param share 0 to 1, e.g. 0.95
 */
export function percentile(values: readonly number[], share: number): number {
  return sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function sorted(values: readonly number[]): number[] {
  return [...values].sort((left, right) => left - right);
}
