/** Ends a run that gets nowhere, or that goes on though it was cancelled: whatever hangs, a run has an end. */
import type { RunPhase } from "@satori/contracts";
import type { EngineContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";

export class Watchdog implements Disposable {
  /** Rejects with `RUN_STALLED` when nothing has been heard of the run for too long, with `CANCELLED` some time after it was cancelled. */
  readonly gaveUp: Promise<never>;
  private readonly context: Pick<EngineContext, "clock" | "schedule">;
  private readonly limitMs: number;
  private phase: RunPhase = "scanning";
  private heardMs: number;
  private timer: Disposable;
  private give: (error: EngineError) => void = () => undefined;

  constructor(context: Pick<EngineContext, "clock" | "schedule">, limitMs: number) {
    this.context = context;
    this.limitMs = limitMs;
    this.heardMs = context.clock.nowMs();
    this.gaveUp = new Promise<never>((_, reject) => (this.give = reject));
    // Whoever waits for the run hears of it; where nobody does any more, nobody has to.
    this.gaveUp.catch(() => undefined);
    this.timer = this.lookIn(limitMs);
  }

  /** The run is getting on. @param phase if it has become another one */
  hear(phase?: RunPhase): void {
    this.phase = phase ?? this.phase;
    this.heardMs = this.context.clock.nowMs();
  }

  /** The run has been told to end, and may take some time to do so. */
  expectEnd(graceMs: number): void {
    this.timer[Symbol.dispose]();
    this.timer = this.context.schedule(graceMs, () => this.give(new EngineError("CANCELLED", `The run was cancelled in the phase "${this.phase}"`)));
  }

  [Symbol.dispose](): void {
    this.timer[Symbol.dispose]();
  }

  private lookIn(delayMs: number): Disposable {
    return this.context.schedule(delayMs, () => {
      // A clock that was set back must not keep a run alive for ever.
      const silentMs = Math.abs(this.context.clock.nowMs() - this.heardMs);
      if (silentMs < this.limitMs) this.timer = this.lookIn(this.limitMs - silentMs);
      else this.give(new EngineError("RUN_STALLED", `Indexing made no progress for ${Math.round(silentMs / 60_000)} minutes in the phase "${this.phase}"`, { details: { phase: this.phase } }));
    });
  }
}
