import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileRules, simplePattern } from "./path-matcher.ts";

describe("patterns that compare texts", () => {
  it.each([
    "*.ts",
    "*_test.go",
    "**/*.py",
    "src",
    "docs/",
    "src/**",
    "/src/",
    "/src",
    "src/api",
    "src/api/",
    "/src/api/**",
    "**/gen/",
    "**/gen/**",
    ".github",
    "*x/",
    "naïve.md",
  ])("%s is one", (pattern) => expect(simplePattern(pattern)).not.toBeNull());
  it.each([
    "",
    "/",
    "**",
    "*",
    "a*b",
    "*.t*",
    "src/*.ts",
    "src/**/x",
    "**/a/b",
    "!src",
    "#a",
    "a?",
    "[ab]",
    "a\\*",
    "a ",
    " a",
    "//a",
    "a//b",
    "**/**",
    "***.ts",
    "*/a",
  ])("%j is none", (pattern) => expect(simplePattern(pattern)).toBeNull());
});

it("match what the rules of ignore files match", () => {
  const name = fc.constantFrom("a", "b", "ab", "a.b", ".a", "b.a", "é", "*", "**", "*a", "*.b", "a*", "");
  const pattern = fc
    .tuple(
      fc.constantFrom("", "/", "**/"),
      fc.array(name, { minLength: 1, maxLength: 4 }),
      fc.constantFrom("", "/", "/**"),
    )
    .map(([begin, names, end]) => begin + names.join("/") + end);
  const path = fc
    .array(fc.constantFrom("a", "b", "ab", "a.b", ".a", "b.a", "é", "x.b", "xa"), {
      minLength: 1,
      maxLength: 4,
    })
    .map((names) => names.join("/"));
  let simple = 0;
  fc.assert(
    fc.property(pattern, fc.array(path, { minLength: 1, maxLength: 20 }), (written, paths) => {
      const test = simplePattern(written);
      if (!test) return;
      simple++;
      const rules = compileRules([written]);
      for (const each of paths) expect([written, each, test(each)]).toEqual([written, each, rules(each)]);
    }),
    { numRuns: 5_000 },
  );
  expect(simple).toBeGreaterThan(500);
});
