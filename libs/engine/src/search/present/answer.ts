/**
 * Turns the result of the pipeline into the envelope. Pure, except that a noise hint reads the root's
 * `.gitignore`.
 */
import type { Freshness } from "../../model/staleness.ts";
import {
  type ChunkResult,
  type GroupResult,
  type NoiseMitigationHint,
  type SearchCodebaseOutput,
  type SearchEcho,
  type StalenessBucket,
  type WarningCode,
  buildEnvelope,
} from "@satori/contracts";
import { createHash } from "node:crypto";
import { ALL_INDEXED, unindexedText } from "../../contents/unindexed.ts";
import type { CallContext } from "../../engine-context.ts";
import { relativeTo } from "../../model/paths.ts";
import type { Snapshot } from "../../store/store.ts";
import type { ConfidenceScore } from "../rank/confidence.ts";
import { debugOf } from "./debug.ts";
import { type FileFilter, filtersNothing, whyNoFile } from "../retrieve/filter.ts";
import { type Fitted, type ShorterPreview, estimateJsonTokens, fitToBudget } from "./budget.ts";
import type { Group } from "./group.ts";
import { filteredOutHint, whyFilteredOut } from "./filtered-out.ts";
import { navigationOf } from "./navigation.ts";
import { noiseHint } from "./noise.ts";
import type { ParsedQuery } from "../../query/parse-query.ts";
import type { Passage } from "./passages.ts";
import { type Shown, previewOf } from "./preview.ts";
import { unknownWords } from "../parse/question.ts";
import type { RootGitignore } from "./root-gitignore.ts";
import type { SearchResult } from "../pipeline.ts";

export interface AnswerParts extends SearchResult {
  readonly confidenceScore: ConfidenceScore;
  readonly snapshot: Snapshot;
  readonly query: ParsedQuery;
  readonly echo: SearchEcho;
  readonly fileFilter: FileFilter;
  readonly freshness: Freshness;
  /** Warnings of the gate about the index. */
  readonly indexWarnings: readonly WarningCode[];
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

/** Builds the envelope of `search_codebase`: results within the token budget, message, warnings and hints. */
export async function buildAnswer(parts: AnswerParts): Promise<SearchCodebaseOutput> {
  const { echo, snapshot, grouping, question, candidates, confidenceScore } = parts;
  const leftOut = filteredOutHint({
    unresolvedPath: candidates.unresolvedPath,
    better: parts.bestFilteredOutFile,
    files: snapshot.files,
    fileFilter: parts.fileFilter,
    echo,
  });
  const unindexed = confidenceScore.hasNoMatch
    ? await unindexedText(snapshot, relativeTo(echo.effectiveRoot, echo.path) ?? "")
    : ALL_INDEXED;
  const said = [
    filtersNothing(parts.query),
    whyNoFile(parts.fileFilter, echo.scope, parts.query),
    whyFilteredOut(leftOut, candidates.unresolvedPath, echo),
    unindexed.note,
    parts.freshness.doubt,
    notLookedAt(parts),
  ].filter((sentence) => sentence !== null);
  const message = said.length === 0 ? undefined : said.join(" ");
  const results = await Promise.all(
    grouping.groups.map((group) =>
      echo.resultMode === "raw" ? chunkResult(group.passage, parts) : groupResult(group, parts),
    ),
  );
  const about = {
    ...echo,
    freshnessDecision: parts.freshness.decision,
    confidence: confidenceScore.confidence,
    unknownTerms: unknownWords(
      question.text,
      candidates.frequencies,
      grouping.groups.map(({ passage }) => passage.text),
    ),
    ...(question.corrections ? { correctedTerms: question.corrections } : {}),
    coverage: {
      files: snapshot.files.count,
      chunks: snapshot.files.firstRows[snapshot.files.count],
      skippedFiles: snapshot.skippedFiles,
      candidates: candidates.candidateFiles.length,
    },
  };
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
      warnings: [...warningsOf(parts, confidenceScore, fitted.isCut), ...unindexed.warnings],
      message,
      hints,
    },
    { ...about, results: fitted.results },
    parts.call.elapsedMs(),
  );
}

type Result = ChunkResult | GroupResult;

/**
 * The results shown, and the noise hint about them. The hint uses part of the budget, so there may be fewer
 * results with it.
 */
function fitWithHint(
  results: readonly Result[],
  { restTokens, isMisplaced }: { readonly restTokens: number; readonly isMisplaced: boolean },
  parts: AnswerParts,
): Fitted<Result> & { readonly noiseMitigation: NoiseMitigationHint | null } {
  const {
    echo: { maxTokens },
    rootGitignore,
  } = parts;
  const previews =
    parts.echo.resultMode === "raw"
      ? []
      : parts.grouping.groups.map(({ passage }): ShorterPreview => (maxLines) => {
          const { text, span } = previewOf(passage, shownOf(parts), maxLines);
          return { text, startLine: span.startLine };
        });
  let looked: RootGitignore | undefined;
  // Noise that the path patterns ask for is no noise: without it nothing would remain.
  const isBesideThePoint = isMisplaced || (parts.query.path.length > 0 && !parts.fileFilter.hasRuntime());
  const hintAbout = (shown: Fitted<Result>): NoiseMitigationHint | null =>
    isBesideThePoint
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

function shownOf({ question, query }: AnswerParts): Shown {
  return { question, must: query.must.map((text) => text.toLowerCase()) };
}

function warningsOf(parts: AnswerParts, confidenceScore: ConfidenceScore, isCut: boolean): WarningCode[] {
  const warnings = [...parts.indexWarnings, ...parts.freshness.warnings];
  if (!parts.isSemanticAvailable) warnings.push("SEMANTIC_SEARCH_UNAVAILABLE");
  if (parts.rerank.kind === "failed") warnings.push("RERANKER_FAILED");
  // The next search may boost other files. If git failed or is missing, the next search has the same result,
  // so there is no warning.
  if (parts.isBoosted === "slow") warnings.push("CHANGED_FILES_UNKNOWN");
  if (parts.isQuestionCut) warnings.push("EMBEDDING_INPUT_TRUNCATED");
  if (parts.query.must.length > 0 && parts.grouping.groups.length === 0)
    warnings.push("FILTER_MUST_UNSATISFIED");
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

function base(
  passage: Passage,
  { snapshot, nowMs }: AnswerParts,
): Pick<GroupResult, "language" | "score" | "indexedAt" | "stalenessBucket"> {
  const indexedAtMs = snapshot.files.indexedAtMs[passage.file] as number;
  return {
    language: snapshot.files.languages[passage.file] as string,
    score: Math.round(passage.score * 1e6) / 1e6,
    indexedAt: new Date(indexedAtMs).toISOString(),
    stalenessBucket: stalenessOf(nowMs - indexedAtMs),
  };
}

function stalenessOf(ageMs: number): StalenessBucket {
  // A file indexed before the clock was set back has a negative age.
  if (Number.isNaN(ageMs) || ageMs < 0) return "unknown";
  return ageMs < 30 * 60_000 ? "fresh" : ageMs < 24 * 3_600_000 ? "aging" : "stale";
}

function chunkResult(passage: Passage, parts: AnswerParts): ChunkResult {
  const { symbol, span } = passage;
  const facts = base(passage, parts);
  return {
    kind: "chunk",
    file: passage.path,
    span: { startLine: span.startLine, endLine: span.endLine },
    language: facts.language,
    content: passage.text.replace(/\r?\n$/, ""),
    score: facts.score,
    ...(symbol ? { symbolId: symbol.id, symbolLabel: symbol.label } : {}),
    indexedAt: facts.indexedAt,
    stalenessBucket: facts.stalenessBucket,
  };
}

async function groupResult({ passage, collapsed }: Group, parts: AnswerParts): Promise<GroupResult> {
  const { symbol, path } = passage;
  const preview = previewOf(passage, shownOf(parts));
  const facts = base(passage, parts);
  const span = { startLine: passage.span.startLine, endLine: passage.span.endLine };
  return {
    kind: "group",
    groupId: groupId(passage, parts.echo.groupBy),
    file: path,
    span,
    language: facts.language,
    symbolId: symbol?.id ?? null,
    symbolLabel: symbol?.label ?? null,
    score: facts.score,
    indexedAt: facts.indexedAt,
    stalenessBucket: facts.stalenessBucket,
    collapsedChunkCount: collapsed,
    preview: preview.text,
    previewStartLine: preview.span.startLine,
    ...(await navigationOf(passage, parts.snapshot, parts.echo.effectiveRoot)),
  };
}

function groupId({ path, symbol, span }: Passage, groupBy: string): string {
  const key = groupBy === "file" ? path : (symbol?.id ?? `${path}:${span.startLine}`);
  return `grp_${createHash("sha256").update(`${groupBy}\0${key}`).digest("hex").slice(0, 16)}`;
}
