import { expect, test } from "vitest";
import { nestsDeeperThan } from "../analyze.ts";

test.each<[string, number]>([
  ["a b", 0],
  ["()[]{}", 1],
  ["f(a[{b}], (c))", 3],
  ["((((", 4],
  ["))))((", 2],
  ["(]}", 1],
  ["\n[\r\n(\t)", 2],
  ["\u{1f680}(\u00e9[\u2028{", 3],
  ["[".repeat(1_000) + "]".repeat(1_000), 1_000],
])("%j has brackets %i deep", (text, depth) => {
  expect([depth - 1, depth].map((limit) => nestsDeeperThan(limit, text))).toEqual([true, false]);
});
