/** Searches all codebases in one collection with one query, to find which of them have the best chunks. */
import type { JointQuestion } from "../../store.ts";
import { type Collection, oneOf } from "../connection/collection.ts";
import { ROW_KINDS, encodeToken } from "../file-rows.ts";

/** Rows of one codebase, identified by their `codebase`. */
export interface JointTarget {
  readonly collection: Collection;
  readonly codebase: string;
  readonly dimension: number | null;
}

/** Constant k of reciprocal rank fusion: Cormack, Clarke, Büttcher, SIGIR 2009. */
const RANK_CONSTANT = 60;

/**
 * Positions of targets by the sum of their chunks' scores, where a chunk scores 1 / (60 + its rank among
 * all): descending, then by position. Targets without a chunk are left out. Null if the targets are in
 * several collections, because ranks are not comparable between those.
 */
export async function likeliestTargets(
  places: readonly (JointTarget | null)[],
  { tokens, vector, languages }: JointQuestion,
  chunks: number,
): Promise<readonly number[] | null> {
  const known = places.filter((place) => place !== null);
  const [first] = known;
  if (
    !first ||
    known.length < places.length ||
    known.some(({ collection }) => collection.name !== first.collection.name)
  )
    return null;
  const filter = [
    `kind == ${ROW_KINDS.chunk}`,
    oneOf(
      "codebase",
      known.map(({ codebase }) => codebase),
    ),
    ...(languages.length > 0 ? [oneOf("language", languages)] : []),
  ].join(" and ");
  const terms = tokens.map(encodeToken).join(" ");
  const options = { filter, limit: chunks, fields: ["codebase"] };
  const usable = vector?.length === first.dimension ? [...vector] : null;
  const rows = usable
    ? await first.collection.searchBoth(terms, usable, options)
    : await first.collection.searchWords(terms, options);
  const position = new Map(known.map(({ codebase }, at) => [codebase, at]));
  const scores = new Map<number, number>();
  for (const [rank, { codebase }] of rows.entries()) {
    const at = position.get(String(codebase)) as number;
    scores.set(at, (scores.get(at) ?? 0) + 1 / (RANK_CONSTANT + rank));
  }
  return [...scores].sort(([left, a], [right, b]) => b - a || left - right).map(([at]) => at);
}
