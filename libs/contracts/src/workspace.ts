/**
 * The form in which the tools of the set `workspace` answer: `{result, meta}`, or what failed as `{code,
 * message, details}`. Each thing that is listed tells which of the two roots it lies in, and lists go by repo
 * (docs, then code), path and line.
 */
import type { Fault } from "./envelope.ts";

/** The roots, in the order of every list. */
export const REPOS = ["docs", "code"] as const;
export type Repo = (typeof REPOS)[number];

export interface WorkspaceMeta {
  /** The root that answered; null when both did. */
  readonly repo: Repo | null;
  /** Wall time of the call in milliseconds. */
  readonly duration_ms: number;
  /** There is more than is shown. */
  readonly truncated: boolean;
}

export interface WorkspaceAnswer<Result> {
  readonly result: Result;
  readonly meta: WorkspaceMeta;
}

export interface WorkspaceFailure extends Fault {}

/** Which of the two roots a call is about. */
export interface RepoChoice {
  /**
   * Only this root. Default: both; what lies in both counts for the nearer one, docs where they are the same
   * folder.
   */
  readonly repo?: Repo;
}

/** Where something listed lies. */
export interface WorkspaceLocation {
  readonly repo: Repo;
  /** Relative to the root of `repo`, with `/`. */
  readonly path: string;
}

/** What an answer has to say besides. */
export interface WorkspaceNotes {
  /** What the answer leaves out or stands on, a sentence each. */
  readonly notes?: readonly string[];
}
