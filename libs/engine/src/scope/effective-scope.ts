/** The scope of a call: the session scope, overridden field by field by the call's own arguments. */
import type { EffectiveScope, RepoScope, ScopeFilters } from "@satori/contracts";
import { compilePathFilter } from "../ignore/path-matcher.ts";
import type { SessionScopes } from "./session-scopes.ts";
import { languageOf, requireLanguages } from "./path-scope.ts";
import { currentSession } from "./session.ts";

/** The scope of a session, by default the current call's; empty if none is stored. */
export function getEffectiveScope(
  { sessions }: { readonly sessions: SessionScopes },
  sessionId: string | undefined = currentSession()?.id,
): EffectiveScope {
  return (sessionId === undefined ? null : sessions.get(sessionId)) ?? {};
}

/** The versions that the current call's session is about. Not logged: the tool reads the scope once more. */
export function versionsOfSession({
  sessions,
}: {
  readonly sessions: SessionScopes;
}): Pick<EffectiveScope, "commit" | "branches"> {
  const session = currentSession();
  return (session && sessions.peek(session.id)) ?? {};
}

/**
 * Merges the scopes: a field of the call replaces that of the session, even with an empty list; other fields
 * come from the session.
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

/** The codebases of the scope, if it has any and the call names no folder. */
export function reposOf(path: string | undefined, { repos = [] }: RepoScope): Pick<EffectiveScope, "repos"> {
  return path === undefined && repos.length > 0 ? { repos } : {};
}

/** The part of the scope that filters files, without the codebases. */
export function filtersOf({ include_globs, exclude_globs, languages }: RepoScope): ScopeFilters {
  return {
    ...given("include_globs", include_globs),
    ...given("exclude_globs", exclude_globs),
    ...given("languages", languages),
  };
}

/**
 * The paths that match a pattern of `include` and none of `exclude`, in their order. An empty list is no
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
 * The paths whose names indicate one of the languages, in their order. An empty list is no filter. Throws
 * `INVALID_ARGUMENTS` for an unknown language.
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
