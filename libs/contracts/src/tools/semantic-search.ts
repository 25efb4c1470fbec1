import type { EnvelopeHead, Failure, Gated, PathEcho } from "../envelope.ts";
import type { Status } from "../codes/statuses.ts";
import type { EffectiveScope, RepoScope, SearchedScope, SessionArgument } from "../scope.ts";
import type { ChunkResult, Confidence, FreshnessDecision } from "./search-codebase.ts";

/**
 * Finds places that a question is about, in one codebase or in several as if they were one: code, tests and
 * docs alike.
 */
export interface SemanticSearchInput extends RepoScope, SessionArgument {
  /**
   * A question in words, an identifier, or quoted text. Operators as in search_codebase.
   * @minLength 1
   * @maxLength 10000
   */
  readonly query: string;
  /**
   * A folder of an indexed codebase, in place of `repos`. Default: the codebases of the session's scope, else
   * the session's root, else the only indexed codebase.
   * @minLength 1
   * @maxLength 4096
   */
  readonly path?: string;
  /**
   * Most findings of an answer.
   * @asType integer
   * @minimum 1
   * @maximum 50
   * @default 10
   */
  readonly limit?: number;
}

export interface SemanticSearchEcho {
  readonly query: string;
  /** @asType integer */
  readonly limit: number;
}

export interface Finding extends ChunkResult {
  /** Root of its codebase, where several were searched. */
  readonly repo?: string;
}

/** One of the codebases that were asked. */
export interface SearchedCodebase {
  readonly repo: string;
  /** Other than `ok`: nothing of it is among the findings. */
  readonly status: Status;
  readonly confidence?: Confidence;
  readonly freshnessDecision?: FreshnessDecision;
  /**
   * It was asked in one question together with others, as a store that holds them together allows, and the
   * best chunks of all are others'.
   */
  readonly outranked?: true;
}

export interface SemanticSearchOk extends EnvelopeHead<"semantic_search">, SemanticSearchEcho, SearchedScope {
  readonly status: "ok";
  readonly scope: EffectiveScope;
  /** hybrid: by words and by meaning; lexical: by words alone. */
  readonly method: "hybrid" | "lexical";
  /** Of the surest codebase. */
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
