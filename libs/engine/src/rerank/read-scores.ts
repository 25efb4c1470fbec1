/** Checks a service's scores and puts them in the order of the texts. Pure. */
import { fieldOf } from "../http/json-fields.ts";
import { ServiceFailure } from "../http/service-failure.ts";

/**
 * Scores in the order of the texts. Throws a `ServiceFailure` of kind `malformed` if the number of entries is
 * wrong, an index is out of range or occurs twice, or a score is not a finite number.
 *
 * @param entries `{index, relevance_score}` in any order, the form that all services use
 * @param count number of texts that were sent
 */
export function readScores(entries: readonly unknown[] | null, count: number): number[] {
  if (!entries) throw malformed("no scores");
  if (entries.length !== count) throw malformed(`${entries.length} scores for ${count} texts`);
  const scores = new Map<number, number>();
  for (const entry of entries) {
    const [place, score] = [fieldOf(entry, "index"), fieldOf(entry, "relevance_score")];
    if (!isPlace(place, count)) throw malformed("a score for a text it was not sent");
    if (scores.has(place)) throw malformed("two scores for one text");
    if (typeof score !== "number" || !Number.isFinite(score)) throw malformed("a score that is not a number");
    scores.set(place, score);
  }
  // Every index has its score: there are as many entries as texts, and no two have the same index.
  return Array.from({ length: count }, (_, place) => scores.get(place) as number);
}

function isPlace(value: unknown, count: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < count;
}

function malformed(detail: string): ServiceFailure {
  return new ServiceFailure("malformed", detail);
}
