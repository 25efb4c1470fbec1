/**
 * Turns the result of the pipeline into the envelope. Pure, except that a noise hint reads the root's
 * `.gitignore`.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import {
  buildEnvelope,
  type CallGraphHint,
  type CallGraphHintReason,
  type ChunkResult,
  type FilteredOutHint,
  type GroupResult,
  type NoiseMitigationHint,
  type SearchCodebaseOk,
  type SearchCodebaseOutput,
  type SearchHit,
  type StalenessBucket,
  type WarningCode,
} from "@satori/contracts";
import { Evaluator, resolvesCalls, type SymbolFact } from "@satori/sidecar";
import { isGuess } from "../../contents/decode.ts";
import { ALL_INDEXED, unindexedText } from "../../contents/unindexed.ts";
import { guessedNote } from "../../contents/unsearched.ts";
import type { CallContext } from "../../engine-context.ts";
import { hasOutline } from "../../files/outline/outline.ts";
import { candidateOf, type SymbolMatch } from "../../files/symbol-lookup/find-symbol.ts";
import { scopesOf } from "../../files/symbol-lookup/scopes-of-symbol.ts";
import { isUncalled } from "../../graph/uncalled.ts";
import { mayBeUsed } from "../../graph/uses/find-uses.ts";
import { compareText, relativeTo } from "../../model/paths.ts";
import { unicodeForms } from "../../model/unicode-forms.ts";
import type { Freshness } from "../../model/staleness.ts";
import type { ParsedQuery } from "../../query/parse-query.ts";
import { snapshotProject } from "../../store/snapshot-project.ts";
import type { Snapshot } from "../../store/store.ts";
import { unknownWords } from "../parse/question.ts";
import type { SearchResult } from "../pipeline.ts";
import type { UsedSearchArguments } from "../used-arguments.ts";
import type { ConfidenceScore } from "../rank/confidence.ts";
import { DIVERSITY } from "../rank/ranking.ts";
import { rerankSummary } from "../rank/rerank.ts";
import { type FileFilter, filtersNothing, whyNoFile } from "../retrieve/filter.ts";
import {
  estimateJsonTokens,
  type Fitted,
  fitToBudget,
  previewFields,
  type ShorterPreview,
} from "./budget.ts";
import { filteredOutHint, whyFilteredOut } from "./filtered-out.ts";
import type { Group } from "./group.ts";
import type { DefinitionQuery } from "../parse/definition-query.ts";
import { noiseHint } from "./noise.ts";
import type { Passage } from "./passages.ts";
import { previewOf, type Shown } from "./preview.ts";
import { isAllRequired, isScanCut, isTextMissing, whyNoText } from "./required-texts.ts";
import type { RootGitignore } from "./root-gitignore.ts";

export interface AnswerParts extends SearchResult {
  readonly confidenceScore: ConfidenceScore;
  readonly snapshot: Snapshot;
  readonly query: ParsedQuery;
  readonly echo: UsedSearchArguments;
  readonly fileFilter: FileFilter;
  readonly freshness: Freshness;
  /** Warnings of the gate about the index. */
  readonly indexWarnings: readonly WarningCode[];
  /** The effective root; null for a commit. */
  readonly diskRoot: string | null;
  /** Reads the `.gitignore` of the effective root. */
  readonly rootGitignore: () => RootGitignore;
  readonly nowMs: number;
  readonly call: CallContext;
  readonly debug: boolean;
}

/**
 * Share of a token budget that tool, status, warnings and meta take. Debug hints are not counted, because
 * counting them would hide the results that they explain.
 */
const HEAD_TOKENS = 80;

/** What an answer says besides its results, in every result mode. */
export interface AnswerFacts {
  readonly message: string | undefined;
  readonly leftOut: FilteredOutHint | null;
  /** Warnings about files that are not in the index. */
  readonly warnings: readonly WarningCode[];
  readonly about: Pick<
    SearchCodebaseOk,
    "freshnessDecision" | "confidence" | "unknownTerms" | "correctedTerms" | "coverage"
  >;
}

/** Describes the outcome of a search. */
export async function factsOf(parts: AnswerParts): Promise<AnswerFacts> {
  const { echo, snapshot, grouping, question, candidates, confidenceScore } = parts;
  const leftOut = filteredOutHint({
    unresolvedPath: candidates.unresolvedPath,
    better: parts.bestFilteredOutFile,
    files: snapshot.files,
    fileFilter: parts.fileFilter,
    echo,
  });
  const place = relativeTo(echo.effectiveRoot, echo.path) ?? "";
  const unindexed = confidenceScore.hasNoMatch
    ? await unindexedText({ snapshot, root: parts.diskRoot, place })
    : ALL_INDEXED;
  const said = [
    filtersNothing(parts.query),
    whyNoFile(parts.fileFilter, echo.scope, parts.query),
    whyNoText(parts),
    whyFilteredOut(leftOut, candidates.unresolvedPath, echo),
    unindexed.note,
    await guessedAmong(grouping.groups, snapshot),
    parts.freshness.doubt,
    notLookedAt(parts),
  ].filter((sentence) => sentence !== null);
  const about = {
    freshnessDecision: parts.freshness.decision,
    confidence: confidenceScore.confidence,
    unknownTerms: unknownTermsOf(parts),
    ...(question.corrections ? { correctedTerms: question.corrections } : {}),
    coverage: {
      files: snapshot.files.count,
      chunks: snapshot.files.firstRows[snapshot.files.count] as number,
      skippedFiles: snapshot.skippedFiles,
      candidates: candidates.candidateFiles.length,
    },
  };
  return {
    message: said.length === 0 ? undefined : said.join(" "),
    leftOut,
    warnings: unindexed.warnings,
    about,
  };
}

/** Builds the envelope of `search_codebase`: results within the token budget, message, warnings and hints. */
export async function buildAnswer(parts: AnswerParts): Promise<SearchCodebaseOutput> {
  const { echo, grouping, confidenceScore } = parts;
  const { message, leftOut, warnings, about: facts } = await factsOf(parts);
  const about = { ...echo, ...facts };
  const results = await Promise.all(
    grouping.groups.map((group, rank) =>
      echo.resultMode === "raw" ? chunkResult(group, parts) : groupResult(group, rank, parts),
    ),
  );
  // If a better file is outside the scope, the left-out hint already advises another scope. A noise hint
  // would advise a second one.
  const isMisplaced = leftOut?.leftOutBy.includes("scope") === true;
  const { noiseMitigation, ...fitted } = fitWithHint(
    results,
    { restTokens: estimateJsonTokens({ ...about, message, leftOut }) + HEAD_TOKENS, isMisplaced },
    parts,
  );
  const hints = {
    ...(noiseMitigation ? { noiseMitigation } : {}),
    ...(leftOut ? { leftOut } : {}),
    ...(parts.debug ? { debugSearch: debugOf(parts) } : {}),
  };
  return buildEnvelope(
    "search_codebase",
    {
      status: "ok",
      warnings: [...warningsOf(parts, confidenceScore, fitted.isCut), ...warnings],
      message,
      hints,
    },
    { ...about, results: fitted.results },
    parts.call.elapsedMs(),
  );
}

/** A part of a word is no token of the index, but results that must contain it do. */
function unknownTermsOf({ query, question, candidates, grouping: { groups } }: AnswerParts): string[] {
  if (isAllRequired(query) && groups.length > 0) return [];
  const shown = groups.map(({ passage }) => passage.text);
  return unknownWords(question.text, candidates.frequencies, shown);
}

/** Says in which of the files shown the encoding is a guess; null if in none. */
async function guessedAmong(groups: readonly Group[], snapshot: Snapshot): Promise<string | null> {
  const files = [...new Set(groups.map(({ passage }) => passage.file))];
  const encodings = await snapshot.encodings(files);
  const guessed = files.filter((_, at) => isGuess(encodings[at] ?? ""));
  return guessedNote(guessed.map((file) => snapshot.files.paths[file] as string).sort(compareText));
}

/**
 * The results shown, and the noise hint about them. The hint uses part of the budget, so there may be fewer
 * results with it.
 */
function fitWithHint(
  results: readonly SearchHit[],
  { restTokens, isMisplaced }: { readonly restTokens: number; readonly isMisplaced: boolean },
  parts: AnswerParts,
): Fitted & { readonly noiseMitigation: NoiseMitigationHint | null } {
  const {
    echo: { maxTokens },
    rootGitignore,
  } = parts;
  const previews =
    parts.echo.resultMode === "raw"
      ? []
      : parts.grouping.groups.map(({ passage }): ShorterPreview => (maxLines) => {
          return previewFields(passage.span, previewOf(passage, shownOf(parts), maxLines));
        });
  let looked: RootGitignore | undefined;
  const hintAbout = (shown: Fitted): NoiseMitigationHint | null =>
    isMisplaced || asksForNoise(parts)
      ? null
      : noiseHint(
          shown.results.map(({ file }) => file),
          () => (looked ??= rootGitignore()),
        );
  const alone = fitToBudget(results, { maxTokens, restTokens, previews });
  const hint = hintAbout(alone);
  if (hint === null || maxTokens === undefined) return { ...alone, noiseMitigation: hint };
  const beside = fitToBudget(results, {
    maxTokens,
    restTokens: restTokens + estimateJsonTokens(hint),
    previews,
  });
  return { ...beside, noiseMitigation: hintAbout(beside) };
}

/** Whether the path patterns select noise only. Then it is no noise: without it nothing would remain. */
export function asksForNoise({ query, fileFilter }: AnswerParts): boolean {
  return query.path.length > 0 && !fileFilter.hasRuntime();
}

/** What previews of an answer should show. */
export function shownOf({ question, query }: AnswerParts): Shown {
  return { question, must: query.must.flatMap((text) => unicodeForms(text.toLowerCase())) };
}

/** Warnings of an answer. @param isCut whether the budget left something out */
export function warningsOf(
  parts: AnswerParts,
  confidenceScore: ConfidenceScore,
  isCut: boolean,
): WarningCode[] {
  const warnings = [...parts.indexWarnings, ...parts.freshness.warnings];
  if (!parts.isSemanticAvailable) warnings.push("SEMANTIC_SEARCH_UNAVAILABLE");
  if (parts.rerank.kind === "failed") warnings.push("RERANKER_FAILED");
  // The next search may boost other files. If git failed or is missing, the next search has the same result,
  // so there is no warning.
  if (parts.isBoosted === "slow") warnings.push("CHANGED_FILES_UNKNOWN");
  if (parts.isQuestionCut) warnings.push("EMBEDDING_INPUT_TRUNCATED");
  if (parts.query.must.length > 0 && isTextMissing(parts)) warnings.push("FILTER_MUST_UNSATISFIED");
  if (isScanCut(parts)) warnings.push("TEXT_SCAN_INCOMPLETE");
  if (confidenceScore.hasNoMatch) warnings.push("NO_CONFIDENT_MATCH");
  if (isCut) warnings.push("OUTPUT_TRUNCATED");
  if (parts.remainingFiles > 0) warnings.push("DEADLINE_REACHED");
  return warnings;
}

/** Says how many ranked files the deadline cut off; null if none. */
function notLookedAt({ remainingFiles, ranking, call: { deadline } }: AnswerParts): string | null {
  return remainingFiles === 0
    ? null
    : `The answer reached ${deadline.name}: ${remainingFiles} of ${ranking.files.length} ranked files ` +
        "were not searched.";
}

/** The language of a passage, and its score to six places. */
function ratingOf({ file, score }: Passage, { snapshot }: AnswerParts): { language: string; score: number } {
  return { language: snapshot.files.languages[file] as string, score: Math.round(score * 1e6) / 1e6 };
}

/** How old the index of a file is; nothing if it is fresh. */
function ageOf(
  { file }: Passage,
  { snapshot, nowMs }: AnswerParts,
): Pick<GroupResult, "indexedAt" | "stalenessBucket"> {
  const indexedAtMs = snapshot.files.indexedAtMs[file] as number;
  const stalenessBucket = stalenessOf(nowMs - indexedAtMs);
  return stalenessBucket === "fresh"
    ? {}
    : { indexedAt: new Date(indexedAtMs).toISOString(), stalenessBucket };
}

function stalenessOf(ageMs: number): StalenessBucket {
  // A file indexed before the clock was set back has a negative age.
  if (Number.isNaN(ageMs) || ageMs < 0) return "unknown";
  return ageMs < 30 * 60_000 ? "fresh" : ageMs < 24 * 3_600_000 ? "aging" : "stale";
}

function chunkResult({ passage, alsoIn }: Group, parts: AnswerParts): ChunkResult {
  const { symbol, span } = passage;
  const { language, score } = ratingOf(passage, parts);
  return {
    kind: "chunk",
    file: passage.path,
    span: { startLine: span.startLine, endLine: span.endLine },
    ...(symbol ? { symbolId: symbol.id, symbolLabel: symbol.label } : {}),
    language,
    content: passage.text.replace(/\r?\n$/, ""),
    ...(alsoIn.length > 0 ? { alsoIn } : {}),
    ...ageOf(passage, parts),
    score,
  };
}

/** @param rank position among the results, from 0 */
async function groupResult(
  { passage, alsoIn, collapsed }: Group,
  rank: number,
  parts: AnswerParts,
): Promise<GroupResult> {
  const { symbol, path, span } = passage;
  const hasPreview = rank < NO_MATCH_PREVIEWS || !parts.confidenceScore.hasNoMatch;
  return {
    file: path,
    span: { startLine: span.startLine, endLine: span.endLine },
    ...(symbol ? { symbolLabel: symbol.label } : {}),
    ...(hasPreview ? previewFields(span, previewOf(passage, shownOf(parts))) : {}),
    ...(alsoIn.length > 0 ? { alsoIn } : {}),
    ...(await navigationOf(passage, parts.snapshot, parts.echo.effectiveRoot)),
    ...(collapsed > 1 ? { collapsedChunkCount: collapsed } : {}),
    ...ageOf(passage, parts),
    ...(parts.debug ? { groupId: groupId(passage, parts.echo.groupBy), ...ratingOf(passage, parts) } : {}),
  };
}

/** Previews of an answer that nothing is close to. */
const NO_MATCH_PREVIEWS = 2;

function groupId({ path, symbol, span }: Passage, groupBy: string): string {
  const key = groupBy === "file" ? path : (symbol?.id ?? `${path}:${span.startLine}`);
  return `grp_${createHash("sha256").update(`${groupBy}\0${key}`).digest("hex").slice(0, 16)}`;
}

// Builds `hints.debugSearch`, which explains how an answer came about. Pure.

interface DebugInput extends SearchResult {
  readonly confidenceScore: ConfidenceScore;
  readonly query: ParsedQuery;
  readonly fileFilter: FileFilter;
}

function definitionSummary({ name, qualifier, kinds }: DefinitionQuery): Record<string, unknown> {
  return { name, qualifier, kinds: kinds ? [...kinds.exact].sort() : null };
}

export function debugOf(parts: DebugInput): Record<string, unknown> {
  const { query, candidates, ranking, grouping, fileFilter, textFilter, requiredScan } = parts;
  const rerankScores = parts.rerank.kind === "applied" ? parts.rerank.scores : new Map<number, number>();
  const byFile = new Map(ranking.files.map((ranked) => [ranked.file, ranked]));
  return {
    ...(requiredScan ? { requiredScan } : {}),
    candidateLimit: candidates.candidateLimit,
    arms: candidates.arms,
    ...(parts.question.definition ? { definition: definitionSummary(parts.question.definition) } : {}),
    ...(parts.question.expansions ? { expansions: parts.question.expansions } : {}),
    operators: {
      lang: query.lang,
      path: query.path,
      notPath: query.notPath,
      must: query.must,
      exclude: query.exclude,
    },
    filters: [...fileFilter.counts, ...textFilter.counts],
    diversity: { ...DIVERSITY, isRelaxed: grouping.isRelaxed },
    changedFilesBoost: typeof parts.isBoosted === "string" ? "unknown" : parts.isBoosted,
    rerank: rerankSummary(parts.rerank),
    confidence: round(parts.confidenceScore.value),
    weights: ranking.weights,
    scores: grouping.groups.map(({ passage }) => {
      const ranked = byFile.get(passage.file);
      const rerankScore = rerankScores.get(passage.file);
      return {
        file: passage.path,
        startLine: passage.span.startLine,
        score: round(passage.score),
        prior: ranked?.prior,
        signals: rounded(ranked?.signals ?? {}),
        ...(rerankScore === undefined ? {} : { rerank: round(rerankScore) }),
      };
    }),
  };
}

function rounded(values: object): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, round(value as number)]));
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

// Next calls for a result: into the call graph, or else the calls that show its passage.

type Navigation = Pick<GroupResult, "callGraphHint" | "navigationFallback">;

/**
 * Call-graph hint of a passage, with a fallback if the call graph does not support it.
 *
 * @param root folder that files are relative to
 */
export async function navigationOf(passage: Passage, snapshot: Snapshot, root: string): Promise<Navigation> {
  const [content] = await snapshot.contents([passage.file]);
  const symbols = content?.symbols ?? [];
  const callGraphHint = callGraphHintOf(passage, symbols, snapshot);
  return "symbolRef" in callGraphHint
    ? { callGraphHint }
    : { callGraphHint, navigationFallback: fallback(passage, symbols, { snapshot, root }) };
}

/**
 * A symbol is supported if `call_graph` can answer for it: calls start from it or lead to it, or it is used.
 */
function callGraphHintOf(
  { symbol, file, path }: Passage,
  symbols: readonly SymbolFact[],
  snapshot: Snapshot,
): CallGraphHint {
  const { files, calls } = snapshot;
  const unsupported = (reason: CallGraphHintReason): CallGraphHint => ({
    supported: false,
    reason,
  });
  if (!symbol) return unsupported(files.unparsed[file] === 1 ? "unparsed_file" : "no_symbol");
  if (!resolvesCalls(files.languages[file] as string)) return unsupported("unsupported_language");
  if (!calls.flow(file)) return unsupported("unparsed_file");
  if (!isFollowed(snapshot, candidateOf(path, symbol), { at: file, symbols }))
    return unsupported("not_callable");
  return { symbolRef: { file: path, symbolId: symbol.id } };
}

/** Whether the symbol calls something, is called, or is used. */
function isFollowed(
  snapshot: Snapshot,
  found: SymbolMatch,
  passage: { readonly at: number; readonly symbols: readonly SymbolFact[] },
): boolean {
  if (mayBeUsed(found)) return true;
  const resolution = new Evaluator(snapshotProject(snapshot));
  const refs = scopesOf(resolution, found, passage);
  return refs.length > 0 && !isUncalled(snapshot, resolution, { found: [found], refs });
}

function fallback(
  { file, path, span }: Passage,
  symbols: readonly SymbolFact[],
  { snapshot, root }: { readonly snapshot: Snapshot; readonly root: string },
): NonNullable<GroupResult["navigationFallback"]> {
  return {
    readFile: {
      tool: "read_file",
      args: { path: join(root, path), start_line: span.startLine, end_line: span.endLine },
    },
    ...(hasOutline(snapshot.files, file, symbols)
      ? { fileOutline: { tool: "file_outline", args: { path: root, file: path } } }
      : {}),
  };
}
