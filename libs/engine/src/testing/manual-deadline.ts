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
    this.#passed.abort(new EngineError("DEADLINE_REACHED", `The answer was not ready within ${this.name}`));
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
