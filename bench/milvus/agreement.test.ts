import { expect, test } from "vitest";
import type { Result } from "../retrieval/score.ts";
import { agreement } from "./agreement.ts";

const result = (path: string, start = 1): Result => ({ path, start, end: start + 9 });

test("the same files count in any order, the order and the lines for themselves", () => {
  const pairs = [
    { one: [result("a"), result("b")], other: [result("a"), result("b")] },
    { one: [result("a"), result("b")], other: [result("a"), result("b", 40)] },
    { one: [result("a"), result("b")], other: [result("b"), result("a")] },
    { one: [result("a"), result("b")], other: [result("a"), result("c")] },
  ];
  expect(agreement(pairs)).toEqual({ sameFiles: 0.75, sameOrder: 0.5, sameSpans: 0.25 });
});

test("files that only one of both finds are no agreement", () => {
  expect(agreement([{ one: [result("a")], other: [result("a"), result("b")] }])).toEqual({
    sameFiles: 0,
    sameOrder: 0,
    sameSpans: 0,
  });
});
