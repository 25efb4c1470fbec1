/**
 * Filters of a search, in their fixed order, each counted: scope → lang → path include → path exclude → must
 * → exclude.
 */
import { FILE_FILTERS, type FileFilterName, type ScopeFilters, type SearchScope } from "@satori/contracts";
import { languageIds } from "@satori/sidecar";
import type { EngineContext } from "../../engine-context.ts";
import { refuseProblems } from "../../errors.ts";
import { compilePathPatterns } from "../../ignore/path-matcher.ts";
import { type NoiseCategory, noiseCategory } from "../../lexical/path-class.ts";
import { isWithin } from "../../model/paths.ts";
import { readLanguages } from "../../scope/languages.ts";
import { currentSession } from "../../scope/session.ts";
import type { FileTable } from "../../store/store.ts";
import { type ParsedQuery, lateOperators } from "../../query/parse-query.ts";

/** Files, or chunks for the two text filters, before and after a filter. */
export interface FilterCount {
  readonly filter: "scope" | "lang" | "path_include" | "path_exclude" | "must" | "exclude";
  before: number;
  after: number;
}

export interface FileFilter {
  /** One for each file; null when every file is allowed. */
  readonly allowed: Uint8Array | null;
  readonly counts: readonly FilterCount[];
  /** All filters that leave the file out, in the order of `FILE_FILTERS`. */
  readonly leftOutBy: (file: number) => readonly FileFilterName[];
  /**
   * Files, of a category alone, that nothing but the scope leaves out, one for each file; null where there
   * are none. Looked for when they are asked for.
   */
  readonly outOfScope: (only?: NoiseCategory) => Uint8Array | null;
  /** Whether a file is left that the scope `runtime` has. */
  readonly hasRuntime: () => boolean;
}

/**
 * Languages of the `lang:` operators, of which one may name several (`lang:js,ts`), as ids. Throws
 * `INVALID_ARGUMENTS` for those that are unknown, naming what there is.
 */
export function queryLanguages(names: readonly string[]): ReadonlySet<string> {
  const { ids, unknown } = readLanguages(names.flatMap(languagesIn));
  refuseProblems(
    unknown.length === 0
      ? []
      : [
          {
            path: "query",
            message:
              `has lang: with unknown languages (${unknown.join(", ")}); languages are ` +
              `${languageIds().join(", ")}`,
          },
        ],
  );
  return ids;
}

/** No name of a language has a comma. */
function languagesIn(list: string): readonly string[] {
  const named = list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return named.length > 0 ? named : [list];
}

export interface ScopedQuery {
  /** With the filters as if they had been written as operators. */
  readonly query: ParsedQuery;
  /**
   * The filters that count: `lang:` takes the place of languages, `path:` of the patterns to include, and
   * `-path:` is one more to exclude.
   */
  readonly sessionScope: ScopeFilters;
}

export function scopedQuery(
  query: ParsedQuery,
  { include_globs = [], exclude_globs = [], languages = [] }: ScopeFilters,
): ScopedQuery {
  const include = query.path.length > 0 ? [] : include_globs;
  const spoken = query.lang.length > 0 ? [] : languages;
  return {
    query: {
      ...query,
      lang: [...query.lang, ...spoken],
      path: [...query.path, ...include],
      notPath: [...exclude_globs, ...query.notPath],
    },
    sessionScope: {
      ...(include.length > 0 ? { include_globs: include } : {}),
      ...(exclude_globs.length > 0 ? { exclude_globs } : {}),
      ...(spoken.length > 0 ? { languages: spoken } : {}),
    },
  };
}

export interface FilesWanted {
  readonly scope: SearchScope;
  readonly query: ParsedQuery;
  /** Ids; none for all. */
  readonly languages: ReadonlySet<string>;
  /** Called for each file that is matched against patterns; it may throw. */
  readonly check?: () => void;
}

/** @param folder results lie at or below it; empty for all */
export function filterFiles(
  files: FileTable,
  folder: string,
  { scope, query, languages, check }: FilesWanted,
): FileFilter {
  const passes: Readonly<Record<FileFilterName, Accepts | null>> = {
    scope: scope === "mixed" ? null : (file) => inScope(files.pathClasses[file] as number, scope),
    language: languages.size === 0 ? null : (file) => languages.has(files.languages[file] as string),
    folder: folder === "" ? null : (file) => isWithin(files.paths[file] as string, folder),
    include: query.path.length === 0 ? null : matcherStep(files, query.path, check),
    exclude: query.notPath.length === 0 ? null : negate(matcherStep(files, query.notPath, check)),
  };
  const steps: readonly (readonly [FilterCount["filter"], Accepts | null])[] = [
    ["scope", passes.scope],
    ["lang", passes.language],
    ["path_include", both(passes.folder, passes.include)],
    ["path_exclude", passes.exclude],
  ];
  let allowed: Uint8Array | null = null;
  let count = files.count;
  const counts = steps.map(([filter, accepts]): FilterCount => {
    const before = count;
    if (accepts) {
      allowed ??= new Uint8Array(files.count).fill(1);
      for (let file = 0; file < files.count; file++) {
        if (allowed[file] === 1 && !accepts(file)) {
          allowed[file] = 0;
          count--;
        }
      }
    }
    return { filter, before, after: count };
  });
  const leftOutBy = (file: number): FileFilterName[] =>
    FILE_FILTERS.filter((name) => passes[name]?.(file) === false);
  const outOfScope = (only?: NoiseCategory): Uint8Array | null => {
    const isOf = (file: number): boolean =>
      only === undefined || noiseCategory(files.pathClasses[file] as number) === only;
    const flags = Uint8Array.from(files.paths, (_, file) =>
      Number(isOf(file) && leftOutBy(file).join() === "scope"),
    );
    return flags.includes(1) ? flags : null;
  };
  const hasRuntime = (): boolean =>
    files.paths.some(
      (_, file) =>
        (allowed === null || allowed[file] === 1) && inScope(files.pathClasses[file] as number, "runtime"),
    );
  return { allowed, counts, leftOutBy, outOfScope, hasRuntime };
}

/** Of how many operators behind the first word it is told that they are text. */
const MAX_LATE = 3;

/**
 * What was meant to filter and counts as text, for it stands behind the first word; null where nothing does.
 */
export function filtersNothing({ text }: ParsedQuery): string | null {
  const late = lateOperators(text).slice(0, MAX_LATE);
  return late.length === 0
    ? null
    : `${late.join(", ")} ${late.length === 1 ? "is" : "are"} read as text: put operators in front of ` +
        "the question.";
}

/** Which filter left no file, and what it asks for; null where files are left. */
export function whyNoFile(
  { counts, outOfScope }: FileFilter,
  scope: SearchScope,
  { lang, path, notPath }: ParsedQuery,
): string | null {
  const emptied = counts.find(({ after }) => after === 0);
  if (!emptied) return null;
  if (emptied.before === 0) return "The index has no files.";
  const fitting = emptied.filter === "scope" ? 0 : (outOfScope()?.reduce((sum, flag) => sum + flag, 0) ?? 0);
  if (fitting > 0)
    return (
      `${fitting === 1 ? "The only file that matches the folder and filters of this call is" : `None of the ${fitting} files that match the folder and filters of this call is`} ` +
      `${fitting === 1 ? "not " : ""}in the scope ${scope}; use mixed for all files.`
    );
  const files = `the ${emptied.before} remaining ${emptied.before === 1 ? "file" : "files"}`;
  switch (emptied.filter) {
    case "scope":
      return `None of ${files} is in the scope ${scope}; use mixed for all files.`;
    case "lang":
      return `None of ${files} is written in ${lang.join(" or ")}.`;
    case "path_include":
      return path.length > 0
        ? `None of ${files} matches ${path.join(" or ")}, from the codebase's root.`
        : `None of ${files} is in the requested folder.`;
    case "path_exclude":
      return `All of ${files} match ${notPath.join(" or ")}, which is excluded.`;
    default:
      return null;
  }
}

/** Tells of filters that came with a scope, be it the session's or the call's. */
export function noteFilters(
  { log, metrics }: Pick<EngineContext, "log" | "metrics">,
  { include_globs = [], exclude_globs = [], languages = [] }: ScopeFilters,
  { counts }: FileFilter,
  durationMs: number,
): void {
  const hasGlobs = include_globs.length + exclude_globs.length > 0;
  if (!hasGlobs && languages.length === 0) return;
  const filterType = !hasGlobs ? "language" : languages.length === 0 ? "glob" : "combined";
  metrics.observe("codeintel_scope_filter_duration_seconds", { filter_type: filterType }, durationMs / 1_000);
  log("debug", "Applied scope filters", {
    session_id: currentSession()?.id ?? null,
    filter_type: filterType,
    matched_count: counts.at(-1)?.after ?? 0,
    duration_ms: Math.round(durationMs * 1_000) / 1_000,
  });
}

export function inScope(pathClass: number, scope: "runtime" | "docs"): boolean {
  const category = noiseCategory(pathClass);
  return scope === "runtime" ? category === "runtime" : category === "docs" || category === "tests";
}

/** Whether a file passes a filter. */
type Accepts = (file: number) => boolean;

function both(first: Accepts | null, second: Accepts | null): Accepts | null {
  return first && second ? (file) => first(file) && second(file) : (first ?? second);
}

/**
 * Lists of patterns whose files are remembered for one state of an index: those of sessions come again with
 * each question.
 */
const MAX_REMEMBERED = 64;
const remembered = new WeakMap<FileTable, Map<string, Uint8Array>>();

/**
 * Whether files match one of some patterns.
 *
 * @param check called for each file that is matched; it may throw
 */
export function matcherStep(files: FileTable, patterns: readonly string[], check?: () => void): Accepts {
  const known = remembered.get(files) ?? new Map<string, Uint8Array>();
  remembered.set(files, known);
  const key = JSON.stringify(patterns);
  let matching = known.get(key);
  if (!matching) {
    if (known.size >= MAX_REMEMBERED) known.clear();
    const matches = compilePathPatterns(patterns);
    known.set(key, (matching = Uint8Array.from(files.paths, (path) => (check?.(), Number(matches(path))))));
  }
  return (file) => matching[file] === 1;
}

function negate(accepts: Accepts): Accepts {
  return (file) => !accepts(file);
}
