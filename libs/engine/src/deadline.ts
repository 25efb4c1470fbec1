/**
 * How long an answer may take: each call of a tool has a deadline, past which it ends with what it knows or
 * with an error.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { EngineError, throwIfAborted } from "./errors.ts";

export interface Deadline extends Disposable {
  /** Aborts when the caller cancels or the deadline passes; for children, and for whatever waits. */
  readonly signal: AbortSignal;
  /** Whether the deadline has passed, by the clock: work that holds the thread sees it too. */
  readonly isReached: boolean;
  /** What a message says of it: "the deadline of 10 s (SATORI_SEARCH_DEADLINE_MS)". */
  readonly name: string;
  /** Throws `DEADLINE_REACHED` or `CANCELLED`. For each iteration of a loop over sizes that users choose. */
  check(): void;
  /**
   * The same, and gives the rest of the process a turn where the work has held the thread for long; to be
   * awaited.
   */
  pause(): Promise<void> | undefined;
  /** Does work that does not count, such as bringing an index up to date: it is bounded by progress. */
  suspend<Result>(work: () => Promise<Result>): Promise<Result>;
}

export interface DeadlineOptions {
  readonly limitMs: number;
  /** Says how long it is; for messages. */
  readonly setting: string;
  /** The caller's. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the caller has cancelled, where that is known before the signal can tell. */
  readonly isCancelled?: (() => boolean) | undefined;
}

/** Whether an error says that the deadline of an answer has passed. */
export function isPastDeadline(error: unknown): error is EngineError {
  return error instanceof EngineError && error.code === "DEADLINE_REACHED";
}

/** Others wait at most this long for the thread, but for the step that is under way. */
const TURN_MS = 20;
/**
 * The clock is read at each so-manyth check: most steps take less than a microsecond, reading it takes 40 ns.
 */
const CHECKS_PER_LOOK = 16;

export function openDeadline(options: DeadlineOptions): Deadline {
  return new RunningDeadline(options);
}

/** Bounds nothing: for work without a caller. */
export function noDeadline(signal?: AbortSignal): Deadline {
  return new RunningDeadline({ limitMs: Number.POSITIVE_INFINITY, setting: "", signal });
}

class RunningDeadline implements Deadline {
  readonly signal: AbortSignal;
  readonly name: string;
  private readonly ending = new AbortController();
  private readonly caller: AbortSignal | undefined;
  private hasPassed = false;
  private readonly isCancelled: () => boolean;
  /** Until the deadline, when the clock was last started. */
  private remainingMs: number;
  /** When the clock was last started; null while it stands. */
  private startedMs: number | null = null;
  private suspensions = 0;
  private timer: NodeJS.Timeout | undefined;
  private checks = 0;
  private turnEndsMs = performance.now() + TURN_MS;

  constructor({ limitMs, setting, signal, isCancelled = () => false }: DeadlineOptions) {
    this.remainingMs = limitMs;
    this.name =
      `the deadline of ${limitMs >= 1_000 ? `${Math.round(limitMs / 100) / 10} s` : `${limitMs} ms`} ` +
      `(${setting})`;
    this.isCancelled = isCancelled;
    this.signal = this.ending.signal;
    // `AbortSignal.any` takes 32 µs a call, this 4.
    this.caller = signal;
    if (signal?.aborted) this.onAbort();
    signal?.addEventListener("abort", this.onAbort);
    this.start();
  }

  get isReached(): boolean {
    if (!this.hasPassed && this.leftMs() <= 0) this.pass();
    return this.hasPassed;
  }

  check(): void {
    if (++this.checks % CHECKS_PER_LOOK === 0) this.look();
  }

  pause(): Promise<void> | undefined {
    return performance.now() < this.turnEndsMs ? undefined : this.turn();
  }

  async suspend<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.suspensions++ === 0) this.stop();
    try {
      return await work();
    } finally {
      if (--this.suspensions === 0) this.start();
    }
  }

  [Symbol.dispose](): void {
    this.caller?.removeEventListener("abort", this.onAbort);
    this.stop();
  }

  private look(): void {
    if (this.isCancelled()) throw new EngineError("CANCELLED", "The work was cancelled");
    // Aborts the signal, which the next line reads.
    void this.isReached;
    throwIfAborted(this.signal);
  }

  private async turn(): Promise<void> {
    await nextTurn();
    this.look();
    this.turnEndsMs = performance.now() + TURN_MS;
  }

  private leftMs(): number {
    return this.startedMs === null
      ? this.remainingMs
      : this.remainingMs - (performance.now() - this.startedMs);
  }

  private start(): void {
    this.startedMs = performance.now();
    if (Number.isFinite(this.remainingMs))
      this.timer = setTimeout(() => this.pass(), this.remainingMs).unref();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.remainingMs = this.leftMs();
    this.startedMs = null;
  }

  private readonly onAbort = (): void => this.ending.abort(this.caller?.reason);

  private pass(): void {
    this.hasPassed = true;
    this.ending.abort(new EngineError("DEADLINE_REACHED", `No answer within ${this.name}`));
  }
}
