/** The value of each ranking signal: ranks files again without it, or with another weight. Pure. */
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

/** Factors for the weight of `history`, for the strict protocol; see `run.ts`. */
const HISTORY_FACTORS = [0.25, 0.5, 0.75, 1.25, 1.5];

/**
 * NDCG@10 with all signals, then without each signal, without each group, without priors, and with other
 * weights of `history`; each as name and figure.
 */
export function ablation(answers: readonly ScoredAnswer[]): (readonly [without: string, ndcg: number])[] {
  const signals = Object.keys(answers[0]?.weights ?? {});
  const off: readonly (readonly [string, readonly string[]])[] = [
    ["nothing", []],
    ...signals.map((name) => [name, [name]] as const),
    ...Object.entries(GROUPS),
  ];
  return [
    ...off.map(
      ([name, names]) =>
        [name, meanWith(answers, { factors: new Map(names.map((one) => [one, 0])) })] as const,
    ),
    ["priors", meanWith(answers, { hasPriors: false })],
    ...HISTORY_FACTORS.map(
      (factor) =>
        [`history × ${factor}`, meanWith(answers, { factors: new Map([["history", factor]]) })] as const,
    ),
  ];
}

interface Variant {
  /** Of the weights of signals, by name; 1 for those that are not listed. */
  readonly factors?: ReadonlyMap<string, number>;
  readonly hasPriors?: boolean;
}

function meanWith(
  answers: readonly ScoredAnswer[],
  { factors = new Map(), hasPriors = true }: Variant,
): number {
  return mean(
    answers.map(({ question, weights, results }) => {
      const score = ({ signals, prior }: ScoredResult): number => {
        const sum = Object.entries(weights).reduce(
          (total, [name, weight]) => total + (factors.get(name) ?? 1) * weight * (signals[name] ?? 0),
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
