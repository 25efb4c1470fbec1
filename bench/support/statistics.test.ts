import { expect, test } from "vitest";
import { median, percentile, sum } from "./statistics.ts";

test("a median is the middle value whatever the order, and the lower of two middle ones", () => {
  expect(median([30, 1, 2])).toBe(2);
  expect(median([10, 9, 8, 7])).toBe(8);
  expect(median([])).toBeNaN();
});

test("percentiles compare numbers as numbers and never reach past the last one", () => {
  const values = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect(percentile(values, 0.5)).toBe(51);
  expect(percentile(values, 0.95)).toBe(96);
  expect(percentile(values, 1)).toBe(100);
  expect(percentile([9, 10], 0)).toBe(9);
  expect(percentile([], 0.5)).toBeNaN();
});

test("summaries leave the measurements in their order", () => {
  const values = Object.freeze([3, 1, 2]);
  expect([median(values), percentile(values, 0.5), sum(values)]).toEqual([2, 2, 6]);
});
