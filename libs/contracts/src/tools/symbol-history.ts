import type { EnvelopeHead, Failure, Gated, PathEcho, UsedArguments } from "../envelope.ts";
import type { Span, SymbolRef } from "../location.ts";
import type { SessionArgument } from "../scope.ts";
import type { CallGraphNode } from "./call-graph.ts";
import type { CallOf } from "./call-of.ts";

/** Lists the commits that changed a symbol; or, with `trace`, those that may have caused a failure. */
export interface SymbolHistoryInput extends SessionArgument {
  /**
   * Absolute folder of a codebase, or one inside it to look up names only there. Default: the session's root.
   * @minLength 1
   * @maxLength 4096
   */
  readonly path?: string;
  /** As search and outline return it. Pass this, `symbol` or `trace`. */
  readonly symbolRef?: SymbolRef;
  /**
   * Name, qualified name, FILE:NAME, FILE:LINE or id.
   * @minLength 1
   * @maxLength 2000
   */
  readonly symbol?: string;
  /**
   * Instead of a symbol: a stack trace or the output of a failing test. The answer has the commits of the
   * range that changed what its frames run, most suspect first.
   * @minLength 1
   * @maxLength 100000
   */
  readonly trace?: string;
  /**
   * Commits to look at: GOOD..BAD, as in git. Default: all that lead to HEAD; with `trace`, the last 1000.
   * @minLength 1
   * @maxLength 2002
   */
  readonly range?: string;
  /**
   * With a symbol: sorts its commits by how well they answer this, such as "why does it wait".
   * @minLength 1
   * @maxLength 10000
   */
  readonly question?: string;
  /**
   * Maximum number of commits.
   * @asType integer
   * @minimum 1
   * @maximum 50
   * @default 20
   */
  readonly limit?: number;
  /**
   * Budget for the answer in tokens (estimated); leaves out the changed lines of the last commits.
   * @asType integer
   * @minimum 100
   * @maximum 100000
   * @default 6000
   */
  readonly maxTokens?: number;
  /** Adds diagnostics. */
  readonly debug?: boolean;
}

/** The arguments of a history, with defaults filled in. */
export interface SymbolHistoryArguments {
  readonly symbolRef?: SymbolRef;
  readonly symbol?: string;
  readonly trace?: string;
  readonly range?: string;
  readonly question?: string;
  /** @asType integer */
  readonly limit: number;
  /** @asType integer */
  readonly maxTokens: number;
}

/**
 * What a commit did to the symbol.
 *
 * - `created`: nothing like it is in the commit before
 * - `renamed`: it had another name, or was inside another symbol
 * - `moved`: it was in another file
 */
export const HISTORY_CHANGES = ["created", "modified", "renamed", "moved"] as const;
export type HistoryChange = (typeof HISTORY_CHANGES)[number];

/** What every listed commit has. */
export interface HistoryCommit {
  /** Full id. */
  readonly commit: string;
  /** Author date with the author's offset, ISO 8601. */
  readonly date: string;
  readonly author: string;
  readonly subject: string;
  /** Issues and pull requests that the message names, in its order: `#12`, `GH-12`, `owner/name#12`. */
  readonly references?: readonly string[];
}

/** A commit that changed the symbol. */
export interface SymbolCommit extends HistoryCommit {
  readonly change: HistoryChange;
  /** File in this commit, if it is not the file of the symbol. */
  readonly file?: string;
  /** Lines of the symbol in this commit. */
  readonly span: Span;
  /** What it was before, if it was renamed or moved. */
  readonly from?: { readonly file: string; readonly symbolLabel: string };
  /** The changed lines of the symbol, as in a unified diff. Absent if only its name or file changed. */
  readonly hunk?: string;
  /** Whether lines of `hunk` are left out. */
  readonly hunkTruncated?: boolean;
  /** With `question`: how well the commit fits, relative to the best; 0 if no word of it does. */
  readonly score?: number;
}

/** The symbol in the work tree, if it differs from the newest commit. */
export interface UncommittedChange {
  readonly hunk: string;
  readonly hunkTruncated?: boolean;
}

/** A file that changed in the same commits. */
export interface ChangedTogether {
  readonly file: string;
  /**
   * How many of these commits changed it.
   * @asType integer
   */
  readonly commits: number;
}

/**
 * Why nothing older is listed; several if branches end differently.
 *
 * - `created`: the first version was found
 * - `shallow`: the clone has no older commits
 * - `range`: the range starts there
 * - `limit`: a limit was reached
 * - `deadline`: the time was over
 * - `unreadable`: an older version could not be read
 * - `outside`: it was in a file outside the allowed folders
 */
export const HISTORY_ENDS = [
  "created",
  "shallow",
  "range",
  "limit",
  "deadline",
  "unreadable",
  "outside",
] as const;
export type HistoryEnd = (typeof HISTORY_ENDS)[number];

/** What the answer covers. */
export interface HistoryCoverage {
  /**
   * Versions of the symbol's files that were compared.
   * @asType integer
   */
  readonly versions?: number;
  /**
   * Commits that changed only comments and layout, which are not listed.
   * @asType integer
   */
  readonly layoutOnly?: number;
  readonly ends?: readonly HistoryEnd[];
  /**
   * With `trace`: commits of the range that were looked at.
   * @asType integer
   */
  readonly commits?: number;
  /** With `trace`: whether all commits of the range were looked at, and all functions were followed. */
  readonly complete?: boolean;
}

/** A frame of a trace that is in the codebase. */
export interface TraceFrame {
  readonly file: string;
  /** As in the trace. @asType integer */
  readonly line?: number;
  /** The symbol that the frame runs, in the newest commit of the range. */
  readonly symbolLabel?: string;
}

/** What of a frame a commit changed. */
export const SUSPECT_REASONS = ["function", "file", "imported"] as const;
export type SuspectReason = (typeof SUSPECT_REASONS)[number];

/** A commit that may have caused a failure. */
export interface Suspect extends HistoryCommit {
  /** Relative to the first suspect, which has 1. */
  readonly score: number;
  /** What it changed: of the frames nearest to the error first; at most 5. */
  readonly touched: readonly {
    readonly reason: SuspectReason;
    /** In the newest commit of the range. */
    readonly file: string;
    readonly symbolLabel?: string;
    /**
     * Index in `frames`.
     * @asType integer
     */
    readonly frame: number;
  }[];
}

export interface SymbolHistoryHints {
  /** The symbol as it is now. */
  readonly readFile?: CallOf<"read_file">;
  readonly searchCodebase?: CallOf<"search_codebase">;
}

export interface SymbolHistoryEcho extends PathEcho, UsedArguments<SymbolHistoryArguments> {}

export interface SymbolHistoryOk extends EnvelopeHead<"symbol_history">, SymbolHistoryEcho {
  readonly status: "ok";
  readonly hints?: SymbolHistoryHints;
  /** Id of the newest commit that was looked at. */
  readonly head: string;
  /** The symbol in the index; absent with `trace`. */
  readonly found?: CallGraphNode;
  /** The symbol has changes that are not committed. */
  readonly uncommitted?: UncommittedChange;
  /**
   * Commits that changed the symbol: newest first, by committer date; of the same second, in the order of
   * history. With `question`: by `score`, then in this order.
   */
  readonly commits?: readonly SymbolCommit[];
  /**
   * Number of commits that changed it, including those not shown.
   * @asType integer
   */
  readonly total?: number;
  /**
   * Files that changed most often in the commits that changed the symbol; merges and commits of more than 20
   * files do not count. By number, descending, then by file; at most 10, and only with two or more.
   */
  readonly changedTogether?: readonly ChangedTogether[];
  /** With `trace`: its frames in the codebase, nearest to the error first. */
  readonly frames?: readonly TraceFrame[];
  /**
   * With `trace`: frames in other code.
   * @asType integer
   */
  readonly otherFrames?: number;
  /** With `trace`: by score, descending, then newest first. */
  readonly suspects?: readonly Suspect[];
  readonly coverage: HistoryCoverage;
}

export interface SymbolHistoryUnanswered extends EnvelopeHead<"symbol_history">, SymbolHistoryEcho {
  readonly status: "not_found" | "ambiguous";
  readonly message: string;
  readonly hints?: SymbolHistoryHints;
  /** Several symbols of this name, or similar ones. By file, start line, label, id. */
  readonly candidates?: readonly CallGraphNode[];
}

/** @discriminator status */
export type SymbolHistoryOutput =
  | SymbolHistoryOk
  | SymbolHistoryUnanswered
  | Gated<"symbol_history", SymbolHistoryEcho>
  | Failure<"symbol_history">;
