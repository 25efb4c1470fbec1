/** Which files a tool looks at, besides what the ignore rules leave out. */

/**
 * Patterns are those of gitignore without negation, relative to the effective root, case-sensitive: `*.ts` at any depth,
 * `src/*.ts` in that folder, `docs/` all below it.
 */
export interface ScopeFilters {
  /** Only files that fit one of these patterns. An empty list is no filter. */
  readonly include_globs?: readonly string[];
  /** No file that fits one of these patterns. */
  readonly exclude_globs?: readonly string[];
  /** Only files in these languages, by id or alias (`ts`). An empty list is no filter. */
  readonly languages?: readonly string[];
}

/** The filters that shaped an answer: those that are not empty, languages by their ids. */
export interface EffectiveScope extends ScopeFilters {}
