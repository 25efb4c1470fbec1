/** State of a codebase at one moment. It is derived at each call and never stored. Pure. */
import type { CodebaseState, Compatibility, ErrorCode, Fingerprint } from "@satori/contracts";
import { type EngineError, causeOf } from "../errors.ts";
import { compareFingerprints } from "../model/fingerprint.ts";
import { RUN_DIED, type RunFailure, type RunRecord } from "../model/run.ts";
import type { StoreHead } from "../store/store.ts";

/** State of a codebase at one moment, with the facts that prove it. */
export interface CodebaseView {
  readonly root: string;
  readonly head: StoreHead | null;
  readonly state: CodebaseState;
  /** The active run, of this process or another. */
  readonly active: RunRecord | null;
  /** The last run, if it failed or died; or the complete run, if it cannot be read. */
  readonly failure:
    | (RunFailure & {
        readonly runId: string;
        readonly at: string;
        /** For the log. */ readonly cause?: string;
      })
    | null;
  /** How the fingerprints of index and runtime differ; null if they match or there is nothing to compare. */
  readonly compatibility: Compatibility | null;
  /**
   * While a run is active: whether the previous complete run matches the runtime, so that it can keep
   * answering.
   */
  readonly isPreviousUsable: boolean;
  /** Without an index: the nearest folder above that has one, for example after a first run that failed. */
  readonly trackedAbove?: string;
  /** Without an index: folders below that have one, sorted by path. */
  readonly indexedBelow?: readonly string[];
}

/** The head of a readable index, and what this process knows besides. */
export interface Seen {
  readonly head: StoreHead;
  /** Why the complete run cannot be used despite its completion marker; null if it can. */
  readonly fault: CodebaseView["failure"];
  readonly active: RunRecord | null;
  /** Why the last run of this process failed, if its store could not even record the failure. */
  readonly unrecordedFailure: (RunFailure & { readonly runId: string }) | null;
  readonly runtime: Fingerprint;
}

/** Derives the view of a codebase whose index can be read. */
export function viewOf(
  root: string,
  { head: { complete: marked, ...rest }, fault, active, unrecordedFailure, runtime }: Seen,
): CodebaseView {
  const head = { ...rest, complete: fault ? null : marked };
  // Uses the fingerprint at the end of the run, not at its start: the embedder may report its dimension only
  // during the run.
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
 * View of a codebase without an index.
 *
 * @param above the nearest folder above that has an index, in any state
 * @param below folders below that have a complete index
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

/**
 * View of a codebase whose index cannot be read.
 *
 * @param error one that satisfies `isUnreadable`
 */
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

/** Whether an error code means that an index exists but no process can read it. */
export function isUnreadable(code: ErrorCode): boolean {
  return code === "STORE_CORRUPT" || code === "STORE_NEWER";
}

/** The state that the head of an index proves. An active run outweighs everything else. */
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
  // Not "later than": the clock may have been set back since then.
  return head.syncedAt !== null &&
    head.syncedAt !== head.complete.run.startedAt &&
    head.syncedAt !== head.complete.marker.completedAt
    ? "sync_completed"
    : "indexed";
}

function failureOf(latest: RunRecord | null, unrecorded: Seen["unrecordedFailure"]): CodebaseView["failure"] {
  if (!latest) return null;
  const known = latest.failure ?? (unrecorded?.runId === latest.id ? unrecorded : null);
  const { code, message, aboutOthers, keptFiles }: RunFailure = known ?? RUN_DIED;
  return {
    runId: latest.id,
    code,
    message,
    aboutOthers,
    keptFiles,
    at: latest.finishedAt ?? latest.updatedAt,
  };
}
