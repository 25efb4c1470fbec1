/** Looks for files that filters leave out and that answer a question more surely than those searched. */
import type { Deadline } from "../deadline.ts";
import type { ParsedQuery } from "../query/parse-query.ts";
import { groupPassages } from "./present/group.ts";
import { PassageLoader } from "./present/passage-loader.ts";
import { type Candidates, type RetrievalInput, retrieveCandidates } from "./retrieve/candidates.ts";
import type { FileFilter } from "./retrieve/filter.ts";
import { TextFilter } from "./retrieve/text-filter.ts";
import { mentionsTests } from "./parse/mentions-tests.ts";
import { scoreConfidence } from "./rank/confidence.ts";
import { type Ranking, rankFiles } from "./rank/rank.ts";

/** A search with the filters, and what it found. */
export interface SuggestInput {
  readonly retrieval: Omit<RetrievalInput, "allowed" | "widening" | "pause">;
  readonly query: ParsedQuery;
  readonly fileFilter: FileFilter;
  readonly candidates: Candidates;
  readonly ranking: Ranking;
  /** Whether it has nothing to show. */
  readonly isEmpty: boolean;
  readonly deadline: Deadline;
}

/** The first of the files that filters leave out, where these answer more surely; null where they do not. */
export async function findBestFilteredOutFile({
  retrieval,
  query,
  fileFilter,
  candidates,
  ranking,
  isEmpty,
  deadline,
}: SuggestInput): Promise<number | null> {
  const isUnsure = scoreConfidence(candidates, ranking, !isEmpty).confidence === "low";
  // However well the rest of the question is met: a name that is spelled out is meant.
  const others =
    isUnsure || candidates.isDefinedOutsideFilters
      ? fileFilter.allowed?.map((allowed) => 1 - allowed)
      : undefined;
  const takesAny = query.must.length > 0 && isEmpty;
  const better = (allowed: Uint8Array, any: boolean): Promise<number | null> =>
    betterAmong({ ...retrieval, allowed, widening: 1 }, { query, takesAny: any, deadline });
  // A folder or a filter that is asked for is meant more than a scope that nobody may have chosen.
  const isScopeInTheWay = fileFilter.allowed?.includes(1) === false;
  const fitting = isScopeInTheWay
    ? fileFilter.outOfScope()
    : mentionsTests(retrieval.question.text)
      ? fileFilter.outOfScope("tests")
      : null;
  return (
    (fitting && (await better(fitting, isScopeInTheWay || takesAny))) ??
    (others ? await better(others, takesAny) : null)
  );
}

interface BetterFile {
  readonly query: ParsedQuery;
  /** Whether an answer is better that is not sure, as where it alone holds what `must:` asks for. */
  readonly takesAny: boolean;
  readonly deadline: Deadline;
}

/**
 * The first of the files that are searched; null where none is better, and where the deadline passes before
 * that is known.
 */
async function betterAmong(
  input: RetrievalInput,
  { query, takesAny, deadline }: BetterFile,
): Promise<number | null> {
  const { snapshot, question } = input;
  const candidates = await retrieveCandidates(input);
  const ranking = await rankFiles({ snapshot, question, candidates });
  if (!takesAny && scoreConfidence(candidates, ranking, true).confidence === "low") return null;
  const passages = new PassageLoader(
    { snapshot, question, candidates, ranking, textFilter: new TextFilter(query) },
    deadline,
  );
  const { groups } = await groupPassages(ranking.files, "file", 1, (file) => passages.load(file));
  const first = groups[0]?.passage.file ?? null;
  // What makes the answer sure may be what `exclude:` takes away.
  return takesAny || first === ranking.files[0]?.file ? first : null;
}
