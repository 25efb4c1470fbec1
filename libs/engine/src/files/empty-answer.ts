/**
 * Explains an answer of `list_paths` or `search_text` without results: which filter leaves no file, or in how
 * many files there was no match, and which arguments would find something.
 */
import { type RetryHint, type WarningCode, counted } from "@satori/contracts";
import { isWithin } from "../model/paths.ts";
import { type AppliedFilters, type NoFiles, explainNoFiles } from "../scope/no-files.ts";
import { languageOf } from "../scope/path-scope.ts";
import { compilePathFilter } from "../ignore/path-matcher.ts";
import { isLikelyRegex } from "../text-search/likely-regex.ts";
import { MAX_COUNTED } from "../text-search/search-text.ts";

/** What an answer without results says. */
export interface EmptyAnswer {
  /** Sentences. */
  readonly notes: readonly string[];
  readonly warnings: readonly WarningCode[];
  readonly retry: RetryHint | null;
}

/** One folder that was searched or listed. */
export interface SearchedFolder {
  /** Before each sentence; empty if there is only one folder. */
  readonly prefix: string;
  /** Paths, relative to `filters.base`, of all files that the ignore rules keep. */
  readonly paths: readonly string[];
  readonly filters: AppliedFilters;
}

/** Why no file was listed or searched, for the folders of which the filters leave none. */
export function explainEmptyFolders(folders: readonly SearchedFolder[]): EmptyAnswer {
  const empty = folders.flatMap(({ prefix, paths, filters }) => {
    const none = explainNoFiles(paths, filters);
    return none ? [{ ...none, prefix, field: filters.field }] : [];
  });
  return {
    notes: empty.map(({ prefix, message }) => `${prefix}${message}`),
    warnings: empty.length === folders.length ? ["NO_FILE_MATCHES"] : [],
    retry: empty.length === folders.length ? (empty.flatMap(retryOf)[0] ?? null) : null,
  };
}

function retryOf({ corrected, field }: NoFiles & Pick<AppliedFilters, "field">): RetryHint[] {
  return corrected ? [{ args: { [field]: corrected.include }, files: corrected.files }] : [];
}

/** How a text was searched for. */
export interface SearchedText {
  readonly query: string;
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
}

/**
 * Number of matching lines if a text is searched in another way, a lower bound above `MAX_COUNTED`; null if
 * that is unknown.
 */
export type CountMatches = (text: SearchedText) => Promise<number | null>;

/**
 * Why a text has no match although files were searched: another way of searching finds it.
 *
 * @param searchedFiles null if their number is unknown
 */
export async function explainNoMatches(
  searchedFiles: number | null,
  text: SearchedText,
  countMatches: CountMatches,
): Promise<EmptyAnswer> {
  const notes = searchedFiles === null ? [] : [`No match in ${counted(searchedFiles, "file")}.`];
  for (const { other, searched, name, args } of waysOf(text)) {
    const matches = await countMatches(other);
    if (matches === null) continue;
    if (matches > 0) {
      const number = matches > MAX_COUNTED ? `more than ${MAX_COUNTED}` : `${matches}`;
      notes.push(`${searched}; ${name}, it has ${number} matching ${matches === 1 ? "line" : "lines"}.`);
      return { notes, warnings: [], retry: { args, matches } };
    }
    if (args.regex === true) notes.push(`${searched}; ${name}, it has no match either.`);
  }
  return { notes, warnings: [], retry: null };
}

interface OtherWay {
  readonly other: SearchedText;
  /** How it was searched for. */
  readonly searched: string;
  /** The other way. */
  readonly name: string;
  readonly args: RetryHint["args"];
}

function waysOf(text: SearchedText): readonly OtherWay[] {
  const ways: OtherWay[] = [];
  if (!text.isRegex && isLikelyRegex(text.query))
    ways.push({
      other: { ...text, isRegex: true },
      searched: "It was searched as plain text",
      name: "as a regular expression (`regex: true`)",
      args: { regex: true },
    });
  if (text.isRegex && /[^\w\s]/.test(text.query))
    ways.push({
      other: { ...text, isRegex: false },
      searched: "It was searched as a regular expression",
      name: "as plain text (`regex: false`)",
      args: { regex: false },
    });
  if (text.isCaseSensitive)
    ways.push({
      other: { ...text, isCaseSensitive: false },
      searched: "The search was case-sensitive",
      name: "ignoring case (`case_sensitive: false`)",
      args: { case_sensitive: false },
    });
  return ways;
}

/** Number of files that pass the filters. */
export function passingFiles({ paths, filters: { include, exclude, languages } }: SearchedFolder): number {
  const fits = compilePathFilter(include, exclude);
  return paths.filter(
    (path) => fits(path) && (languages.length === 0 || languages.includes(languageOf(path))),
  ).length;
}

/** Paths below a folder, relative to it. */
export function pathsBelow(paths: readonly string[], folder: string): string[] {
  return folder === ""
    ? [...paths]
    : paths.filter((path) => isWithin(path, folder)).map((path) => path.slice(folder.length + 1));
}
