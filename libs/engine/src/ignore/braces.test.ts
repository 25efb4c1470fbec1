import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_ALTERNATIVES, isClosed, plainPatterns } from "./braces.ts";

describe("braces stand for several patterns", () => {
  it.each([
    ["**/*.{ts,tsx}", ["**/*.ts", "**/*.tsx"]],
    ["{a,b}/{c,d}", ["a/c", "a/d", "b/c", "b/d"]],
    ["{src/{a,b},lib}/*.ts", ["src/a/*.ts", "src/b/*.ts", "lib/*.ts"]],
    ["*.ts{,x}", ["*.ts", "*.tsx"]],
    ["x{a{b,c}}", ["x{ab}", "x{ac}"]],
    ["{id}.ts", ["{id}.ts"]],
    ["\\{a,b}", ["\\{a,b}"]],
    ["{a\\,b,c}", ["a\\,b", "c"]],
    ["[{,}]", ["[{,}]"]],
    ["{[],],b}", ["[],]", "b"]],
    ["{a,b", ["{a,b"]],
    ["a,b}", ["a,b}"]],
    ["", [""]],
  ])("%s", (pattern, patterns) => expect(plainPatterns(pattern)).toEqual(patterns));

  it("up to a limit, however they lie in each other", () => {
    const pairs = (count: number): string => "{a,b}".repeat(count);
    expect(plainPatterns(pairs(6))).toHaveLength(64);
    expect(plainPatterns(pairs(7))).toBeNull();
    expect(plainPatterns(pairs(20_000))).toBeNull();
    expect(plainPatterns(`{${"a,".repeat(MAX_ALTERNATIVES)}}`)).toBeNull();
    expect(plainPatterns(`${"{a,".repeat(50)}${"}".repeat(50)}`)).toHaveLength(51);
  });

  it("without looking for the end of each bracket that has none", () => {
    // Quadratic time would mean minutes here.
    expect(plainPatterns(`${"{a,b}".repeat(6)}${"[".repeat(20_000)}`)).toHaveLength(64);
  });

  it("and what they stand for stands for itself", () => {
    const pattern = fc
      .array(fc.constantFrom("{", "}", ",", "\\", "[", "]", "a", "*", "./"), { maxLength: 12 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(pattern, (written) =>
        (plainPatterns(written) ?? []).forEach((plain) => expect(plainPatterns(plain)).toEqual([plain])),
      ),
      { seed: 1, numRuns: 2_000 },
    );
  });
});

it.each([
  ["./src/**", "/src/**"],
  ["././a.ts", "/a.ts"],
  [".//a", "/a"],
  [".github", ".github"],
  ["a/./b", "a/./b"],
])("%s is %s", (pattern, plain) => expect(plainPatterns(pattern)).toEqual([plain]));

it.each([
  ["[a]", true],
  ["[]]", true],
  ["[!]]", true],
  ["[]", false],
  ["[!]", false],
  ["a[b", false],
  ["[[:digit:]]", true],
  ["[[:nonsense:]]", false],
  ["\\[", true],
  ["{a,b}", true],
  ["{a,{b}", false],
  ["{[}]", false],
  ["a}", true],
])("%s is closed: %s", (pattern, expected) => expect(isClosed(pattern)).toBe(expected));
