/**
 * Limits how much work runs at a time. Waiting clients take turns, and work that takes long gives up its slot
 * to others.
 */
import { cancelled, throwIfAborted } from "./errors.ts";

export interface SlotOptions {
  /**
   * If it aborts while the work waits, the work does not start: throws `CANCELLED` at once. Without a signal,
   * waiting cannot be cancelled.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * The client. Clients take turns; work of one client starts in the order of its calls. Default: all work
   * belongs to one client.
   */
  readonly by?: string | undefined;
  /** Called when the work gives up its slot and continues while other work starts. */
  readonly onOvertime?: (() => void) | undefined;
}

/** Lets work that takes long continue without a slot. */
export interface Overtime {
  /** Work that takes longer gives up its slot and continues. */
  readonly afterMs: number;
  /** Most work in overtime at a time. Beyond that, work keeps its slot. */
  readonly most: number;
  /** Most work of one client in overtime, unless another client waits. */
  readonly mostOfOne: number;
}

export class Semaphore {
  private free: number;
  /** Number of tasks in overtime, by client. Clients without any have no entry. */
  private readonly overtimes = new Map<string, number>();
  /**
   * Waiting tasks by client. The client whose turn is next comes first. Clients without waiting tasks have no
   * entry.
   */
  private readonly waiting = new Map<string, Set<() => void>>();

  /** @param overtime default: all work keeps its slot until it is done */
  constructor(
    most: number,
    private readonly overtime: Overtime | null = null,
  ) {
    this.free = most;
  }

  /** Runs the work as soon as a slot is free. */
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

  /** Holds a slot until the work is done or continues in overtime. */
  private begin(by: string, onOvertime: (() => void) | undefined): () => void {
    const { overtime, overtimes } = this;
    if (!overtime) return () => this.give();
    let isHeld = true;
    // If there is no room for overtime now, the timer tries again.
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

  /** Starts the next waiting task. Returns false if there is none. */
  private beginNext(): boolean {
    const [next] = this.waiting;
    if (!next) return false;
    const [by, own] = next;
    const [begin] = own;
    begin?.();
    // The client moves to the end of the queue, with its remaining tasks.
    if (this.waiting.delete(by)) this.waiting.set(by, own);
    return true;
  }
}
