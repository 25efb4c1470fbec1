import { type RankingMode, type GroupBy, type ResultMode, type SearchScope } from "./core-inputs.ts";
import type { EnvelopeHead, VersionEcho, UsedArguments } from "../envelope.ts";
import type { Span, SymbolKey } from "../location.ts";
import type { EffectiveScope } from "../scope.ts";
import type { CallOf } from "./call-of.ts";

export type FreshnessMode =
  | "fresh"
  | "synced"
  | "reconciled_ignore_change"
  | "coalesced"
  | "skipped_indexing"
  | "skipped_requires_reindex"
  | "skipped_locked"
  | "previous_run"
  | "failed";

/** How the index was brought up to date before the search. */
export interface FreshnessDecision {
  readonly mode: FreshnessMode;
  /** ISO 8601; when the index was last compared with the disk. */
  readonly checkedAt: string | null;
  /**
   * Why the index may lack recent changes: with `failed`, the `skipped_…` modes, and `fresh` if no watch
   * runs; otherwise absent.
   */
  readonly reason?: string;
  /** With `synced` and `reconciled_ignore_change`: what changed. */
  readonly changes?: { readonly added: number; readonly removed: number; readonly modified: number };
}

export type StalenessBucket = "fresh" | "aging" | "stale" | "unknown";
export type Confidence = "high" | "medium" | "low";

interface ResultBase {
  /** Relative to the effective root. */
  readonly file: string;
  readonly span: Span;
  /** ISO 8601; absent if `stalenessBucket` is. */
  readonly indexedAt?: string;
  /** How long ago the file was indexed; absent if fresh. */
  readonly stalenessBucket?: Exclude<StalenessBucket, "fresh">;
  /**
   * Other files with a copy of the passage, in which at most a tenth of the words differ, by path; at most
   * ten. Absent if there is none among the files that were read for this answer. The result is the main
   * version.
   */
  readonly alsoIn?: readonly string[];
  /** With several branches: those that have the passage as it is shown, in the order of the scope. */
  readonly branches?: readonly string[];
  /** With several branches: those whose version of the file lacks the passage as it is shown. */
  readonly differsIn?: readonly string[];
}

export interface ChunkResult extends ResultBase {
  readonly kind: "chunk";
  readonly language: string;
  /** The chunk's text. */
  readonly content: string;
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
  readonly symbolId?: string;
  readonly symbolLabel?: string;
}

/**
 * Why `call_graph` does not apply to a result: it has no symbol, calls of its language are not resolved, its
 * file could not be parsed, or its symbol neither calls nor is called.
 */
export type CallGraphHintReason = "no_symbol" | "unsupported_language" | "unparsed_file" | "not_callable";

/** `call_graph` takes the `symbolRef` as it is; without one, it does not apply. */
export type CallGraphHint =
  | { readonly symbolRef: SymbolKey }
  | { readonly supported: false; readonly reason: CallGraphHintReason };

/** A result of `resultMode: "grouped"`: unlike a `ChunkResult`, it has no `kind`. */
export interface GroupResult extends ResultBase {
  /** Absent if the passage has no symbol. */
  readonly symbolLabel?: string;
  /**
   * Consecutive lines within `span` that show why this is a result. Absent from the third result on if
   * nothing in the index is close to the question (`NO_CONFIDENT_MATCH`).
   */
  readonly preview?: string;
  /** First line of `preview`, if it is not the first of `span`. @asType integer */
  readonly previewStartLine?: number;
  readonly callGraphHint: CallGraphHint;
  /** Calls that show the passage if the call graph does not apply; with the outline if the file has one. */
  readonly navigationFallback?: {
    readonly readFile: CallOf<"read_file">;
    readonly fileOutline?: CallOf<"file_outline">;
  };
  /** Number of chunks of the same symbol or file in this group, if more than one. @asType integer */
  readonly collapsedChunkCount?: number;
  /** With `debug`: id of the group; stable for the same index. */
  readonly groupId?: string;
  /** With `debug`. */
  readonly language?: string;
  /** With `debug`: higher is better; comparable within one answer only. */
  readonly score?: number;
}

export type SearchHit = ChunkResult | GroupResult;

/** Whether a result is a whole chunk, as `resultMode: "raw"` returns them. */
export function isChunkResult<Result extends object>(
  result: Result,
): result is Extract<Result, { readonly content: string }> {
  return "content" in result;
}

/** Most of the first results are tests, fixtures, docs or generated code: how to reduce them. */
export interface NoiseMitigationHint {
  readonly reason: "top_results_noise_dominant";
  /** Results considered: the first five, or all if there are fewer. @asType integer */
  readonly topK: number;
  /** Shares of `topK`, rounded to two places. */
  readonly ratios: {
    readonly runtime: number;
    readonly tests: number;
    readonly fixtures: number;
    readonly docs: number;
    readonly generated: number;
  };
  readonly recommendedScope: "runtime";
  /**
   * Patterns worth adding to an ignore file; all known ones if the root's .gitignore is absent or unreadable.
   */
  readonly suggestedIgnorePatterns: readonly string[];
  /** Patterns that matched only files that the root's .gitignore already ignores. */
  readonly alreadyIgnoredByGitignore: readonly string[];
  /** Patterns that would exclude files that the root's .gitignore does not ignore. */
  readonly newSatoriIgnoreOnly: readonly string[];
  /** low: the root's .gitignore is absent or unreadable. */
  readonly confidence: "high" | "low";
  /** How long a watcher waits after the last edit before it syncs. @asType integer */
  readonly debounceMs: number;
  readonly nextStep: string;
}

/**
 * Filters that can exclude a file: `scope`, `lang:` or the session's languages, the folder of `path`, include
 * patterns, exclude patterns.
 */
export const FILE_FILTERS = ["scope", "language", "folder", "include", "exclude"] as const;
export type FileFilterName = (typeof FILE_FILTERS)[number];

/** A file that fits the question but is excluded by filters. */
export interface FilteredOutHint {
  /**
   * named: the question names the file; better: this file is close to the question, the searched ones are
   * not.
   */
  readonly reason: "named_file_left_out" | "better_answer_left_out";
  /** Relative to the effective root. */
  readonly file: string;
  /** The filters that exclude it, in this order; never empty. */
  readonly leftOutBy: readonly FileFilterName[];
  /**
   * The same question without these filters, in the scope that includes the file; absent if session filters
   * exclude it: change them with `set_scope`.
   */
  readonly searchCodebase?: CallOf<"search_codebase">;
}

export interface SearchHints {
  readonly noiseMitigation?: NoiseMitigationHint;
  readonly leftOut?: FilteredOutHint;
  /** Present with `debug`: passes, limits, filter counts, boosts and score parts. Its fields may change. */
  readonly debugSearch?: Readonly<Record<string, unknown>>;
}

/** What was searched; with several branches, summed over them. */
export interface SearchCoverage {
  /** @asType integer */
  readonly files: number;
  /** @asType integer */
  readonly chunks: number;
  /** @asType integer */
  readonly skippedFiles: number;
  /** Ranked files. @asType integer */
  readonly candidates: number;
}

export interface CorrectedTerm {
  readonly term: string;
  /** Names of symbols, closest first. */
  readonly meant: readonly string[];
}

export interface SearchEcho extends VersionEcho, UsedArguments<SearchArguments> {
  /** Session filters that applied: those that the query did not override. */
  readonly sessionScope?: EffectiveScope;
}

/** The arguments of a search, with defaults filled in. */
export interface SearchArguments {
  readonly query: string;
  readonly scope: SearchScope;
  readonly resultMode: ResultMode;
  readonly groupBy: GroupBy;
  readonly rankingMode: RankingMode;
  /** Absent in context mode if none was sent: as many as fit. @asType integer */
  readonly limit?: number;
  /** @asType integer */
  readonly maxTokens?: number;
}

/** A branch and the commit that it names. */
export interface SearchedVersion {
  readonly ref: string;
  readonly commit: string;
}

export interface SearchCodebaseOk extends EnvelopeHead<"search_codebase">, SearchEcho {
  readonly status: "ok";
  readonly hints?: SearchHints;
  readonly freshnessDecision: FreshnessDecision;
  /** How likely the results answer the question. */
  readonly confidence: Confidence;
  /** Words and identifiers of the question that are not in the index, in the question's order. */
  readonly unknownTerms: readonly string[];
  /** Identifiers of the question that are not in the index, with similar names that were searched as well. */
  readonly correctedTerms?: readonly CorrectedTerm[];
  readonly coverage: SearchCoverage;
  /** With several branches: the commit of each, in the order of the scope. */
  readonly versions?: readonly SearchedVersion[];
  /**
   * Score descending, then file, start line, symbol label (none last), symbol id.
   * With several branches: best rank in any of them first, then the order of the branches, then file.
   */
  readonly results: readonly SearchHit[];
}
