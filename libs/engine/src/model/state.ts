/**
 * States of a codebase and the moves between them, in one table. A state is never stored: it is read off what proves it
 * (runs, the marker, the fingerprints), so that it cannot go stale.
 */
import type { CodebaseState } from "@satori/contracts";

export type CodebaseEvent = "start_create" | "start_forced_create" | "start_reindex" | "run_completed" | "run_failed" | "synced" | "fingerprint_differs" | "fingerprint_matches" | "cleared";

const MOVES: { readonly [State in CodebaseState]: Partial<Record<CodebaseEvent, CodebaseState>> } = {
  not_found: { start_create: "indexing", start_forced_create: "indexing", start_reindex: "indexing" },
  indexing: { run_completed: "indexed", run_failed: "indexfailed", cleared: "not_found" },
  indexed: { synced: "sync_completed", fingerprint_differs: "requires_reindex", start_forced_create: "indexing", start_reindex: "indexing", cleared: "not_found" },
  sync_completed: { synced: "sync_completed", fingerprint_differs: "requires_reindex", start_forced_create: "indexing", start_reindex: "indexing", cleared: "not_found" },
  indexfailed: { start_create: "indexing", start_forced_create: "indexing", start_reindex: "indexing", cleared: "not_found" },
  requires_reindex: { start_forced_create: "indexing", start_reindex: "indexing", fingerprint_matches: "indexed", cleared: "not_found" },
};

/** The state after an event, or null when the move is not allowed. */
export function nextState(state: CodebaseState, event: CodebaseEvent): CodebaseState | null {
  return MOVES[state][event] ?? null;
}
