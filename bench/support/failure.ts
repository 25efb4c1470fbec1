/** Errors that prevent a benchmark from measuring, with messages for the user. */

/** An error that is no bug of the benchmark: only its message is shown. */
export class BenchmarkError extends Error {}

/** A wrong flag, or a wrong value of a flag. */
export class UsageError extends BenchmarkError {}

/** @param remedy how to get it, as a full sentence */
export function missing(what: string, remedy: string): BenchmarkError {
  return new BenchmarkError(`Missing: ${what}. ${remedy}`);
}

/** Checks that a measured run did its work: otherwise its figures are worthless. */
export function check(isSo: boolean, problem: string): asserts isSo {
  if (!isSo) throw new BenchmarkError(`Nothing was measured: ${problem}`);
}
