/**
 * The search pipeline: gate → freshen → parse → filter files → correct → gather evidence → rank → rerank →
 * boost → place → group → answer. Same index and question, same bytes.
 */
import {
  type FreshnessDecision,
  LIMITS,
  type SearchCodebaseInput,
  type SearchCodebaseOutput,
  type SearchEcho,
  type WarningCode,
} from "@satori/contracts";
import { type Passed, gate } from "../codebase/gate.ts";
import { type Target, requirePresent } from "../codebase/home/registry.ts";
import { isPastDeadline } from "../deadline.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { refuseProblems, throwIfAborted } from "../errors.ts";
import { tokenize, wordsOf } from "../lexical/tokens.ts";
import { indexedPath } from "../model/paths.ts";
import { filtersOf, getEffectiveScope } from "../scope/effective-scope.ts";
import { operatorProblems } from "../scope/path-scope.ts";
import type { Snapshot } from "../store/store.ts";
import { answerOf } from "./answer/answer.ts";
import { findBetterLeftOut } from "./better-left-out.ts";
import type { Changed, ChangedFiles } from "../git/changed-files.ts";
import { assuranceOf } from "./ranking/confidence.ts";
import { type Evidence, gatherEvidence } from "./gather/evidence.ts";
import {
  type FileFilter,
  type ScopedQuery,
  filterFiles,
  noteFilters,
  queryLanguages,
  scopedQuery,
} from "./gather/filter.ts";
import { TextFilter } from "./gather/text-filter.ts";
import { type Grouping, groupPlaces } from "./answer/group.ts";
import { type ParsedQuery, parseQuery } from "../query/parse-query.ts";
import { PlaceLoader } from "./answer/place-loader.ts";
import { type Question, understand } from "./question/question.ts";
import { type EmbeddedQuestion, type QuestionVector, questionVector } from "./question/question-vector.ts";
import { type RankedFile, type Ranking, byScore, rankFiles } from "./ranking/rank.ts";
import { type RerankOutcome, paceOf, rerankFiles } from "./ranking/rerank.ts";
import {
  CHANGED_BOOST,
  HOPELESS_RESULTS,
  MAX_CHANGED_FILES,
  MUST_RETRIES,
  PACES,
} from "./ranking/ranking.ts";
import type { RootGitignore, RootGitignores } from "./answer/root-gitignore.ts";
import { withoutTypos } from "./question/typos.ts";
import { withWholeWords } from "./question/written-together.ts";

/**
 * What search needs besides the engine's context. Freshening is passed in: search does not know how to sync.
 */
export interface SearchDependencies {
  readonly context: EngineContext;
  readonly changedFiles: ChangedFiles;
  readonly rootGitignores: RootGitignores;
  readonly freshen: (target: Target, passed: Passed, call: CallContext) => Promise<Freshened>;
}

/** How the index was brought up to date. */
export interface Freshened {
  readonly decision: FreshnessDecision;
  readonly warnings: readonly WarningCode[];
  /** Why the index may lack recent changes; null where it does not. */
  readonly doubt: string | null;
}

/** What one codebase answers. */
export interface Searched {
  readonly target: Target;
  readonly envelope: SearchCodebaseOutput;
  /** How sure the answer is, comparable between codebases; 0 where there is none. */
  readonly assurance: number;
}

/** The question of an input with the filters of whoever asks, to one codebase. */
export interface Asked extends ScopedQuery {
  /** What the path of the input leads to. */
  readonly target: Target;
  readonly vector: QuestionVector;
  /** What the answer repeats of the filters. */
  readonly told?: Pick<SearchEcho, "sessionScope">;
}

export async function searchCodebase(
  dependencies: SearchDependencies,
  input: SearchCodebaseInput,
  call: CallContext,
): Promise<SearchCodebaseOutput> {
  const { context } = dependencies;
  const asked = scopedQuery(parseQuery(input.query), filtersOf(getEffectiveScope(context)));
  const { query, sessionScope } = asked;
  const target = context.codebases.covering(input.path, call.baseFolder);
  const told = Object.keys(sessionScope).length > 0 ? { sessionScope } : {};
  return (
    await searchScoped(
      dependencies,
      input,
      { ...asked, target, vector: questionVector(context, questionText(query), call), told },
      call,
    )
  ).envelope;
}

export async function searchScoped(
  dependencies: SearchDependencies,
  input: SearchCodebaseInput,
  { query, sessionScope, target, vector, told = {} }: Asked,
  call: CallContext,
): Promise<Searched> {
  const { context } = dependencies;
  requirePresent(target);
  const echo = { ...echoOf(input, target, PACES[paceOf(context)].maxLimit), ...told };
  const gated = gate({
    view: await target.codebase.view(),
    tool: "search_codebase",
    echo,
    call,
    isDebug: input.debug === true,
    reindexReads: context.config.reindexReads,
  });
  if (gated.kind === "stopped") return { target, envelope: gated.envelope, assurance: 0 };
  const languages = queryLanguages(query.lang);
  requireUsable(query, input.query);

  const freshness = await dependencies.freshen(target, gated, call);
  throwIfAborted(call.signal);
  const indexState = await indexStateOf(target);
  const changed =
    echo.rankingMode === "auto_changed_first"
      ? dependencies.changedFiles.of(target.codebase.root, { indexState, nowMs: context.clock.nowMs() })
      : Promise.resolve<Changed>(new Set());
  using snapshot = await target.codebase.snapshot();
  const folder = indexedPath(target.codebase.root, target.realPath) ?? "";
  const filteringMs = performance.now();
  const fileFilter = filterFiles(snapshot.files, folder, {
    scope: echo.scope,
    query,
    languages,
    check: () => call.deadline.check(),
  });
  noteFilters(context, sessionScope, fileFilter, performance.now() - filteringMs);
  const found = await searchSnapshot({
    context,
    snapshot,
    query,
    embedding: vector,
    fileFilter,
    echo,
    changed,
    call,
  });
  const rootGitignore = (): RootGitignore => dependencies.rootGitignores.of(target.codebase.root);
  const assurance = assuranceOf(found.evidence, found.ranking, found.grouping.groups.length > 0);
  const envelope = await answerOf({
    ...found,
    assurance,
    snapshot,
    query,
    echo,
    fileFilter,
    freshness,
    indexWarnings: gated.warnings,
    rootGitignore,
    nowMs: context.clock.nowMs(),
    call,
    debug: input.debug === true,
  });
  return { target, envelope, assurance: assurance.value };
}

/** Throws `INVALID_ARGUMENTS`. */
function requireUsable(query: ParsedQuery, written: string): void {
  refuseProblems(operatorProblems([...query.path, ...query.notPath]));
  if (questionText(query).trim() === "")
    refuseProblems([
      {
        path: "query",
        message: written.trim() === "" ? "must not be blank" : "needs words besides its operators",
      },
    ]);
}

/** Another text after each sync that wrote something. */
async function indexStateOf({ codebase }: Target): Promise<string> {
  const { complete, sequence, syncedAt } = await codebase.store().head();
  // A sync that finds nothing but other permissions, which git counts as a change, writes no more than its
  // time.
  return `${complete?.run.id ?? ""} ${sequence} ${syncedAt ?? ""}`;
}

interface SnapshotSearch {
  readonly context: EngineContext;
  readonly snapshot: Snapshot;
  readonly query: ParsedQuery;
  readonly embedding: QuestionVector;
  readonly fileFilter: FileFilter;
  readonly echo: SearchEcho;
  /** Asked for beforehand, as git may take longer than the search; never fails. */
  readonly changed: Promise<Changed>;
  readonly call: CallContext;
}

export interface Found extends Omit<EmbeddedQuestion, "vector"> {
  readonly question: Question;
  readonly evidence: Evidence;
  readonly ranking: Ranking;
  readonly grouping: Grouping;
  readonly textFilter: TextFilter;
  /**
   * Whether files with uncommitted changes were raised; why that could not be done, where git did not say
   * which they are.
   */
  readonly isBoosted: boolean | "slow" | "failed";
  readonly rerank: RerankOutcome;
  /** How often the candidates were widened for `must:`. */
  readonly retries: number;
  /**
   * The first of the files that filters leave out, where these answer more surely; null where they do not.
   */
  readonly betterLeftOut: number | null;
  /** Ranked files that were not looked at, since the deadline had passed. */
  readonly filesLeft: number;
}

/** How the places of ranked files are shown. */
type Arrangement = Pick<Found, "grouping" | "textFilter" | "isBoosted" | "filesLeft">;

async function searchSnapshot(search: SnapshotSearch): Promise<Found> {
  const { context, snapshot, query, embedding, fileFilter, echo, call } = search;
  const check = (): void => call.deadline.check();
  const question = await withoutTypos(
    await withWholeWords(understand(questionText(query)), snapshot),
    snapshot,
    check,
  );
  const { vector, ...embedded } = await embedding();
  // Compounds are indexed whole in lower case: `must:ISRETRYABLE` is to find `isRetryable`.
  const mustTokens = query.must.flatMap((text) => [...tokenize(text), ...wordsOf(text.toLowerCase())]);
  const { maxCandidates: maxChunks } = context.config;
  const retrieval = { snapshot, question, queryVector: vector, maxChunks, mustTokens, check };
  for (let retries = 0; ; retries++) {
    throwIfAborted(call.signal);
    const evidence = await gatherEvidence({
      ...retrieval,
      allowed: fileFilter.allowed,
      widening: 2 ** retries,
      pause: () => call.deadline.pause(),
    });
    const ranking = await rankFiles(snapshot, question, evidence);
    const found = { question, evidence, ranking, retries };
    // What `must:` finds was wanted, however far it is from the rest of the question.
    const isHopeless = query.must.length === 0 && assuranceOf(evidence, ranking, true).isHopeless;
    const limit = isHopeless ? Math.min(echo.limit, HOPELESS_RESULTS) : echo.limit;
    const arranged = await arrange(search, found, { files: ranking.files, limit });
    if (arranged.filesLeft > 0) {
      // With nothing to show the answer is an error.
      if (arranged.grouping.groups.length === 0) throwIfAborted(call.signal);
      const rerank = { kind: "skipped", reason: "deadline" } as const;
      return { ...found, rerank, betterLeftOut: null, ...arranged, ...embedded };
    }
    const isShort = arranged.grouping.groups.length < limit && query.must.length > 0;
    // Where every arm gave all it has, wider ones would bring nothing new.
    if (isShort && evidence.canGrow && retries < MUST_RETRIES) continue;
    const rerank = await rerankCandidates(search, found);
    const rearranged =
      rerank.kind === "applied" ? await arrange(search, found, { files: rerank.files, limit }) : arranged;
    const shown = rearranged.filesLeft === 0 ? rearranged : { ...arranged, filesLeft: rearranged.filesLeft };
    const isEmpty = shown.grouping.groups.length === 0;
    const betterLeftOut = await findBetterLeftOut(
      retrieval,
      { query, fileFilter, evidence, ranking, isEmpty },
      call.deadline,
    );
    return { ...found, rerank, betterLeftOut, ...shown, ...embedded };
  }
}

type RankedCandidates = Pick<Found, "question" | "evidence" | "ranking">;

/** Loads, filters and groups the places of files, best first, up to the deadline. */
async function arrange(
  { snapshot, query, echo, changed, call }: SnapshotSearch,
  candidates: RankedCandidates,
  { files: ranked, limit }: { readonly files: readonly RankedFile[]; readonly limit: number },
): Promise<Arrangement> {
  const { files, isBoosted } = boostChanged(ranked, snapshot, await changed);
  // Filters count what they see: each pass has its own.
  const textFilter = new TextFilter(query);
  const places = new PlaceLoader({ ...candidates, snapshot, textFilter }, call.deadline);
  const grouping = await groupPlaces(files, echo.groupBy, limit, (file) => places.load(file));
  return { isBoosted, textFilter, grouping, filesLeft: places.filesLeft };
}

/** A reranker that has not answered by the deadline costs no more than its order. */
async function rerankCandidates(
  { context, snapshot, query, echo, call }: SnapshotSearch,
  candidates: RankedCandidates,
): Promise<RerankOutcome> {
  const textFilter = new TextFilter(query);
  const places = new PlaceLoader({ ...candidates, snapshot, textFilter }, call.deadline);
  try {
    return await rerankFiles({
      context,
      scope: echo.scope,
      question: candidates.question.text,
      files: candidates.ranking.files,
      load: (file) => places.load(file),
      signal: call.signal,
    });
  } catch (error) {
    if (isPastDeadline(error)) return { kind: "failed", reason: "deadline", candidates: 0 };
    throw error;
  }
}

/** With operators alone, the words of `must:` are the question. */
export function questionText({ text, must }: ParsedQuery): string {
  return text === "" ? must.join(" ") : text;
}

function boostChanged(
  files: readonly RankedFile[],
  snapshot: Snapshot,
  changed: Changed,
): Pick<Found, "isBoosted"> & { files: readonly RankedFile[] } {
  if (typeof changed === "string") return { files, isBoosted: changed };
  if (changed.size === 0 || changed.size > MAX_CHANGED_FILES) return { files, isBoosted: false };
  const { paths } = snapshot.files;
  const boosted = files.map((file) =>
    changed.has(paths[file.file] as string) ? { ...file, score: file.score * CHANGED_BOOST } : file,
  );
  boosted.sort(byScore);
  return { files: boosted, isBoosted: boosted.some(({ score }, at) => score !== files[at]?.score) };
}

function echoOf(input: SearchCodebaseInput, { path, codebase }: Target, maxLimit: number): SearchEcho {
  return {
    path,
    effectiveRoot: codebase.root,
    query: input.query,
    scope: input.scope ?? "runtime",
    resultMode: input.resultMode ?? "grouped",
    groupBy: input.groupBy ?? "symbol",
    rankingMode: input.rankingMode ?? "auto_changed_first",
    limit: Math.min(input.limit ?? LIMITS.search.defaultLimit, maxLimit),
    ...(input.maxTokens === undefined ? {} : { maxTokens: input.maxTokens }),
  };
}
