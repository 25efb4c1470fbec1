import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { git } from "../testing/trees/git.ts";
import { compilePathPatterns } from "./path-matcher.ts";
import { askGit } from "./testing/git-oracle.ts";
import { temporaryFolder } from "./testing/written-tree.ts";

/** @param patterns @param yes @param no separated by blanks */
function check(patterns: string, yes: string, no: string): void {
  it(patterns === "" ? "nothing" : patterns, () => {
    const matches = compilePathPatterns(patterns.split(" ").filter(Boolean));
    for (const path of yes.split(" ").filter(Boolean)) expect([path, matches(path)]).toEqual([path, true]);
    for (const path of no.split(" ").filter(Boolean)) expect([path, matches(path)]).toEqual([path, false]);
  });
}

describe("a name matches at any depth, files and folders alike", () => {
  check("src", "src src/a.ts app/src/a.ts", "srcs/a.ts my-src/a.ts src.ts");
  check("*.ts", "a.ts src/b.ts src/x/c.ts", "a.tsx ts a.ts.js");
  check("re?ry.ts", "retry.ts a/rexry.ts", "reetry.ts re/ry.ts");
  check("[a-c].go", "a.go x/b.go", "d.go ab.go");
  check("[!a].go", "b.go", "a.go");
  check(".github", ".github/workflows/ci.yml", "github/ci.yml");
});

describe("a slash ties a pattern to the root", () => {
  check("/src", "src/a.ts", "app/src/a.ts");
  check("src/api", "src/api/a.ts src/api", "app/src/api/a.ts src/apis/a.ts");
  check("src/*.ts", "src/a.ts", "src/x/a.ts a.ts app/src/a.ts");
  check("src/*", "src/a.ts src/x/a.ts", "src.ts a/src/b.ts");
});

describe("a slash at the end means folders alone", () => {
  check("docs/", "docs/a.md x/docs/a.md", "docs x/docs");
  check("src/api/", "src/api/a.ts", "src/api");
});

describe("two asterisks cross folders", () => {
  check("src/**", "src/a.ts src/x/y/a.ts", "src app/src/a.ts");
  check("**/api", "api/a.ts src/api/a.ts src/x/api", "apis/a.ts");
  check("src/**/test.ts", "src/test.ts src/x/test.ts src/x/y/test.ts", "test.ts src/test.tsx");
  check("**", "a a/b/c", "");
  check("**/*.go", "a.go x/y.go", "a.py");
});

describe("several patterns", () => {
  check("*.{ts,tsx}", "a.ts src/a.tsx", "a.js a.{ts,tsx}");
  check("./src/{api,{ui,lib}/x}/", "src/api/a.ts src/ui/x/a.ts", "src/ui/a.ts app/src/api/a.ts");
  check("src docs", "src/a.ts docs/a.md", "lib/a.ts");
  check("src !src/gen", "src/a.ts", "src/gen/a.ts lib/a.ts");
  check("src !*.test.ts", "src/a.ts", "src/a.test.ts src/x/b.test.ts");
  check("!src", "", "src/a.ts lib/a.ts");
  check("src !src src/a.ts", "src/a.ts", "lib/a.ts");
});

describe("oddities", () => {
  check("", "", "a a/b");
  check("#a", "", "#a a");
  check("\\#a", "#a x/#a", "a");
  check("\\!a", "!a", "a");
  check("a\\*", "a*", "ab a");
  check("/", "", "a a/b");
  check("[a", "", "a [a");
  check("SRC", "SRC/a.ts", "src/a.ts");
  check("größe", "größe/a.ts x/größe", "grösse/a.ts");
  check("gr??ße", "größe/a.ts", "grße grrße");
  check("日本/**", "日本/a.ts 日本/語/a.ts", "本/a.ts");
});

it("takes a blank as it is", () => {
  const matches = compilePathPatterns(["my folder/**"]);
  expect([matches("my folder/a.ts"), matches("my/folder/a.ts")]).toEqual([true, false]);
});

it("matches a name in whichever form its accents were typed", () => {
  expect(compilePathPatterns(["cafe\u0301"])("src/caf\u00e9/a.ts")).toBe(true);
});

it("answers the same for a path, in whichever order paths come", () => {
  const matches = compilePathPatterns(["a", "!a/b", "a/b/c"]);
  const paths = ["a/b/c/d", "a/b/d", "a/x", "b/a/x", "a"];
  const forwards = paths.map(matches);
  const backwards = [...paths]
    .reverse()
    .map(compilePathPatterns(["a", "!a/b", "a/b/c"]))
    .reverse();
  expect(forwards).toEqual(backwards);
});

it("agrees with git about patterns without negation", () => {
  const topLevel = temporaryFolder();
  git(topLevel, "init", "--quiet");
  const name = fc.constantFrom("a", "b", "ab", "a.b", ".b", "é");
  const piece = fc.constantFrom("a", "b", "ab", "*", "**", "?", "/", "/", ".b", "[ab]", "[!a]", "é", "\\a");
  const sample = fc.record({
    // Git before 2.52 reads `a**` differently.
    pattern: fc
      .array(piece, { minLength: 1, maxLength: 5 })
      .map((pieces) => pieces.join(""))
      .filter((text) => !/[^/]\*\*/.test(text)),
    paths: fc.uniqueArray(
      fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/")),
      { minLength: 30, maxLength: 30 },
    ),
  });
  for (const { pattern, paths } of fc.sample(sample, { seed: 1, numRuns: 60 })) {
    writeFileSync(join(topLevel, ".gitignore"), `${pattern}\n`);
    const matches = compilePathPatterns([pattern]);
    const told = askGit({ topLevel, home: topLevel, paths }).map(({ path, rule }) => [path, rule !== null]);
    expect([pattern, paths.map((path) => [path, matches(path)])]).toEqual([pattern, told]);
  }
});
