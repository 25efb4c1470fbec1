/** The `semantic_search` tool: one question to one codebase, or to several codebases as if they were one. */
import {
  buildEnvelope,
  type Confidence,
  failure,
  type Finding,
  LIMITS,
  type SearchCodebaseInput,
  type SearchCodebaseOk,
  type SearchCodebaseOutput,
  type SearchedCodebase,
  type SemanticSearchInput,
  type SemanticSearchOutput,
  type WarningCode,
  isChunkResult,
  rootOf,
} from "@satori/contracts";
import { recordingCorruption } from "../codebase/corruption.ts";
import { gate } from "../codebase/gate.ts";
import type { Target } from "../codebase/home/registry.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import { compareText } from "../model/paths.ts";
import { parseQuery } from "../query/parse-query.ts";
import { filtersOf, getEffectiveScope, mergeScopeFilters, reposOf } from "../scope/effective-scope.ts";
import { pathScope } from "../scope/path-scope.ts";
import { resolveRepos } from "../scope/repos.ts";
import { coveredFolders, scopeEcho } from "../scope/scope-folder.ts";
import { questionText } from "./parse/parse.ts";
import { questionVector } from "./parse/question-vector.ts";
import { parseQuestion } from "./parse/question.ts";
import { JOINT_SEARCH } from "./rank/ranking.ts";
import { queryLanguages, scopedQuery } from "./retrieve/filter.ts";
import {
  type SearchDependencies,
  type Searched,
  type SearchRequest,
  searchScoped,
} from "./search-codebase.ts";

/** Most confident first. */
const CONFIDENCES: readonly Confidence[] = ["high", "medium", "low"];

/**
 * Searches every codebase that the call covers and merges their findings, best score first. If no codebase
 * can answer, returns the status of the first one. Throws `INVALID_ARGUMENTS` and `CANCELLED`; with a single
 * codebase, also the other errors of its search.
 */
export async function semanticSearch(
  dependencies: SearchDependencies,
  input: SemanticSearchInput,
  call: CallContext,
): Promise<SemanticSearchOutput> {
  const { context } = dependencies;
  const explicit =
    input.repos === undefined ? input : { ...input, repos: resolveRepos(context, input.repos, call) };
  const wanted = mergeScopeFilters(getEffectiveScope(context), explicit);
  const { effective } = pathScope(filtersOf(wanted));
  const limit = input.limit ?? LIMITS.search.defaultLimit;
  const asked = scopedQuery(parseQuery(input.query), effective);
  const passages = coveredFolders(context, input.path, wanted.repos, call);
  const targets = passages.map((path) => context.codebases.covering(path, call.baseFolder));
  const vector = questionVector(context, questionText(asked.query), call);
  const outrankedTargets = await outranked(context, targets, { ...asked, vector }, call);
  const entries = await searchInTurn(
    dependencies,
    { query: input.query, limit },
    { ...asked, vector, targets, outrankedTargets },
    call,
  );
  const searched = entries.flatMap(({ own }) => own ?? []);
  const answered = searched.filter(isAnswered);
  const [only] = searched;
  if (answered.length === 0 && only) return asSemantic(only.envelope, limit, searched);
  const isOfSeveral = targets.length > 1;
  const echo = {
    query: input.query,
    ...scopeEcho(targets.map(({ path, codebase }) => ({ path, effectiveRoot: codebase.root }))),
    limit,
    scope: { ...reposOf(input.path, wanted), ...asked.sessionScope },
  };
  const findings = fuse(answered, isOfSeveral).slice(0, limit);
  const outcome = {
    method:
      context.embedder !== null &&
      !answered.some(({ envelope }) => envelope.warnings?.includes("SEMANTIC_SEARCH_UNAVAILABLE"))
        ? "hybrid"
        : "lexical",
    confidence: CONFIDENCES.find((confidence) =>
      answered.some(({ envelope }) => envelope.confidence === confidence),
    ),
    searched: entries.map(({ target, own }) =>
      own ? describe(own) : { repo: target.codebase.root, status: "ok" as const, outranked: true as const },
    ),
    findings,
  };
  const late = lateNote(searched, call);
  const reasons = findings.length > 0 ? [] : answered.flatMap((each) => reasonOf(each, isOfSeveral));
  const notes = [...(late === null ? [] : [late]), ...reasons];
  const warnings = [
    ...(late === null ? [] : (["DEADLINE_REACHED"] as const)),
    ...warningsOf(searched, answered),
  ];
  return buildEnvelope(
    "semantic_search",
    { status: "ok", warnings, ...(notes.length === 0 ? {} : { message: notes.join(" ") }) },
    { ...echo, ...outcome },
    call.elapsedMs(),
  );
}

/** Why a codebase has no finding, if its answer says so. */
function reasonOf({ target, envelope }: Searched, isOfSeveral: boolean): string[] {
  if (envelope.message === undefined) return [];
  return [isOfSeveral ? `${target.codebase.root}: ${envelope.message}` : envelope.message];
}

/** A codebase and its answer; null if other codebases outrank it. */
interface Entry {
  readonly target: Target;
  readonly own: Searched | null;
}

interface AskedOfSeveral extends Omit<SearchRequest, "target"> {
  readonly targets: readonly Target[];
  readonly outrankedTargets: ReadonlySet<Target>;
}

/**
 * Searches one codebase after another, so that a hundred of them do not all sync at once. Returns one entry
 * per target, in the order of the targets.
 */
async function searchInTurn(
  dependencies: SearchDependencies,
  { query, limit }: { readonly query: string; readonly limit: number },
  { targets, outrankedTargets, ...asked }: AskedOfSeveral,
  call: CallContext,
): Promise<readonly Entry[]> {
  const isOneOfSeveral = targets.length > 1;
  const entries: Entry[] = [];
  for (const target of targets) {
    const one = { path: target.path, query, scope: "mixed", resultMode: "raw", limit } as const;
    const isTooLate = call.deadline.isReached && entries.some(({ own }) => own !== null && isAnswered(own));
    if (outrankedTargets.has(target)) entries.push({ target, own: null });
    else if (isTooLate) entries.push({ target, own: tooLate(target, call) });
    else
      entries.push({
        target,
        own: await searchOne(dependencies, one, { ...asked, target, isOneOfSeveral }, call),
      });
  }
  return entries;
}

/** The answer of a codebase that was not searched because the deadline had passed. */
function tooLate(target: Target, { deadline, elapsedMs }: CallContext): Searched {
  const message = `The answer reached ${deadline.name} before this codebase was searched`;
  return {
    target,
    envelope: failure("search_codebase", { code: "DEADLINE_REACHED", message, details: {} }, elapsedMs()),
    confidenceScore: 0,
  };
}

/**
 * A sentence that lists the codebases that the deadline kept from being searched, or from being searched in
 * full; null if no search reached the deadline.
 */
function lateNote(searched: readonly Searched[], { deadline }: CallContext): string | null {
  const rootsOf = (which: readonly Searched[]): string =>
    which.map(({ target }) => target.codebase.root).join(", ");
  const unsearched = searched.filter(
    ({ envelope }) => envelope.status === "error" && envelope.error.code === "DEADLINE_REACHED",
  );
  const partly = searched.filter(
    ({ envelope }) => envelope.status === "ok" && envelope.warnings?.includes("DEADLINE_REACHED"),
  );
  const parts = [
    ...(unsearched.length === 0 ? [] : [`not searched: ${rootsOf(unsearched)}`]),
    ...(partly.length === 0 ? [] : [`not all ranked files were searched: ${rootsOf(partly)}`]),
  ];
  return parts.length === 0 ? null : `The answer reached ${deadline.name}; ${parts.join("; ")}.`;
}

/**
 * Searches one codebase. If it is one of several, its failure becomes its answer, so that the others still
 * answer.
 */
async function searchOne(
  dependencies: SearchDependencies,
  input: SearchCodebaseInput,
  asked: SearchRequest & { readonly isOneOfSeveral: boolean },
  call: CallContext,
): Promise<Searched> {
  const { target } = asked;
  try {
    return await recordingCorruption(
      () => target.codebase,
      dependencies.context.clock,
      () => searchScoped(dependencies, input, asked, call),
    );
  } catch (error) {
    if (
      !asked.isOneOfSeveral ||
      !(error instanceof EngineError) ||
      error.code === "CANCELLED" ||
      error.code === "INVALID_ARGUMENTS"
    )
      throw error;
    const { code, message, details } = error;
    return {
      target,
      envelope: failure("search_codebase", { code, message, details }, call.elapsedMs()),
      confidenceScore: 0,
    };
  }
}

interface Answered extends Searched {
  readonly envelope: SearchCodebaseOk;
}

function isAnswered(searched: Searched): searched is Answered {
  return "results" in searched.envelope;
}

/**
 * Merges the findings of several codebases, best score first, then by repo, file and start line.
 *
 * Scores of two codebases are not comparable: the best file of each scores about the same, whether it answers
 * the question or not. Confidence does differ between codebases, so scores are multiplied by its square.
 * Measured with a quarter of the development questions over five repositories searched as one, the right
 * repository comes first in 94 % of them with this weight and in 74 % without it (docs/ranking.md, "Several
 * codebases").
 */
function fuse(answered: readonly Answered[], isOfSeveral: boolean): Finding[] {
  if (!isOfSeveral) return answered.flatMap(({ envelope }) => envelope.results.filter(isChunkResult));
  const weighted = answered.flatMap(({ envelope, confidenceScore }) =>
    envelope.results.filter(isChunkResult).map((result): Finding & { readonly repo: string } => ({
      ...result,
      repo: rootOf(envelope),
      score: Math.round(result.score * confidenceScore ** 2 * 1e6) / 1e6,
    })),
  );
  return weighted.sort(
    (left, right) =>
      right.score - left.score ||
      compareText(left.repo, right.repo) ||
      compareText(left.file, right.file) ||
      left.span.startLine - right.span.startLine,
  );
}

function describe({ target, envelope }: Searched): SearchedCodebase {
  const known =
    envelope.status === "ok"
      ? { confidence: envelope.confidence, freshnessDecision: envelope.freshnessDecision }
      : {};
  return { repo: target.codebase.root, status: envelope.status, ...known };
}

function warningsOf(searched: readonly Searched[], answered: readonly Answered[]): WarningCode[] {
  const hasNoMatch = answered.every(({ envelope }) => envelope.warnings?.includes("NO_CONFIDENT_MATCH"));
  const own = answered
    .flatMap(({ envelope }) => envelope.warnings ?? [])
    .filter((warning) => warning !== "NO_CONFIDENT_MATCH");
  return [
    ...own,
    ...(hasNoMatch ? (["NO_CONFIDENT_MATCH"] as const) : []),
    ...(answered.length < searched.length ? (["REPOS_SKIPPED"] as const) : []),
  ];
}

/** Fields that only an answer of `search_codebase` repeats. */
const FOREIGN_ECHO = new Set(["scope", "resultMode", "groupBy", "rankingMode"]);

/**
 * Turns the first codebase's gate into an answer of this tool; its message lists the states of the others.
 */
function asSemantic(
  { tool: _tool, version: _version, meta, ...gated }: SearchCodebaseOutput,
  limit: number,
  searched: readonly Searched[],
): SemanticSearchOutput {
  const { status, message: own, warnings, hints, ...rest } = gated;
  const states = searched.map(({ target, envelope }) => `${target.codebase.root}: ${envelope.status}`);
  const message =
    searched.length > 1 ? `None of the codebases can be searched (${states.join("; ")}). ${own}` : own;
  const { reason, ...payload } = {
    reason: undefined,
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !FOREIGN_ECHO.has(name))),
  };
  return buildEnvelope(
    "semantic_search",
    { status, reason, message, warnings, hints },
    status === "error" ? payload : { ...payload, limit },
    meta.durationMs,
  );
}

// Chooses which of many codebases are worth a search of their own. Works with stores that hold several
// codebases together, where one query covers all of them.

/**
 * Targets that have none of the best chunks over all codebases and so need no search.
 *
 * Returns an empty set if there are few targets, if the store cannot tell, or if only parts of the codebases
 * are searched (by folder, path or text), because other chunks may be best within those. Codebases that
 * cannot answer are never in the set: their own search reports why.
 */
async function outranked(
  context: EngineContext,
  targets: readonly Target[],
  { query, vector }: Pick<SearchRequest, "query" | "vector">,
  call: CallContext,
): Promise<ReadonlySet<Target>> {
  const isAboutParts =
    [query.path, query.notPath, query.must, query.exclude].some(({ length }) => length > 0) ||
    targets.some(({ realPath, codebase }) => realPath !== codebase.root);
  if (targets.length <= JOINT_SEARCH.chosen || isAboutParts) return new Set();
  const answering = await answeringOf(context, targets, call);
  const question = parseQuestion(questionText(query));
  if (question.tokens.length === 0) return new Set();
  const asked = {
    tokens: question.distinctTokens,
    vector: (await vector()).vector,
    languages: [...queryLanguages(query.lang)].sort(),
  };
  const likeliest = await unlessItFails(() =>
    context.stores.likeliest(
      answering.map(({ codebase }) => codebase.store()),
      asked,
      JOINT_SEARCH.chunks,
    ),
  );
  if (!likeliest) return new Set();
  const chosen = new Set(likeliest.slice(0, JOINT_SEARCH.chosen).map((at) => answering[at]));
  return new Set(answering.filter((target) => !chosen.has(target)));
}

async function answeringOf(
  { config }: EngineContext,
  targets: readonly Target[],
  call: CallContext,
): Promise<readonly Target[]> {
  const passing: Target[] = [];
  for (const target of targets) {
    const passed = await unlessItFails(async () => {
      const view = target.codebase.isTracked ? await target.codebase.view() : null;
      const echo = {
        path: target.path,
        effectiveRoot: target.codebase.root,
        query: "",
        scope: "mixed",
        resultMode: "raw",
        groupBy: "symbol",
        rankingMode: "default",
        limit: 1,
      } as const;
      return (
        view &&
        gate({ view, tool: "search_codebase", echo, call, isDebug: false, reindexReads: config.reindexReads })
      );
    });
    if (passed?.kind === "open") passing.push(target);
  }
  return passing;
}

/**
 * Result of `work`, or null if the index is corrupt or unreachable. The codebase's own search meets the same
 * error and reports it without costing the other codebases their answers. Throws `CANCELLED`.
 */
async function unlessItFails<Result>(work: () => Promise<Result | null>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EngineError && error.code !== "CANCELLED") return null;
    throw error;
  }
}
