/** Runs a task once for all callers that requested it before it began. */
import { cancelled } from "../../errors.ts";

/** A caller that waits for the result. */
export interface Participant<Progress extends readonly unknown[]> {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((...progress: Progress) => void) | undefined;
}

/**
 * Context of one round of the task: it is aborted when no caller waits any more, and its progress goes to all
 * callers that wait.
 */
export interface RoundCall<Progress extends readonly unknown[]> {
  readonly signal: AbortSignal;
  readonly onProgress: (...progress: Progress) => void;
}

export class CoalescedTask<Result, Progress extends readonly unknown[]> {
  /** The round that has not begun yet. */
  private waiting: Round<Result, Progress> | null = null;
  /** Settles when all rounds so far have ended. */
  private last: Promise<unknown> = Promise.resolve();
  private underWay = 0;

  get isBusy(): boolean {
    return this.underWay > 0;
  }

  /**
   * Starts the task after the current round, or joins the round that has not begun yet. A caller that arrives
   * while a round is running may have seen a change that this round has already passed, and gets the next
   * round.
   *
   * @param start the task; one caller's function runs for all callers of a round
   */
  run(
    participant: Participant<Progress>,
    start: (call: RoundCall<Progress>) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly isShared: boolean }> {
    const waiting = this.waiting && !this.waiting.isGivenUp ? this.waiting : null;
    const round = waiting ?? this.begin(start);
    return round.join(participant).then((result) => ({ result, isShared: waiting !== null }));
  }

  private begin(start: (call: RoundCall<Progress>) => Promise<Result>): Round<Result, Progress> {
    const before = this.last;
    const round = new Round<Result, Progress>(async (call) => {
      await before;
      if (this.waiting === round) this.waiting = null;
      return start(call);
    });
    this.waiting = round;
    this.underWay++;
    this.last = round.outcome
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => this.underWay--);
    return round;
  }
}

class Round<Result, Progress extends readonly unknown[]> {
  readonly outcome: Promise<Result>;
  private readonly abort = new AbortController();
  private readonly participants = new Set<Participant<Progress>>();

  constructor(work: (call: RoundCall<Progress>) => Promise<Result>) {
    const onProgress = (...progress: Progress): void => {
      for (const participant of this.participants) participant.onProgress?.(...progress);
    };
    // Begins in a later turn, when the first caller has joined.
    this.outcome = Promise.resolve().then(() => work({ signal: this.abort.signal, onProgress }));
    // If no caller is left, nobody handles a rejection.
    this.outcome.catch(() => undefined);
  }

  /** All callers have stopped waiting. */
  get isGivenUp(): boolean {
    return this.abort.signal.aborted;
  }

  async join(participant: Participant<Progress>): Promise<Result> {
    const { signal } = participant;
    this.participants.add(participant);
    let leave: (() => void) | undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(cancelled(signal));
      if (signal?.aborted) leave();
      else signal?.addEventListener("abort", leave, { once: true });
    });
    try {
      return await Promise.race([this.outcome, left]);
    } finally {
      if (leave) signal?.removeEventListener("abort", leave);
      this.participants.delete(participant);
      if (this.participants.size === 0) this.abort.abort(signal?.reason);
    }
  }
}
