/** How far two stores give the same answers to the same questions. Pure. */
import type { Result } from "../retrieval/score.ts";

/** Results of both for one question. */
export interface Pair {
  readonly one: readonly Result[];
  readonly other: readonly Result[];
}

export interface Agreement {
  /** Share of questions with the same files, in any order. */
  readonly sameFiles: number;
  /** Share with the files in the same order. */
  readonly sameOrder: number;
  /** Share that also shows the same lines of each file. */
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
