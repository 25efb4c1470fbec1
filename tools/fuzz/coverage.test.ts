import { describe, expect, it } from "vitest";
import { Coverage, bucketBit, hasAll, takeTrace } from "./coverage.ts";

const traceOf = (...counts: number[]) => takeTrace(Uint32Array.from(counts));

describe("coverage", () => {
  it("tells counts apart by powers of two, roughly", () => {
    expect([0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 127, 128, 5_000].map(bucketBit)).toEqual([
      0, 1, 2, 4, 8, 8, 16, 16, 32, 32, 64, 64, 128, 128,
    ]);
  });

  it("grows with a new branch, and with another number of runs of a known one", () => {
    const coverage = new Coverage(3);
    expect(
      [traceOf(1, 0, 0), traceOf(1, 0, 0), traceOf(1, 0, 1), traceOf(9, 0, 0), traceOf(10, 0, 1)].map(
        (trace) => coverage.add(trace, 1),
      ),
    ).toEqual([true, false, true, true, false]);
    expect(coverage.edges).toBe(2);
  });

  it("grows with an input that works much harder than any of its length", () => {
    const coverage = new Coverage(1);
    expect([1_000, 20_000, 21_000, 40_000].map((count) => coverage.add(traceOf(count), 100))).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });
});

it("a trace counts all steps, and leaves the counters at zero", () => {
  const counters = Uint32Array.from([2, 0, 5]);
  expect(takeTrace(counters)).toEqual({ features: [2, 2 * 256 + 8], steps: 7 });
  expect([...counters]).toEqual([0, 0, 0]);
});

it("one trace reaches all of another or not", () => {
  expect([hasAll([1, 2, 3], [1, 3]), hasAll([1, 3], [1, 2]), hasAll([], [1]), hasAll([1], [])]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
