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

/** What two bounds tell apart in repositories that they were not chosen on. */
export interface Held {
  /** Below it, an answer has low confidence; from `high` on, high. */
  readonly low: number;
  readonly high: number;
  /** Shares of the held-out pairs: answerable ones called low, others called low, others called high. */
  readonly lost: number;
  readonly told: number;
  readonly misled: number;
}

/**
 * Chooses both bounds without one part of the repositories and applies them to that part, for each part in
 * turn. The bounds are the ones that call most of the others low while at most `lost` of the answerable pairs
 * are, and at most `misled` of the others high.
 *
 * @param parts number of parts; the repositories of the questions, by name, take turns
 */
export function heldOut(
  judged: readonly Judged[],
  { lost, misled, parts }: { readonly lost: number; readonly misled: number; readonly parts: number },
): Held[] {
  const repos = [...new Set(judged.map(({ question }) => question.repo))].sort();
  const partOf = new Map(repos.map((repo, at) => [repo, at % parts]));
  return Array.from({ length: parts }, (_, part) => {
    const isIn = ({ question }: Judged): boolean => partOf.get(question.repo) === part;
    const [own, others] = split(judged.filter((one) => !isIn(one)));
    const low = valueAt(own, lost);
    const high = Math.max(low, valueAt(others, 1 - misled));
    const [ownHere, othersHere] = split(judged.filter(isIn));
    return {
      low,
      high,
      lost: shareBelow(ownHere, low),
      told: shareBelow(othersHere, low),
      misled: 1 - shareBelow(othersHere, high),
    };
  });
}

/** The answerable pairs, and the others. */
function split(judged: readonly Judged[]): [Judged[], Judged[]] {
  return [
    judged.filter(({ isAnswerable }) => isAnswerable),
    judged.filter(({ isAnswerable }) => !isAnswerable),
  ];
}

/** Largest value that at most this share of the pairs are below. */
function valueAt(pairs: readonly Judged[], share: number): number {
  const values = pairs.map(({ value }) => value).sort((left, right) => left - right);
  return values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0;
}
