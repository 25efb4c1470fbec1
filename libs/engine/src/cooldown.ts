/** A period in which a service that failed, or asked to wait, is not called. */
export class Cooldown {
  private readonly nowMs: () => number;
  private sinceMs = 0;
  private ms = 0;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  /** Starts a period now. It replaces an earlier one. */
  begin(ms: number): void {
    this.sinceMs = this.nowMs();
    this.ms = ms;
  }

  /**
   * Milliseconds until the period ends; 0 if it is over. A clock that was set back ends it: otherwise the
   * period would grow by as much as the clock was set back.
   */
  get remainingMs(): number {
    const passedMs = this.nowMs() - this.sinceMs;
    return passedMs >= 0 ? Math.max(0, this.ms - passedMs) : 0;
  }
}
