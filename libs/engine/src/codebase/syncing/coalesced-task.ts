/** Work that several ask for at a time is done once for all who asked before it began. */
import { cancelled } from "../../errors.ts";

/** Somebody who waits for the outcome. */
export interface Participant<Progress extends readonly unknown[]> {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((...progress: Progress) => void) | undefined;
}

/**
 * What the work is given: it is cancelled when nobody waits for it any more, and its progress is told to all
 * who do.
 */
export interface RoundCall<Progress extends readonly unknown[]> {
  readonly signal: AbortSignal;
  readonly onProgress: (...progress: Progress) => void;
}

export class CoalescedTask<Result, Progress extends readonly unknown[]> {
  /** The round that has not begun yet. */
  private waiting: Round<Result, Progress> | null = null;
  /** Settles when the rounds so far have ended. */
  private last: Promise<unknown> = Promise.resolve();
  private underWay = 0;

  get isBusy(): boolean {
    return this.underWay > 0;
  }

  /**
   * Begins the work, after that which is under way; or waits with those whose work has not begun yet. Whoever
   * comes while it is under way may have seen something that it has passed already, and gets the next round.
   *
   * @param start one of those who share a round has theirs called
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
    // Begun in a later turn, when whoever began it has joined.
    this.outcome = Promise.resolve().then(() => work({ signal: this.abort.signal, onProgress }));
    // Where nobody waits for it any more, nobody hears how it ended.
    this.outcome.catch(() => undefined);
  }

  /** All who waited have gone. */
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
