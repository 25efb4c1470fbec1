import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { importingTests, nearestTests } from "./baselines.ts";
import { changeOf, gitIn } from "./changes.ts";
import { readCommits } from "./commits.ts";
import { type Measured, recallAt, reportOf } from "./report.ts";
import { REPOSITORIES, type Repository } from "./repositories.ts";

describe("the baselines", () => {
  const tests = [
    { path: "test/cart.test.ts", text: 'import { add } from "../src/cart";\nadd(1);' },
    { path: "test/shop.test.ts", text: "import {\n  buy,\n} from '../src/shop.js';" },
    { path: "tests/test_cart.py", text: "from shop.cart import Cart\n" },
    { path: "spec/cart_spec.rb", text: 'require "shop/cart"\n' },
    { path: "test/unrelated.test.ts", text: "// import the cart\ncart();" },
  ];

  it("find tests whose imports name a changed file", () => {
    expect(importingTests(["src/cart.ts"], tests)).toEqual(["test/cart.test.ts"]);
    expect(importingTests(["src/shop.ts"], tests)).toEqual(["test/shop.test.ts"]);
    expect(importingTests(["lib/shop/cart.rb"], tests)).toEqual(["spec/cart_spec.rb", "tests/test_cart.py"]);
  });

  it("put all tests in the order of the words that their paths share with a changed file", () => {
    const paths = tests.map(({ path }) => path);
    expect(nearestTests(["src/shop.ts"], paths)[0]).toBe("test/shop.test.ts");
    expect(nearestTests(["src/shop.ts"], paths)).toHaveLength(paths.length);
    expect(nearestTests([], paths)).toEqual([...paths].sort());
  });
});

describe("the change of a commit", () => {
  const repository: Repository = {
    name: "a/b",
    language: "TypeScript",
    tests: /\.test\.ts$/,
    support: /^test\//,
    sources: /^src\/.*\.ts$/,
  };

  it("has its files outside of tests, and the test files that the parent has", () => {
    const folder = mkdtempSync(join(tmpdir(), "satori-bench-test-"));
    try {
      const run = (...args: string[]): unknown =>
        execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
          cwd: folder,
        });
      const commit = (files: Readonly<Record<string, string>>): string => {
        for (const [path, text] of Object.entries(files)) {
          mkdirSync(dirname(join(folder, path)), { recursive: true });
          writeFileSync(join(folder, path), text);
        }
        run("add", "--all");
        run("commit", "--quiet", "--message", "x");
        return gitIn(folder)("rev-parse", "HEAD").trim();
      };
      run("init", "--quiet");
      const first = commit({ "src/a.ts": "1", "test/a.test.ts": "1", "test/data.json": "1" });
      const both = commit({
        "src/a.ts": "2",
        "test/a.test.ts": "2",
        "test/b.test.ts": "2",
        "test/data.json": "2",
      });
      const onlyNewTests = commit({ "src/a.ts": "3", "test/c.test.ts": "3" });
      const change = changeOf(gitIn(folder), both, repository);
      expect(change).toEqual({ parent: first, paths: ["src/a.ts"], tests: ["test/a.test.ts"] });
      expect(changeOf(gitIn(folder), onlyNewTests, repository)).toBeNull();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it("recall counts the test files among the first, and those that are not listed as missed", () => {
  expect(recallAt([1, 6, 0], 5)).toBeCloseTo(1 / 3);
  expect(recallAt([1, 6, 0], 10)).toBeCloseTo(2 / 3);
});

it("the report has recall and length by half and language, and names errors", () => {
  const one = (fields: Partial<Measured>): Measured => ({
    repository: "a/b",
    commit: "",
    part: "kept",
    language: "Go",
    outcome: "ok",
    ranks: { impact: [1, 12], imports: [0, 0], nearest: [3, 30] },
    lengths: { impact: 12, imports: 0, nearest: 100 },
    testFiles: 100,
    ms: 10,
    ...fields,
  });
  const failed = one({
    outcome: "DEADLINE_REACHED",
    ranks: { impact: [0, 0], imports: [0, 0], nearest: [0, 0] },
  });
  const { rows, notes } = reportOf([one({}), failed, one({ part: "tuning" })], false);
  const baselines = (nearest: string): string[] => ["0.00", "0.00", "0.00", nearest, nearest, nearest];
  expect(rows).toEqual([
    ["tuning", "all", 1, "0.50", "0.50", "1.00", ...baselines("0.50"), 12, "12.0 %", 10, 10],
    ["tuning", "Go", 1, "0.50", "0.50", "1.00", ...baselines("0.50"), 12, "12.0 %", 10, 10],
    ["kept", "all", 2, "0.25", "0.25", "0.50", ...baselines("0.25"), 12, "12.0 %", 10, 10],
    ["kept", "Go", 2, "0.25", "0.25", "0.50", ...baselines("0.25"), 12, "12.0 %", 10, 10],
  ]);
  expect(notes?.[0]).toContain("DEADLINE_REACHED");
});

it("the commits are at least 300, of at least eight repositories in six languages, all of them described", () => {
  const commits = readCommits();
  const repositories = REPOSITORIES.filter(({ name }) =>
    commits.some(({ repository }) => repository === name),
  );
  expect(commits.length).toBeGreaterThanOrEqual(300);
  expect(new Set(commits.map(({ commit }) => commit)).size).toBe(commits.length);
  expect(new Set(commits.map(({ repository }) => repository)).size).toBe(repositories.length);
  expect(repositories.length).toBeGreaterThanOrEqual(8);
  expect(new Set(repositories.map(({ language }) => language)).size).toBeGreaterThanOrEqual(6);
});
