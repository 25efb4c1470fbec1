import { expect, it } from "vitest";
import type { CodebaseState } from "@satori/contracts";
import { type CodebaseEvent, nextState } from "./state.ts";

const STATES = ["not_found", "indexing", "indexed", "sync_completed", "indexfailed", "requires_reindex"] as const satisfies readonly CodebaseState[];
const EVENTS = ["start_create", "start_forced_create", "start_reindex", "run_completed", "run_failed", "synced", "fingerprint_differs", "fingerprint_matches", "cleared"] as const satisfies readonly CodebaseEvent[];

/** A row a state, a column an event, in the order above. What is not here is refused. */
const TABLE = `
                   start_create start_forced_create start_reindex run_completed run_failed  synced         fingerprint_differs fingerprint_matches cleared
  not_found        indexing     indexing            indexing      -             -           -              -                   -                   -
  indexing         -            -                   -             indexed       indexfailed -              -                   -                   not_found
  indexed          -            indexing            indexing      -             -           sync_completed requires_reindex    -                   not_found
  sync_completed   -            indexing            indexing      -             -           sync_completed requires_reindex    -                   not_found
  indexfailed      indexing     indexing            indexing      -             -           -              -                   -                   not_found
  requires_reindex -            indexing            indexing      -             -           -              -                   indexed             not_found
`;

it("allows the moves of the table, and no others", () => {
  const actual = STATES.map((state) => [state, ...EVENTS.map((event) => nextState(state, event) ?? "-")]);
  const [header, ...rows] = TABLE.trim().split("\n").map((line) => line.trim().split(/\s+/));
  expect(header).toEqual(EVENTS);
  expect(actual).toEqual(rows);
});
