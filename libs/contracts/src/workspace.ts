/**
 * The answers of the tools of the set `workspace`: `{result, meta}`, or a failure `{code, message, details}`.
 * Each listed item names its root; lists are sorted by repo (docs, then code), path and line.
 */
import type { Fault } from "./envelope.ts";

/** The roots, in the order used in all lists. */
export const REPOS = ["docs", "code"] as const;
export type Repo = (typeof REPOS)[number];

export interface WorkspaceMeta {
  /** The root that answered; null if both did. */
  readonly repo: Repo | null;
  /** Wall time of the call in milliseconds. */
  readonly duration_ms: number;
  /** True if there is more than is shown. */
  readonly truncated: boolean;
}

export interface WorkspaceAnswer<Result> {
  readonly result: Result;
  readonly meta: WorkspaceMeta;
}

export interface WorkspaceFailure extends Fault {}

/** Which of the two roots a call covers. */
export interface RepoChoice {
  /**
   * Only this root. Default: both. A file in both belongs to the nearer root, or to docs if they are the same
   * folder.
   */
  readonly repo?: Repo;
}

/** Location of a listed item. */
export interface WorkspaceLocation {
  readonly repo: Repo;
  /** Relative to the root of `repo`, with `/`. */
  readonly path: string;
}

/** Notes on an answer. */
export interface WorkspaceNotes {
  /** What the answer omits or is based on, one sentence each. */
  readonly notes?: readonly string[];
}
