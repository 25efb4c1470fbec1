/** The value of each ranking signal: ranks files again without it. Pure. */
import { type BenchmarkQuestion, type Result, mean, ndcg } from "./score.ts";

/** A result as shown by `debug`. */
export interface ScoredResult extends Result {
  readonly prior: number;
  readonly signals: Readonly<Record<string, number>>;
}

export interface ScoredAnswer {
  readonly question: BenchmarkQuestion;
  readonly weights: Readonly<Record<string, number>>;
  readonly results: readonly ScoredResult[];
}

/** Groups of signals that are turned off together. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  "all dense": ["denseChunk", "denseFile", "denseSum", "densePath"],
  "all words": [
    "bestChunk",
    "chunkSum",
    "comments",
    "coverage",
    "nameMatch",
    "exactSymbol",
    "mentioned",
    "quoted",
  ],
};

/**
 * NDCG@10 with all signals, then without each signal, without each group, and without priors; each as name
 * and figure.
 */
export function ablation(answers: readonly ScoredAnswer[]): (readonly [without: string, ndcg: number])[] {
  const signals = Object.keys(answers[0]?.weights ?? {});
  const off: readonly (readonly [string, readonly string[]])[] = [
    ["nothing", []],
    ...signals.map((name) => [name, [name]] as const),
    ...Object.entries(GROUPS),
  ];
  return [
    ...off.map(([name, names]) => [name, meanWithout(answers, new Set(names), true)] as const),
    ["priors", meanWithout(answers, new Set(), false)],
  ];
}

function meanWithout(answers: readonly ScoredAnswer[], off: ReadonlySet<string>, hasPriors: boolean): number {
  return mean(
    answers.map(({ question, weights, results }) => {
      const score = ({ signals, prior }: ScoredResult): number => {
        const sum = Object.entries(weights).reduce(
          (total, [name, weight]) => total + (off.has(name) ? 0 : weight * (signals[name] ?? 0)),
          0,
        );
        return hasPriors ? sum * prior : sum;
      };
      // Equal scores keep their previous order.
      return ndcg(
        question.relevant,
        results
          .map((result) => ({ result, score: score(result) }))
          .sort((left, right) => right.score - left.score)
          .map(({ result }) => result),
      );
    }),
  );
}
