import { expect, test } from "vitest";
import { passagesOf, type SatoriAnswer, spansIn } from "./answers.ts";

const hit = { file: "a.ts", span: { startLine: 10, endLine: 30 } };

test("a preview shows its own lines, from the start of the passage unless it says otherwise", () => {
  const answer: SatoriAnswer = {
    status: "ok",
    results: [
      { ...hit, preview: "one\ntwo\n", previewStartLine: 12 },
      { ...hit, preview: "one" },
      { ...hit, preview: "" },
      hit,
    ],
  };
  expect(spansIn(answer)).toEqual([
    { path: "a.ts", startLine: 12, endLine: 13 },
    { path: "a.ts", startLine: 10, endLine: 10 },
  ]);
  expect(passagesOf(answer)).toHaveLength(4);
  expect(passagesOf(answer)[0]).toEqual({ path: "a.ts", startLine: 10, endLine: 30 });
});

test("a section shows the lines that it numbers, not those between them", () => {
  const content = "9 class A {\n…\n12   run() {\n13\n14 123 + 4\n  …\n20 }";
  expect(spansIn({ status: "ok", sections: [{ file: "b.ts", content }] })).toEqual([
    { path: "b.ts", startLine: 9, endLine: 9 },
    { path: "b.ts", startLine: 12, endLine: 14 },
    { path: "b.ts", startLine: 20, endLine: 20 },
  ]);
});

test("a file that was read shows the lines that the answer names, and other answers show none", () => {
  expect(spansIn({ status: "ok", file: "c.ts", startLine: 4, endLine: 8 })).toEqual([
    { path: "c.ts", startLine: 4, endLine: 8 },
  ]);
  expect(spansIn({ status: "ok", results: [] })).toEqual([]);
  expect(spansIn({ status: "not_found", file: "c.ts" })).toEqual([]);
});
