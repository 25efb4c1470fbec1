/** Blocks the thread for some milliseconds, for functions that wait for nothing else. */
export function blockThread(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
