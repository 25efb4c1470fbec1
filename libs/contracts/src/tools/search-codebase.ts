import type { EnvelopeHead, Failure, Gated, PathEcho } from "../envelope.ts";
import type { Span, SymbolRef } from "../location.ts";
import type { EffectiveScope, SessionArgument } from "../scope.ts";
import type { CallOf } from "./call-of.ts";

export const SEARCH_SCOPES = ["runtime", "mixed", "docs"] as const;
export type SearchScope = (typeof SEARCH_SCOPES)[number];
export const RESULT_MODES = ["grouped", "raw"] as const;
export type ResultMode = (typeof RESULT_MODES)[number];
export const GROUP_BY = ["symbol", "file"] as const;
export type GroupBy = (typeof GROUP_BY)[number];
export const RANKING_MODES = ["default", "auto_changed_first"] as const;
export type RankingMode = (typeof RANKING_MODES)[number];

/** Finds code that answers a question. */
export interface SearchCodebaseInput extends SessionArgument {
  /**
   * Folder (preferably absolute) of an indexed codebase, or a folder inside to search only below it.
   * @minLength 1
   * @maxLength 4096
   */
  readonly path: string;
  /**
   * A question in words, an identifier, or quoted text. May begin with operators: lang:ts path:src/**
   * -path:vendor/** must:text exclude:text.
   * @minLength 1
   * @maxLength 10000
   */
  readonly query: string;
  /**
   * runtime: source without tests, fixtures, docs and generated files; docs: docs and tests only; mixed:
   * everything.
   * @default "runtime"
   */
  readonly scope?: SearchScope;
  /**
   * grouped: passages with previews; raw: whole chunks.
   * @default "grouped"
   */
  readonly resultMode?: ResultMode;
  /** @default "symbol" */
  readonly groupBy?: GroupBy;
  /**
   * auto_changed_first boosts files with uncommitted changes.
   * @default "auto_changed_first"
   */
  readonly rankingMode?: RankingMode;
  /**
   * Maximum number of results; default 10.
   * @asType integer
   * @minimum 1
   * @maximum 50
   */
  readonly limit?: number;
  /**
   * Budget for the answer in tokens (estimated); previews are shortened to fit.
   * @asType integer
   * @minimum 100
   * @maximum 100000
   */
  readonly maxTokens?: number;
  /** Adds diagnostic details. */
  readonly debug?: boolean;
}

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
  readonly language: string;
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
  /** ISO 8601. */
  readonly indexedAt: string;
  readonly stalenessBucket: StalenessBucket;
}

export interface ChunkResult extends ResultBase {
  readonly kind: "chunk";
  /** The chunk's text. */
  readonly content: string;
  readonly symbolId?: string;
  readonly symbolLabel?: string;
}

/**
 * Why `call_graph` does not apply to a result: it has no symbol, calls of its language are not resolved, its
 * file could not be parsed, or its symbol neither calls nor is called.
 */
export type CallGraphHintReason = "no_symbol" | "unsupported_language" | "unparsed_file" | "not_callable";

/** Supported: `call_graph` takes the `symbolRef` as it is. */
export type CallGraphHint =
  | { readonly supported: true; readonly symbolRef: SymbolRef }
  | { readonly supported: false; readonly reason: CallGraphHintReason };

export interface GroupResult extends ResultBase {
  readonly kind: "group";
  /** Id of the group; stable for the same index. */
  readonly groupId: string;
  readonly symbolId: string | null;
  readonly symbolLabel: string | null;
  /** Number of chunks of the same symbol or file in this group, including itself. @asType integer */
  readonly collapsedChunkCount: number;
  /** Consecutive lines within `span` that show why this is a result. */
  readonly preview: string;
  /** First line of `preview`. @asType integer */
  readonly previewStartLine: number;
  readonly callGraphHint: CallGraphHint;
  /** Calls that show the passage if the call graph does not apply; with the outline if the file has one. */
  readonly navigationFallback?: {
    readonly readFile: CallOf<"read_file">;
    readonly fileOutline?: CallOf<"file_outline">;
  };
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

/** What was searched. */
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

export interface SearchEcho extends PathEcho {
  readonly query: string;
  readonly scope: SearchScope;
  readonly resultMode: ResultMode;
  readonly groupBy: GroupBy;
  readonly rankingMode: RankingMode;
  /** @asType integer */
  readonly limit: number;
  /** @asType integer */
  readonly maxTokens?: number;
  /** Session filters that applied: those that the query did not override. */
  readonly sessionScope?: EffectiveScope;
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
  /** Score descending, then file, start line, symbol label (none last), symbol id. */
  readonly results: readonly (ChunkResult | GroupResult)[];
}

/** @discriminator status */
export type SearchCodebaseOutput =
  | SearchCodebaseOk
  | Gated<"search_codebase", SearchEcho>
  | Failure<"search_codebase">;
