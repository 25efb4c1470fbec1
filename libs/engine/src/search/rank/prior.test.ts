import { describe, expect, it } from "vitest";
import { BIT, PATH_CLASSES, classifyPath, hasClass } from "../../lexical/path-class.ts";
import { nonTestsOf, implementedStems, liftedClasses, PrevailingClasses, priorOf } from "./prior.ts";

const factor = (
  path: string,
  question = "",
  { isKnownLanguage = true, isImplemented = false, isOfNamedFormat = false } = {},
): number =>
  priorOf(
    {
      pathClass: classifyPath(path),
      isKnownLanguage,
      isImplemented,
      isOfNamedFormat,
      isBesideTests: nonTestsOf(question)(path),
    },
    liftedClasses(question),
  );

describe("factor of a path", () => {
  it.each([
    ["src/retry.ts", 1],
    ["src/retry.test.ts", 0.3],
    ["tests/test_retry.py", 0.3],
    ["tests/fixtures/test_retry.py", 0.3],
    ["examples/retry.ts", 0.3],
    ["docs/retry.ts", 0.5],
    ["docs/retry.md", 0.25],
    ["website/retry.ts", 0.5],
    ["guides/retry.md", 0.25],
    ["docs/site/retry.ts", 0.25],
    ["generated/retry.ts", 0.5],
    ["dist/retry.js", 0.5],
    ["src/gen/retry.go", 0.5],
    ["dist/retry.min.js", 0.25],
    ["build/tests/retry.go", 0.15],
    ["vendor/retry.go", 0.5],
    ["vendor/docs/retry.md", 0.125],
    ["vendor/tests/retry.go", 0.15],
    ["scripts/retry.ts", 0.7],
    ["app/__init__.py", 0.7],
    ["include/list.h", 1],
  ])("%s: %d", (path, expected) => expect(factor(path)).toBeCloseTo(expected, 10));

  it("is halved in an unknown language", () =>
    expect(factor("src/a.weird", "", { isKnownLanguage: false })).toBe(0.5));
  it("is whole for the format that a question names, but for where it lies", () => {
    expect(factor("config/puma.rb.tt", "", { isKnownLanguage: false, isOfNamedFormat: true })).toBe(1);
    expect(factor("src/view.html", "", { isOfNamedFormat: true })).toBe(1);
    expect(factor("tests/view.html", "", { isOfNamedFormat: true })).toBe(0.3);
  });
  it("is lower for what is tested, where tests are asked for", () => {
    expect([
      factor("src/retry.ts", "tests for retries"),
      factor("src/retry.test.ts", "tests for retries"),
    ]).toEqual([0.6, 1]);
    expect([
      factor("lib/app/testing/retry.rb", "tests for retries"),
      factor("tokio-test/src/io.rs", "tests for retries"),
    ]).toEqual([1, 1]);
    expect(factor("src/runner.ts", "how a test file is run")).toBe(1);
  });
  it("is lower for a header whose implementation is there", () =>
    expect(factor("src/list.h", "", { isImplemented: true })).toBe(0.7));
  it("of other files does not depend on implementations", () =>
    expect(factor("src/list.ts", "", { isImplemented: true })).toBe(1));
});

describe("a question lifts", () => {
  const lifted = (question: string): string =>
    PATH_CLASSES.filter((name) => hasClass(liftedClasses(question), name)).join(" ");

  it.each([
    ["unit tests for the cache", "test_file test_folder fixture"],
    ["integration test of retries", "test_file test_folder fixture"],
    ["tests covering the parser", "test_file test_folder fixture"],
    ["test cases", "test_file test_folder fixture"],
    ["specs for User", "test_file test_folder fixture"],
    ["fixtures for users", "test_file test_folder fixture"],
    ["which test checks gzip", "test_file test_folder fixture"],
    ["test covers the cache", "test_file test_folder fixture"],
    ["where is rate limiting tested", "test_file test_folder fixture"],
    ["where is the connection, that is never tested by anybody but by those who know of it all, opened", ""],
    ["where does it test the connection", ""],
    ["how are tests run", ""],
    ["an example of streaming", "example"],
    ["demos", "example"],
    ["documentation of the cache", "docs text site_folder"],
    ["guide to retries", "docs text site_folder"],
    ["README", "docs text site_folder"],
    ["license", "docs text site_folder"],
    ["benchmark of the parser", "benchmark"],
    ["deprecated options", "legacy config data"],
    ["v1 api", "legacy"],
    ["generated clients", "generated output_folder tool_written"],
    ["website of the project", ""],
    ["build output", "config data"],
    ["vendored zlib", "vendored"],
    ["release script", "tool"],
    ["translations", "locale"],
    ["type declarations", "type_declarations"],
    ["configuration", "config data"],
    ["where are retries scheduled", ""],
    ["contested exemplary documents", ""],
  ])("%j: %s", (question, expected) => expect(lifted(question)).toBe(expected));

  it("gives lifted classes the factor 1, and leaves the others", () => {
    expect(factor("src/retry.test.ts", "unit tests for retry")).toBe(1);
    expect(factor("vendor/tests/retry.go", "unit tests for retry")).toBe(0.5);
    expect(factor("docs/retry.md", "documentation of retries")).toBe(1);
    expect(factor("website/retry.md", "documentation of retries")).toBe(1);
    expect(factor("dist/retry.min.js", "generated clients")).toBe(1);
    expect(factor("website/retry.ts", "generated clients")).toBe(0.5);
    expect(factor("dist/retry.js", "documentation of retries")).toBe(0.5);
  });
});

it("finds the stems of C implementations", () => {
  expect([...implementedStems(["src/list.c", "src/list.h", "lib/tree.c", "a.cc"])]).toEqual(["list", "tree"]);
});

describe("what a codebase is mostly of", () => {
  const prevailing = (...paths: string[]): string => {
    const classes = new PrevailingClasses(paths, paths.map(classifyPath));
    return PATH_CLASSES.filter((name) => paths.some((path) => classes.at(path) & BIT[name])).join(" ");
  };

  it.each([
    ["charts and a script", "data", ["a/values.yaml", "a/templates/deployment.yaml", "push.sh"]],
    ["a book and its code", "text", ["src/ch01.md", "src/ch02.md", "listings/main.rs"]],
    ["code and as much data", "", ["a.go", "b.yaml"]],
    ["code and the pages made of it", "", ["a.swift", "docs/a.html", "docs/b.html", "docs/c.html"]],
    [
      "code beside more descriptions of it",
      "",
      ["src/a.c", "src/commands/a.json", "src/commands/b.json", "src/commands/c.json"],
    ],
    ["tests alone", "", ["a_test.go", "b_test.go"]],
    ["nothing", "", []],
  ] as const)("%s: %j", (_, expected, paths) => expect(prevailing(...paths)).toBe(expected));
});
