/**
 * `search_codebase`: gate → freshness → file filters → the pipeline → the envelope. Same index and query, same
 * bytes.
 */
import {
  LIMITS,
  type SearchCodebaseInput,
  type SearchCodebaseOutput,
  type SearchEcho,
} from "@satori/contracts";
import { type GateOpen, gate } from "../codebase/gate.ts";
import { type Target, requirePresent } from "../codebase/home/registry.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { refuseProblems, throwIfAborted } from "../errors.ts";
import type { Freshness } from "../freshness/staleness.ts";
import type { Changed, ChangedFiles } from "../git/changed-files.ts";
import { indexedPath } from "../model/paths.ts";
import { type ParsedQuery, parseQuery } from "../query/parse-query.ts";
import { filtersOf, getEffectiveScope } from "../scope/effective-scope.ts";
import { operatorProblems } from "../scope/path-scope.ts";
import { questionText } from "./parse/parse.ts";
import { type QuestionVector, questionVector } from "./parse/question-vector.ts";
import { runPipeline } from "./pipeline.ts";
import { buildAnswer } from "./present/answer.ts";
import type { RootGitignore, RootGitignores } from "./present/root-gitignore.ts";
import { scoreConfidence } from "./rank/confidence.ts";
import { PACES } from "./rank/ranking.ts";
import { paceOf } from "./rank/rerank.ts";
import {
  type ScopedQuery,
  filterFiles,
  noteFilters,
  queryLanguages,
  scopedQuery,
} from "./retrieve/filter.ts";

/**
 * What search needs besides the engine's context. Freshening is passed in: search does not know how to sync.
 */
export interface SearchDependencies {
  readonly context: EngineContext;
  readonly changedFiles: ChangedFiles;
  readonly rootGitignores: RootGitignores;
  readonly ensureFresh: (target: Target, passed: GateOpen, call: CallContext) => Promise<Freshness>;
}

/** What one codebase answers. */
export interface Searched {
  readonly target: Target;
  readonly envelope: SearchCodebaseOutput;
  /** How sure the answer is, comparable between codebases; 0 where there is none. */
  readonly confidenceScore: number;
}

/** The question of an input with the filters of whoever asks, to one codebase. */
export interface SearchRequest extends ScopedQuery {
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
  { query, sessionScope, target, vector, told = {} }: SearchRequest,
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
  if (gated.kind === "closed") return { target, envelope: gated.envelope, confidenceScore: 0 };
  const languages = queryLanguages(query.lang);
  requireUsable(query, input.query);

  const freshness = await dependencies.ensureFresh(target, gated, call);
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
  const found = await runPipeline({
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
  const confidenceScore = scoreConfidence(found.candidates, found.ranking, found.grouping.groups.length > 0);
  const envelope = await buildAnswer({
    ...found,
    confidenceScore,
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
  return { target, envelope, confidenceScore: confidenceScore.value };
}

/** Throws `INVALID_ARGUMENTS`. */
function requireUsable(query: ParsedQuery, written: string): void {
  refuseProblems(operatorProblems([...query.path, ...query.notPath]));
  if (questionText(query).trim() === "")
    refuseProblems([
      {
        path: "query",
        message: written.trim() === "" ? "must not be blank" : "needs words in addition to operators",
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
