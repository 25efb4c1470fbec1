/**
 * Applies the filters of a search in a fixed order and counts each: scope → lang → path include → path
 * exclude → must → exclude.
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

/** Number of files before and after a filter; number of chunks for the two text filters. */
export interface FilterCount {
  readonly filter: "scope" | "lang" | "path_include" | "path_exclude" | "must" | "exclude";
  before: number;
  after: number;
}

/** Result of the file filters. */
export interface FileFilter {
  /** One entry per file; null if every file is allowed. */
  readonly allowed: Uint8Array | null;
  readonly counts: readonly FilterCount[];
  /** All filters that exclude the file, in the order of `FILE_FILTERS`. */
  readonly leftOutBy: (file: number) => readonly FileFilterName[];
  /**
   * Files that only the scope excludes, optionally of one category, with one entry per file; null if there
   * are none. Computed on call.
   */
  readonly outOfScope: (only?: NoiseCategory) => Uint8Array | null;
  /** Whether any allowed file is in the scope `runtime`. */
  readonly hasRuntime: () => boolean;
}

/**
 * Language ids of the `lang:` operators. One operator may name several languages (`lang:js,ts`). Throws
 * `INVALID_ARGUMENTS` for unknown languages, with the list of known ones.
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

/** Splits at commas, which no language name contains. */
function languagesIn(list: string): readonly string[] {
  const named = list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return named.length > 0 ? named : [list];
}

/** A query combined with the filters of the session scope. */
export interface ScopedQuery {
  /** Includes the session's filters, as if they had been written as operators. */
  readonly query: ParsedQuery;
  /**
   * Filters of the session that apply: `lang:` replaces its languages, `path:` replaces its include patterns,
   * and `-path:` is added to its exclude patterns.
   */
  readonly sessionScope: ScopeFilters;
}

/** Combines a query's operators with the filters of the session scope. */
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
  /** Language ids; empty allows all. */
  readonly languages: ReadonlySet<string>;
  /** Called for each file that is matched against patterns; may throw. */
  readonly check?: () => void;
}

/**
 * Applies the file filters.
 *
 * @param folder folder that contains all results; empty for the whole codebase
 */
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

/** Most misplaced operators that the message lists. */
const MAX_LATE = 3;

/**
 * A sentence about operators that count as text because they follow the first word; null if there are none.
 */
export function filtersNothing({ text }: ParsedQuery): string | null {
  const late = lateOperators(text).slice(0, MAX_LATE);
  return late.length === 0
    ? null
    : `${late.join(", ")} ${late.length === 1 ? "is" : "are"} read as text: put operators in front of ` +
        "the question.";
}

/** A sentence about the filter that excluded the last files; null if files remain. */
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
  const isOnly = emptied.before === 1;
  const none = isOnly ? "The only remaining file is not" : `None of the ${emptied.before} remaining files is`;
  const noneMatches = isOnly
    ? "The only remaining file does not match"
    : `None of the ${emptied.before} remaining files matches`;
  const allMatch = isOnly ? "The only remaining file matches" : `All ${emptied.before} remaining files match`;
  switch (emptied.filter) {
    case "scope":
      return `${none} in the scope ${scope}; use mixed for all files.`;
    case "lang":
      return `${none} written in ${lang.join(" or ")}.`;
    case "path_include":
      if (path.length === 0) return `${none} in the requested folder.`;
      return `${noneMatches} ${path.join(" or ")}, relative to the codebase's root.`;
    case "path_exclude":
      return `${allMatch} ${notPath.join(" or ")}, which is excluded.`;
    default:
      return null;
  }
}

/** Logs and measures filters that came with a scope, of the session or of the call. */
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

/** Whether a scope covers files of these classes. `docs` covers tests as well. */
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
 * Most pattern lists whose matches are cached per state of an index. A session's patterns come again with
 * each question.
 */
const MAX_REMEMBERED = 64;
const remembered = new WeakMap<FileTable, Map<string, Uint8Array>>();

/**
 * A filter for files that match one of the patterns.
 *
 * @param check called for each file that is matched; may throw
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
