/**
 * Chooses when to kill: at any time during an operation, after its first batch, or during publishing, spread
 * over the usual duration; or at one of its writes, which are too short to be hit by chance.
 */
import type { Random } from "../support/random.ts";

export const OPERATIONS = ["create", "reindex", "sync", "clear", "marker"] as const;
/** `marker`: a create or reindex that is killed after it begins to publish. */
export type Operation = (typeof OPERATIONS)[number];

/** Delays are in nanoseconds. */
export type Moment =
  | { readonly kind: "time"; readonly after: "begin" | "written" | "publishing"; readonly delayNs: number }
  | { readonly kind: "write"; readonly writes: number; readonly delayNs: number }
  | { readonly kind: "end"; readonly delayNs: 0 };

/** The result of an operation that ended before it was killed. */
export interface Ended {
  readonly status: string;
  readonly message?: string;
  readonly durationNs: number;
  /** Duration since the end of its first batch; null if it writes none. */
  readonly writtenNs: number | null;
  /** Duration since the beginning of that phase; null if there was none. */
  readonly publishingNs: number | null;
  /** Observed changes of the index folder; 0 if it was not watched. */
  readonly writes: number;
}

/**
 * Factor beyond the usual duration, so that the last step is hit as often as the others even if the machine
 * is slower this time.
 */
const BEYOND = 1.15;
/** About the duration of a large write, in nanoseconds. */
const WRITE_NS = 800_000;

/** Shares of kills at any time, and of kills after the first batch; the others follow writes. */
const TIMED_SHARE = 0.35;
const WRITTEN_SHARE = 0.3;

/**
 * Draws moments, for operations by name. The first kill of each operation comes after its end, to learn its
 * duration; later rounds refine that.
 */
export class Moments {
  private readonly seen = new Map<string, Ended>();

  draw(operation: string, random: Random): Moment {
    const known = this.seen.get(operation);
    if (!known) return { kind: "end", delayNs: 0 };
    const within = (durationNs: number): number => Math.floor(random() * durationNs * BEYOND);
    if (operation === "marker")
      return { kind: "time", after: "publishing", delayNs: within(known.publishingNs ?? 0) };
    const way = random();
    if (way < TIMED_SHARE) return { kind: "time", after: "begin", delayNs: within(known.durationNs) };
    if (way < TIMED_SHARE + WRITTEN_SHARE && known.writtenNs !== null)
      return { kind: "time", after: "written", delayNs: within(known.writtenNs) };
    // Later writes are more likely: they write the index itself, while the first ones belong to its lock.
    return {
      kind: "write",
      writes: Math.ceil(random() ** 0.7 * known.writes * BEYOND),
      delayNs: Math.floor(random() ** 2 * WRITE_NS),
    };
  }

  /** A moving average, since other work on the machine makes single durations too long. */
  learn(operation: string, ended: Ended): void {
    const known = this.seen.get(operation) ?? ended;
    this.seen.set(operation, {
      ...ended,
      durationNs: mean(known.durationNs, ended.durationNs) ?? 0,
      writtenNs: mean(known.writtenNs, ended.writtenNs),
      publishingNs: mean(known.publishingNs, ended.publishingNs),
      writes: ended.writes === 0 ? known.writes : (mean(known.writes, ended.writes) ?? 0),
    });
  }
}

function mean(known: number | null, seen: number | null): number | null {
  return known === null || seen === null ? (known ?? seen) : (3 * known + seen) / 4;
}
