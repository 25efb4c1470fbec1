import fc from "fast-check";
import { expect, it } from "vitest";
import { type Line, componentOf, linesOfCall, linesOfView, wrap } from "./component.ts";

const theme = {
  fg: (color: string, text: string) => `<${color}>${text}</>`,
  bold: (text: string) => `*${text}*`,
};
const shown = (lines: readonly Line[], width = 80): string[] => componentOf(lines, theme).render(width);

it("a call is one line: the tool, what is asked, and where", () => {
  expect(shown(linesOfCall({ tool: "search_codebase", subject: '"retries"', place: "/srv/shop" }))).toEqual([
    '<toolTitle>*search_codebase*</><accent> "retries"</><muted> /srv/shop</>',
  ]);
  expect(shown(linesOfCall({ tool: "list_codebases", subject: "", place: "" }))).toEqual([
    "<toolTitle>*list_codebases*</>",
  ]);
});

it("an answer is one line, which says how many more there are; expanded it is all of them", () => {
  const view = { status: "ok", summary: "2 results", lines: ["a.ts:1-2", "b.ts:3-4"] } as const;
  expect(shown(linesOfView(view, false))).toEqual(["<success>2 results</><dim> (2 lines)</>"]);
  expect(shown(linesOfView(view, true))).toEqual([
    "<success>2 results</>",
    "<toolOutput>a.ts:1-2</>",
    "<toolOutput>b.ts:3-4</>",
  ]);
  expect(shown(linesOfView({ ...view, lines: [] }, false))).toEqual(["<success>2 results</>"]);
});

it.each([
  ["running", "muted"],
  ["error", "error"],
  ["not_ready", "warning"],
  ["blocked", "warning"],
] as const)("%s has the colour %s", (status, color) => {
  expect(shown(linesOfView({ status, summary: "so", lines: [] }, false))).toEqual([`<${color}>so</>`]);
});

it("lines are broken where they are full, and keep their colours", () => {
  expect(
    shown(
      [
        [
          { text: "abc", color: "accent" },
          { text: "defg", color: "dim" },
        ],
      ],
      5,
    ),
  ).toEqual(["<accent>abc</><dim>de</>", "<dim>fg</>"]);
  expect(shown([[{ text: "漢字a", color: "dim" }]], 4)).toEqual(["<dim>漢字</>", "<dim>a</>"]);
  expect(wrap([{ text: "漢", color: "dim" }], 1)).toEqual([[{ text: "漢", color: "dim" }]]);
});

it("no line has more columns than the terminal, and nothing is lost", () => {
  const piece = fc.record({
    text: fc.string({ unit: fc.constantFrom("a", "é", "漢", "🎉", " "), maxLength: 12 }),
    color: fc.constant("dim" as const),
  });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 4 }), fc.integer({ min: 2, max: 9 }), (line, width) => {
      const lines = wrap(line, width).map((pieces) => pieces.map(({ text }) => text).join(""));
      expect(lines.join("")).toBe(line.map(({ text }) => text).join(""));
      for (const text of lines)
        expect(
          [...text].reduce((columns, character) => columns + ("漢🎉".includes(character) ? 2 : 1), 0),
        ).toBeLessThanOrEqual(width);
    }),
  );
});
