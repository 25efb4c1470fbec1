import type { EnvelopeHead, Failure, UsedArguments } from "../envelope.ts";
import type {
  EffectiveScope,
  FileToolHints,
  PathPattern,
  ScopeFilters,
  SearchedScope,
  SessionArgument,
} from "../scope.ts";

/** Finds exact text or a regular expression in files, line by line. Needs no index. */
export interface SearchTextInput extends ScopeFilters, SessionArgument {
  /**
   * Text to find, on one line.
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
   * Match case.
   * @default false
   */
  readonly case_sensitive?: boolean;
  /**
   * The folder, absolute or relative to the session's root. Default: the codebases of the session's scope, or
   * the session's root, or the only indexed codebase.
   * @minLength 1
   * @maxLength 4096
   */
  readonly path?: string;
  /**
   * Files, folders or patterns to search, relative to `path`. They replace include_globs and the session's
   * file filters.
   * @maxItems 200
   */
  readonly paths?: readonly PathPattern[];
  /**
   * Lines shown before and after each match.
   * @asType integer
   * @minimum 0
   * @maximum 10
   * @default 0
   */
  readonly context_lines?: number;
  /**
   * Maximum number of matches.
   * @asType integer
   * @minimum 1
   * @maximum 1000
   * @default 100
   */
  readonly max_results?: number;
}

export interface SearchTextEcho extends SearchedScope, UsedArguments<SearchTextArguments> {
  readonly scope: EffectiveScope;
}

/** The arguments of a search for text, with defaults filled in. */
export interface SearchTextArguments {
  readonly query: string;
  readonly regex: boolean;
  readonly case_sensitive: boolean;
  readonly paths?: readonly string[];
  /** @asType integer */
  readonly context_lines: number;
  /** @asType integer */
  readonly max_results: number;
}

export interface TextMatch {
  /** Root of its codebase, if several were searched. */
  readonly repo?: string;
  /** Relative to the effective root. */
  readonly path: string;
  /**
   * From 1.
   * @asType integer
   */
  readonly line: number;
  /**
   * Start of the first match in the line, in UTF-16 code units from 1.
   * @asType integer
   */
  readonly column: number;
  /** The line, or the part of a long line around the match. */
  readonly text: string;
  /** With context_lines. */
  readonly before?: readonly string[];
  /** With context_lines. */
  readonly after?: readonly string[];
}

export interface SearchTextOk extends EnvelopeHead<"search_text">, SearchTextEcho {
  readonly status: "ok";
  readonly hints?: FileToolHints;
  /** By codebase, path, then line; each line once. */
  readonly matches: readonly TextMatch[];
  /**
   * Number of matching lines; a lower bound if `truncated`.
   * @asType integer
   */
  readonly total: number;
  readonly truncated: boolean;
}

/** @discriminator status */
export type SearchTextOutput = SearchTextOk | Failure<"search_text">;
