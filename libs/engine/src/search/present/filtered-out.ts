/**
 * Builds the left-out hint: a file that fits the question but is excluded by filters, and how to search it.
 * Pure.
 */
import type { CallOf, FileFilterName, FilteredOutHint, SearchScope } from "@satori/contracts";
import { repeatedArguments, type UsedSearchArguments } from "../used-arguments.ts";
import { type ParsedQuery, parseQuery, writeQuery } from "../../query/parse-query.ts";
import { type FileFilter, inScope, matcherStep } from "../retrieve/filter.ts";
import type { UnresolvedPath } from "../retrieve/mentioned-files.ts";
import type { FileTable } from "../../store/store.ts";

export interface FilteredOutInput {
  /** A path in the question that no searched file has; null if there is none. */
  readonly unresolvedPath: UnresolvedPath | null;
  /** Best of the excluded files, if it answers with more confidence; otherwise null. */
  readonly better: number | null;
  readonly files: FileTable;
  readonly fileFilter: FileFilter;
  readonly echo: UsedSearchArguments;
}

/** The hint; null if no excluded file is worth mentioning. */
export function filteredOutHint({
  unresolvedPath,
  better,
  files,
  fileFilter,
  echo,
}: FilteredOutInput): FilteredOutHint | null {
  const named = unresolvedPath?.file ?? null;
  const file = named ?? better;
  const leftOutBy = file === null ? [] : fileFilter.leftOutBy(file);
  if (file === null || leftOutBy.length === 0) return null;
  const widened = inScope(files.pathClasses[file] as number, "docs") ? "docs" : "mixed";
  // Exclude patterns of session and call add up, so the call's own patterns alone may exclude the file.
  const excludedBySession = (patterns: readonly string[]): boolean => matcherStep(files, patterns)(file);
  const call = callWithout(
    leftOutBy,
    excludedBySession,
    leftOutBy.includes("scope") ? widened : echo.scope,
    echo,
  );
  return {
    reason: named === null ? "better_answer_left_out" : "named_file_left_out",
    file: files.paths[file] as string,
    leftOutBy,
    ...(call ? { searchCodebase: call } : {}),
  };
}

/** The hint as a sentence; null if there is nothing to say. */
export function whyFilteredOut(
  hint: FilteredOutHint | null,
  unresolvedPath: UnresolvedPath | null,
  { scope }: Pick<UsedSearchArguments, "scope">,
): string | null {
  const said = [
    unresolvedPath?.file === null
      ? `The question names ${unresolvedPath.path}, which is not in the index.`
      : null,
    hint && whatLeavesOut(hint, scope),
  ].filter((sentence) => sentence !== null);
  return said.length === 0 ? null : said.join(" ");
}

function whatLeavesOut(hint: FilteredOutHint, scope: SearchScope): string {
  const subject =
    `${hint.file}, which ` +
    `${hint.reason === "named_file_left_out" ? "the question names" : "is closer to the question"},`;
  if (!hint.leftOutBy.includes("scope"))
    return `${subject} is excluded by the folder or filters of this call.`;
  return hint.leftOutBy.length === 1
    ? `${subject} is not in the scope ${scope}; use mixed for all files.`
    : `${subject} is not in the scope ${scope}, and excluded by the folder or filters of this call.`;
}

/**
 * The same search without some filters; null if the session set one of them, since a call cannot remove it.
 */
function callWithout(
  filters: readonly FileFilterName[],
  excludedBySession: (patterns: readonly string[]) => boolean,
  scope: SearchScope,
  echo: UsedSearchArguments,
): CallOf<"search_codebase"> | null {
  const { path, effectiveRoot, query, sessionScope = {} } = echo;
  const { languages, include_globs, exclude_globs } = sessionScope;
  const ofSession: Readonly<Record<FileFilterName, unknown>> = {
    scope: undefined,
    folder: undefined,
    language: languages,
    include: include_globs,
    exclude: exclude_globs && excludedBySession(exclude_globs),
  };
  if (filters.some((filter) => ofSession[filter])) return null;
  const own = parseQuery(query);
  const kept = (filter: FileFilterName, values: readonly string[]): readonly string[] =>
    filters.includes(filter) ? [] : values;
  const without: ParsedQuery = {
    ...own,
    lang: kept("language", own.lang),
    path: kept("include", own.path),
    notPath: kept("exclude", own.notPath),
  };
  const written = writeQuery(without);
  if (written === null) return null;
  const folder = filters.includes("folder") ? effectiveRoot : path;
  return {
    tool: "search_codebase",
    args: repeatedArguments({ ...echo, path: folder, query: written, scope }),
  };
}
