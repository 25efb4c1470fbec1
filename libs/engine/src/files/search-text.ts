/** `search_text`: exact text in the files that the ignore rules keep, as they are on disk now. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  LIMITS,
  type SearchTextArguments,
  type SearchTextInput,
  type SearchTextOutput,
  type TextMatch,
  buildEnvelope,
} from "@satori/contracts";
import { isNotebookPath } from "@satori/sidecar";
import { requireFileName, unresolvedIn } from "../codebase/home/registry.ts";
import { realPathOf } from "../disk/real-path.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError, refuseProblems } from "../errors.ts";
import { bracedPatterns } from "../ignore/braces.ts";
import { literalPattern } from "../ignore/path-matcher.ts";
import { isWithin, normalizeAbsolute, relativeTo } from "../model/paths.ts";
import { isOnForeignServer } from "../model/windows-paths.ts";
import { type PathScope, globProblems, pathScope, withoutBraces } from "../scope/path-scope.ts";
import { appliedFilters } from "../scope/no-files.ts";
import { filtersOf, getEffectiveScope, mergeScopeFilters, reposOf } from "../scope/effective-scope.ts";
import { type ScopeFolder, scopeEcho, coveredFolders, scopeFolder } from "../scope/scope-folder.ts";
import { keptPaths } from "./kept-files.ts";
import {
  type CountMatches,
  type EmptyAnswer,
  type SearchedFolder,
  type SearchedText,
  explainEmptyFolders,
  explainNoMatches,
  passingFiles,
  pathsBelow,
} from "./empty-answer.ts";
import type { FolderCache } from "../text-search/rules/folder-cache.ts";
import type { TextSearch, TextSearchResult } from "../text-search/types.ts";
import { cpuSecondsWithin } from "../bounded-child.ts";
import { cutNote } from "../text-search/cut-note.ts";
import { searchText } from "../text-search/search-text.ts";
import { linkNote, linkOnPath } from "../contents/links.ts";
import { guessedNote, type Unsearched, unsearchedNote } from "../contents/unsearched.ts";

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
  const searchArea: SearchArea = (area, { maxResults, ...other }) =>
    searchText({ ...search, ...other, ...areaOfSearch(area, scope), maxResults }, options);
  const searched = { ...(await searchAreas(asked, searchArea, echo, call)), isOfSeveral: places.length > 1 };
  const nothing = isNothing(searched)
    ? await explainNothing(searched, {
        text: search,
        folders: async () =>
          isPlaced || !scope.isOpen ? filteredFolders({ context, asked, input, scope, call }) : null,
        countMatches: (other) => countIn(asked, (area) => searchArea(area, { ...other, maxResults: 1 })),
      })
    : null;
  return answerOf(searched, nothing, echo, call);
}

interface Searched {
  readonly found: readonly Found[];
  /** Roots that were not searched before the deadline. */
  readonly unbegun: readonly string[];
  readonly isOfSeveral: boolean;
}

interface Found extends TextSearchResult {
  readonly area: PlacedArea;
}

/** Searches one area, with the text of the call or another one. */
type SearchArea = (
  area: PlacedArea,
  other: Partial<SearchedText> & { readonly maxResults: number },
) => Promise<TextSearchResult>;

function areaOfSearch(
  { place, within, include, named }: PlacedArea,
  scope: PathScope,
): Pick<TextSearch, "root" | "settings" | "within" | "named" | "include"> {
  return {
    root: place.effectiveRoot,
    settings: place.settings,
    within,
    named,
    include: include.length > 0 ? include : scope.include,
  };
}

/** Searches the areas in turn until the deadline. */
async function searchAreas(
  areas: readonly PlacedArea[],
  search: SearchArea,
  echo: Pick<SearchTextArguments, "max_results">,
  { deadline }: CallContext,
): Promise<Omit<Searched, "isOfSeveral">> {
  const found: Found[] = [];
  const unbegun: string[] = [];
  for (const area of areas) {
    if (found.length > 0 && deadline.isReached) {
      unbegun.push(area.place.effectiveRoot);
      continue;
    }
    // Even if no more matches can be shown, the search must find out whether there are more.
    const shown = found.reduce((sum, { matches }) => sum + matches.length, 0);
    found.push({ ...(await search(area, { maxResults: Math.max(1, echo.max_results - shown) })), area });
  }
  return { found, unbegun };
}

function isNothing({ found, unbegun }: Searched): boolean {
  return unbegun.length === 0 && found.every(({ total, cut }) => total === 0 && cut === null);
}

interface NothingInput {
  readonly text: SearchedText;
  /** The folders with their files, to find out which filter leaves none; null if there is no filter. */
  readonly folders: () => Promise<readonly SearchedFolder[] | null>;
  readonly countMatches: CountMatches;
}

const NOTHING_TO_SAY: EmptyAnswer = { notes: [], warnings: [], retry: null };

async function explainNothing(
  { found }: Searched,
  { text, folders, countMatches }: NothingInput,
): Promise<EmptyAnswer> {
  const unsearched = found.reduce((sum, each) => sum + each.unsearched.length, 0);
  const filtered = await folders();
  // Only paths that are not searched were named, which the answer says.
  if (unsearched > 0 && filtered?.every(({ paths }) => paths.length === 0)) return NOTHING_TO_SAY;
  const empty = filtered && explainEmptyFolders(filtered);
  if (empty && empty.warnings.length > 0) return empty;
  const listed = found.every(({ listedFiles }) => listedFiles !== null)
    ? found.reduce((sum, { listedFiles }) => sum + (listedFiles ?? 0), 0)
    : null;
  const files = filtered ? filtered.reduce((sum, folder) => sum + passingFiles(folder), 0) : listed;
  const other = await explainNoMatches(
    files === null ? null : Math.max(0, files - unreadTexts(found)),
    text,
    countMatches,
  );
  return { ...other, notes: [...(empty?.notes ?? []), ...other.notes] };
}

/** Causes of files that are listed, but not searched. */
const LISTED_CAUSES: ReadonlySet<Unsearched["cause"]> = new Set(["too_large", "binary", "encoding"]);

function unreadTexts(found: readonly Found[]): number {
  return found.flatMap(({ unsearched }) => unsearched).filter(({ cause }) => LISTED_CAUSES.has(cause)).length;
}

/** Number of matching lines in all areas; null for an invalid expression, or if it takes too long. */
async function countIn(
  areas: readonly PlacedArea[],
  search: (area: PlacedArea) => Promise<TextSearchResult>,
): Promise<number | null> {
  let total = 0;
  try {
    for (const area of areas) {
      const found = await search(area);
      if (found.total === 0 && found.cut !== null) return null;
      total += found.total;
    }
  } catch (error) {
    if (error instanceof EngineError && ["INVALID_ARGUMENTS", "DEADLINE_REACHED"].includes(error.code))
      return null;
    throw error;
  }
  return total;
}

interface FilteredInput {
  readonly context: EngineContext;
  readonly asked: readonly PlacedArea[];
  readonly input: SearchTextInput;
  readonly scope: PathScope;
  readonly call: CallContext;
}

/** The searched folders with their files. Patterns among `paths` replace those of the scope. */
async function filteredFolders({
  context,
  asked,
  input: { paths = [] },
  scope,
  call,
}: FilteredInput): Promise<SearchedFolder[] | null> {
  const kept = await keptPaths(
    context,
    asked.map(({ place }) => place),
    call,
  );
  const hasPatterns = paths.some(isPattern);
  return (
    kept &&
    asked.map(({ place, within }, at) => {
      const inArea = (kept[at] ?? []).filter(
        (path) => within.length === 0 || within.some((start) => isWithin(path, start.normalize("NFC"))),
      );
      const filters = appliedFilters(scope.effective);
      return {
        prefix: asked.length > 1 ? `${place.effectiveRoot}: ` : "",
        paths: hasPatterns ? pathsBelow(inArea, place.folder) : inArea,
        filters: hasPatterns
          ? { ...filters, include: paths, field: "paths", base: place.path }
          : { ...filters, base: place.effectiveRoot },
      };
    })
  );
}

function answerOf(
  { found, unbegun, isOfSeveral }: Searched,
  nothing: EmptyAnswer | null,
  echo: SearchTextArguments,
  call: CallContext,
): SearchTextOutput {
  const matches = found
    .flatMap(({ matches: ofPlace, area: { place } }) =>
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
  const unsearched = found.flatMap(({ unsearched: ofPlace, area: { place } }) =>
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
    ...(nothing?.warnings ?? []),
  ];
  const guessed = found.flatMap((of) =>
    of.guessed.map((path) => (isOfSeveral ? join(of.area.place.effectiveRoot, path) : path)),
  );
  const notes = [
    ...(nothing?.notes ?? []),
    ...cutNotes({ found, unbegun, isOfSeveral }, call),
    unsearchedNote(unsearched),
    guessedNote(guessed),
    matches.some(({ path }) => isNotebookPath(path)) ? NOTEBOOK_LINES : null,
  ].filter((note) => note !== null);
  return buildEnvelope(
    "search_text",
    {
      status: "ok",
      warnings,
      message: notes.length === 0 ? undefined : notes.join(" "),
      hints: nothing?.retry ? { retry: nothing.retry } : {},
    },
    { ...echo, matches, total, truncated: isTruncated || isCut },
    call.elapsedMs(),
  );
}

const NOTEBOOK_LINES = "Lines of notebooks are those of their cells, as read_file shows them.";

function cutNotes({ found, unbegun, isOfSeveral }: Searched, { deadline }: CallContext): string[] {
  const cuts = found.flatMap(({ cut, area: { place } }) =>
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

interface PlacedArea extends AskedPlaces {
  readonly place: ScopeFolder;
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
function askedPlaces(places: readonly ScopeFolder[], paths: readonly string[]): PlacedArea[] {
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
  const absolute = normalizeAbsolute(asked, path);
  requireFileName(absolute);
  // A question about a path on another server would reach that server.
  const isForeign = isOnForeignServer(absolute, [effectiveRoot]);
  const real = isForeign ? absolute : realPathOf(absolute);
  const relative = relativeTo(effectiveRoot, real);
  if (relative === null)
    throw new EngineError("PATH_OUTSIDE_ROOTS", outsideNote(absolute, effectiveRoot), {
      details: { path: absolute },
    });
  return { asked, relative, isThere: existsSync(real) };
}

function outsideNote(absolute: string, root: string): string {
  const inside = relativeTo(root, absolute);
  const linked = inside === null ? null : linkOnPath(root, inside);
  return linked === null ? `${absolute} is not below ${root}` : linkNote(linked).replace(/\.$/, "");
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
