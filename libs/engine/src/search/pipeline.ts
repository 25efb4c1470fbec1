/**
 * Searches one snapshot in four stages: parse → retrieve → rank → present. Then `suggest` looks for a file
 * that the filters left out. The same snapshot and query always give the same result.
 */
import type { SearchEcho } from "@satori/contracts";
import { isPastDeadline } from "../deadline.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { throwIfAborted } from "../errors.ts";
import type { Changed } from "../git/changed-files.ts";
import type { ParsedQuery } from "../query/parse-query.ts";
import type { Snapshot } from "../store/store.ts";
import { type ParsedSearch, parse } from "./parse/parse.ts";
import type { QuestionVector } from "./parse/question-vector.ts";
import { PassageLoader } from "./present/passage-loader.ts";
import { type Selection, selectPassages } from "./present/select.ts";
import { scoreConfidence } from "./rank/confidence.ts";
import { type Ranking, rankFiles } from "./rank/rank.ts";
import { MUST_RETRIES, NO_MATCH_RESULTS } from "./rank/ranking.ts";
import { type RerankOutcome, rerankFiles } from "./rank/rerank.ts";
import { type Candidates, type RetrievalInput, retrieveCandidates } from "./retrieve/candidates.ts";
import type { FileFilter } from "./retrieve/filter.ts";
import { TextFilter } from "./retrieve/text-filter.ts";
import { findBestFilteredOutFile } from "./suggest.ts";

export interface PipelineInput {
  readonly context: EngineContext;
  readonly snapshot: Snapshot;
  readonly query: ParsedQuery;
  readonly embedding: QuestionVector;
  readonly fileFilter: FileFilter;
  readonly echo: SearchEcho;
  /** Starts before the search, because git may take longer than the search does. Never rejects. */
  readonly changed: Promise<Changed>;
  readonly call: CallContext;
}

/** Everything that an answer is built from. */
export interface SearchResult extends Omit<ParsedSearch, "vector" | "mustTokens">, Selection {
  readonly candidates: Candidates;
  readonly ranking: Ranking;
  readonly rerank: RerankOutcome;
  /** How often the candidates were widened for `must:`. */
  readonly retries: number;
  /**
   * Best file among those that the filters left out, if that file answers with more confidence; otherwise
   * null.
   */
  readonly bestFilteredOutFile: number | null;
}

/**
 * Runs the pipeline. If the deadline passes after ranking, the result has the passages loaded by then. Throws
 * `CANCELLED`, and `DEADLINE_REACHED` if the deadline passes before there is a ranking.
 */
export async function runPipeline(input: PipelineInput): Promise<SearchResult> {
  const { snapshot, query, fileFilter, echo, call } = input;
  const check = (): void => call.deadline.check();
  const { vector, mustTokens, ...parsed } = await parse({ ...input, check });
  const { question } = parsed;
  const maxChunks = input.context.config.maxCandidates;
  const retrieval = { snapshot, question, queryVector: vector, maxChunks, mustTokens, check };
  for (let retries = 0; ; retries++) {
    throwIfAborted(call.signal);
    const candidates = await retrieve(input, retrieval, 2 ** retries);
    const ranking = await rankFiles({ snapshot, question, candidates });
    const found = { ...parsed, candidates, ranking, retries };
    const limit = resultLimit(input, found);
    const select = async ({ files }: Pick<Ranking, "files">): Promise<Selection> =>
      selectPassages({
        snapshot,
        query,
        question,
        candidates,
        ranking,
        files,
        limit,
        groupBy: echo.groupBy,
        changed: await input.changed,
        deadline: call.deadline,
      });
    const selection = await select(ranking);
    const count = selection.grouping.groups.length;
    if (selection.remainingFiles > 0) {
      // Without any passage, the answer is an error.
      if (count === 0) throwIfAborted(call.signal);
      const rerank = { kind: "skipped", reason: "deadline" } as const;
      return { ...found, ...selection, rerank, bestFilteredOutFile: null };
    }
    const copies = selection.grouping.groups.reduce((sum, { alsoIn }) => sum + alsoIn.length, 0);
    const isShort = count + copies < limit && query.must.length > 0;
    // Once every retriever has returned everything it has, widening finds nothing new.
    if (isShort && candidates.canGrow && retries < MUST_RETRIES) continue;
    const rerank = await rerankCandidates(input, found);
    const reselected = rerank.kind === "applied" ? await select(rerank) : selection;
    const { remainingFiles } = reselected;
    const shown = remainingFiles === 0 ? reselected : { ...selection, remainingFiles };
    const bestFilteredOutFile = await findBestFilteredOutFile({
      retrieval,
      query,
      fileFilter,
      candidates,
      ranking,
      isEmpty: shown.grouping.groups.length === 0,
      deadline: call.deadline,
    });
    return { ...found, ...shown, rerank, bestFilteredOutFile };
  }
}

function retrieve(
  { fileFilter, call }: PipelineInput,
  retrieval: Omit<RetrievalInput, "allowed" | "widening" | "pause">,
  widening: number,
): Promise<Candidates> {
  const { allowed } = fileFilter;
  return retrieveCandidates({ ...retrieval, allowed, widening, pause: () => call.deadline.pause() });
}

type Ranked = Pick<SearchResult, "question" | "candidates" | "ranking">;

/**
 * Number of results: few if nothing matches well. Not so with `must:`, where every match is wanted, however
 * far from the question.
 */
function resultLimit({ query, echo }: PipelineInput, { candidates, ranking }: Ranked): number {
  const hasNoMatch = query.must.length === 0 && scoreConfidence(candidates, ranking, true).hasNoMatch;
  return hasNoMatch ? Math.min(echo.limit, NO_MATCH_RESULTS) : echo.limit;
}

/** Reranks the candidates. A reranker that misses the deadline only costs its order, never the answer. */
async function rerankCandidates(
  { context, snapshot, query, echo, call }: PipelineInput,
  ranked: Ranked,
): Promise<RerankOutcome> {
  const textFilter = new TextFilter(query);
  const loader = new PassageLoader({ ...ranked, snapshot, textFilter }, call.deadline);
  try {
    return await rerankFiles({
      context,
      scope: echo.scope,
      question: ranked.question.text,
      files: ranked.ranking.files,
      load: (file) => loader.load(file),
      signal: call.signal,
    });
  } catch (error) {
    if (isPastDeadline(error)) return { kind: "failed", reason: "deadline", candidates: 0 };
    throw error;
  }
}
