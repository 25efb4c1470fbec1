/** Looks for files that filters leave out and that answer a question more surely than those searched. */
import type { Deadline } from "../deadline.ts";
import type { ParsedQuery } from "../query/parse-query.ts";
import { groupPlaces } from "./answer/group.ts";
import { PlaceLoader } from "./answer/place-loader.ts";
import { type Evidence, type EvidenceInput, gatherEvidence } from "./gather/evidence.ts";
import type { FileFilter } from "./gather/filter.ts";
import { TextFilter } from "./gather/text-filter.ts";
import { asksForTests } from "./question/asks-for-tests.ts";
import { assuranceOf } from "./ranking/confidence.ts";
import { type Ranking, rankFiles } from "./ranking/rank.ts";

/** What a search with the filters gave. */
export interface FilteredSearch {
  readonly query: ParsedQuery;
  readonly fileFilter: FileFilter;
  readonly evidence: Evidence;
  readonly ranking: Ranking;
  /** Whether it has nothing to show. */
  readonly isEmpty: boolean;
}

/** The first of the files that filters leave out, where these answer more surely; null where they do not. */
export async function findBetterLeftOut(
  retrieval: Omit<EvidenceInput, "allowed" | "widening" | "pause">,
  { query, fileFilter, evidence, ranking, isEmpty }: FilteredSearch,
  deadline: Deadline,
): Promise<number | null> {
  const isUnsure = assuranceOf(evidence, ranking, !isEmpty).confidence === "low";
  // However well the rest of the question is met: a name that is spelled out is meant.
  const others =
    isUnsure || evidence.isDefinedLeftOut ? fileFilter.allowed?.map((allowed) => 1 - allowed) : undefined;
  const takesAny = query.must.length > 0 && isEmpty;
  const better = (allowed: Uint8Array, any: boolean): Promise<number | null> =>
    betterAmong({ ...retrieval, allowed, widening: 1 }, { query, takesAny: any, deadline });
  // A folder or a filter that is asked for is meant more than a scope that nobody may have chosen.
  const isScopeInTheWay = fileFilter.allowed?.includes(1) === false;
  const fitting = isScopeInTheWay
    ? fileFilter.outOfScope()
    : asksForTests(retrieval.question.text)
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
  input: EvidenceInput,
  { query, takesAny, deadline }: BetterFile,
): Promise<number | null> {
  const { snapshot, question } = input;
  const evidence = await gatherEvidence(input);
  const ranking = await rankFiles(snapshot, question, evidence);
  if (!takesAny && assuranceOf(evidence, ranking, true).confidence === "low") return null;
  const places = new PlaceLoader(
    { snapshot, question, evidence, ranking, textFilter: new TextFilter(query) },
    deadline,
  );
  const { groups } = await groupPlaces(ranking.files, "file", 1, (file) => places.load(file));
  const first = groups[0]?.place.file ?? null;
  // What makes the answer sure may be what `exclude:` takes away.
  return takesAny || first === ranking.files[0]?.file ? first : null;
}
