/**
 * Starts one call per turn of the event loop, and none while clients are still connecting. Node.js accepts
 * one connection per turn (libuv since 1.45). If each turn answered all calls that have arrived, a client
 * that connects while others send requests would wait for as many turns as there are clients before it, some
 * seconds each.
 *
 * @see https://github.com/libuv/libuv/pull/3696
 */

/** Maximum number of turns that calls are delayed while connections arrive. */
const MOST_PUT_OFF = 256;

export class Turns {
  private readonly waiting: (() => void)[] = [];
  private hasConnected = false;
  private putOff = 0;
  private isRunning = false;

  constructor(private readonly nextTurn: (work: () => void) => unknown = setImmediate) {}

  /** A client has connected in this turn: another one may be waiting behind it. */
  noteConnection(): void {
    this.hasConnected = true;
  }

  /** Resolves when the call may begin, in order of arrival; at once when its client leaves. */
  take(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const begin = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(begin), 1);
        resolve();
      };
      if (signal.aborted) return resolve();
      signal.addEventListener("abort", leave, { once: true });
      this.waiting.push(begin);
      if (this.isRunning) return;
      this.isRunning = true;
      this.nextTurn(this.turn);
    });
  }

  private readonly turn = (): void => {
    if (this.hasConnected && this.putOff < MOST_PUT_OFF) this.putOff++;
    else {
      this.putOff = 0;
      this.waiting.shift()?.();
    }
    this.hasConnected = false;
    this.isRunning = this.waiting.length > 0;
    if (this.isRunning) this.nextTurn(this.turn);
  };
}
