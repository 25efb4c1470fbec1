/** Times as timers take them. */

/** A timer with more ends at once; it is 24 days. */
const LONGEST_MS = 2 ** 31 - 1;

/** Whether a time is so long that it is no limit, as `Infinity` is. */
export function isEndless(durationMs: number): boolean {
  return durationMs > LONGEST_MS;
}

/** The nearest that a timer takes: whole, at least 0, and not too long. */
export function timerMs(durationMs: number): number {
  return durationMs > 0 ? Math.min(Math.ceil(durationMs), LONGEST_MS) : 0;
}
