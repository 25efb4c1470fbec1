/** Converts durations into what timers accept. */

/** A longer timer fires at once; about 24 days. */
const LONGEST_MS = 2 ** 31 - 1;

/** Whether a duration is too long to be a limit, as `Infinity` is. */
export function isEndless(durationMs: number): boolean {
  return durationMs > LONGEST_MS;
}

/** The nearest duration that a timer accepts: an integer, at least 0, and not too long. */
export function timerMs(durationMs: number): number {
  return durationMs > 0 ? Math.min(Math.ceil(durationMs), LONGEST_MS) : 0;
}
