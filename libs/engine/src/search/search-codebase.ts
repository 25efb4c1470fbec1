/**
 * The `search_codebase` tool: gate → freshness check → file filters → search pipeline → envelope. The same
 * index and query always give the same bytes.
 */
import { type Freshness, freshnessOfWords } from "../model/staleness.ts";
import type { SearchCodebaseInput, SearchCodebaseOutput, SearchEcho, WithPath } from "@satori/contracts";
import {
  type GateClosed,
  type GateOfWords,
  type GateOpen,
  type GateOptions,
  gate,
  firstRunGate,
} from "../codebase/gate.ts";
import { type Target, requirePresent } from "../codebase/home/registry.ts";
import type { EngineConfig } from "../config.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { refuseProblems, throwIfAborted } from "../errors.ts";
import type { Changed, ChangedFiles } from "../git/changed-files.ts";
import { indexedPath } from "../model/paths.ts";
import { type ParsedQuery, parseQuery } from "../query/parse-query.ts";
import { filtersOf, getEffectiveScope } from "../scope/effective-scope.ts";
import { operatorProblems } from "../scope/path-scope.ts";
import { buildContext } from "./context/context-answer.ts";
import { withRequiredTexts } from "./parse/exact-texts.ts";
import { questionText } from "./parse/parse.ts";
import { type QuestionVector, questionVector, withoutVector } from "./parse/question-vector.ts";
import { runPipeline } from "./pipeline.ts";
import { buildAnswer } from "./present/answer.ts";
import { isAllRequired } from "./present/required-texts.ts";
import type { RootGitignore, RootGitignores } from "./present/root-gitignore.ts";
import { EXACT_MATCH, scoreConfidence } from "./rank/confidence.ts";
import { PACES } from "./rank/ranking.ts";
import { paceOf } from "./rank/rerank.ts";
import { type UsedSearchArguments, defaultLimit } from "./used-arguments.ts";
import {
  type ScopedQuery,
  filterFiles,
  noteFilters,
  queryLanguages,
  scopedQuery,
} from "./retrieve/filter.ts";

/**
 * What search needs besides the engine's context. `ensureFresh` is passed in because search does not know how
 * to sync.
 */
export interface SearchDependencies {
  readonly context: EngineContext;
  readonly changedFiles: ChangedFiles;
  readonly rootGitignores: RootGitignores;
  readonly ensureFresh: (target: Target, passed: GateOpen, call: CallContext) => Promise<Freshness>;
  /** Whether the words of a first run answer; default: `gated`. */
  readonly firstReads?: EngineConfig["firstReads"];
}

/** The answer of one codebase. */
export interface Searched {
  readonly target: Target;
  readonly envelope: SearchCodebaseOutput;
  /** Confidence of the answer, comparable between codebases; 0 if there is no answer. */
  readonly confidenceScore: number;
}

/** A parsed query, combined with the caller's scope filters, for one codebase. */
export interface SearchRequest extends ScopedQuery {
  /** The codebase that covers the input's path. */
  readonly target: Target;
  readonly vector: QuestionVector;
  /** Filters of the session scope, repeated in the answer. */
  readonly told?: Pick<SearchEcho, "sessionScope">;
}

/**
 * Searches the codebase that covers `input.path`. Throws an `EngineError`, such as `INVALID_ARGUMENTS`,
 * `PATH_NOT_FOUND`, `CANCELLED`, `DEADLINE_REACHED` or an error of the store.
 */
export async function searchCodebase(
  dependencies: SearchDependencies,
  input: WithPath<SearchCodebaseInput>,
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

function freshnessOfWordsIn(
  { codebase }: Target,
  { clock, config }: EngineContext,
  { run }: GateOfWords,
): Freshness {
  return freshnessOfWords(run.startedAt, {
    isCommit: codebase.commit !== null,
    nowMs: clock.nowMs(),
    freshnessMs: config.freshnessMs,
  });
}

/**
 * Searches one codebase with a query that is already parsed. If the gate is closed, the answer is the gate's
 * envelope. Throws as `searchCodebase` does.
 */
export async function searchScoped(
  dependencies: SearchDependencies,
  input: SearchCodebaseInput,
  { query: asked, sessionScope, target, vector, told = {} }: SearchRequest,
  call: CallContext,
): Promise<Searched> {
  const { context } = dependencies;
  requirePresent(target);
  const echo = { ...echoOf(input, target, PACES[paceOf(context)].maxLimit), ...told };
  const gated = await passGate(dependencies, target, { echo, call, isDebug: input.debug === true });
  if (gated.kind === "closed") return { target, envelope: gated.envelope, confidenceScore: 0 };
  const languages = queryLanguages(asked.lang);
  requireUsable(asked, input.query);
  const query = withRequiredTexts(asked);

  const isOfWords = gated.kind === "words";
  const freshness = isOfWords
    ? freshnessOfWordsIn(target, context, gated)
    : await dependencies.ensureFresh(target, gated, call);
  throwIfAborted(call.signal);
  const { changed } = await changedSince(dependencies, target, echo.rankingMode);
  using snapshot = await (isOfWords ? target.codebase.wordsSnapshot() : target.codebase.snapshot());
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
    embedding: isOfWords ? withoutVector : vector,
    fileFilter,
    echo,
    changed,
    call,
  });
  const rootGitignore = (): RootGitignore =>
    target.codebase.diskRoot === null
      ? { state: "absent" }
      : dependencies.rootGitignores.of(target.codebase.diskRoot);
  const hasResults = found.grouping.groups.length > 0;
  const confidenceScore =
    hasResults && isAllRequired(query)
      ? EXACT_MATCH
      : scoreConfidence(found.candidates, found.ranking, hasResults);
  const envelope = await (echo.resultMode === "context" ? buildContext : buildAnswer)({
    ...found,
    confidenceScore,
    snapshot,
    query,
    echo,
    fileFilter,
    freshness,
    indexWarnings: gated.warnings,
    rootGitignore,
    diskRoot: target.codebase.diskRoot,
    nowMs: context.clock.nowMs(),
    call,
    debug: input.debug === true,
  });
  return { target, envelope, confidenceScore: confidenceScore.value };
}

/** Which index may be read: the complete one, or, with `staged`, the words of a first run. */
async function passGate(
  { context, firstReads = "gated" }: SearchDependencies,
  { codebase }: Target,
  asked: Pick<GateOptions<"search_codebase">, "echo" | "call" | "isDebug">,
): Promise<GateOpen | GateOfWords | GateClosed<"search_codebase">> {
  const view = await codebase.view();
  const words = firstReads === "staged" ? firstRunGate(view) : null;
  const { reindexReads } = context.config;
  return words ?? gate({ view, tool: "search_codebase", reindexReads, ...asked });
}

/** Files with uncommitted changes; still being looked for. A commit has none. */
async function changedSince(
  { changedFiles, context }: SearchDependencies,
  target: Target,
  rankingMode: UsedSearchArguments["rankingMode"],
): Promise<{ readonly changed: Promise<Changed> }> {
  const { diskRoot } = target.codebase;
  const indexState = await indexStateOf(target);
  const changed =
    rankingMode === "auto_changed_first" && diskRoot !== null
      ? changedFiles.of(diskRoot, { indexState, nowMs: context.clock.nowMs() })
      : Promise.resolve<Changed>(new Set());
  return { changed };
}

/**
 * Throws `INVALID_ARGUMENTS` if an operator is malformed, or if the query has no words besides its operators.
 */
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

/** A text that differs after each sync that wrote something. */
async function indexStateOf({ codebase }: Target): Promise<string> {
  const { complete, sequence, syncedAt } = await codebase.store().head();
  // A sync that finds only changed permissions writes just its time, but git counts such a file as changed.
  return `${complete?.run.id ?? ""} ${sequence} ${syncedAt ?? ""}`;
}

function echoOf(
  input: SearchCodebaseInput,
  { path, codebase }: Target,
  maxLimit: number,
): UsedSearchArguments {
  return {
    path,
    effectiveRoot: codebase.root,
    query: input.query,
    scope: input.scope ?? "runtime",
    resultMode: input.resultMode ?? "grouped",
    groupBy: input.groupBy ?? "symbol",
    rankingMode: input.rankingMode ?? "auto_changed_first",
    limit: Math.min(input.limit ?? defaultLimit(input), maxLimit),
    ...(input.maxTokens === undefined ? {} : { maxTokens: input.maxTokens }),
  };
}
