/** A deadline that is reached when a test says so. */
import type { Deadline } from "../deadline.ts";
import { EngineError, throwIfAborted } from "../errors.ts";

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

  [Symbol.dispose](): void {
    // It has no timer.
  }
}

/** A deadline that lets so many looks at it pass, whatever the time. */
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
 * A deadline that is never reached, and counts how often it is looked at: steps of work, each of which is
 * bounded.
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
