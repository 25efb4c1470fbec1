import { expect, it } from "vitest";
import { runOf } from "../testing/store-content.ts";
import { progressOf } from "./progress.ts";

const STARTED_MS = Date.parse(runOf("r").startedAt);

/** Progress of a run that began ten seconds ago. */
function progress(
  filesDone: number,
  filesTotal: number | null,
  state: "active" | "complete" = "active",
): { pct: number | null; etaMs: number | null } {
  const { pct, etaMs } = progressOf(
    runOf("r", { state, phase: "indexing", counts: { filesDone, filesTotal, chunks: 5 } }),
    STARTED_MS + 10_000,
  );
  return { pct, etaMs };
}

it.each([
  ["nothing is known before the files are counted", progress(0, null), { pct: null, etaMs: null }],
  ["there is no estimate before the first file", progress(0, 10), { pct: 0, etaMs: null }],
  ["what is left takes as long as what is done", progress(4, 16), { pct: 25, etaMs: 30_000 }],
  ["shares are rounded down", progress(2, 3), { pct: 66, etaMs: 5_000 }],
  ["it is not done before it is published", progress(3, 3), { pct: 99, etaMs: 0 }],
  ["nothing to do is nearly done", progress(0, 0), { pct: 99, etaMs: null }],
  ["a complete run is done", progress(3, 3, "complete"), { pct: 100, etaMs: 0 }],
])("%s", (_, actual, expected) => {
  expect(actual).toEqual(expected);
});

it("repeats what was counted, and leaves the estimate out where no time is given", () => {
  expect(
    progressOf(runOf("r", { phase: "indexing", counts: { filesDone: 1, filesTotal: 2, chunks: 5 } }), null),
  ).toEqual({ phase: "indexing", filesDone: 1, filesTotal: 2, chunks: 5, pct: 50, etaMs: null });
});

it("never estimates less than nothing, even if the clock was set back", () => {
  expect(
    progressOf(runOf("r", { counts: { filesDone: 1, filesTotal: 2, chunks: 0 } }), STARTED_MS - 5_000).etaMs,
  ).toBe(0);
});
