import { expect, it } from "vitest";
import type { CodebaseState } from "@satori/contracts";
import { type CodebaseEvent, move } from "./state.ts";

const STATES = [
  "not_found",
  "indexing",
  "indexed",
  "sync_completed",
  "indexfailed",
  "requires_reindex",
] as const satisfies readonly CodebaseState[];
const EVENTS = [
  "start_create",
  "start_forced_create",
  "start_reindex",
  "run_completed",
  "run_failed",
  "rebuild_failed",
  "synced",
  "fingerprint_differs",
  "fingerprint_matches",
  "cleared",
] as const satisfies readonly CodebaseEvent[];

/** One row per state, one column per event, in the order above. Missing entries are refused. */
const TABLE = `
                   start_create start_forced_create start_reindex run_completed run_failed  rebuild_failed synced         fingerprint_differs fingerprint_matches cleared
  not_found        indexing     indexing            indexing      -             -           -              -              -                   -                   -
  indexing         -            -                   -             indexed       indexfailed indexed        -              -                   -                   not_found
  indexed          -            indexing            indexing      -             -           -              sync_completed requires_reindex    -                   not_found
  sync_completed   -            indexing            indexing      -             -           -              sync_completed requires_reindex    -                   not_found
  indexfailed      indexing     indexing            indexing      -             -           -              -              -                   -                   not_found
  requires_reindex -            indexing            indexing      -             -           -              -              -                   indexed             not_found
`;

it("allows the moves of the table, and no others", () => {
  const actual = STATES.map((state) => [state, ...EVENTS.map((event) => toOf(state, event) ?? "-")]);
  const [header, ...rows] = TABLE.trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  expect(header).toEqual(EVENTS);
  expect(actual).toEqual(rows);
});

it("says of every move that it refuses why", () => {
  for (const state of STATES) {
    for (const event of EVENTS) {
      const moved = move(state, event);
      expect("to" in moved ? moved.to : moved.refused, `${state} ${event}`).toMatch(
        "to" in moved ? /^[a-z_]+$/ : /^[a-z].{10,}[^.]$/,
      );
    }
  }
});

it("leads to indexed by a marker alone: one that a run has just written, or that of the one before", () => {
  const ways = STATES.flatMap((state) =>
    EVENTS.filter((event) => toOf(state, event) === "indexed").map((event) => `${state} ${event}`),
  );
  expect(ways).toEqual([
    "indexing run_completed",
    "indexing rebuild_failed",
    "requires_reindex fingerprint_matches",
  ]);
});

function toOf(state: CodebaseState, event: CodebaseEvent): CodebaseState | null {
  const moved = move(state, event);
  return "to" in moved ? moved.to : null;
}
