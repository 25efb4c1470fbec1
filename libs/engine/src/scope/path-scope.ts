/** Turns the filters of a call into a test for files, and into what the answer repeats. Pure. */
import type { ArgumentProblem, EffectiveScope, ScopeFilters } from "@satori/contracts";
import { detectLanguage, languageIds } from "@satori/sidecar";
import { refuseProblems } from "../errors.ts";
import { LEADING_DOT, MAX_ALTERNATIVES, bracedPatterns, isClosed, plainPatterns } from "../ignore/braces.ts";
import { compilePathFilter } from "../ignore/path-matcher.ts";
import { readLanguages } from "./languages.ts";

/** Most patterns of a field after expanding braces: each file is compared with all of them. */
const MAX_PATTERNS = 1_000;

export interface PathScope {
  /** The fields that are not empty, for the answer. */
  readonly effective: EffectiveScope;
  /** Patterns of ignore files, without braces. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Whether a file passes all filters. Its name determines its language. */
  readonly accepts: (path: string) => boolean;
  /** Whether there is no filter. */
  readonly isOpen: boolean;
}

/** Compiles filters. Throws `INVALID_ARGUMENTS` with all invalid patterns and unknown languages. */
export function pathScope(filters: ScopeFilters): PathScope {
  refuseProblems(filterProblems(filters));
  const { include_globs: included = [], exclude_globs: excluded = [], languages: names = [] } = filters;
  const languages = readLanguages(names);
  const [include, exclude] = [withoutBraces(included), withoutBraces(excluded)];
  const passes = compilePathFilter(include, exclude);
  const isSpoken =
    languages.ids.size === 0 ? () => true : (path: string) => languages.ids.has(languageOf(path));
  return {
    effective: {
      ...(included.length > 0 ? { include_globs: included } : {}),
      ...(excluded.length > 0 ? { exclude_globs: excluded } : {}),
      ...(languages.ids.size > 0 ? { languages: [...languages.ids].sort() } : {}),
    },
    include,
    exclude,
    accepts: (path) => isSpoken(path) && passes(path),
    isOpen: include.length + exclude.length + languages.ids.size === 0,
  };
}

/** Problems of filters: all invalid patterns and unknown languages. */
export function filterProblems({
  include_globs: included = [],
  exclude_globs: excluded = [],
  languages = [],
}: ScopeFilters): ArgumentProblem[] {
  return [
    ...globProblems("include_globs", included),
    ...globProblems("exclude_globs", excluded),
    ...languageProblems(readLanguages(languages).unknown),
  ];
}

/** Ids of languages. Throws `INVALID_ARGUMENTS` with the unknown ones and the list of known ones. */
export function requireLanguages(names: readonly string[]): ReadonlySet<string> {
  const { ids, unknown } = readLanguages(names);
  refuseProblems(languageProblems(unknown));
  return ids;
}

/** Language by the name of a file; `text` if it has none. */
export function languageOf(path: string): string {
  return detectLanguage(path, "")?.id ?? "text";
}

/** Equivalent patterns of ignore files. Only for valid patterns. */
export function withoutBraces(globs: readonly string[]): readonly string[] {
  return globs.flatMap((glob) => plainPatterns(glob) ?? glob);
}

/** Problems of the patterns in a field. */
export function globProblems(field: string, globs: readonly string[]): ArgumentProblem[] {
  const problems = globs.flatMap((glob, at) => {
    const message = faultOf(glob);
    return message === null
      ? []
      : [{ path: `${field}[${at}]`, message: `${JSON.stringify(glob)} ${message}` }];
  });
  const count = problems.length > 0 ? 0 : withoutBraces(globs).length;
  return count <= MAX_PATTERNS
    ? problems
    : [
        {
          path: field,
          message: `expands to ${count} patterns; the limit is ${MAX_PATTERNS}`,
        },
      ];
}

/**
 * Problems of the patterns of `path:` and `-path:`. There, a leading slash means the root, as in ignore
 * files.
 */
export function operatorProblems(patterns: readonly string[]): ArgumentProblem[] {
  return patterns.flatMap((pattern) => {
    const message = faultOf(pattern.replace(/^\/+(?=.)/, ""));
    return message === null
      ? []
      : [{ path: "query", message: `has the pattern ${JSON.stringify(pattern)}, which ${message}` }];
  });
}

function faultOf(written: string): string | null {
  if (!isClosed(written)) return "has an unclosed bracket or an unknown character class";
  const meant = bracedPatterns(written);
  if (meant === null) return `expands to more than ${MAX_ALTERNATIVES} patterns`;
  return meant.map(plainFault).find((fault) => fault !== null) ?? null;
}

function plainFault(glob: string): string | null {
  if (glob.replace(LEADING_DOT, "").trim() === "") return "is empty";
  if (/[\0\n\r]/.test(glob)) return "has a character that is not allowed in patterns";
  if (glob.startsWith("!")) return "begins with !: to negate, use exclude_globs, or -path: in a query";
  if (/^(?:[/\\]|[A-Za-z]:[/\\])/.test(glob))
    return "is absolute: patterns are relative to the effective root";
  if (glob.split(/[/\\]/).includes("..")) return "leaves the root";
  return null;
}

/** One problem for all of them, since the list of known languages is long. */
function languageProblems(unknown: readonly string[]): ArgumentProblem[] {
  if (unknown.length === 0) return [];
  const names = [...new Set(unknown)].map((name) => JSON.stringify(name)).join(", ");
  return [
    {
      path: "languages",
      message:
        `has unknown ${unknown.length === 1 ? "language" : "languages"} ${names}; languages are ` +
        `${languageIds().join(", ")}`,
    },
  ];
}
