/**
 * Cancelled calls in memory that both threads share: work that holds the engine's thread hears of a
 * cancellation here, long before a message would be read.
 */
import type { CallId } from "./messages.ts";

/**
 * More calls than a server works on at a time. Two calls that share a place can only hide the cancellation of
 * the other, which its message tells a little later.
 */
const PLACES = 1_024;

export function sharedCancellations(): SharedArrayBuffer {
  return new SharedArrayBuffer(PLACES * Int32Array.BYTES_PER_ELEMENT);
}

export function noteCancelled(shared: SharedArrayBuffer, id: CallId): void {
  Atomics.store(new Int32Array(shared), id % PLACES, id);
}

/** Takes well under a microsecond. */
export function isCancelledIn(shared: SharedArrayBuffer, id: CallId): () => boolean {
  const places = new Int32Array(shared);
  return () => Atomics.load(places, id % PLACES) === id;
}
