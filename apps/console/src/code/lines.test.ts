import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Line, type Piece, markMatches, plainLines, textOf, treeLines } from "./lines.ts";

const piece = (text: string, style = "", isMatch = false): Piece => ({ text, style, isMatch });
/** `[style:text]`, a match as `[style:*text]`. */
const shown = (line: Line): string =>
  line.map(({ text, style, isMatch }) => `[${style}:${isMatch ? "*" : ""}${text}]`).join("");

describe("lines of plain text", () => {
  it.each([
    ["", [""]],
    ["a", ["a"]],
    ["a\nb", ["a", "b"]],
    ["a\n", ["a"]],
    ["\n", [""]],
    ["a\r\n\r\nb\r\n", ["a", "", "b"]],
    ["a\n\n", ["a", ""]],
  ])("of %j", (text, lines) => expect(plainLines(text).map(textOf)).toEqual(lines));
});

it("pieces that reach over lines keep their colour on each of them", () => {
  const text = (value: string) => ({ type: "text", value });
  const tree = {
    type: "root",
    children: [
      text("a "),
      {
        type: "element",
        properties: { className: ["comment"] },
        children: [
          text("/* b\n"),
          { type: "element", properties: { className: ["tag"] }, children: [text("c")] },
          text(" */"),
        ],
      },
      text("\nd"),
    ],
  };
  expect(treeLines(tree).map(shown)).toEqual(["[:a ][comment:/* b]", "[tag:c][comment: */]", "[:d]"]);
});

it("a character that people would not see is a piece of its own", () =>
  expect(plainLines("a\u202Eb\r\n\u2066\u00a0c\u{e0041}").map(shown)).toEqual([
    "[:a][invisible:\u202E][:b]",
    "[invisible:\u2066][invisible:\u00a0][:c][invisible:\u{e0041}]",
  ]));

describe("matches", () => {
  const line = [piece("const ", "keyword"), piece("retryTimer")];
  it.each([
    [[], "[keyword:const ][:retryTimer]"],
    [[{ start: 6, end: 11 }], "[keyword:const ][:*retry][:Timer]"],
    [[{ start: 3, end: 8 }], "[keyword:con][keyword:*st ][:*re][:tryTimer]"],
    [[{ start: 0, end: 16 }], "[keyword:*const ][:*retryTimer]"],
    [
      [
        { start: 0, end: 2 },
        { start: 11, end: 16 },
      ],
      "[keyword:*co][keyword:nst ][:retry][:*Timer]",
    ],
  ])("%j", (matches, wanted) => expect(shown(markMatches(line, matches))).toBe(wanted));

  it("leave the text as it was", () => {
    const lines = fc.array(fc.string().map((text) => piece(text)));
    const matches = fc
      .uniqueArray(fc.nat(40))
      .map((ends) => ends.sort((left, right) => left - right))
      .map((ends) =>
        ends.flatMap((start, at) =>
          at % 2 === 0 && ends[at + 1] !== undefined ? [{ start, end: ends[at + 1] as number }] : [],
        ),
      );
    fc.assert(
      fc.property(
        lines,
        matches,
        (any, found) => void expect(textOf(markMatches(any, found))).toBe(textOf(any)),
      ),
    );
  });
});
