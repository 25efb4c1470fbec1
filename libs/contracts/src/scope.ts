/**
 * Which files a tool looks at, besides what the ignore rules leave out, and the sessions that keep such a
 * choice.
 */

/**
 * A pattern of paths, or a path.
 * @maxLength 4096
 */
export type PathPattern = string;

/**
 * Patterns are those of gitignore without negation, relative to the effective root, case-sensitive: `*.ts` at
 * any depth, `src/*.ts` in that folder, `docs/` all below it, with braces for several at once.
 */
export interface ScopeFilters {
  /**
   * Only files that fit one of these gitignore patterns, relative to the root, such as `src/` or
   * `*.{ts,tsx}`. An empty list is no filter.
   * @maxItems 200
   */
  readonly include_globs?: readonly PathPattern[];
  /**
   * No file that fits one of these patterns; they are of the same kind.
   * @maxItems 200
   */
  readonly exclude_globs?: readonly PathPattern[];
  /**
   * Only files in these languages, by id or alias (`ts`). An empty list is no filter.
   * @maxItems 200
   */
  readonly languages?: readonly string[];
}

/** Filters, and which codebases they are for. */
export interface RepoScope extends ScopeFilters {
  /**
   * Codebases by the name of their folder, or by path. An empty list is no choice.
   * @maxItems 200
   */
  readonly repos?: readonly string[];
}

/** What a session can be about. Every field is optional; those that are empty say nothing. */
export interface ScopeIn extends RepoScope {
  /**
   * Not searched yet: a list that is not empty is refused.
   * @maxItems 200
   */
  readonly branches?: readonly string[];
  /** Not searched yet: a text that is not empty is refused. */
  readonly commit?: string;
}

/**
 * What shaped an answer: fields that are not empty, languages by their ids and ascending, codebases by their
 * roots and ascending.
 */
export interface EffectiveScope extends RepoScope {}

/** Where a call of the set `scope` looked: one folder, or several codebases. */
export interface SearchedScope {
  /** The folder that was asked for; absent where there are `repos`. */
  readonly path?: string;
  /** The root of the codebase that covers `path`; files in the answer are relative to it. */
  readonly effectiveRoot?: string;
  /** Roots of the codebases, where there are several; files in the answer are relative to their own. */
  readonly repos?: readonly string[];
}

/** Which session a call belongs to, where the transport does not say it. */
export interface SessionArgument {
  /**
   * A session that set_scope named. Not needed over stdio.
   * @minLength 1
   * @maxLength 128
   */
  readonly session_id?: string;
}
