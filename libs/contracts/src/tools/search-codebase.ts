import { type RankingMode, type GroupBy, type ResultMode, type SearchScope } from "./core-inputs.ts";
import type { EnvelopeHead, Failure, Gated, PathEcho } from "../envelope.ts";
import type { Span, SymbolRef } from "../location.ts";
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
   * Why the index may be behind the disk, with `failed`, the `skipped_…` modes, and `fresh` where no watch
   * runs; absent where it is not.
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
 * Why `call_graph` has nothing to say of a result: it is about no symbol, calls of its language are not
 * resolved, its file could not be understood, or its symbol is nothing that calls or is called.
 */
export type CallGraphHintReason = "no_symbol" | "unsupported_language" | "unparsed_file" | "not_callable";

/** Supported: `call_graph` takes the `symbolRef` as it is. */
export type CallGraphHint =
  | { readonly supported: true; readonly symbolRef: SymbolRef }
  | { readonly supported: false; readonly reason: CallGraphHintReason };

export interface GroupResult extends ResultBase {
  readonly kind: "group";
  /** Names the group; stable for the same index. */
  readonly groupId: string;
  readonly symbolId: string | null;
  readonly symbolLabel: string | null;
  /** Chunks of the same symbol or file that this result stands for, itself included. @asType integer */
  readonly collapsedChunkCount: number;
  /** The lines that show why this is a result: some that follow each other, within `span`. */
  readonly preview: string;
  /** Line on which `preview` begins. @asType integer */
  readonly previewStartLine: number;
  readonly callGraphHint: CallGraphHint;
  /** Calls that show the place when the call graph cannot; the outline's where the file has one. */
  readonly navigationFallback?: {
    readonly readFile: CallOf<"read_file">;
    readonly fileOutline?: CallOf<"file_outline">;
  };
}

/** Most of the first results are tests, fixtures, docs or generated code: how to have less of them. */
export interface NoiseMitigationHint {
  readonly reason: "top_results_noise_dominant";
  /** Results that were looked at: the first five, or all if there are fewer. @asType integer */
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
   * Patterns worth adding to an ignore file; all known ones while the root's .gitignore is absent or cannot
   * be read.
   */
  readonly suggestedIgnorePatterns: readonly string[];
  /** Patterns that matched only files which the root's .gitignore ignores already. */
  readonly alreadyIgnoredByGitignore: readonly string[];
  /** Patterns that would leave out files which the root's .gitignore does not ignore. */
  readonly newSatoriIgnoreOnly: readonly string[];
  /** low: the root's .gitignore is absent or cannot be read. */
  readonly confidence: "high" | "low";
  /** How long a watcher waits for quiet after an edit before it syncs. @asType integer */
  readonly debounceMs: number;
  readonly nextStep: string;
}

/**
 * What can leave a file out of an answer: `scope`, `lang:` or the languages of the session, the folder of
 * `path`, patterns to include, patterns to exclude.
 */
export const FILE_FILTERS = ["scope", "language", "folder", "include", "exclude"] as const;
export type FileFilterName = (typeof FILE_FILTERS)[number];

/** A file that the question is about, or is likely to be, and that filters leave out. */
export interface FilteredOutHint {
  /**
   * named: the question names the file; better: nothing that was searched is close to it, and this file is.
   */
  readonly reason: "named_file_left_out" | "better_answer_left_out";
  /** Relative to the effective root. */
  readonly file: string;
  /** All that leave it out, in this order; never empty. */
  readonly leftOutBy: readonly FileFilterName[];
  /**
   * The question again, without these, in the scope that has the file; absent where filters of the session
   * leave it out: `set_scope` takes others.
   */
  readonly searchCodebase?: CallOf<"search_codebase">;
}

export interface SearchHints {
  readonly noiseMitigation?: NoiseMitigationHint;
  readonly leftOut?: FilteredOutHint;
  /** Present with `debug`: passes, limits, filter counts, boosts and score parts. Its fields may change. */
  readonly debugSearch?: Readonly<Record<string, unknown>>;
}

/** What the answer was drawn from. */
export interface SearchCoverage {
  /** @asType integer */
  readonly files: number;
  /** @asType integer */
  readonly chunks: number;
  /** @asType integer */
  readonly skippedFiles: number;
  /** Files that were ranked. @asType integer */
  readonly candidates: number;
}

export interface CorrectedTerm {
  readonly term: string;
  /** Names of symbols, the one that differs least first. */
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
  /** Filters of the session that shaped the answer: those that the question itself did not replace. */
  readonly sessionScope?: EffectiveScope;
}

export interface SearchCodebaseOk extends EnvelopeHead<"search_codebase">, SearchEcho {
  readonly status: "ok";
  readonly hints?: SearchHints;
  readonly freshnessDecision: FreshnessDecision;
  /** How sure it is that the results answer the question. */
  readonly confidence: Confidence;
  /** Words and identifiers of the question that the index does not know, in its order. */
  readonly unknownTerms: readonly string[];
  /**
   * Identifiers of the question that the index does not have, with the names that it took them for besides.
   */
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
