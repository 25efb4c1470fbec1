/** What a text search is asked, and what it gives. */
import type { CodebaseSettings } from "../model/run.ts";
import type { Unsearched } from "../contents/unsearched.ts";

export interface TextSearch {
  /** The folder that paths are relative to; real and absolute. */
  readonly root: string;
  readonly query: string;
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
  /** Files and folders to look in, relative to `root`, with `/`; empty for all of it. */
  readonly within: readonly string[];
  /**
   * gitignore patterns without negation, relative to `root`; a file has to fit one of `include`, if there are
   * any, and none of `exclude`.
   */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /**
   * Of what was asked for, what is told of if nothing can be found in it: files and folders relative to
   * `root`, as the disk names them.
   */
  readonly named: readonly string[];
  /** Whether a file that ripgrep found counts: languages and the like; asked once a file. */
  readonly accepts: (path: string) => boolean;
  /** Settings of the codebase for the ignore policy (own patterns, custom extensions). */
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
  /** Of the first match in the whole line, 1-based, in UTF-16 units. */
  readonly column: number;
  /** The line without its end; of a long one the part around the match, with `…` for the rest. */
  readonly text: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface TextSearchResult {
  /**
   * By path, then line. Of more than `maxResults`, those of the files that a walk comes by first, folders in
   * the order of names.
   */
  readonly matches: readonly TextMatch[];
  /** Lines with a match: all of them, or so many at least where `isTruncated`. */
  readonly total: number;
  readonly isTruncated: boolean;
  /**
   * What would be looked in, but may not be read, or is too large, what fits but has a name that no index can
   * have, and what is named but not looked in; by path. Where not all matches are counted, those that a walk
   * passes on the way to the last one shown.
   */
  readonly unsearched: readonly Unsearched[];
  /** Why the search ended before all was searched; null where it did not. */
  readonly cut: TextSearchCut | null;
}

/**
 * The search came to its deadline, or ripgrep to the limit of its memory, or somebody else ended ripgrep:
 * there may be more matches.
 */
export interface TextSearchCut {
  readonly by: "deadline" | "memory" | "outside";
  /**
   * Files that would be searched, in the folders that were asked for; null where the folders had not been
   * listed by then.
   */
  readonly files: number | null;
  /** Files that are known to be searched, since matches were found in them. */
  readonly filesWithMatches: number;
}
