/**
 * States of a codebase and the moves between them, in one table. A state is never stored: it is derived from
 * the facts that prove it (runs, the marker, the fingerprints), so it cannot be outdated. The table is
 * checked when an event happens, under the writer lock: when a run begins, completes or fails, when a sync
 * begins, and when an index is cleared. Whether fingerprints match, and whether a process has died, is simply
 * observed.
 */
import type { CodebaseState } from "@satori/contracts";

/**
 * `run_completed`: with a marker that proves it. `run_failed`: no run has ever completed. `rebuild_failed`:
 * the marker of the previous run counts again, and the state is that run's: `indexed` or `sync_completed` as
 * before, or `requires_reindex` if it does not match the runtime. A run whose process died has failed too.
 */
export type CodebaseEvent =
  | "start_create"
  | "start_forced_create"
  | "start_reindex"
  | "run_completed"
  | "run_failed"
  | "rebuild_failed"
  | "synced"
  | "fingerprint_differs"
  | "fingerprint_matches"
  | "cleared";

/** The state after an event, or why the event is not allowed. */
export type Move = { readonly to: CodebaseState } | { readonly refused: string };

const NO_RUN = { refused: "no run is active" };
const NO_INDEX = { refused: "there is no complete index" };
const RUN_ACTIVE = { refused: "a run is active, and nothing else writes until it has ended" };
const to = (state: CodebaseState): Move => ({ to: state });

const COMPLETE: { readonly [Event in CodebaseEvent]: Move } = {
  start_create: { refused: "the index is complete already: a rebuild has to be forced" },
  start_forced_create: to("indexing"),
  start_reindex: to("indexing"),
  run_completed: NO_RUN,
  run_failed: NO_RUN,
  rebuild_failed: NO_RUN,
  synced: to("sync_completed"),
  fingerprint_differs: to("requires_reindex"),
  fingerprint_matches: { refused: "the fingerprints match already" },
  cleared: to("not_found"),
};

const MOVES: { readonly [State in CodebaseState]: { readonly [Event in CodebaseEvent]: Move } } = {
  not_found: {
    start_create: to("indexing"),
    start_forced_create: to("indexing"),
    start_reindex: to("indexing"),
    run_completed: NO_RUN,
    run_failed: NO_RUN,
    rebuild_failed: NO_RUN,
    synced: NO_INDEX,
    fingerprint_differs: NO_INDEX,
    fingerprint_matches: NO_INDEX,
    cleared: { refused: "there is nothing to clear" },
  },
  indexing: {
    start_create: RUN_ACTIVE,
    start_forced_create: RUN_ACTIVE,
    start_reindex: RUN_ACTIVE,
    run_completed: to("indexed"),
    run_failed: to("indexfailed"),
    rebuild_failed: to("indexed"),
    synced: RUN_ACTIVE,
    fingerprint_differs: { refused: "the run that is active is compared, and its state is its own" },
    fingerprint_matches: { refused: "the run that is active is compared, and its state is its own" },
    cleared: to("not_found"),
  },
  indexed: COMPLETE,
  sync_completed: COMPLETE,
  indexfailed: {
    start_create: to("indexing"),
    start_forced_create: to("indexing"),
    start_reindex: to("indexing"),
    run_completed: NO_RUN,
    run_failed: NO_RUN,
    rebuild_failed: NO_RUN,
    synced: NO_INDEX,
    fingerprint_differs: NO_INDEX,
    fingerprint_matches: NO_INDEX,
    cleared: to("not_found"),
  },
  requires_reindex: {
    start_create: {
      refused: "the index was built with another configuration: only an explicit rebuild replaces it",
    },
    start_forced_create: to("indexing"),
    start_reindex: to("indexing"),
    run_completed: NO_RUN,
    run_failed: NO_RUN,
    rebuild_failed: NO_RUN,
    synced: {
      refused: "the index was made with another configuration: what a sync would write does not go with it",
    },
    fingerprint_differs: { refused: "the fingerprints differ already" },
    fingerprint_matches: to("indexed"),
    cleared: to("not_found"),
  },
};

/** Which event may follow which state. Nothing else decides that. */
export function move(state: CodebaseState, event: CodebaseEvent): Move {
  return MOVES[state][event];
}
