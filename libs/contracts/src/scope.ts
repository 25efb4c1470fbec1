/**
 * Filters on the files that a tool covers, in addition to the ignore rules, and the sessions that store them.
 */

/**
 * A pattern of paths, or a path.
 * @maxLength 4096
 */
export type PathPattern = string;

/**
 * gitignore patterns without negation, relative to the effective root, case-sensitive: `*.ts` at any depth,
 * `src/*.ts` in that folder, `docs/` everything below; braces list alternatives.
 */
export interface ScopeFilters {
  /**
   * Only files that match one of these gitignore patterns, relative to the root, such as `src/` or
   * `*.{ts,tsx}`. An empty list is no filter.
   * @maxItems 200
   */
  readonly include_globs?: readonly PathPattern[];
  /**
   * No files that match one of these gitignore patterns.
   * @maxItems 200
   */
  readonly exclude_globs?: readonly PathPattern[];
  /**
   * Only files in these languages, by id or alias (`ts`). An empty list is no filter.
   * @maxItems 200
   */
  readonly languages?: readonly string[];
}

/** Filters, and the codebases they apply to. */
export interface RepoScope extends ScopeFilters {
  /**
   * Codebases by folder name or path. An empty list is no filter.
   * @maxItems 200
   */
  readonly repos?: readonly string[];
}

/** A session's scope. Every field is optional; empty ones have no effect. */
export interface ScopeIn extends RepoScope {
  /**
   * Branches or tags to answer from instead of the files on disk. search_codebase searches several together;
   * other tools need one.
   * @maxItems 8
   */
  readonly branches?: readonly RefName[];
  /** Commit, branch or tag to answer from instead; wins over branches. */
  readonly commit?: RefName;
}

/**
 * @maxLength 1000
 */
export type RefName = string;

/**
 * The filters and versions applied to an answer: non-empty fields only, languages as ids and codebases as
 * roots, both ascending.
 */
export interface EffectiveScope extends RepoScope {
  /** In the order of the call. */
  readonly branches?: readonly string[];
  readonly commit?: string;
}

/** What a call of the set `scope` covered: one folder, or several codebases. */
export interface SearchedScope {
  /** The requested folder; absent if there are `repos`. */
  readonly path?: string;
  /**
   * The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is
   * `path`.
   */
  readonly effectiveRoot?: string;
  /** Roots of the codebases, if there are several; files in the answer are relative to their own root. */
  readonly repos?: readonly string[];
}

/** Arguments that differ from the call's, with which it would find something. */
export interface RetryHint {
  readonly args: {
    readonly include_globs?: readonly PathPattern[];
    readonly paths?: readonly PathPattern[];
    readonly regex?: boolean;
    readonly case_sensitive?: boolean;
  };
  /** Files that these patterns match; for patterns. @asType integer */
  readonly files?: number;
  /** Matching lines, a lower bound; for the other arguments. @asType integer */
  readonly matches?: number;
}

export interface FileToolHints {
  /** If nothing was found. */
  readonly retry?: RetryHint;
}

/** The session a call belongs to, if the transport has no sessions. */
export interface SessionArgument {
  /**
   * From set_scope. Not needed over stdio.
   * @minLength 1
   * @maxLength 128
   */
  readonly session_id?: string;
}
