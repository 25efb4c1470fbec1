/** The small parts of an answer: references, files that changed together, commits for a question, hunks. */
import type { SymbolCommit } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import type { CommitDetails } from "../git/file-log.ts";
import { changedTogether } from "./changed-together.ts";
import { fittingScores } from "./fitting-commits.ts";
import { fitHunks, hunkOf } from "./hunks.ts";
import { ImportableFiles } from "./imported-files.ts";
import { referencesIn } from "./references.ts";
import { parseRange } from "./repository.ts";
import { symbolDiff } from "./symbol-diff.ts";

describe("references of a message", () => {
  it.each([
    ["Fix the queue (#12), closes #3, see #12", ["#12", "#3"]],
    ["octo/cat#7 and GH-8", ["octo/cat#7", "GH-8"]],
    ["https://github.com/octo/cat/pull/9 https://gitlab.example/a/b/-/issues/4", ["octo/cat#9", "a/b#4"]],
    ["color #fff, C# 7, &#39; a#1 page.html#12 # 5", []],
    ["#123456789", []],
  ])("%j", (message, references) => expect(referencesIn(message)).toEqual(references));
});

describe("files that changed together", () => {
  const commit = (paths: string, parents = "p"): CommitDetails => ({
    id: paths,
    parents: [...parents],
    authoredAt: "",
    author: "",
    subject: "",
    body: "",
    changes: [...paths].map((path) => ({ path, before: null, after: "1" })),
  });
  const together = (...commits: readonly CommitDetails[]): string[] =>
    changedTogether(commits, new Set(["a"]), (path) => (path === "x" ? null : path)).map(
      ({ file, commits: count }) => `${file}${count}`,
    );
  it("are counted, most frequent first, without the symbol's own and files that may not be named", () =>
    expect(together(commit("abcx"), commit("acbx"), commit("acd"))).toEqual(["c3", "b2"]));
  it("are not those of merges and of large commits", () =>
    expect(together(commit("ab", "pq"), commit("ab"), commit("abcdefghijklmnopqrstuvw"))).toEqual([]));
});

it("scores commits for a question by subject, message and changed lines", () => {
  const commit = (subject: string, body = "", diff: readonly string[] = []) => ({ subject, body, diff });
  const scores = fittingScores("why is the delay capped", [
    commit("rename things"),
    commit("cap the delay"),
    commit("tidy", "", ["+  return min(delay, cap)", " delay delay"]),
  ]);
  expect(scores[0]).toBe(0);
  expect(scores[1]).toBe(1);
  expect(scores[2]).toBeGreaterThan(0);
  expect(scores[2]).toBeLessThan(1);
  expect(fittingScores("delay", [])).toEqual([]);
});

describe("changed lines", () => {
  const lines = (text: string): string[] => text.split(" ");
  it("are hunks with two lines of context, at the lines of the file", () =>
    expect(
      symbolDiff(
        { startLine: 10, lines: lines("a b c d e f g h i") },
        { startLine: 20, lines: lines("a b X d e f g h Y i") },
      ),
    ).toEqual([
      "@@ -10,5 +20,5 @@",
      " a",
      " b",
      "-c",
      "+X",
      " d",
      " e",
      "@@ -16,3 +26,4 @@",
      " g",
      " h",
      "+Y",
      " i",
    ]));
  it("of a new symbol are all of its lines", () =>
    expect(symbolDiff(null, { startLine: 3, lines: lines("a b") })).toEqual(["@@ -0,0 +3,2 @@", "+a", "+b"]));
  it("are cut to a number of lines", () => {
    expect(hunkOf(["@@", "+a", "+b"], 2)).toEqual({ hunk: "@@\n+a", isCut: true });
    expect(hunkOf([], 2)).toEqual({ isCut: false });
  });
});

it("a budget leaves out the lines of the last commits first, and keeps one commit", () => {
  const commit = (name: string): SymbolCommit => ({
    commit: name,
    date: "",
    author: "",
    subject: "",
    change: "modified",
    span: { startLine: 1, endLine: 2 },
    hunk: "+".repeat(400),
  });
  const commits = ["a", "b", "c"].map(commit);
  const shown = (maxTokens: number): string[] =>
    fitHunks(commits, { maxTokens, rest: {} }).commits.map(({ commit: id, hunk }) => (hunk ? id : `(${id})`));
  expect(shown(10_000)).toEqual(["a", "b", "c"]);
  expect(shown(420)).toEqual(["a", "(b)", "(c)"]);
  expect(shown(100)).toEqual(["(a)"]);
});

describe("a range", () => {
  it.each([
    [undefined, null, "HEAD"],
    ["v1..v2", "v1", "v2"],
    ["v1..", "v1", "HEAD"],
    ["..v2", null, "v2"],
    ["v2", null, "v2"],
  ])("%j is from %j to %j", (range, good, bad) => expect(parseRange(range)).toEqual({ good, bad }));
  it.each(["", " ", "..", "a...b", "a..b..c"])("%j is refused", (range) =>
    expect(() => parseRange(range)).toThrow(/^range is /),
  );
});

it("guesses the files that import lines name", () => {
  const text = "import os\nfrom app.core import run\nfrom . import helpers\n";
  const paths = [
    "app/core.py",
    "app/core/run.py",
    "app/helpers.py",
    "os.py",
    "main.py",
    "b/helpers.py",
    "c/helpers.py",
  ];
  const main = { path: "main.py", text, lines: text.split("\n"), symbols: [] };
  expect(new ImportableFiles(paths).importedBy(main)).toEqual(["app/core.py", "app/core/run.py", "os.py"]);
});
