/**
 * Ends a run or sync that gets nowhere, or that goes on though it was cancelled: whatever hangs, a run has an
 * end.
 */
import type { RunPhase } from "@satori/contracts";
import type { EngineContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";

/** In how many looks a run that is not heard of is given up. */
const LOOKS = 60;

/**
 * Time is counted in looks, not read from a clock: one that is set must not end a run, nor keep it alive for
 * ever, and while the whole process is stopped (Ctrl-Z, a laptop that sleeps) its run stands still through no
 * fault of its own.
 */
export class Watchdog implements Disposable {
  /**
   * Rejects with `RUN_STALLED` when nothing has been heard of the run for too long, a look less at the least;
   * with `CANCELLED` some time after it was cancelled.
   */
  readonly gaveUp: Promise<never>;
  private readonly schedule: EngineContext["schedule"];
  private readonly limitMs: number;
  private phase: RunPhase = "scanning";
  private quietLooks = 0;
  /** In how many quiet looks the run is given up. */
  private patience = LOOKS;
  private timer: Disposable;
  private give: (error: EngineError) => void = () => undefined;

  constructor({ schedule }: Pick<EngineContext, "schedule">, limitMs: number) {
    this.schedule = schedule;
    this.limitMs = limitMs;
    this.gaveUp = new Promise<never>((_, reject) => (this.give = reject));
    // Whoever waits for the run hears of it; where nobody does any more, nobody has to.
    this.gaveUp.catch(() => undefined);
    this.timer = this.look();
  }

  /** The run is getting on. @param phase if it has become another one */
  hear(phase?: RunPhase): void {
    this.phase = phase ?? this.phase;
    this.quietLooks = 0;
    this.patience = LOOKS;
  }

  /**
   * The run waits for something that has a time limit of its own, in milliseconds, and is given as much
   * longer.
   */
  wait(limitMs: number): void {
    this.hear();
    this.patience = LOOKS + Math.ceil((limitMs * LOOKS) / this.limitMs);
  }

  /** The run has been told to end, and may take some time to do so. */
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
