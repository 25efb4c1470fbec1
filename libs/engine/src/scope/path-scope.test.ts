import { describe, expect, it, test } from "vitest";
import { EngineError } from "../errors.ts";
import { pathScope } from "./path-scope.ts";

const FILES = [
  "README.md",
  "src/app.ts",
  "src/app.test.ts",
  "src/view.tsx",
  "src/deep/app.ts",
  "lib/app.go",
  "docs/a[1].md",
];
const passing = (filters: Parameters<typeof pathScope>[0]): string[] =>
  FILES.filter(pathScope(filters).accepts);

describe("files pass", () => {
  it.each([
    ["all without filters", {}, FILES],
    ["all with empty lists", { include_globs: [], exclude_globs: [], languages: [] }, FILES],
    ["by name at any depth", { include_globs: ["app.ts"] }, ["src/app.ts", "src/deep/app.ts"]],
    [
      "by a pattern that has a folder only there",
      { include_globs: ["src/*.ts"] },
      ["src/app.ts", "src/app.test.ts"],
    ],
    ["by folder, with all below", { include_globs: ["src/deep/", "lib"] }, ["src/deep/app.ts", "lib/app.go"]],
    [
      "if one of several patterns fits",
      { include_globs: ["*.go", "*.md"] },
      ["README.md", "lib/app.go", "docs/a[1].md"],
    ],
    [
      "unless one is against them",
      { include_globs: ["src/"], exclude_globs: ["*.test.ts", "deep/"] },
      ["src/app.ts", "src/view.tsx"],
    ],
    [
      "by language, a dialect with it",
      { languages: ["ts"] },
      ["src/app.ts", "src/app.test.ts", "src/view.tsx", "src/deep/app.ts"],
    ],
    ["by language and pattern", { languages: ["go", "typescript"], include_globs: ["lib/"] }, ["lib/app.go"]],
    [
      "by one of the names in braces",
      { include_globs: ["**/*.{md,tsx}"], exclude_globs: ["{docs,lib}/"] },
      ["README.md", "src/view.tsx"],
    ],
    [
      "from the root on",
      { include_globs: ["./src/*.tsx", "./README.md", "./app.ts"] },
      ["README.md", "src/view.tsx"],
    ],
    ["with the capitals that they have", { include_globs: ["readme.md"] }, []],
    ["with brackets that are escaped", { include_globs: ["a\\[1\\].md"] }, ["docs/a[1].md"]],
  ])("%s", (_, filters, wanted) => expect(passing(filters)).toEqual(wanted));
});

test("what is not empty is told, languages by their ids", () => {
  expect(
    pathScope({ include_globs: ["src/{a,b}"], exclude_globs: [], languages: ["py", "go"] }).effective,
  ).toEqual({ include_globs: ["src/{a,b}"], languages: ["go", "python"] });
});

describe("what is no filter is refused, and named", () => {
  it.each([
    [{ include_globs: ["ok", ""] }, "include_globs[1]"],
    [{ exclude_globs: [" "] }, "exclude_globs[0]"],
    [{ include_globs: ["/etc"] }, "include_globs[0]"],
    [{ include_globs: ["C:\\x"] }, "include_globs[0]"],
    [{ include_globs: ["a/../b"] }, "include_globs[0]"],
    [{ include_globs: ["a[b"] }, "include_globs[0]"],
    [{ include_globs: ["{a,b"] }, "include_globs[0]"],
    [{ include_globs: ["!a"] }, "include_globs[0]"],
    [{ include_globs: ["a\0b"] }, "include_globs[0]"],
    [{ include_globs: ["[]"] }, "include_globs[0]"],
    [{ include_globs: ["[[:nonsense:]]"] }, "include_globs[0]"],
    [{ include_globs: ["{a,{b}"] }, "include_globs[0]"],
    [{ include_globs: ["{..,a}/b"] }, "include_globs[0]"],
    [{ include_globs: ["{/etc,a}"] }, "include_globs[0]"],
    [{ exclude_globs: ["{,a}"] }, "exclude_globs[0]"],
    [{ include_globs: ["./"] }, "include_globs[0]"],
    [{ include_globs: ["{a,b}".repeat(7)] }, "include_globs[0]"],
    [{ include_globs: Array.from({ length: 20 }, () => "{a,b}".repeat(6)) }, "include_globs"],
    [{ languages: ["go", "klingon"] }, "languages"],
  ])("%j", (filters, path) => {
    let refusal: unknown;
    try {
      pathScope(filters);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(EngineError);
    expect(refusal).toMatchObject({ code: "INVALID_ARGUMENTS", details: [{ path }] });
  });

  it("all of it at once, with the languages that there are", () => {
    expect(() => pathScope({ include_globs: [""], languages: ["klingon"] })).toThrow(
      /include_globs\[0\] "" is empty; languages has unknown language "klingon".*typescript/,
    );
  });
});
