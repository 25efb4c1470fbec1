/** Coverage: which counters inputs have reached, and how often. Shows whether an input leads to new code. */

/**
 * Bit of a counter's bucket. Counts in one bucket are considered equal: 1, 2, 3, 4–7, 8–15, 16–31, 32–127,
 * 128 and more, as in AFL.
 */
export function bucketBit(count: number): number {
  if (count < 4) return count === 0 ? 0 : 1 << (count - 1);
  return 1 << (count < 8 ? 3 : count < 16 ? 4 : count < 32 ? 5 : count < 128 ? 6 : 7);
}

/** The effect of one input. */
export interface Trace {
  /** Reached counters with their buckets, `counter * 256 + bit`, ascending. */
  readonly features: readonly number[];
  /** Sum of all counters. */
  readonly steps: number;
}

/** Reads the counters of one execution and resets them to zero. */
export function takeTrace(counters: Uint32Array): Trace {
  const features: number[] = [];
  let steps = 0;
  for (let at = 0; at < counters.length; at++) {
    const count = counters[at] as number;
    if (count === 0) continue;
    steps += count;
    features.push(at * 256 + bucketBit(count));
    counters[at] = 0;
  }
  return { features, steps };
}

/** Everything reached so far. */
export class Coverage {
  private readonly reached: Uint8Array;
  /**
   * Most steps for each input length, by powers of two: an input that takes more work than any before is
   * worth keeping.
   */
  private readonly mostSteps = new Map<number, number>();
  edges = 0;

  constructor(counters: number) {
    this.reached = new Uint8Array(counters);
  }

  /** Records a trace. Returns whether it reached something new. */
  add({ features, steps }: Trace, bytes: number): boolean {
    let isNew = false;
    for (const feature of features) {
      const [at, bit] = [feature >>> 8, feature & 255];
      const before = this.reached[at] as number;
      if ((before & bit) !== 0) continue;
      if (before === 0) this.edges++;
      this.reached[at] = before | bit;
      isNew = true;
    }
    return this.isHardest(bytes, steps) || isNew;
  }

  private isHardest(bytes: number, steps: number): boolean {
    const length = Math.ceil(Math.log2(bytes + 1));
    const most = this.mostSteps.get(length);
    if (most !== undefined && steps < 1.5 * most) return false;
    this.mostSteps.set(length, steps);
    // Work that a short input takes anyway does not count.
    return most !== undefined && steps > 10_000;
  }
}

/** Whether a trace reaches all of some features. Both lists ascend. */
export function hasAll(features: readonly number[], wanted: readonly number[]): boolean {
  let at = 0;
  for (const feature of wanted) {
    while (at < features.length && (features[at] as number) < feature) at++;
    if (features[at] !== feature) return false;
  }
  return true;
}
