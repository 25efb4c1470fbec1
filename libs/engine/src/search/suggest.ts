/**
 * Suggests a file that the filters left out, if it answers the question with more confidence than the files
 * searched.
 */
import type { Deadline } from "../deadline.ts";
import { BIT } from "../lexical/path-class.ts";
import type { ParsedQuery } from "../query/parse-query.ts";
import { groupPassages } from "./present/group.ts";
import { PassageLoader } from "./present/passage-loader.ts";
import { scoreConfidence } from "./rank/confidence.ts";
import { liftedClasses } from "./rank/prior.ts";
import { rankFiles, type Ranking } from "./rank/rank.ts";
import { type Candidates, type RetrievalInput, retrieveCandidates } from "./retrieve/candidates.ts";
import type { FileFilter } from "./retrieve/filter.ts";
import { TextFilter } from "./retrieve/text-filter.ts";

/** A finished search and its results. */
export interface SuggestInput {
  readonly retrieval: Omit<RetrievalInput, "allowed" | "pause">;
  readonly query: ParsedQuery;
  readonly fileFilter: FileFilter;
  readonly candidates: Candidates;
  readonly ranking: Ranking;
  /** Whether the search has no results. */
  readonly isEmpty: boolean;
  readonly deadline: Deadline;
}

/** Best file among those that the filters left out, if it answers with more confidence; otherwise null. */
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
  // A name that the question spells out is what the user means, however well other results match.
  const others =
    isUnsure || candidates.isDefinedOutsideFilters
      ? fileFilter.allowed?.map((allowed) => 1 - allowed)
      : undefined;
  const takesAny = query.must.length > 0 && isEmpty;
  const better = (allowed: Uint8Array, any: boolean): Promise<number | null> =>
    betterAmong({ ...retrieval, allowed }, { query, takesAny: any, deadline });
  // A folder or filter that the user chose counts more than the scope, which may be only the default.
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
  /** Whether to accept a file with low confidence, such as the only one that contains the text of `must:`. */
  readonly takesAny: boolean;
  readonly deadline: Deadline;
}

const ONE_FILE = { groupBy: "file", limit: 1, leastFiles: 1, wordsInPath: () => 0 } as const;

/**
 * Best of the files in `input.allowed`; null if none is better, or if the deadline passes before that is
 * known.
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
  const { groups } = await groupPassages(ranking.files, ONE_FILE, (file) => passages.load(file));
  const first = groups[0]?.passage.file ?? null;
  // The match that makes the answer confident may be one that `exclude:` removes.
  return takesAny || first === ranking.files[0]?.file ? first : null;
}

// Decides whether a question asks for tests. Pure.

/** Phrases that ask where something is tested, besides those that rank tests as high as code. */
const ASKS =
  /\b(?:which|what|any) (?:\w+ )?(?:tests?|specs?)\b|\b(?:tests?|specs?) covers?\b|\bcovered by\b.*\b(?:tests?|specs?)\b|\btested\b/i;

export function mentionsTests(question: string): boolean {
  return ASKS.test(question) || (liftedClasses(question) & BIT.test_file) !== 0;
}
