/** Lets the rest of the process run in the middle of long work. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { throwIfAborted } from "./errors.ts";

/** Longest time that other work waits, plus the current step. */
const TURN_MS = 20;

/**
 * Returns a function to await between small steps. Most of the time it returns undefined, without a pause.
 * Rejects with `CANCELLED`.
 */
export function cooperativeYield(signal: AbortSignal | undefined): () => Promise<void> | undefined {
  let endsMs = performance.now() + TURN_MS;
  const turn = async (): Promise<void> => {
    await nextTurn();
    throwIfAborted(signal);
    endsMs = performance.now() + TURN_MS;
  };
  return () => (performance.now() < endsMs ? undefined : turn());
}
