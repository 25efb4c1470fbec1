/**
 * When to kill: at any time of an operation, or of the part after its first batch is written, or of
 * publishing, spread over as long as that takes here; or at one of its writes, which are over too soon to be
 * hit by chance.
 */
import type { Random } from "../support/random.ts";

export const OPERATIONS = ["create", "reindex", "sync", "clear", "marker"] as const;
/** `marker`: a create or reindex that is killed from the moment on at which it begins to publish. */
export type Operation = (typeof OPERATIONS)[number];

/** Delays are in nanoseconds. */
export type Moment =
  | { readonly kind: "time"; readonly after: "begin" | "written" | "publishing"; readonly delayNs: number }
  | { readonly kind: "write"; readonly writes: number; readonly delayNs: number }
  | { readonly kind: "end"; readonly delayNs: 0 };

/** What an operation says that ended before it was killed. */
export interface Ended {
  readonly status: string;
  readonly message?: string;
  readonly durationNs: number;
  /** From the end of its first batch on; null when it writes none. */
  readonly writtenNs: number | null;
  /** From the beginning of that phase on; null without one. */
  readonly publishingNs: number | null;
  /** Changes of the index folder that were seen; 0 when nobody looked. */
  readonly writes: number;
}

/**
 * Beyond the end, so that the last step is hit as often as the others on a machine that is slower this time.
 */
const BEYOND = 1.15;
/** About as long as a large write takes, in nanoseconds. */
const WRITE_NS = 800_000;

/** Of kills at any time, and of those after the first batch; the others follow writes. */
const TIMED_SHARE = 0.35;
const WRITTEN_SHARE = 0.3;

/**
 * The first of each operation is killed after its end, and shows how long it takes; later ones correct that.
 */
export class Moments {
  private readonly seen = new Map<Operation, Ended>();

  draw(operation: Operation, random: Random): Moment {
    const known = this.seen.get(operation);
    if (!known) return { kind: "end", delayNs: 0 };
    const within = (durationNs: number): number => Math.floor(random() * durationNs * BEYOND);
    if (operation === "marker")
      return { kind: "time", after: "publishing", delayNs: within(known.publishingNs ?? 0) };
    const way = random();
    if (way < TIMED_SHARE) return { kind: "time", after: "begin", delayNs: within(known.durationNs) };
    if (way < TIMED_SHARE + WRITTEN_SHARE && known.writtenNs !== null)
      return { kind: "time", after: "written", delayNs: within(known.writtenNs) };
    // The later ones more often: those are of the index itself, the first ones of its lock.
    return {
      kind: "write",
      writes: Math.ceil(random() ** 0.7 * known.writes * BEYOND),
      delayNs: Math.floor(random() ** 2 * WRITE_NS),
    };
  }

  /** A moving mean: other work on the machine makes single ones too long. */
  learn(operation: Operation, ended: Ended): void {
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
