import { analyze } from "@satori/sidecar";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeTokens, sameTokens, similarity } from "./code-tokens.ts";

async function tokensOf(path: string, text: string): Promise<readonly string[]> {
  const { symbols, comments } = await analyze(path, text, "outline");
  const [symbol] = symbols;
  if (!symbol) throw new Error(`${path} has no symbol`);
  return codeTokens(text, symbol, comments);
}

describe("tokens are the same", () => {
  it.each([
    ["with other comments", "a.py", "def a():\n    return 1  # one\n", "def a():\n    # two\n    return 1\n"],
    [
      "with another docstring",
      "a.py",
      'def a():\n    """One."""\n    return 1\n',
      "def a():\n    return 1\n",
    ],
    [
      "indented with more spaces",
      "a.py",
      "def a():\n  if b:\n    c()\n",
      "def a():\n    if b:\n        c()\n",
    ],
    [
      "with arguments on lines of their own",
      "a.py",
      "def a(b, c):\n    d(b, c)\n",
      "def a(\n    b,\n    c\n):\n    d(\n        b, c)\n",
    ],
    ["with other line ends", "a.js", "function a() {\r\n  b();\r\n}\r\n", "function a() {\n  b();\n}\n"],
    ["on fewer lines between braces", "a.js", "function a() {\n  b();\n}\n", "function a() { b(); }\n"],
  ])("%s", async (_, path, before, after) =>
    expect(await tokensOf(path, before)).toEqual(await tokensOf(path, after)),
  );
});

describe("tokens differ", () => {
  it.each([
    [
      "if a statement leaves its block",
      "a.py",
      "def a():\n    if b:\n        c()\n        d()\n",
      "def a():\n    if b:\n        c()\n    d()\n",
    ],
    ["if a text differs", "a.js", "function a() { b('x'); }\n", "function a() { b('y'); }\n"],
    ["if a sign differs", "a.js", "function a() { return b < c; }\n", "function a() { return b > c; }\n"],
  ])("%s", async (_, path, before, after) =>
    expect(sameTokens(await tokensOf(path, before), await tokensOf(path, after))).toBe(false),
  );
});

describe("similarity", () => {
  const words = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 20 });
  it("is 1 for equal bodies, in any order of the two, and never outside 0 to 1", () => {
    fc.assert(
      fc.property(words, words, (left, right) => {
        const share = similarity(left, right);
        expect([similarity(left, left), similarity(right, left)]).toEqual([1, share]);
        expect(share >= 0 && share <= 1).toBe(true);
      }),
    );
  });
  it.each([
    ["a b c d", "a b c x", 0.75],
    ["a a b", "a b b", 2 / 3],
    ["a", "b", 0],
  ])("of %j and %j is %d", (left, right, share) =>
    expect(similarity(left.split(" "), right.split(" "))).toBeCloseTo(share),
  );
});
