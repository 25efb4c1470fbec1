import { describe, expect, test } from "vitest";
import { contentWords, filesByWords, inReadingOrder, WINDOW_LINES, windowsOf } from "./grep-policy.ts";

test("content words are distinct, in lower case and in order, without function words", () => {
  expect(contentWords("How are Routes registered, and how are routes matched?")).toEqual([
    "routes",
    "registered",
    "matched",
  ]);
  expect(contentWords("LinkedTreeMap.find in merge_exitcodes")).toEqual([
    "linkedtreemap",
    "find",
    "merge_exitcodes",
  ]);
});

test("a question of function words alone is searched by these, and a long one by its first eight words", () => {
  expect(contentWords("what is it")).toEqual(["what", "is", "it"]);
  expect(contentWords("b1 b2 b3 b4 b5 b6 b7 b8 b9")).toHaveLength(8);
  expect(contentWords("?!")).toEqual([]);
});

test("files come by distinct words, then by matching lines, then by path", () => {
  const counts = [
    new Map([
      ["many.ts", 90],
      ["both.ts", 1],
      ["b.ts", 3],
      ["a.ts", 3],
    ]),
    new Map([
      ["both.ts", 1],
      ["more.ts", 5],
    ]),
  ];
  expect(filesByWords(counts)).toEqual(["both.ts", "many.ts", "more.ts", "a.ts", "b.ts"]);
  expect(filesByWords([])).toEqual([]);
});

describe("windows of a file", () => {
  const file = (length: number, hits: Readonly<Record<number, string>>): string[] =>
    Array.from({ length }, (_, at) => hits[at + 1] ?? "…");

  test("that is short are the file, with and without matches", () => {
    expect(windowsOf(file(WINDOW_LINES, { 3: "one" }), ["one"])).toEqual([{ startLine: 1, endLine: 200 }]);
    expect(windowsOf(["a"], ["one"])).toEqual([{ startLine: 1, endLine: 1 }]);
  });

  test("are centred on their matches, and within the file", () => {
    expect(windowsOf(file(1_000, { 500: "One", 501: "one" }), ["one"])).toEqual([
      { startLine: 401, endLine: 600 },
    ]);
    expect(windowsOf(file(1_000, { 2: "one" }), ["one"])).toEqual([{ startLine: 1, endLine: 200 }]);
    expect(windowsOf(file(1_000, { 999: "one" }), ["one"])).toEqual([{ startLine: 801, endLine: 1_000 }]);
  });

  test("come by distinct words, then by matching lines, then by line, until all matches are covered", () => {
    const hits = { 100: "one", 1_000: "one two", 1_900: "one", 1_901: "one" };
    expect(windowsOf(file(2_000, hits), ["one", "two"]).map(({ startLine }) => startLine)).toEqual([
      901, 1_801, 1,
    ]);
  });

  test("read no line twice", () => {
    const hits = { 300: "one", 350: "one", 499: "one", 500: "one", 290: "one", 1_000: "one" };
    expect(windowsOf(file(1_000, hits), ["one"])).toEqual([
      { startLine: 221, endLine: 420 },
      { startLine: 421, endLine: 599 },
      { startLine: 801, endLine: 1_000 },
    ]);
  });
});

test("the best windows of all files come before the second best of any", () => {
  const window = (path: string, startLine: number) => ({ path, startLine, endLine: startLine });
  expect(
    inReadingOrder([[window("b", 1), window("b", 9)], [], [window("a", 5)]]).map(
      ({ path, startLine }) => `${path}${startLine}`,
    ),
  ).toEqual(["b1", "a5", "b9"]);
  expect(inReadingOrder([])).toEqual([]);
});
