/** Hunks against texts, with `git diff` as the source of diffs. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { git } from "../testing/trees/git.ts";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { type Direction, SearchBudget, applyHunks, linesOf, textOf } from "./apply-diff.ts";
import { parseDiff } from "./parse-diff.ts";

const check = (): void => undefined;

function apply(
  text: string,
  diff: string,
  direction: Direction = "forward",
  budget = new SearchBudget(),
): string | null {
  const hunks = parseDiff(diff, check)[0]?.hunks ?? [];
  const applied = applyHunks(linesOf(text), hunks, { direction, budget, check });
  return applied.kind === "applied" ? textOf(applied.text) : null;
}

const diffOf = (hunks: string): string => `--- a\n+++ b\n${hunks}`;

it.each<[string, string, string, string]>([
  ["a change", "a\nb\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n", "a\nB\nc\n"],
  ["a displaced hunk", "x\ny\na\nb\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n", "x\ny\na\nB\nc\n"],
  ["lines at the end", "a\n", "@@ -1 +1,2 @@\n a\n+b\n", "a\nb\n"],
  ["lines without others around", "a\nb\n", "@@ -1,0 +2 @@\n+x\n", "a\nx\nb\n"],
  ["all of a file", "", "@@ -0,0 +1,2 @@\n+a\n+b\n", "a\nb\n"],
  ["nothing left", "a\n", "@@ -1 +0,0 @@\n-a\n", ""],
  ["a line end", "a", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n", "a\n"],
  ["no line end", "a\n", "@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n", "a"],
  ["CRLF by a diff with LF", "a\r\nb\r\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n", "a\r\nc\r\n"],
  ["LF by a diff with CRLF", "a\nb\n", "@@ -1,2 +1,2 @@\r\n a\r\n-b\r\n+c\r\n", "a\nc\n"],
  ["from LF to CRLF", "a\n", "@@ -1 +1 @@\n-a\n+a\r\n", "a\r\n"],
])("changes %s, and back", (_, before, hunks, after) => {
  expect(apply(before, diffOf(hunks))).toBe(after);
  if (!hunks.includes("@@\r")) expect(apply(after, diffOf(hunks), "reverse")).toBe(before);
});

it("fails where lines differ", () => {
  expect(apply("a\nb\n", diffOf("@@ -1,2 +1,2 @@\n a\n-c\n+d\n"))).toBeNull();
  expect(apply("a\n", diffOf("@@ -5,0 +6 @@\n+x\n"))).toBeNull();
});

it("takes a byte order mark at the beginning of a file for no part of its text", () => {
  const hunks = "@@ -1,2 +1,2 @@\n \ufeffa\n-b\n+c\n";
  expect(apply("a\nb\n", diffOf(hunks))).toBe("a\nc\n");
  expect(apply("a\nc\n", diffOf(hunks), "reverse")).toBe("a\nb\n");
  expect(apply("x\na\nb\n", diffOf("@@ -2,2 +2,2 @@\n \ufeffa\n-b\n+c\n"))).toBeNull();
});

it("gives up looking for a hunk that is far away", () => {
  const lines = "x\n".repeat(10_000);
  const hunk = diffOf("@@ -1,2 +1,2 @@\n a\n-b\n+c\n");
  const budget = new SearchBudget();
  budget.remaining = 1_000;
  expect(apply(`${lines}a\nb\n`, hunk, "forward", budget)).toBeNull();
  expect(apply(`${lines}a\nb\n`, hunk)).toBe(`${lines}a\nc\n`);
});

describe("diffs by git of random texts", () => {
  it.each([0, 1, 3])("apply in both directions, with %i lines around changes", (context) => {
    using folder = temporaryFolder();
    const { path } = folder;
    mkdirSync(join(path, "old"));
    mkdirSync(join(path, "new"));
    let seed = 7 + context;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const pairs: [string, string][] = [];
    for (let at = 0; at < 120; at++) {
      const lines = Array.from({ length: random(30) }, () => "abcde"[random(5)] ?? "");
      const changed = lines.flatMap((line) => [[line], [], [line, "x"], ["y"], [line]][random(5)] ?? []);
      const end = (): string => (random(4) === 0 ? "" : "\n");
      const textsOf = (all: readonly string[]): string => (all.length === 0 ? "" : all.join("\n") + end());
      pairs.push([textsOf(lines), textsOf(changed)]);
    }
    for (const [at, [before, after]] of pairs.entries()) {
      writeFileSync(join(path, `old/${at}.txt`), before);
      writeFileSync(join(path, `new/${at}.txt`), after);
    }
    git(path, "init", "--quiet");
    git(path, "add", "--all", "old");
    const trees = ["old", "new"].map((name) => {
      git(path, "add", "--all", name);
      return git(path, "write-tree", `--prefix=${name}/`).trim();
    });
    const diff = git(path, "diff", `-U${context}`, ...trees);
    const patches = parseDiff(diff, check);
    let applied = 0;
    for (const { from, to, hunks } of patches) {
      const at = Number(/(\d+)\.txt$/.exec((to ?? from)?.written ?? "")?.[1]);
      const [before, after] = pairs[at] ?? ["", ""];
      for (const [direction, source, target] of [
        ["forward", before, after],
        ["reverse", after, before],
      ] as const) {
        const outcome = applyHunks(linesOf(source), hunks, { direction, budget: new SearchBudget(), check });
        expect(outcome.kind === "applied" && [textOf(outcome.text), outcome.displaced]).toEqual([target, 0]);
        applied++;
      }
    }
    expect(applied).toBeGreaterThan(150);
  });
});
