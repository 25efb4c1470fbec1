/**
 * Notices that a thread holds its event loop. While calls are under way it is asked for a sign of life at
 * each look; time is counted in looks, not read from a clock: while the whole process is stopped nobody
 * stands still.
 */

export interface StandstillOptions {
  /** Between two looks. */
  readonly lookMs: number;
  readonly ping: () => void;
  /** Told at each look at a thread that has given no sign of life. @param standingMs since when at least */
  readonly onStanding: (standingMs: number) => void;
  /** Calls back again and again, until it is disposed of. */
  readonly every: (delayMs: number, work: () => void) => Disposable;
}

export class StandstillWatch implements Disposable {
  private readonly options: StandstillOptions;
  private timer: Disposable | null = null;
  /** Looks since the sign of life that was asked for and has not come; null where none is due. */
  private looks: number | null = null;

  constructor(options: StandstillOptions) {
    this.options = options;
  }

  /** From now on, if not already. */
  begin(): void {
    this.timer ??= this.options.every(this.options.lookMs, () => this.look());
  }

  /** The thread has given a sign of life. */
  hear(): void {
    this.looks = null;
  }

  /** Nothing is asked until it begins again. */
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
