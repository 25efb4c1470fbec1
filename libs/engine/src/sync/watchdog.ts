/**
 * Ends a run or sync that makes no progress, or that continues after it was cancelled, so that every run
 * ends.
 */
import type { RunPhase } from "@satori/contracts";
import type { EngineContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";

/** Number of checks without progress after which a run is given up. */
const LOOKS = 60;

/**
 * Counts checks instead of reading a clock: setting the clock must neither end a run nor keep it alive
 * forever, and while the whole process is stopped (Ctrl-Z, a sleeping laptop), its run stands still through
 * no fault of its own.
 */
export class Watchdog implements Disposable {
  /**
   * Rejects with `RUN_STALLED` if the run has made no progress for the time limit, up to one check early;
   * with `CANCELLED` if it has not ended some time after it was cancelled.
   */
  readonly gaveUp: Promise<never>;
  private readonly schedule: EngineContext["schedule"];
  private readonly limitMs: number;
  private phase: RunPhase = "scanning";
  private quietLooks = 0;
  /** Number of checks without progress after which this run is given up. */
  private patience = LOOKS;
  private timer: Disposable;
  private give: (error: EngineError) => void = () => undefined;

  constructor({ schedule }: Pick<EngineContext, "schedule">, limitMs: number) {
    this.schedule = schedule;
    this.limitMs = limitMs;
    this.gaveUp = new Promise<never>((_, reject) => (this.give = reject));
    // Code that waits for the run handles the rejection. If nobody waits any more, it is ignored.
    this.gaveUp.catch(() => undefined);
    this.timer = this.look();
  }

  /**
   * Records progress.
   *
   * @param phase the new phase, if it has changed
   */
  hear(phase?: RunPhase): void {
    this.phase = phase ?? this.phase;
    this.quietLooks = 0;
    this.patience = LOOKS;
  }

  /**
   * Records that the run waits for something with its own time limit, in milliseconds, and allows that much
   * more time.
   */
  wait(limitMs: number): void {
    this.hear();
    this.patience = LOOKS + Math.ceil((limitMs * LOOKS) / this.limitMs);
  }

  /** The run has been told to end, and gets some time to do so. */
  expectEnd(graceMs: number): void {
    this.timer[Symbol.dispose]();
    this.timer = this.schedule(graceMs, () =>
      this.give(new EngineError("CANCELLED", `The run was cancelled in the phase "${this.phase}"`)),
    );
  }

  [Symbol.dispose](): void {
    this.timer[Symbol.dispose]();
  }

  private look(): Disposable {
    return this.schedule(this.limitMs / LOOKS, () => {
      this.quietLooks++;
      if (this.quietLooks < this.patience) this.timer = this.look();
      else
        this.give(
          new EngineError(
            "RUN_STALLED",
            "Indexing made no progress for " +
              `${Math.round((this.limitMs * this.patience) / LOOKS / 1_000)} s in the phase ` +
              `"${this.phase}"`,
            { details: { phase: this.phase } },
          ),
        );
    });
  }
}
