import type { EnvelopeHead, Failure } from "../envelope.ts";
import type { EffectiveScope, PathPattern, ScopeFilters, SearchedScope, SessionArgument } from "../scope.ts";

/** Finds exact text or a regular expression in files, line by line. Needs no index. */
export interface SearchTextInput extends ScopeFilters, SessionArgument {
  /**
   * Text to look for, on one line.
   * @minLength 1
   * @maxLength 2000
   */
  readonly query: string;
  /**
   * The query is a regular expression, in the syntax of Rust's regex crate: no look-around, no
   * backreferences.
   * @default false
   */
  readonly regex?: boolean;
  /**
   * Capitals count.
   * @default false
   */
  readonly case_sensitive?: boolean;
  /**
   * The folder, absolute or relative to the session's root. Default: the codebases of the session's scope,
   * else the session's root, else the only indexed codebase.
   * @minLength 1
   * @maxLength 4096
   */
  readonly path?: string;
  /**
   * Files, folders or patterns to look in, relative to `path`. With them, only what the call itself says
   * about files counts, not include_globs nor the session's scope.
   * @maxItems 200
   */
  readonly paths?: readonly PathPattern[];
  /**
   * Lines shown before and behind each match.
   * @asType integer
   * @minimum 0
   * @maximum 10
   * @default 0
   */
  readonly context_lines?: number;
  /**
   * Most matches of an answer.
   * @asType integer
   * @minimum 1
   * @maximum 1000
   * @default 100
   */
  readonly max_results?: number;
}

export interface SearchTextEcho extends SearchedScope {
  readonly query: string;
  readonly regex: boolean;
  readonly case_sensitive: boolean;
  readonly paths?: readonly string[];
  /** @asType integer */
  readonly context_lines: number;
  /** @asType integer */
  readonly max_results: number;
  readonly scope: EffectiveScope;
}

export interface TextMatch {
  /** Root of its codebase, where several were searched. */
  readonly repo?: string;
  /** Relative to the effective root. */
  readonly path: string;
  /**
   * From 1.
   * @asType integer
   */
  readonly line: number;
  /**
   * Of the first match in the line, in UTF-16 code units from 1.
   * @asType integer
   */
  readonly column: number;
  /** The line; of a long one the part around the match. */
  readonly text: string;
  /** With context_lines. */
  readonly before?: readonly string[];
  /** With context_lines. */
  readonly after?: readonly string[];
}

export interface SearchTextOk extends EnvelopeHead<"search_text">, SearchTextEcho {
  readonly status: "ok";
  /** By codebase, path, then line; each line once. */
  readonly matches: readonly TextMatch[];
  /**
   * Matching lines, exact unless `truncated`, then a lower bound.
   * @asType integer
   */
  readonly total: number;
  readonly truncated: boolean;
}

/** @discriminator status */
export type SearchTextOutput = SearchTextOk | Failure<"search_text">;
