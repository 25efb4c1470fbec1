/** How far two stores' answers to the same questions are the same. Pure. */
import type { Result } from "../retrieval/score.ts";

/** One question, asked of both. */
export interface Pair {
  readonly one: readonly Result[];
  readonly other: readonly Result[];
}

export interface Agreement {
  /** Share of questions whose files are the same, in any order. */
  readonly sameFiles: number;
  /** In the same order too. */
  readonly sameOrder: number;
  /** The same lines of each file are shown as well. */
  readonly sameSpans: number;
}

export function agreement(pairs: readonly Pair[]): Agreement {
  const share = (is: (pair: Pair) => boolean): number =>
    pairs.length === 0 ? 0 : pairs.filter(is).length / pairs.length;
  return {
    sameFiles: share(haveSameFiles),
    sameOrder: share((pair) => haveSame(pair, ({ path }) => path)),
    sameSpans: share((pair) => haveSame(pair, ({ path, start, end }) => `${path}:${start}-${end}`)),
  };
}

export function haveSameFiles({ one, other }: Pair): boolean {
  const files = (results: readonly Result[]): string =>
    JSON.stringify(results.map(({ path }) => path).sort());
  return files(one) === files(other);
}

function haveSame({ one, other }: Pair, textOf: (result: Result) => string): boolean {
  return JSON.stringify(one.map(textOf)) === JSON.stringify(other.map(textOf));
}
