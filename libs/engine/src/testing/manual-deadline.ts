/** Deadlines that tests control. */
import type { Deadline } from "../deadline.ts";
import { EngineError, throwIfAborted } from "../errors.ts";

/** A deadline that is reached when the test calls `reach`. */
export class ManualDeadline implements Deadline {
  readonly name = "the deadline of this test";
  readonly #passed = new AbortController();
  readonly signal: Deadline["signal"] = this.#passed.signal;

  get isReached(): boolean {
    return this.signal.aborted;
  }

  reach(): void {
    this.#passed.abort(new EngineError("DEADLINE_REACHED", `No answer within ${this.name}`));
  }

  check(): void {
    throwIfAborted(this.signal);
  }

  pause(): undefined {
    this.check();
  }

  suspend<Result>(work: () => Promise<Result>): Promise<Result> {
    return work();
  }

  portion(): this {
    return this;
  }

  [Symbol.dispose](): void {
    // There is no timer to stop.
  }
}

/** A deadline that is reached after a number of checks, regardless of time. */
export class CountedDeadline extends ManualDeadline {
  constructor(private remaining: number) {
    super();
  }

  override get isReached(): boolean {
    this.count();
    return super.isReached;
  }

  override check(): void {
    this.count();
    super.check();
  }

  override pause(): undefined {
    super.check();
  }

  private count(): void {
    if (this.remaining-- === 0) this.reach();
  }
}

/**
 * A deadline that is never reached and counts how often it is checked. Work between two checks is bounded, so
 * the count measures steps of work.
 */
export class CountingDeadline extends ManualDeadline {
  steps = 0;

  override get isReached(): boolean {
    this.steps++;
    return super.isReached;
  }

  override check(): void {
    this.steps++;
  }
}
