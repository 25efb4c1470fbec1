/** `search_text`: exact text in the files that the ignore rules keep, as they are on disk now. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  LIMITS,
  type SearchedScope,
  type SearchTextEcho,
  type SearchTextInput,
  type SearchTextOutput,
  type TextMatch,
  buildEnvelope,
} from "@satori/contracts";
import { realPathOf, unresolvedIn } from "../codebase/home/registry.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError, refuseProblems } from "../errors.ts";
import { bracedPatterns } from "../ignore/braces.ts";
import { literalPattern } from "../ignore/path-matcher.ts";
import { relativeTo } from "../model/paths.ts";
import { globProblems, pathScope, withoutBraces } from "../scope/path-scope.ts";
import { filtersOf, getEffectiveScope, mergeScopeFilters, reposOf } from "../scope/effective-scope.ts";
import { type ScopeFolder, scopeEcho, coveredFolders, scopeFolder } from "../scope/scope-folder.ts";
import type { FolderCache } from "../text-search/rules/folder-cache.ts";
import type { TextSearchResult } from "../text-search/types.ts";
import { cpuSecondsWithin } from "../bounded-child.ts";
import { cutNote } from "../text-search/cut-note.ts";
import { searchText } from "../text-search/search-text.ts";
import { unsearchedNote } from "../contents/unsearched.ts";

/**
 * Answers one `search_text` request, over one or several codebases; needs no index.
 *
 * @param folders folder facts cached from earlier searches
 */
export async function searchTextTool(
  context: EngineContext,
  folders: FolderCache,
  input: SearchTextInput,
  call: CallContext,
): Promise<SearchTextOutput> {
  const isPlaced = (input.paths ?? []).length > 0;
  const session = getEffectiveScope(context);
  const wanted = mergeScopeFilters(
    isPlaced ? reposOf(undefined, session) : session,
    isPlaced ? { ...input, include_globs: [] } : input,
  );
  const scope = pathScope(filtersOf(wanted));
  const places = await Promise.all(
    coveredFolders(context, input.path, wanted.repos, call).map((path) => scopeFolder(context, path, call)),
  );
  const asked = askedPlaces(places, input.paths ?? []);
  const { results, contextLines } = LIMITS.searchText;
  const echo = {
    ...scopeEcho(places),
    query: input.query,
    regex: input.regex ?? false,
    case_sensitive: input.case_sensitive ?? false,
    ...(input.paths === undefined ? {} : { paths: input.paths }),
    context_lines: input.context_lines ?? contextLines.default,
    max_results: input.max_results ?? results.default,
    scope: { ...reposOf(input.path, wanted), ...scope.effective },
  };
  const search = {
    query: input.query,
    isRegex: echo.regex,
    isCaseSensitive: echo.case_sensitive,
    exclude: scope.exclude,
    accepts: scope.accepts,
    contextLines: echo.context_lines,
  };
  const { home, maxFileBytes, deadlinesMs } = context.config;
  const options = {
    home,
    maxFileBytes,
    folders,
    deadline: call.deadline,
    cpuSeconds: cpuSecondsWithin(deadlinesMs.SATORI_TEXT_SEARCH_DEADLINE_MS),
  };
  const found: Found[] = [];
  const unbegun: string[] = [];
  for (const { place, within, include, named } of asked) {
    if (found.length > 0 && call.deadline.isReached) {
      unbegun.push(place.effectiveRoot);
      continue;
    }
    // Even if no more matches can be shown, the search must find out whether there are more.
    const maxResults = Math.max(
      1,
      echo.max_results - found.reduce((sum, { matches }) => sum + matches.length, 0),
    );
    const ofPlace = {
      root: place.effectiveRoot,
      settings: place.settings,
      within,
      named,
      include: include.length > 0 ? include : scope.include,
      maxResults,
    };
    found.push({ ...(await searchText({ ...search, ...ofPlace }, options)), place });
  }
  return answerOf({ found, unbegun, isOfSeveral: places.length > 1 }, echo, call);
}

interface Searched {
  readonly found: readonly Found[];
  /** Roots that were not searched before the deadline. */
  readonly unbegun: readonly string[];
  readonly isOfSeveral: boolean;
}

interface Found extends TextSearchResult {
  readonly place: ScopeFolder;
}

function answerOf(
  { found, unbegun, isOfSeveral }: Searched,
  echo: Omit<SearchTextEcho, keyof SearchedScope>,
  call: CallContext,
): SearchTextOutput {
  const matches = found
    .flatMap(({ matches: ofPlace, place }) =>
      ofPlace.map(({ path, line, column, text, before, after }): TextMatch => ({
        ...(isOfSeveral ? { repo: place.effectiveRoot } : {}),
        path,
        line,
        column,
        text,
        ...(echo.context_lines > 0 ? { before, after } : {}),
      })),
    )
    .slice(0, echo.max_results);
  const total = found.reduce((sum, place) => sum + place.total, 0);
  const isCut = found.some(({ cut }) => cut !== null && cut.by !== "outside") || unbegun.length > 0;
  const isTruncated = total > matches.length || found.some((place) => place.isTruncated);
  const unsearched = found.flatMap(({ unsearched: ofPlace, place }) =>
    ofPlace.map(({ path, cause }) => ({ path: isOfSeveral ? join(place.effectiveRoot, path) : path, cause })),
  );
  const isLate = found.some(({ cut }) => cut?.by === "deadline") || unbegun.length > 0;
  const isPartial =
    found.some(({ cut }) => cut !== null && cut.by !== "deadline") ||
    unsearched.some(({ cause }) => cause === "unreadable");
  const isSkipped = unsearched.some(({ cause }) => cause !== "ignored");
  const warnings = [
    ...(isLate ? (["DEADLINE_REACHED"] as const) : []),
    ...(isTruncated && (!isCut || total > matches.length) ? (["OUTPUT_TRUNCATED"] as const) : []),
    ...(isPartial ? (["PARTIAL_SCAN"] as const) : []),
    ...(isSkipped ? (["FILES_SKIPPED"] as const) : []),
  ];
  const notes = [...cutNotes({ found, unbegun, isOfSeveral }, call), unsearchedNote(unsearched)].filter(
    (note) => note !== null,
  );
  return buildEnvelope(
    "search_text",
    { status: "ok", warnings, message: notes.length === 0 ? undefined : notes.join(" ") },
    { ...echo, matches, total, truncated: isTruncated || isCut },
    call.elapsedMs(),
  );
}

function cutNotes({ found, unbegun, isOfSeveral }: Searched, { deadline }: CallContext): string[] {
  const cuts = found.flatMap(({ cut, place }) =>
    cut === null ? [] : [`${isOfSeveral ? `${place.effectiveRoot}: ` : ""}${cutNote(cut, deadline.name)}`],
  );
  return [...cuts, ...(unbegun.length === 0 ? [] : [`Not searched at all: ${unbegun.join(", ")}.`])];
}

interface AskedPlaces {
  /** Files and folders, relative to the root. */
  readonly within: readonly string[];
  /** Patterns relative to the root. */
  readonly include: readonly string[];
  /** Files and folders that the call names, in the spelling of the disk, relative to the root. */
  readonly named: readonly string[];
}

/** A requested path, resolved in one folder. */
interface AskedPath {
  readonly asked: string;
  /** Relative to the root, in the spelling of the disk; null for a pattern. */
  readonly relative: string | null;
  readonly isThere: boolean;
}

/**
 * Where to search in each folder. A path must exist in at least one of them.
 *
 * Throws `PATH_NOT_FOUND` for a path that exists in none, and `PATH_OUTSIDE_ROOTS` for a path outside a root.
 * The latter is checked first, so that nothing is revealed about what exists outside.
 */
function askedPlaces(
  places: readonly ScopeFolder[],
  paths: readonly string[],
): (AskedPlaces & { readonly place: ScopeFolder })[] {
  refuseProblems(globProblems("paths", paths.filter(isPattern)));
  const looked = places.map((place) => ({ place, paths: paths.map((asked) => askedPath(place, asked)) }));
  const missing = looked[0]?.paths.find((_, at) => !looked.some((each) => each.paths[at]?.isThere));
  if (missing) {
    const path = resolve(places[0]?.path ?? "", missing.asked);
    throw new EngineError("PATH_NOT_FOUND", `${path} does not exist${unresolvedIn(path)}`, {
      details: { path },
    });
  }
  return looked.flatMap(({ place, paths: ofPlace }) => {
    const present = ofPlace.filter(({ isThere }) => isThere);
    return paths.length > 0 && present.length === 0 ? [] : [{ place, ...areaOf(place, present) }];
  });
}

/** Resolves a path in one folder. Throws `PATH_OUTSIDE_ROOTS` if it is outside. */
function askedPath({ effectiveRoot, path }: ScopeFolder, asked: string): AskedPath {
  if (isPattern(asked)) return { asked, relative: null, isThere: true };
  const absolute = resolve(path, asked);
  const real = realPathOf(absolute);
  const relative = relativeTo(effectiveRoot, real);
  if (relative === null)
    throw new EngineError("PATH_OUTSIDE_ROOTS", `${absolute} is not below ${effectiveRoot}`, {
      details: { path: absolute },
    });
  return { asked, relative, isThere: existsSync(real) };
}

/** If one of the paths is a pattern, the others become patterns too. */
function areaOf({ folder }: ScopeFolder, paths: readonly AskedPath[]): AskedPlaces {
  const own = folder === "" ? [] : [folder];
  const patternsOf = ({ asked, relative }: AskedPath): readonly string[] =>
    relative === null
      ? withoutBraces([asked]).map((pattern) => patternIn(folder, pattern))
      : [`/${literalPattern(relative.normalize("NFC"))}`];
  if (paths.length === 0) return { within: own, include: [], named: own };
  const plain = paths.flatMap(({ relative }) => relative ?? []);
  if (plain.length === paths.length) return { within: plain, include: [], named: plain };
  return { within: own, include: paths.flatMap(patternsOf), named: plain };
}

function isPattern(place: string): boolean {
  return /[*?[]/.test(place) || bracedPatterns(place)?.length !== 1;
}

/**
 * Rewrites a pattern relative to a folder as one relative to the root; without a slash in it, it still
 * matches at any depth in the folder.
 */
function patternIn(folder: string, pattern: string): string {
  if (folder === "") return pattern;
  return /\/./.test(pattern)
    ? `/${literalPattern(folder)}/${pattern.replace(/^\//, "")}`
    : `/${literalPattern(folder)}/**/${pattern}`;
}
