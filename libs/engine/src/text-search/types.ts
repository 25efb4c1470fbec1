/** Input and output of a text search. */
import type { CodebaseSettings } from "../model/run.ts";
import type { Unsearched } from "../contents/unsearched.ts";

/** What to search, and where. */
export interface TextSearch {
  /** The folder that paths are relative to; real and absolute. */
  readonly root: string;
  readonly query: string;
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
  /** Files and folders to search, relative to `root`, with `/`; empty for all of it. */
  readonly within: readonly string[];
  /**
   * Gitignore patterns without negation, relative to `root`. A file has to match one of `include`, if there
   * are any, and none of `exclude`.
   */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /**
   * Files and folders that the request names, relative to `root` and in the spelling of the disk. The result
   * reports those in which nothing can be found.
   */
  readonly named: readonly string[];
  /** Whether a file counts (its language, for example). */
  readonly accepts: (path: string) => boolean;
  /** Settings of the codebase for the ignore policy: its own patterns and custom extensions. */
  readonly settings: CodebaseSettings;
  readonly maxResults: number;
  readonly contextLines: number;
}

/** A line with a match. */
export interface TextMatch {
  /** As the index names the file. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Column of the first match in the whole line, 1-based, in UTF-16 units. */
  readonly column: number;
  /** The line without its line end. For a long line, the part around the match, with `…` for the rest. */
  readonly text: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The matches, and what may be missing. */
export interface TextSearchResult {
  /**
   * Sorted by path, then line. If there are more than `maxResults`, those in the first files of a walk, which
   * visits folders in the order of names.
   */
  readonly matches: readonly TextMatch[];
  /** Number of matching lines; a lower bound if `isTruncated`. */
  readonly total: number;
  readonly isTruncated: boolean;
  /**
   * Files that would be searched but are unreadable, too large or not text although they may be meant to be,
   * files that match but have a name that no index can contain, and named paths that were not searched;
   * sorted by path. If not all matches are counted, only those that a walk passes before the last match
   * shown; files that are not text may be missing then.
   */
  readonly unsearched: readonly Unsearched[];
  /** Number of files in the requested folders that are not ignored; null if they had not all been listed. */
  readonly listedFiles: number | null;
  /**
   * Files that are read as Windows-1252, because they are neither UTF-8 nor UTF-16; sorted by path. Those
   * with matches and, if the query has characters outside ASCII, all that were searched: in another encoding,
   * they may contain the query unnoticed.
   */
  readonly guessed: readonly string[];
  /** Why the search ended before it had searched everything; null if it did not. */
  readonly cut: TextSearchCut | null;
}

/**
 * What ended a search early: its deadline, ripgrep's memory limit, or another process that ended ripgrep.
 * There may be more matches.
 */
export interface TextSearchCut {
  readonly by: "deadline" | "memory" | "outside";
  /** Number of files to search in the requested folders; null if the folders had not been listed by then. */
  readonly files: number | null;
  /** Number of files in which matches were found, and which therefore were searched. */
  readonly filesWithMatches: number;
}
