/** Where the benchmarks find their data: nothing of it is part of the project. */

/** A path from the environment, or an error that says what it is for. */
export function requiredPath(name: string, meaning: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name}: ${meaning}`);
  return value;
}

/** The middle value; of an even number the lower one of the two. */
export function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[(values.length - 1) >> 1] ?? Number.NaN;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
