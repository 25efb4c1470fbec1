/** Work of which only so much is done at a time; whoever waits takes turns. */
import { cancelled, throwIfAborted } from "./errors.ts";

export interface SlotOptions {
  /** Work that waits and is aborted is not begun: throws `CANCELLED` at once. Without it, it is begun all the same. */
  readonly signal?: AbortSignal | undefined;
  /** Whose work it is: they take turns, and what one of them asked first is done first. Default: all of it is of one. */
  readonly by?: string | undefined;
}

export class Slots {
  private free: number;
  /** By whose it is. Whose turn is next stands first; nobody is in it who waits for nothing. */
  private readonly waiting = new Map<string, Set<() => void>>();

  constructor(most: number) {
    this.free = most;
  }

  /** Does the work when there is room. */
  async run<Result>(work: () => Promise<Result>, { signal, by = "" }: SlotOptions = {}): Promise<Result> {
    throwIfAborted(signal);
    if (this.free > 0) this.free--;
    else await this.turn(by, signal);
    try {
      return await work();
    } finally {
      if (!this.beginNext()) this.free++;
    }
  }

  private turn(by: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const own = this.waiting.get(by) ?? new Set();
      const gone = (): void => {
        own.delete(begin);
        if (own.size === 0) this.waiting.delete(by);
      };
      const leave = (): void => {
        gone();
        reject(cancelled(signal));
      };
      const begin = (): void => {
        gone();
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      this.waiting.set(by, own.add(begin));
      signal?.addEventListener("abort", leave, { once: true });
    });
  }

  /** False where nobody waits. */
  private beginNext(): boolean {
    const [next] = this.waiting;
    if (!next) return false;
    const [by, own] = next;
    const [begin] = own;
    begin?.();
    // Behind the others, with what else is asked.
    if (this.waiting.delete(by)) this.waiting.set(by, own);
    return true;
  }
}
