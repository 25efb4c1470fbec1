import { describe, expect, test } from "vitest";
import {
  costUntil,
  isRead,
  type ReadSpan,
  readsRightFile,
  readsRightLines,
  recallWithin,
  type Step,
} from "./trace.ts";

const span = (path: string, startLine: number, endLine: number): ReadSpan => ({ path, startLine, endLine });
const step = (tokens: number, ...read: ReadSpan[]): Step => ({ tokens, read });

describe("a right file", () => {
  const right = [{ path: "a.ts" }, { path: "b.ts", lines: { startLine: 10, endLine: 20 } }];

  test("is read if any line of it is shown", () => {
    expect(readsRightFile(step(1, span("b.ts", 1, 1)), right)).toBe(true);
    expect(readsRightFile(step(1, span("c.ts", 1, 9), span("a.ts", 5, 6)), right)).toBe(true);
  });

  test("is not read by a listing, nor by a file of the same name elsewhere", () => {
    expect(readsRightFile(step(50), right)).toBe(false);
    expect(readsRightFile(step(1, span("lib/a.ts", 1, 9)), right)).toBe(false);
  });
});

describe("right lines", () => {
  const right = [{ path: "a.ts" }, { path: "b.ts", lines: { startLine: 10, endLine: 20 } }];
  const reads = (read: ReadSpan): boolean => readsRightLines(step(1, read), right);

  test("are read if one of them is shown, the first and the last included", () => {
    expect([span("b.ts", 1, 10), span("b.ts", 20, 30), span("b.ts", 12, 13)].map(reads)).toEqual([
      true,
      true,
      true,
    ]);
  });

  test("are not read next to them, in another file, or in a right file without lines", () => {
    expect([span("b.ts", 1, 9), span("b.ts", 21, 30), span("c.ts", 10, 20), span("a.ts", 1, 99)].map(reads))
      // prettier-ignore
      .toEqual([false, false, false, false]);
  });
});

describe("the cost of a goal", () => {
  const reachesLast = ({ read }: Step): boolean => read.length > 0;

  test("is the tokens and the number of all calls up to it, its own included, later ones not", () => {
    const steps = [step(100), step(20, span("a.ts", 1, 1)), step(5, span("a.ts", 2, 2))];
    expect(costUntil(steps, reachesLast)).toEqual({ tokens: 120, calls: 2 });
  });

  test("is null if no call reaches it", () => {
    expect(costUntil([step(100), step(20)], reachesLast)).toBeNull();
    expect(costUntil([], reachesLast)).toBeNull();
  });
});

test("recall counts costs up to the budget, and questions that never reach the goal", () => {
  const costs = [{ tokens: 1_000, calls: 1 }, { tokens: 1_001, calls: 1 }, null, { tokens: 10, calls: 3 }];
  expect([0, 999, 1_000, 2_000].map((budget) => recallWithin(costs, budget))).toEqual([0, 0.25, 0.5, 0.75]);
  expect(recallWithin([], 1_000)).toBeNaN();
});

test("a span is read if its lines are covered together, in any order, without a gap", () => {
  const passage = span("a.ts", 10, 20);
  expect(isRead(passage, [span("a.ts", 16, 25), span("a.ts", 5, 15)])).toBe(true);
  expect(isRead(passage, [span("a.ts", 10, 14), span("a.ts", 16, 20)])).toBe(false);
  expect(isRead(passage, [span("a.ts", 10, 19)])).toBe(false);
  expect(isRead(passage, [span("b.ts", 10, 20)])).toBe(false);
  expect(isRead(passage, [])).toBe(false);
});
