/**
 * Pairs of a question and a codebase, some of which can answer the question and some of which cannot. Pure.
 */
import type { BenchmarkQuestion } from "../retrieval/score.ts";

export interface Pair {
  readonly question: BenchmarkQuestion;
  readonly set: string;
  /** The repository that the question runs against. */
  readonly repo: string;
  readonly isAnswerable: boolean;
}

/**
 * Pairs each question with its own repository and with another one, of the same language if possible, in
 * rotation. The other repository may happen to have an answer; this makes the figures look worse than they
 * are.
 */
export function pairsOf(set: string, questions: readonly BenchmarkQuestion[]): Pair[] {
  const languages = new Map(questions.map(({ repo, lang }) => [repo, lang]));
  const repos = [...languages.keys()].sort();
  return questions.flatMap((question, at): Pair[] => {
    const others = repos.filter((repo) => repo !== question.repo);
    const alike = others.filter((repo) => languages.get(repo) === question.lang);
    const pool = alike.length > 0 ? alike : others;
    const other = pool[at % pool.length];
    return [
      { question, set, repo: question.repo, isAnswerable: true },
      ...(other === undefined ? [] : [{ question, set, repo: other, isAnswerable: false }]),
    ];
  });
}

export interface Judged extends Pair {
  readonly label: string;
  /** The value that determines the label. */
  readonly value: number;
}

/** Share of the pairs whose value is below a bound. */
export function shareBelow(pairs: readonly Judged[], bound: number): number {
  return pairs.length === 0 ? Number.NaN : pairs.filter(({ value }) => value < bound).length / pairs.length;
}
