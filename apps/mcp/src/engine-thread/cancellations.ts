/**
 * Cancelled calls in memory that both threads share. Work that blocks the engine's thread sees a cancellation
 * here, long before it could read a message.
 */
import type { CallId } from "./messages.ts";

/**
 * More slots than calls that a server runs at once. If two calls share a slot, one can only hide the other's
 * cancellation, which its message delivers a little later.
 */
const PLACES = 1_024;

/** Allocates the memory, once per thread. */
export function sharedCancellations(): SharedArrayBuffer {
  return new SharedArrayBuffer(PLACES * Int32Array.BYTES_PER_ELEMENT);
}

/** Marks a call as cancelled; called by the protocol's thread. */
export function noteCancelled(shared: SharedArrayBuffer, id: CallId): void {
  Atomics.store(new Int32Array(shared), id % PLACES, id);
}

/** Returns a check whether a call is cancelled; the check takes well under a microsecond. */
export function isCancelledIn(shared: SharedArrayBuffer, id: CallId): () => boolean {
  const places = new Int32Array(shared);
  return () => Atomics.load(places, id % PLACES) === id;
}
