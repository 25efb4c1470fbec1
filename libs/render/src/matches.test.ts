import { describe, expect, it } from "vitest";
import { renderCounts, renderFiles, renderMatches, within } from "./matches.ts";
import { plainView } from "./testing/drawn-calls.ts";
import { displayWidth } from "./width.ts";

const shown = (path: string): string => plainView.file("", path);

it("shows file, line, column and text of each match", () => {
  const matches = [
    { path: "a.ts", line: 3, column: 5, text: "    run();" },
    { path: "b.ts", line: 1, column: 1, text: "run" },
  ];
  expect(renderMatches(matches, (path) => `src/${path}`, plainView)).toEqual([
    "src/a.ts:3:5:     run();",
    "src/b.ts:1:1: run",
  ]);
});

it("shows a line that two matches have around them once, and a mark where lines are left out", () => {
  const match = (line: number) => ({
    path: "a",
    line,
    column: 1,
    text: `m${line}`,
    before: [`l${line - 1}`],
    after: [`l${line + 1}`],
  });
  expect(renderMatches([match(2), match(4), match(5), match(9)], shown, plainView)).toEqual([
    "a-1- l1",
    "a:2:1: m2",
    "a-3- l3",
    "a:4:1: m4",
    "a:5:1: m5",
    "a-6- l6",
    "--",
    "a-8- l8",
    "a:9:1: m9",
    "a-10- l10",
  ]);
});

it("lets no control character of a file or of its name through", () => {
  expect(
    renderMatches(
      [{ path: "a\u001b[2J", line: 1, column: 1, text: "x\u001b]0;t\u0007\ty" }],
      shown,
      plainView,
    ).join("\n"),
  ).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
});

it("keeps the tabs of lines, and none of a name", () => {
  expect(renderMatches([{ path: "a\tb", line: 1, column: 2, text: "\trun()" }], shown, plainView)).toEqual([
    "a␉b:1:2: \trun()",
  ]);
});

it("shows files once, in the order of their matches, alone or with the number of their lines", () => {
  const matches = ["b", "b", "a\n"].map((path, at) => ({ path, line: at + 1, column: 1, text: "x" }));
  expect(renderFiles(matches, shown, plainView)).toEqual(["b", "a␊"]);
  expect(renderCounts(matches, shown, plainView)).toEqual(["b:2", "a␊:1"]);
  expect([renderFiles([], shown, plainView), renderCounts([], shown, plainView)]).toEqual([[], []]);
});

it("shows as many lines on each side as are asked for, the nearest", () => {
  const [match] = within(
    [{ path: "a", line: 5, column: 1, text: "m", before: ["l3", "l4"], after: ["l6", "l7"] }],
    { before: 1, after: 0 },
  );
  expect(match).toEqual({ path: "a", line: 5, column: 1, text: "m", before: ["l4"], after: [] });
  expect(
    within([{ path: "a", line: 5, column: 1, text: "m", before: ["l4"], after: ["l6"] }], {
      before: null,
      after: null,
    }),
  ).toMatchObject([{ before: ["l4"], after: ["l6"] }]);
});

describe("on a terminal", () => {
  const marked = (text: string, pattern: RegExp | null, columns: number | null): string[] =>
    renderMatches([{ path: "a.ts", line: 3, column: 1, text }], shown, {
      ...plainView,
      columns,
      pattern,
      style: { ...plainView.style, match: (match) => `<${match}>` },
    });

  it("marks every match of a line", () => {
    expect(marked("runs, Run()", /run/gi, 80)).toEqual(["a.ts:3:1: <run>s, <Run>()"]);
    expect(marked("runs", /x*/g, 80)).toEqual(["a.ts:3:1: runs"]);
    expect(marked("runs", null, 80)).toEqual(["a.ts:3:1: runs"]);
  });

  it("cuts a long line at its end, or around the match", () => {
    expect(marked(`run ${"x".repeat(90)}`, /run/g, 40)).toEqual([`a.ts:3:1: <run> ${"x".repeat(25)}…`]);
    expect(marked(`${"x".repeat(90)} run ${"y".repeat(90)}`, /run/g, 40)).toEqual([
      `a.ts:3:1: …${"x".repeat(8)} <run> ${"y".repeat(15)}…`,
    ]);
    expect(marked(`${"x".repeat(90)} run`, /run/g, 40)).toEqual([`a.ts:3:1: …${"x".repeat(8)} <run>`]);
    expect(marked("r".repeat(90), /r+/g, 40)).toEqual([`a.ts:3:1: <${"r".repeat(29)}>…`]);
  });

  it("counts wide characters and tabs as they are drawn", () => {
    expect(marked("日".repeat(30), /日/g, 31)).toEqual([`a.ts:3:1: ${"<日>".repeat(10)}…`]);
    expect(marked("\t\trun", /run/g, 40)).toEqual(["a.ts:3:1:     <run>"]);
    for (const columns of [24, 33, 40, 47])
      for (const text of [`${"日".repeat(40)}run${"本".repeat(40)}`, `\t${"e\u0301".repeat(50)}run`]) {
        const [line = ""] = marked(text, /run/g, columns);
        expect(line).toContain("<run>");
        expect(displayWidth(line.replace(/[<>]/g, ""))).toBeLessThanOrEqual(Math.max(columns, 30));
      }
  });

  it("leaves at least twenty columns for the text beside a long path", () => {
    expect(
      renderMatches([{ path: "a.ts", line: 3, column: 1, text: "x".repeat(90) }], () => "p".repeat(60), {
        ...plainView,
        columns: 40,
      }),
    ).toEqual([`${"p".repeat(60)}:3:1: ${"x".repeat(19)}…`]);
  });

  it("cuts lines of context too", () => {
    const match = { path: "a", line: 2, column: 1, text: "run", before: ["x".repeat(90)], after: [] };
    expect(renderMatches([match], shown, { ...plainView, columns: 30, pattern: /x/g })).toEqual([
      `a-1- ${"x".repeat(24)}…`,
      "a:2:1: run",
    ]);
  });
});

it("in a pipe, lines are whole, with their tabs", () => {
  const text = `\t${"x".repeat(500)} run`;
  expect(
    renderMatches([{ path: "a", line: 1, column: 1, text }], shown, { ...plainView, pattern: /run/g }),
  ).toEqual([`a:1:1: ${text}`]);
});
