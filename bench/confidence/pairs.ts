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

/** How two bounds label the pairs of repositories that they were not chosen on. */
export interface HeldOutShares {
  /** Below it, an answer has low confidence; from `high` on, high. */
  readonly low: number;
  readonly high: number;
  /** Share of the answerable pairs that are called low. */
  readonly falseLow: number;
  /** Shares of the other pairs that are called low, and high. */
  readonly trueLow: number;
  readonly falseHigh: number;
}

/**
 * Chooses both bounds without one part of the repositories and applies them to the questions of that part,
 * for each part in turn: the highest bounds that call at most `falseLow` of the answerable pairs low, and the
 * lowest that calls at most `falseHigh` of the others high.
 *
 * @param parts number of parts; the repositories of the questions, by name, take turns
 */
export function heldOut(
  judged: readonly Judged[],
  {
    falseLow,
    falseHigh,
    parts,
  }: { readonly falseLow: number; readonly falseHigh: number; readonly parts: number },
): HeldOutShares[] {
  const repos = [...new Set(judged.map(({ question }) => question.repo))].sort();
  const partOf = new Map(repos.map((repo, at) => [repo, at % parts]));
  return Array.from({ length: parts }, (_, part) => {
    const isIn = (repo: string): boolean => partOf.get(repo) === part;
    const [own, others] = split(judged.filter(({ question, repo }) => !isIn(question.repo) && !isIn(repo)));
    const low = valueAt(own, Math.floor(falseLow * own.length));
    const high = Math.max(low, valueAt(others, Math.ceil((1 - falseHigh) * others.length)));
    const [ownHere, othersHere] = split(judged.filter(({ question }) => isIn(question.repo)));
    return {
      low,
      high,
      falseLow: shareBelow(ownHere, low),
      trueLow: shareBelow(othersHere, low),
      falseHigh: 1 - shareBelow(othersHere, high),
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

/** The value at a position among all values in order; at most `at` pairs are below it. */
function valueAt(pairs: readonly Judged[], at: number): number {
  const values = pairs.map(({ value }) => value).sort((left, right) => left - right);
  return values[Math.min(values.length - 1, at)] ?? 0;
}
