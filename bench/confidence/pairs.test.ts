import { expect, it } from "vitest";
import type { BenchmarkQuestion } from "../retrieval/score.ts";
import { heldOut, type Judged, pairsOf, shareBelow } from "./pairs.ts";

const question = (id: string, repo: string, lang: string): BenchmarkQuestion => ({
  id,
  repo,
  lang,
  category: "c",
  query: id,
  root: "",
  relevant: [],
});

it("puts each question to its own repository and to another, of the same language where there is one", () => {
  const pairs = pairsOf("set", [
    question("1", "a", "ts"),
    question("2", "b", "ts"),
    question("3", "c", "go"),
    question("4", "c", "go"),
  ]);
  expect(pairs.map(({ question: { id }, repo, isAnswerable }) => `${id} ${repo} ${isAnswerable}`)).toEqual([
    "1 a true",
    "1 b false",
    "2 b true",
    "2 a false",
    "3 c true",
    "3 a false",
    "4 c true",
    "4 b false",
  ]);
});

it("puts them to their own alone where there is no other", () =>
  expect(pairsOf("set", [question("1", "a", "ts")])).toHaveLength(1));

it("counts what is below a bound", () => {
  const judged = [0.2, 0.4, 0.4, 0.9].map((value) => ({ value }) as Judged);
  expect(shareBelow(judged, 0.4)).toBe(0.25);
  expect(shareBelow([], 0.4)).toBeNaN();
});

it("applies bounds to repositories that they were not chosen on", () => {
  const judged = (repo: string, isAnswerable: boolean, values: readonly number[]): Judged[] =>
    values.map((value) => ({ question: question("1", repo, "ts"), repo, isAnswerable, value }) as Judged);
  const pairs = [
    ...judged("a", true, [1, 2, 3, 4]),
    ...judged("a", false, [0, 1, 1, 5]),
    ...judged("b", true, [2, 2, 3, 4]),
    ...judged("b", false, [0, 0, 1, 2]),
  ];
  expect(heldOut(pairs, { falseLow: 0.25, falseHigh: 0.25, parts: 2 })).toEqual([
    // Chosen on b, applied to a.
    { low: 2, high: 2, falseLow: 0.25, trueLow: 0.75, falseHigh: 0.25 },
    { low: 2, high: 5, falseLow: 0, trueLow: 0.75, falseHigh: 0 },
  ]);
});
