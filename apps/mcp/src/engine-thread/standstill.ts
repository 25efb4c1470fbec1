/**
 * Detects that a thread blocks its event loop. While calls are running, each check pings the thread. Time is
 * counted in checks, not read from a clock, so that a pause of the whole process does not count as a
 * standstill.
 */

export interface StandstillOptions {
  /** Time between two checks. */
  readonly lookMs: number;
  readonly ping: () => void;
  /**
   * Called at each check of a thread that has not answered. @param standingMs least time since it last
   * answered
   */
  readonly onStanding: (standingMs: number) => void;
  /** Calls back repeatedly until it is disposed of. */
  readonly every: (delayMs: number, work: () => void) => Disposable;
}

/** Checks one thread between `begin` and `end`. */
export class StandstillWatch implements Disposable {
  private readonly options: StandstillOptions;
  private timer: Disposable | null = null;
  /** Checks since a ping that is still unanswered; null if none is. */
  private looks: number | null = null;

  constructor(options: StandstillOptions) {
    this.options = options;
  }

  /** Starts the checks, if they have not started yet. */
  begin(): void {
    this.timer ??= this.options.every(this.options.lookMs, () => this.look());
  }

  /** The thread has answered. */
  hear(): void {
    this.looks = null;
  }

  /** Stops the checks until `begin`. */
  end(): void {
    this.timer?.[Symbol.dispose]();
    this.timer = null;
    this.looks = null;
  }

  [Symbol.dispose](): void {
    this.end();
  }

  private look(): void {
    const { lookMs, ping, onStanding } = this.options;
    if (this.looks === null) {
      this.looks = 0;
      ping();
      return;
    }
    this.looks++;
    onStanding(this.looks * lookMs);
  }
}
