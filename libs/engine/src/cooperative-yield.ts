/** Giving the rest of the process its turn in the midst of long work. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { throwIfAborted } from "./errors.ts";

/** How long others wait at most, but for the step that is under way. */
const TURN_MS = 20;

/**
 * A pause to be awaited between small steps: most of the time it is none, and undefined. Rejects with
 * `CANCELLED`.
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
