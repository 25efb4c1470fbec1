/** search_text: exact text in the files that the ignore rules keep, as they are on the disk now. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { LIMITS, type SearchTextInput, type SearchTextOutput, type TextMatch, buildEnvelope } from "@satori/contracts";
import { realPathOf } from "../codebase/registry.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import { relativeTo } from "../model/paths.ts";
import { globProblems, pathScope } from "../scope/path-scope.ts";
import { type ScopeFolder, scopeFolder } from "../scope/scope-folder.ts";
import type { KnownFolders } from "../text-search/known-folders.ts";
import { searchText } from "../text-search/search-text.ts";

/** @param folders what earlier calls have seen of trees */
export async function searchTextTool(context: EngineContext, folders: KnownFolders, input: SearchTextInput, call: CallContext): Promise<SearchTextOutput> {
  const scope = pathScope(input.paths?.length ? { ...input, include_globs: [] } : input);
  const place = await scopeFolder(context, input.path, call);
  const asked = placesIn(place, input.paths ?? []);
  const { results, contextLines } = LIMITS.searchText;
  const echo = {
    path: place.path, effectiveRoot: place.effectiveRoot, query: input.query, regex: input.regex ?? false, case_sensitive: input.case_sensitive ?? false,
    ...(input.paths === undefined ? {} : { paths: input.paths }), context_lines: input.context_lines ?? contextLines.default, max_results: input.max_results ?? results.default, scope: scope.effective,
  };
  const found = await searchText(
    {
      root: place.effectiveRoot, query: input.query, isRegex: echo.regex, isCaseSensitive: echo.case_sensitive, settings: place.settings,
      within: asked.within, include: asked.include.length > 0 ? asked.include : scope.include, exclude: scope.exclude, accepts: scope.accepts,
      maxResults: echo.max_results, contextLines: echo.context_lines,
    },
    { home: context.config.home, maxFileBytes: context.config.maxFileBytes, folders, ...(call.signal ? { signal: call.signal } : {}) },
  );
  const matches = found.matches.map(({ path, line, column, text, before, after }): TextMatch => ({ path, line, column, text, ...(echo.context_lines > 0 ? { before, after } : {}) }));
  const warnings = [...(found.isTruncated ? (["OUTPUT_TRUNCATED"] as const) : []), ...(found.unreadable > 0 || found.isInterrupted ? (["PARTIAL_SCAN"] as const) : [])];
  return buildEnvelope("search_text", { status: "ok", warnings }, { ...echo, matches, total: found.total, truncated: found.isTruncated }, call.elapsedMs());
}

interface AskedPlaces {
  /** Files and folders, relative to the root. */
  readonly within: readonly string[];
  /** Patterns relative to the root. */
  readonly include: readonly string[];
}

/** `paths` of a call: where there is a pattern among them, the others are patterns for themselves. */
function placesIn({ effectiveRoot, folder, path }: ScopeFolder, asked: readonly string[]): AskedPlaces {
  const own = folder === "" ? [] : [folder];
  if (asked.length === 0) return { within: own, include: [] };
  const plain = asked.map((place) => (isPattern(place) ? null : placeIn(effectiveRoot, path, place)));
  const patterns = asked.filter(isPattern);
  const problems = globProblems("paths", patterns);
  if (problems.length > 0) throw new EngineError("INVALID_ARGUMENTS", problems.map((problem) => `${problem.path} ${problem.message}`).join("; "), { details: problems });
  if (patterns.length === 0) return { within: plain.flatMap((place) => place ?? []), include: [] };
  const include = asked.map((place, at) => (plain[at] === null ? patternIn(folder, place) : `/${escaped(plain[at] as string)}`));
  return { within: own, include };
}

function isPattern(place: string): boolean {
  return /[*?[]/.test(place);
}

/** A pattern of a folder as one of the root: without a slash inside it fits at any depth there. */
function patternIn(folder: string, pattern: string): string {
  if (folder === "") return pattern;
  return /\/./.test(pattern) ? `/${escaped(folder)}/${pattern}` : `/${escaped(folder)}/**/${pattern}`;
}

function escaped(path: string): string {
  return path.replaceAll(/[\\*?[\]]/g, "\\$&");
}

/** Throws `PATH_NOT_FOUND`, and `PATH_OUTSIDE_ROOTS` for what lies elsewhere. */
function placeIn(root: string, folder: string, place: string): string {
  const absolute = resolve(folder, place);
  const relative = relativeTo(root, realPathOf(absolute));
  if (relative === null) throw new EngineError("PATH_OUTSIDE_ROOTS", `${absolute} does not lie below ${root}`, { details: { path: absolute } });
  if (!existsSync(absolute)) throw new EngineError("PATH_NOT_FOUND", `${absolute} does not exist`, { details: { path: absolute } });
  return relative;
}
