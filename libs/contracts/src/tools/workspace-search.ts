import type {
  RepoChoice,
  WorkspaceAnswer,
  WorkspaceFailure,
  WorkspaceNotes,
  WorkspaceLocation,
} from "../workspace.ts";

/** Finds exact text or a regular expression in both roots, line by line. */
export interface WorkspaceSearchInput extends RepoChoice {
  /**
   * Text to find, on one line.
   * @minLength 1
   * @maxLength 2000
   */
  readonly query: string;
  /**
   * The query is a regular expression, in the syntax of Rust's regex crate: no look-around, no
   * backreferences.
   * @default false
   */
  readonly regex?: boolean;
  /**
   * Match case.
   * @default false
   */
  readonly case_sensitive?: boolean;
  /**
   * Only files that match one of these gitignore patterns, relative to the root, such as `src/` or
   * `*.{ts,tsx}`.
   */
  readonly include_globs?: readonly string[];
  /** No files that match one of these. */
  readonly exclude_globs?: readonly string[];
  /**
   * Maximum number of matches; if both roots have too many, each gets half.
   * @asType integer
   * @minimum 1
   * @maximum 1000
   * @default 100
   */
  readonly max_results?: number;
}

export interface WorkspaceMatch extends WorkspaceLocation {
  /**
   * From 1.
   * @asType integer
   */
  readonly line: number;
  /**
   * Start of the first match in the line, in UTF-16 code units from 1.
   * @asType integer
   */
  readonly column: number;
  /** The line, or the part of a long line around the match. */
  readonly text: string;
}

export interface WorkspaceSearchResult extends WorkspaceNotes {
  /** By repo, then path, then line; each line once. */
  readonly matches: readonly WorkspaceMatch[];
  /**
   * Number of matching lines; a lower bound if truncated.
   * @asType integer
   */
  readonly total: number;
}

export type WorkspaceSearchOutput = WorkspaceAnswer<WorkspaceSearchResult> | WorkspaceFailure;
