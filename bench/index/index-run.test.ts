import { expect, test } from "vitest";
import { type IndexRun, summary } from "./index-run.ts";

const run = (figures: Partial<IndexRun>): IndexRun => ({
  wallMs: 1,
  cpuMs: 2,
  peakBytes: 3,
  files: 4,
  chunks: 5,
  sourceBytes: 6,
  indexBytes: 7,
  ...figures,
});

test("each figure of several runs is its own median", () => {
  const runs = [run({ wallMs: 9, cpuMs: 1 }), run({ wallMs: 7, cpuMs: 3 }), run({ wallMs: 8, cpuMs: 2 })];
  expect(summary(runs)).toEqual(run({ wallMs: 8, cpuMs: 2 }));
});

test("runs that did not index the same make no figure", () => {
  expect(() => summary([run({}), run({ chunks: 4 })])).toThrow("different numbers of files or chunks");
  expect(() => summary([])).toThrow("Nothing was measured");
});
