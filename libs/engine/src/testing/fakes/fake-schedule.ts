/** A scheduler of callbacks under the control of a test. */

/**
 * Runs callbacks when the test lets time pass, and advances the clock with it. Setting the clock does not
 * change what is due: timers count by themselves.
 */
export class FakeSchedule {
  private elapsedMs = 0;
  private readonly due: { readonly atMs: number; readonly work: () => void }[] = [];

  constructor(private readonly clock: { nowMs: number }) {}

  readonly schedule = (delayMs: number, work: () => void): Disposable => {
    const entry = { atMs: this.elapsedMs + delayMs, work };
    this.due.push(entry);
    return { [Symbol.dispose]: () => void this.take(entry) };
  };

  get count(): number {
    return this.due.length;
  }

  /** Lets time pass, runs the callbacks that come due, in order, and waits for the work that they start. */
  async pass(milliseconds: number): Promise<void> {
    const untilMs = this.elapsedMs + milliseconds;
    for (;;) {
      const next = this.due
        .filter(({ atMs }) => atMs <= untilMs)
        .sort((left, right) => left.atMs - right.atMs)[0];
      if (!next) break;
      this.take(next);
      this.goOnTo(Math.max(next.atMs, this.elapsedMs));
      next.work();
      await settled();
    }
    this.goOnTo(untilMs);
  }

  /** Lets time pass while the process is suspended: callbacks that came due meanwhile run once, and late. */
  async stand(milliseconds: number): Promise<void> {
    this.goOnTo(this.elapsedMs + milliseconds);
    await this.pass(0);
  }

  private goOnTo(atMs: number): void {
    this.clock.nowMs += atMs - this.elapsedMs;
    this.elapsedMs = atMs;
  }

  private take(entry: { readonly atMs: number; readonly work: () => void }): void {
    const at = this.due.indexOf(entry);
    if (at !== -1) this.due.splice(at, 1);
  }
}

/** Yields to the event loop often enough for a sync or run of a few files to end. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => void setImmediate(resolve));
}
