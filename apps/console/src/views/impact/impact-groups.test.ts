import { describe, expect, it } from "vitest";
import {
  type Affected,
  type AffectedFile,
  type Changed,
  changedFiles,
  distancesOf,
  filterAffected,
  misfitsOf,
  openAtFirst,
  type Unknown,
  unknownGroups,
  versionsOf,
} from "./impact-groups.ts";

/** `parse@2 3! 4`: a symbol at distance 2, with a line that no longer fits and one that does. */
function affected(text: string): Affected {
  const [head = "", ...lines] = text.split(" ");
  const [symbol = "", distance = "1"] = head.split("@");
  return {
    ...(symbol === "" ? {} : { symbol }),
    distance: Number(distance),
    relation: "calls",
    confidence: "resolved",
    of: 0,
    sites: lines.map((line) => ({
      line: Number.parseInt(line, 10),
      text: "parse()",
      ...(line.endsWith("!") ? { misfit: "gone" as const } : {}),
    })),
  };
}

/** `a.ts: parse@2 3! 4, run 7` */
function file(text: string): AffectedFile {
  const [name = "", symbols = ""] = text.split(": ");
  return { file: name, symbols: symbols.split(", ").map(affected) };
}

const told = (files: readonly AffectedFile[]): string[] =>
  files.map(({ file: name, symbols }) => `${name}: ${symbols.map(({ symbol = "" }) => symbol).join(" ")}`);

const FILES = ["src/a.ts: parse 3!, run@2 7", "src/b.ts:  9, Parser@3 1", "docs/c.ts: load 5! 6!"].map(file);

describe("a filter of affected code", () => {
  it.each([
    ["", false, ["src/a.ts: parse run", "src/b.ts:  Parser", "docs/c.ts: load"]],
    [" PARSE ", false, ["src/a.ts: parse", "src/b.ts: Parser"]],
    ["src/", false, ["src/a.ts: parse run", "src/b.ts:  Parser"]],
    ["", true, ["src/a.ts: parse", "docs/c.ts: load"]],
    ["a.ts", true, ["src/a.ts: parse"]],
    ["b.ts", true, []],
    ["(", false, []],
  ])("%j, only misfits: %j", (text, onlyMisfits, remaining) =>
    expect(told(filterAffected(FILES, { text, onlyMisfits }))).toEqual(remaining),
  );
});

it("misfits are lines, and distances are counted from the nearest", () => {
  expect(FILES.map(({ symbols }) => misfitsOf(symbols))).toEqual([1, 0, 2]);
  expect(distancesOf(FILES)).toEqual([
    [1, 3],
    [2, 1],
    [3, 1],
  ]);
  expect(distancesOf([])).toEqual([]);
});

it("changed symbols keep their order in their files, and files that of their first symbol", () => {
  const changed = ["b.ts f", "a.ts g", "b.ts h"].map((text) => {
    const [name = "", symbol = ""] = text.split(" ");
    const one: Changed = { change: "removed", kind: "function", symbol, file: name, line: 1, affected: 0 };
    return one;
  });
  expect(
    changedFiles(changed).map(({ file: name, symbols }) => [name, symbols.map(({ symbol }) => symbol)]),
  ).toEqual([
    ["b.ts", ["f", "h"]],
    ["a.ts", ["g"]],
  ]);
});

it("open questions are grouped by symbol", () => {
  const unknown: Unknown[] = [
    { type: "computed_name", detail: "x[y]" },
    { type: "exported", of: 0, detail: "package.json" },
    { type: "framework", of: 1, detail: "@get" },
    { type: "exported", of: 1, detail: "index.ts" },
  ];
  expect(unknownGroups(unknown).map(({ of, items }) => [of, items.map(({ type }) => type)])).toEqual([
    [null, ["computed_name"]],
    [0, ["exported"]],
    [1, ["framework", "exported"]],
  ]);
});

it.each([
  [[], []],
  [[1_000], [true]],
  [
    [10, 20, 10, 1],
    [true, true, true, false],
  ],
  [
    [50, 1],
    [true, false],
  ],
  // A long one does not keep the short ones before it closed.
  [
    [5, 500, 5],
    [true, false, false],
  ],
])("of groups of the sizes %j, those are open: %j", (sizes, open) =>
  expect(openAtFirst(sizes)).toEqual(open),
);

it("links lead to the commits that were compared, and otherwise to the files on disk", () => {
  const [base, head] = ["0123456789abcdef", "fedcba9876543210"];
  const at = (ref: string) => ({ path: "/a", ref });
  expect(versionsOf({ path: "/a/b", effectiveRoot: "/a", baseCommit: base, headCommit: head })).toEqual({
    before: at("0123456789ab"),
    after: at("fedcba987654"),
  });
  expect(versionsOf({ path: "/a", effectiveRoot: "/a", baseCommit: base })).toEqual({
    before: at("0123456789ab"),
    after: at(""),
  });
  expect(versionsOf({ path: "/a", effectiveRoot: "/a" })).toEqual({ before: at(""), after: at("") });
});
