/**
 * What can be said of a codebase at one moment. Its state is worked out at each look, and stored nowhere.
 * Pure.
 */
import type { CodebaseState, Compatibility, ErrorCode, Fingerprint } from "@satori/contracts";
import { type EngineError, causeOf } from "../errors.ts";
import { compareFingerprints } from "../model/fingerprint.ts";
import { RUN_DIED, type RunFailure, type RunRecord } from "../model/run.ts";
import type { StoreHead } from "../store/store.ts";

/** What proves the state of a codebase at one moment. */
export interface CodebaseView {
  readonly root: string;
  readonly head: StoreHead | null;
  readonly state: CodebaseState;
  /** The run that is being worked on, by this process or another. */
  readonly active: RunRecord | null;
  /** The last run, if it failed or died; the complete one, if it cannot be read. */
  readonly failure:
    | (RunFailure & {
        readonly runId: string;
        readonly at: string;
        /** For the log. */ readonly cause?: string;
      })
    | null;
  /** Why index and runtime do not fit; null when they do, or when there is nothing to compare. */
  readonly compatibility: Compatibility | null;
  /**
   * While a run is active: whether the complete one before it fits the runtime, so that it can go on
   * answering.
   */
  readonly isPreviousUsable: boolean;
  /** Where there is no index: the nearest folder above that has one, as after a first run that failed. */
  readonly trackedAbove?: string;
  /** Where there is no index: folders below that have one, by path. */
  readonly indexedBelow?: readonly string[];
}

/** What an index shows that can be read, and what a process knows besides. */
export interface Seen {
  readonly head: StoreHead;
  /** Why the complete run does not count, whatever its marker says; null when it does. */
  readonly fault: CodebaseView["failure"];
  readonly active: RunRecord | null;
  /** Why the last run of this process failed, if its store could not even take a note of that. */
  readonly unrecordedFailure: (RunFailure & { readonly runId: string }) | null;
  readonly runtime: Fingerprint;
}

export function viewOf(
  root: string,
  { head: { complete: marked, ...rest }, fault, active, unrecordedFailure, runtime }: Seen,
): CodebaseView {
  const head = { ...rest, complete: fault ? null : marked };
  // Not as the run began, but as it ended: on the way the embedder may have told its dimension.
  const compared = active?.fingerprint ?? head.complete?.marker.fingerprint;
  const compatibility = compared ? compareFingerprints(compared, runtime) : null;
  const isPreviousUsable =
    active !== null &&
    head.complete !== null &&
    compareFingerprints(head.complete.marker.fingerprint, runtime) === null;
  const failure = active ? null : (fault ?? failureOf(head.latest, unrecordedFailure));
  return {
    root,
    head,
    active,
    failure,
    compatibility,
    isPreviousUsable,
    state: stateOf(head, { active, compatibility, hasFailed: failure !== null }),
  };
}

/**
 * @param above the nearest folder above that has an index, of whatever state
 * @param below folders below that have a complete one
 */
export function absentView(root: string, above: string | null, below: readonly string[]): CodebaseView {
  return {
    root,
    head: null,
    state: "not_found",
    active: null,
    failure: null,
    compatibility: null,
    isPreviousUsable: false,
    ...(above === null ? {} : { trackedAbove: above }),
    ...(below.length === 0 ? {} : { indexedBelow: below }),
  };
}

/** @param error one that `isUnreadable` */
export function unreadableView(root: string, error: EngineError): CodebaseView {
  const failure = {
    runId: "unknown",
    code: error.code,
    message: error.message,
    at: new Date(0).toISOString(),
    cause: causeOf(error),
  };
  return {
    root,
    head: null,
    state: "indexfailed",
    active: null,
    failure,
    compatibility: null,
    isPreviousUsable: false,
  };
}

/**
 * Whether an error means that nothing of an index can be read, whoever asks, and that it is there all the
 * same.
 */
export function isUnreadable(code: ErrorCode): boolean {
  return code === "STORE_CORRUPT" || code === "STORE_NEWER";
}

export function stateOf(
  head: StoreHead,
  {
    active,
    compatibility,
    hasFailed,
  }: {
    readonly active: RunRecord | null;
    readonly compatibility: Compatibility | null;
    readonly hasFailed: boolean;
  },
): CodebaseState {
  if (active) return "indexing";
  if (!head.complete) return hasFailed ? "indexfailed" : "not_found";
  if (compatibility) return "requires_reindex";
  // Not "later than": the clock may have been set back since.
  return head.syncedAt !== null &&
    head.syncedAt !== head.complete.run.startedAt &&
    head.syncedAt !== head.complete.marker.completedAt
    ? "sync_completed"
    : "indexed";
}

function failureOf(latest: RunRecord | null, unrecorded: Seen["unrecordedFailure"]): CodebaseView["failure"] {
  if (!latest) return null;
  const known = latest.failure ?? (unrecorded?.runId === latest.id ? unrecorded : null);
  const { code, message, aboutOthers }: RunFailure = known ?? RUN_DIED;
  return { runId: latest.id, code, message, aboutOthers, at: latest.finishedAt ?? latest.updatedAt };
}
