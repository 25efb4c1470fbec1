/** What shapes a call: the scope of its session, and what the call itself says, which wins field by field. */
import type { EffectiveScope, RepoScope, ScopeFilters } from "@satori/contracts";
import { compilePathFilter } from "../ignore/path-matcher.ts";
import type { SessionScopes } from "./session-scopes.ts";
import { languageOf, requireLanguages } from "./path-scope.ts";
import { currentSession } from "./session.ts";

/** The scope of a session, which is the call's own if none is named; empty where none is kept. */
export function getEffectiveScope(
  { sessions }: { readonly sessions: SessionScopes },
  sessionId: string | undefined = currentSession()?.id,
): EffectiveScope {
  return (sessionId === undefined ? null : sessions.get(sessionId)) ?? {};
}

/**
 * A field that the call has takes the place of the session's, an empty list included; the others are the
 * session's.
 */
export function mergeScopeFilters(scope: EffectiveScope, explicit: RepoScope): RepoScope {
  const {
    repos = scope.repos,
    include_globs = scope.include_globs,
    exclude_globs = scope.exclude_globs,
    languages = scope.languages,
  } = explicit;
  return {
    ...given("repos", repos),
    ...given("include_globs", include_globs),
    ...given("exclude_globs", exclude_globs),
    ...given("languages", languages),
  };
}

/** The codebases, where the call names no folder and there are any. */
export function reposOf(path: string | undefined, { repos = [] }: RepoScope): Pick<EffectiveScope, "repos"> {
  return path === undefined && repos.length > 0 ? { repos } : {};
}

/** Without the codebases: what says which files pass. */
export function filtersOf({ include_globs, exclude_globs, languages }: RepoScope): ScopeFilters {
  return {
    ...given("include_globs", include_globs),
    ...given("exclude_globs", exclude_globs),
    ...given("languages", languages),
  };
}

/**
 * The paths that fit a pattern of `include` and none of `exclude`, in their order; an empty list is no
 * filter. Paths are relative to the root, with `/`.
 */
export function applyPathFilters(
  paths: readonly string[],
  include: readonly string[] = [],
  exclude: readonly string[] = [],
): string[] {
  return paths.filter(compilePathFilter(include, exclude));
}

/**
 * The paths whose names tell one of the languages, in their order; an empty list is no filter. Throws
 * `INVALID_ARGUMENTS` for a language that is unknown.
 */
export function applyLanguageFilter(paths: readonly string[], languages: readonly string[] = []): string[] {
  const ids = requireLanguages(languages);
  return ids.size === 0 ? [...paths] : paths.filter((path) => ids.has(languageOf(path)));
}

function given<Name extends keyof RepoScope>(
  name: Name,
  values: readonly string[] | undefined,
): Partial<Record<Name, readonly string[]>> {
  return values === undefined ? {} : ({ [name]: values } as Partial<Record<Name, readonly string[]>>);
}
