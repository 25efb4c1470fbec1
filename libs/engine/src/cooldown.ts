/** A while in which something that has failed, or asked for patience, is left alone. */
export class Cooldown {
  private readonly nowMs: () => number;
  private sinceMs = 0;
  private ms = 0;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  /** From now on, whatever was left of an earlier one. */
  begin(ms: number): void {
    this.sinceMs = this.nowMs();
    this.ms = ms;
  }

  /**
   * How long it still is; 0 when it is over. A clock that was set back ends it: else it would be as long as
   * that was set back.
   */
  get remainingMs(): number {
    const passedMs = this.nowMs() - this.sinceMs;
    return passedMs >= 0 ? Math.max(0, this.ms - passedMs) : 0;
  }
}
