/** First half of the present stage: turns ranked files into the passages that an answer shows. */
import type { GroupBy } from "@satori/contracts";
import type { Deadline } from "../../deadline.ts";
import type { Changed } from "../../git/changed-files.ts";
import { TokenFinder } from "../../lexical/token-finder.ts";
import type { ParsedQuery } from "../../query/parse-query.ts";
import type { Snapshot } from "../../store/store.ts";
import type { Question } from "../parse/question.ts";
import { type RankedFile, type Ranking, byScore } from "../rank/rank.ts";
import { CHANGED_BOOST, MAX_CHANGED_FILES, NEAR_IDENTICAL } from "../rank/ranking.ts";
import type { Candidates } from "../retrieve/candidates.ts";
import { TextFilter } from "../retrieve/text-filter.ts";
import { type Grouping, groupPassages } from "./group.ts";
import { PassageLoader } from "./passage-loader.ts";

export interface SelectionInput {
  readonly snapshot: Snapshot;
  readonly query: ParsedQuery;
  readonly question: Question;
  readonly candidates: Candidates;
  readonly ranking: Ranking;
  /** Best first, in the order of `ranking` or of a reranker. */
  readonly files: readonly RankedFile[];
  readonly groupBy: GroupBy;
  readonly limit: number;
  /** Files with uncommitted changes, or why they are unknown. */
  readonly changed: Changed;
  readonly deadline: Deadline;
}

/** The passages chosen for an answer. */
export interface Selection {
  readonly grouping: Grouping;
  /** Holds the counts of the text filters. */
  readonly textFilter: TextFilter;
  /** Whether files with uncommitted changes were boosted, or why git could not list them. */
  readonly isBoosted: boolean | "slow" | "failed";
  /** Number of ranked files that were not loaded because the deadline had passed. */
  readonly remainingFiles: number;
}

/** Boosts changed files, then loads, filters and groups passages, best first, until the deadline. */
export async function selectPassages(input: SelectionInput): Promise<Selection> {
  const { snapshot, query, changed, deadline, groupBy, limit } = input;
  const { files, isBoosted } = boostChanged(input.files, snapshot, changed);
  // Filters count what they see, so each pass has its own.
  const textFilter = new TextFilter(query);
  const loader = new PassageLoader({ ...input, textFilter, snapshot }, deadline);
  const finder = new TokenFinder(input.question.distinctTokens);
  const wordsInPath = (path: string): number => finder.heldBy(path).size;
  const options = { groupBy, limit, leastFiles: NEAR_IDENTICAL.leastFiles, wordsInPath };
  const grouping = await groupPassages(files, options, (file) => loader.load(file));
  return { isBoosted, textFilter, grouping, remainingFiles: loader.remainingFiles };
}

function boostChanged(
  files: readonly RankedFile[],
  snapshot: Snapshot,
  changed: Changed,
): Pick<Selection, "isBoosted"> & { files: readonly RankedFile[] } {
  if (typeof changed === "string") return { files, isBoosted: changed };
  if (changed.size === 0 || changed.size > MAX_CHANGED_FILES) return { files, isBoosted: false };
  const { paths } = snapshot.files;
  const boosted = files.map((file) =>
    changed.has(paths[file.file] as string) ? { ...file, score: file.score * CHANGED_BOOST } : file,
  );
  boosted.sort(byScore);
  return { files: boosted, isBoosted: boosted.some(({ score }, at) => score !== files[at]?.score) };
}
