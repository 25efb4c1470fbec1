/**
 * Searches one snapshot in four stages: parse → retrieve → rank → present. Then `suggest` looks for a file
 * that the filters left out. The same snapshot and query always give the same result.
 */
import { isPastDeadline } from "../deadline.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { throwIfAborted } from "../errors.ts";
import type { Changed } from "../git/changed-files.ts";
import type { ParsedQuery } from "../query/parse-query.ts";
import type { UsedSearchArguments } from "./used-arguments.ts";
import type { Snapshot } from "../store/store.ts";
import { type ParsedSearch, parse } from "./parse/parse.ts";
import type { QuestionVector } from "./parse/question-vector.ts";
import { PassageLoader } from "./present/passage-loader.ts";
import { type Selection, selectPassages } from "./present/select.ts";
import { scoreConfidence } from "./rank/confidence.ts";
import { type Ranking, rankFiles } from "./rank/rank.ts";
import {
  MAX_FILES_OF_SIGN,
  MAX_REQUIRED_FILES,
  MAX_SCANNED_BYTES,
  NO_MATCH_RESULTS,
} from "./rank/ranking.ts";
import { type RerankOutcome, rerankFiles } from "./rank/rerank.ts";
import { type Candidates, type RetrievalInput, retrieveCandidates } from "./retrieve/candidates.ts";
import { type ExactScan, type ExactScanInput, scanForTexts } from "./retrieve/exact-scan.ts";
import type { FileFilter } from "./retrieve/filter.ts";
import { TextFilter } from "./retrieve/text-filter.ts";
import { findBestFilteredOutFile } from "./suggest.ts";

export interface PipelineInput {
  readonly context: EngineContext;
  readonly snapshot: Snapshot;
  readonly query: ParsedQuery;
  readonly embedding: QuestionVector;
  readonly fileFilter: FileFilter;
  readonly echo: UsedSearchArguments;
  /** Starts before the search, because git may take longer than the search does. Never rejects. */
  readonly changed: Promise<Changed>;
  readonly call: CallContext;
}

/** A scan for required texts, together with the ranked files that it did not have to read. */
export interface RequiredScan extends ExactScan {
  readonly searchedFiles: number;
  readonly allFiles: number;
}

/** Everything that an answer is built from. */
export interface SearchResult extends Omit<ParsedSearch, "vector" | "mustTokens">, Selection {
  readonly candidates: Candidates;
  readonly ranking: Ranking;
  readonly rerank: RerankOutcome;
  /** The scan of stored texts for those that results must contain; null if candidates were enough. */
  readonly requiredScan: RequiredScan | null;
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
  const { query, fileFilter, call } = input;
  const { vector, mustTokens, ...parsed } = await parse({ ...input, check: () => call.deadline.check() });
  const search = { input, parsed, vector, mustTokens };
  const signs = await filesWithSigns(search);
  const first = await selectFrom(search, signs);
  const requiredScan = await scanForRequired(search, first);
  const found =
    requiredScan && requiredScan.files.length > 0
      ? await widened(search, first, [...signs, ...requiredScan.files])
      : first;
  const { candidates, ranking, selection } = found;
  const result = { ...parsed, candidates, ranking, requiredScan };
  if (selection.remainingFiles > 0) {
    // Without any passage, the answer is an error.
    if (selection.grouping.groups.length === 0) throwIfAborted(call.signal);
    const rerank = { kind: "skipped", reason: "deadline" } as const;
    return { ...result, ...selection, rerank, bestFilteredOutFile: null };
  }
  const rerank = await rerankCandidates(input, result);
  const reselected = rerank.kind === "applied" ? await found.select(rerank) : selection;
  const { remainingFiles } = reselected;
  const shown = remainingFiles === 0 ? reselected : { ...selection, remainingFiles };
  const bestFilteredOutFile = await findBestFilteredOutFile({
    retrieval: retrievalOf(search, []),
    query,
    fileFilter,
    candidates,
    ranking,
    isEmpty: shown.grouping.groups.length === 0,
    deadline: call.deadline,
  });
  return { ...result, ...shown, rerank, bestFilteredOutFile };
}

/** A search whose question is parsed. */
interface ParsedInput extends Pick<ParsedSearch, "vector" | "mustTokens"> {
  readonly input: PipelineInput;
  readonly parsed: Omit<ParsedSearch, "vector" | "mustTokens">;
}

/** Passages of one pass, with the ranking they are from. */
interface Pass {
  readonly candidates: Candidates;
  readonly ranking: Ranking;
  readonly selection: Selection;
  /** Selects again, from the same candidates in another order. */
  readonly select: (ranking: Pick<Ranking, "files">) => Promise<Selection>;
}

/** @param exactFiles files that a scan of the stored texts has found */
async function selectFrom(search: ParsedInput, exactFiles: readonly number[]): Promise<Pass> {
  const {
    input: { snapshot, query, fileFilter, echo, changed, call },
    parsed: { question },
  } = search;
  throwIfAborted(call.signal);
  const candidates = await retrieveCandidates({
    ...retrievalOf(search, exactFiles),
    allowed: fileFilter.allowed,
    pause: () => call.deadline.pause(),
  });
  const ranking = await rankFiles({ snapshot, question, candidates });
  const limit = resultLimit(search.input, { question, candidates, ranking });
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
      changed: await changed,
      deadline: call.deadline,
    });
  return { candidates, ranking, select, selection: await select(ranking) };
}

/** A second pass with more files; the first one if the deadline leaves it with more results. */
async function widened(search: ParsedInput, first: Pass, exactFiles: readonly number[]): Promise<Pass> {
  const shownBy = ({ selection }: Pass): number => selection.grouping.groups.length;
  try {
    const second = await selectFrom(search, exactFiles);
    return shownBy(second) < shownBy(first) ? first : second;
  } catch (error) {
    if (isPastDeadline(error) && shownBy(first) > 0) return first;
    throw error;
  }
}

function retrievalOf(
  { input: { context, snapshot, call }, parsed: { question }, vector, mustTokens }: ParsedInput,
  exactFiles: readonly number[],
): Omit<RetrievalInput, "allowed" | "pause"> {
  return {
    snapshot,
    question,
    queryVector: vector,
    maxChunks: context.config.maxCandidates,
    mustTokens,
    exactFiles,
    check: () => call.deadline.check(),
  };
}

/**
 * Files that contain all signs of the question, which the words of the index do not include; none if there
 * are too many.
 */
async function filesWithSigns(search: ParsedInput): Promise<readonly number[]> {
  const { signs } = search.parsed.question.wording;
  if (signs.length === 0) return [];
  const { files } = await scan(search, {
    texts: signs,
    tokens: [],
    enough: MAX_FILES_OF_SIGN + 1,
    maxBytes: MAX_SCANNED_BYTES.signs,
  });
  return files.length > MAX_FILES_OF_SIGN ? [] : files;
}

/**
 * Looks for texts that results must contain in the files that are no candidates; null if there are none, or
 * enough results without.
 */
async function scanForRequired(
  search: ParsedInput,
  { candidates, selection }: Pass,
): Promise<RequiredScan | null> {
  const { query, echo } = search.input;
  const { groups } = selection.grouping;
  const shown = groups.length + groups.reduce((sum, { alsoIn }) => sum + alsoIn.length, 0);
  if (query.must.length === 0 || shown >= echo.limit || selection.remainingFiles > 0) return null;
  const scanned = await scan(search, {
    texts: query.must,
    tokens: search.mustTokens,
    skipped: new Set(candidates.candidateFiles),
    enough: MAX_REQUIRED_FILES,
    maxBytes: MAX_SCANNED_BYTES.required,
  });
  const ranked = candidates.candidateFiles.length;
  return {
    ...scanned,
    searchedFiles: ranked + scanned.scannedFiles,
    allFiles: ranked + scanned.wantedFiles,
  };
}

function scan(
  { input: { snapshot, fileFilter, call } }: ParsedInput,
  wanted: Pick<ExactScanInput, "texts" | "tokens" | "enough" | "maxBytes"> &
    Partial<Pick<ExactScanInput, "skipped">>,
): Promise<ExactScan> {
  const { allowed } = fileFilter;
  const check = (): void => call.deadline.check();
  const pause = (): Promise<void> | undefined => (check(), call.deadline.pause());
  return scanForTexts({ snapshot, allowed, skipped: new Set(), pause, check, ...wanted });
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
