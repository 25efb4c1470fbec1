/**
 * Sorts the commits of a symbol by how well they answer a question: BM25 over the words of subject, message
 * and changed lines, with the tokens of the index. Pure.
 */
import { idf } from "../lexical/idf.ts";
import { tokenize, tokenizeQuery } from "../lexical/tokens.ts";

/** What a commit says and does. */
export interface CommitWords {
  readonly subject: string;
  readonly body: string;
  readonly diff: readonly string[];
}

/** Usual constants of BM25. */
const K1 = 1.2;
const B = 0.75;
/** A word of the subject counts as often as this: it says what the commit is about. */
const SUBJECT_WEIGHT = 3;
/** Messages of some projects have whole mail threads. */
const MAX_BODY_CHARS = 10_000;

/**
 * Score of each commit, in their order: relative to the best one, 0 if it has none of the question's words.
 */
export function fittingScores(question: string, commits: readonly CommitWords[]): number[] {
  const words = [...new Set(tokenizeQuery(question))];
  const counts = commits.map(countsOf);
  const lengths = counts.map((count) => [...count.values()].reduce((sum, number) => sum + number, 0));
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const weights = new Map(
    words.map((word) => [word, idf(commits.length, counts.filter((count) => count.has(word)).length)]),
  );
  const scores = counts.map((count, at) => {
    const norm = K1 * (1 - B + (B * (lengths[at] ?? 0)) / Math.max(1, average));
    return words.reduce((sum, word) => {
      const frequency = count.get(word) ?? 0;
      return sum + ((weights.get(word) ?? 0) * frequency * (K1 + 1)) / (frequency + norm);
    }, 0);
  });
  const best = Math.max(0, ...scores);
  return scores.map((score) => (best === 0 ? 0 : Math.round((score / best) * 1_000) / 1_000));
}

function countsOf({ subject, body, diff }: CommitWords): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    for (const token of tokenize(text)) counts.set(token, (counts.get(token) ?? 0) + weight);
  };
  add(subject, SUBJECT_WEIGHT);
  add(body.slice(0, MAX_BODY_CHARS), 1);
  for (const line of diff) if (/^[-+]/.test(line)) add(line.slice(1), 1);
  return counts;
}
