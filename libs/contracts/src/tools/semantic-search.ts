import type { EnvelopeHead, Failure, Gated, PathEcho, UsedArguments } from "../envelope.ts";
import type { Status } from "../codes/statuses.ts";
import type { EffectiveScope, RepoScope, SearchedScope, SessionArgument } from "../scope.ts";
import type { ChunkResult, Confidence, FreshnessDecision } from "./search-codebase.ts";

/** Finds passages that answer a question in code, tests and docs, in one codebase or across several. */
export interface SemanticSearchInput extends RepoScope, SessionArgument {
  /**
   * A question in words, an identifier, or quoted text. Operators as in search_codebase.
   * @minLength 1
   * @maxLength 10000
   */
  readonly query: string;
  /**
   * A folder of an indexed codebase, in place of `repos`. Default: the codebases of the session's scope, or
   * the session's root, or the only indexed codebase.
   * @minLength 1
   * @maxLength 4096
   */
  readonly path?: string;
  /**
   * Maximum number of findings.
   * @asType integer
   * @minimum 1
   * @maximum 50
   * @default 10
   */
  readonly limit?: number;
}

export type SemanticSearchEcho = UsedArguments<SemanticSearchArguments>;

/** The arguments of a semantic search, with defaults filled in. */
export interface SemanticSearchArguments {
  readonly query: string;
  /** @asType integer */
  readonly limit: number;
}

export interface Finding extends ChunkResult {
  /** Root of its codebase, if several were searched. */
  readonly repo?: string;
}

/** One of the requested codebases. */
export interface SearchedCodebase {
  readonly repo: string;
  /** Other than `ok`: it contributes no findings. */
  readonly status: Status;
  readonly confidence?: Confidence;
  readonly freshnessDecision?: FreshnessDecision;
  /**
   * It was searched together with other codebases in one shared store, and all of the best chunks are from
   * others.
   */
  readonly outranked?: true;
}

export interface SemanticSearchOk extends EnvelopeHead<"semantic_search">, SemanticSearchEcho, SearchedScope {
  readonly status: "ok";
  readonly scope: EffectiveScope;
  /** hybrid: by words and by meaning; lexical: by words only. */
  readonly method: "hybrid" | "lexical";
  /** The highest of all codebases. */
  readonly confidence: Confidence;
  /** By root. */
  readonly searched: readonly SearchedCodebase[];
  /** Score descending, then codebase, file, start line. Scores are comparable within one answer only. */
  readonly findings: readonly Finding[];
}

/** @discriminator status */
export type SemanticSearchOutput =
  | SemanticSearchOk
  | Gated<"semantic_search", SemanticSearchEcho & PathEcho>
  | Failure<"semantic_search">;
