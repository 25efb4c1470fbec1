/** What keeps a benchmark from measuring, in words for whoever started it. */

/** Something that is not a defect of the benchmark: its message is all there is to say. */
export class BenchmarkError extends Error {}

/** A wrong flag or value of a flag. */
export class UsageError extends BenchmarkError {}

/** @param remedy how to get it, as a full sentence */
export function missing(what: string, remedy: string): BenchmarkError {
  return new BenchmarkError(`Missing: ${what}. ${remedy}`);
}

/** Proves that a measured run did its work: a figure of a run that did not is worth nothing. */
export function check(isSo: boolean, problem: string): asserts isSo {
  if (!isSo) throw new BenchmarkError(`Nothing was measured: ${problem}`);
}
