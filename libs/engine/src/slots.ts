/** Work of which only so much is done at a time; what comes first is done first. */
import { cancelled, throwIfAborted } from "./errors.ts";

export class Slots {
  private free: number;
  private readonly waiting = new Set<() => void>();

  constructor(most: number) {
    this.free = most;
  }

  /**
   * Does the work when there is room.
   *
   * @param signal work that waits and is aborted is not begun: throws `CANCELLED` at once. Without it, it is begun all the same
   */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    throwIfAborted(signal);
    if (this.free > 0) this.free--;
    else await this.turn(signal);
    try {
      return await work();
    } finally {
      const [next] = this.waiting;
      if (next) next();
      else this.free++;
    }
  }

  private turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiting.delete(begin);
        reject(cancelled(signal));
      };
      const begin = (): void => {
        this.waiting.delete(begin);
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      this.waiting.add(begin);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }
}
