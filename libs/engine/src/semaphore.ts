/**
 * Work of which only so much is done at a time; whoever waits takes turns, and work that takes long lets
 * others begin.
 */
import { cancelled, throwIfAborted } from "./errors.ts";

export interface SlotOptions {
  /**
   * Work that waits and is aborted is not begun: throws `CANCELLED` at once. Without it, it is begun all the
   * same.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Whose work it is: they take turns, and what one of them asked first is done first. Default: all of it is
   * of one.
   */
  readonly by?: string | undefined;
  /** The work goes on beside others that have begun in its place. */
  readonly onOvertime?: (() => void) | undefined;
}

export interface Overtime {
  /** Work that takes longer gives up its slot, and goes on. */
  readonly afterMs: number;
  /** So much work goes on in overtime at a time; more keeps its slot. */
  readonly most: number;
  /** And so much of one client, unless another one waits. */
  readonly mostOfOne: number;
}

export class Semaphore {
  private free: number;
  /** How much of it is done in overtime, by whose it is; of nobody who has none. */
  private readonly overtimes = new Map<string, number>();
  /** By whose it is. Whose turn is next stands first; nobody is in it who waits for nothing. */
  private readonly waiting = new Map<string, Set<() => void>>();

  /** @param overtime default: all work keeps its slot until it is done */
  constructor(
    most: number,
    private readonly overtime: Overtime | null = null,
  ) {
    this.free = most;
  }

  /** Does the work when there is room. */
  async run<Result>(
    work: () => Promise<Result>,
    { signal, by = "", onOvertime }: SlotOptions = {},
  ): Promise<Result> {
    throwIfAborted(signal);
    if (this.free > 0) this.free--;
    else await this.turn(by, signal);
    const end = this.begin(by, onOvertime);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Holds a slot until the work is done, or goes on in overtime. */
  private begin(by: string, onOvertime: (() => void) | undefined): () => void {
    const { overtime, overtimes } = this;
    if (!overtime) return () => this.give();
    let isHeld = true;
    // Where there is no room it is looked again.
    const timer = setInterval(() => {
      if (this.isFull(by, overtime)) return;
      clearInterval(timer);
      isHeld = false;
      overtimes.set(by, (overtimes.get(by) ?? 0) + 1);
      onOvertime?.();
      this.give();
    }, overtime.afterMs).unref();
    return () => {
      clearInterval(timer);
      if (isHeld) return this.give();
      const remaining = (overtimes.get(by) ?? 0) - 1;
      if (remaining > 0) overtimes.set(by, remaining);
      else overtimes.delete(by);
    };
  }

  private isFull(by: string, { most, mostOfOne }: Overtime): boolean {
    const all = [...this.overtimes.values()].reduce((sum, own) => sum + own, 0);
    const isAwaitedByOthers = [...this.waiting.keys()].some((other) => other !== by);
    return all >= most || ((this.overtimes.get(by) ?? 0) >= mostOfOne && !isAwaitedByOthers);
  }

  private give(): void {
    if (!this.beginNext()) this.free++;
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
