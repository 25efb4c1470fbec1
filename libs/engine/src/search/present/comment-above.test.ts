import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endsWithComment, startWithComment } from "./comment-above.ts";

/**
 * @param text with `|` where the declaration starts
 * @returns the text taken before it, with line ends as `/`
 */
function takenFrom(text: string, from = 0): string {
  const start = text.indexOf("|");
  const whole = text.replace("|", "");
  return whole.slice(startWithComment(whole, { from, start }), start).replaceAll(/\r?\n/g, "/").trim();
}

describe("a declaration begins with the comment right above it", () => {
  it.each([
    ["of one line", "x()\n// a\n|f()", "// a/"],
    ["of lines", "x()\n  // a\r\n  # b\r\n  |f()", "// a/  # b/"],
    ["in a block", "x()\n  /**\n   * a\n\n   b */\n  |f()", "/**/   * a//   b *//"],
    ["in a block of Haskell", "{- a\nb -}\n|f = 1", "{- a/b -}/"],
    ["in lines and a block", "/* a */\n// b\n|f()", "/* a *//// b/"],
    ["of blocks of one line each", "x()\n/* a */\n/* b */\n|static f()", "/* a *///* b *//"],
    [
      "in a block that opens where another one may",
      "/* a */\n/* b\n */\n/* c */\n|/* d */ f()",
      "/* a *///* b/ *///* c *//",
    ],
    ["at the begin of the file", "-- a\n|f()", "-- a/"],
  ])("%s", (_, text, expected) => expect(takenFrom(text)).toBe(expected));

  it.each([
    ["behind a blank line", "// a\n\n|f()"],
    ["that is code", "x()\n|f()"],
    ["that stands behind code", "x(); /* a */\n|f()"],
    ["whose beginning is nowhere", "a */\n|f()"],
    ["in the line itself", "/* a */ |f()"],
    ["where there is no line above", "|f()"],
  ])("but none %s", (_, text) => expect(takenFrom(text)).toBe(""));

  it("and with no more of it than is looked at", () =>
    expect([
      takenFrom("// a\n// b\n|f()", 5),
      takenFrom("/* a\n b */\n|f()", 5),
      takenFrom("// a\n|f()", 5),
    ]).toEqual(["// b/", "b *//", ""]));
});

it("ends, and takes whole lines in front of the declaration, whatever stands above it", () => {
  const piece = fc.constantFrom(
    "/*",
    "*/",
    "{-",
    "-}",
    "(*",
    "*)",
    "<!--",
    "-->",
    "//",
    "#",
    "--",
    ";",
    "%",
    " ",
    "\n",
    "\r\n",
    "a",
    "*",
  );
  const texts = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(texts, texts, fc.nat({ max: 40 }), (above, below, from) => {
      const start = above.length;
      const begin = startWithComment(above + below, { from: Math.min(from, start), start });
      expect(begin).toBeLessThanOrEqual(start);
      expect(begin === start || begin === from || begin === 0 || above[begin - 1] === "\n").toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  ["// a\n", true],
  ["x()\n-- a", true],
  [" * a\r\n", true],
  ["a */ \n", true],
  ["x()\n", false],
  ["// a\n\n", false],
  ["", false],
])("%j ends with a comment: %s", (text, expected) => expect(endsWithComment(text)).toBe(expected));
