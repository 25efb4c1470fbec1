import { IMPACT_CHANGES, IMPACT_RELATIONS, IMPACT_UNKNOWNS, MISFITS, TEST_REASONS } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import { IMPACT_DEFAULTS } from "../../routing/route.ts";
import {
  changeWords,
  comparedCommits,
  formerly,
  gapsOf,
  impactHeading,
  misfitWords,
  pathOf,
  reasonWords,
  relationWords,
  summaryOf,
  unknownWords,
} from "./impact-words.ts";

it.each([
  [{}, null, "Impact of uncommitted changes"],
  [{ source: "commits" }, null, "Impact between two versions"],
  [{ source: "commits", base: "v1" }, null, "Impact of v1 → HEAD"],
  [{ source: "commits", base: "v1", head: "v2" }, null, "Impact of v1 → v2"],
  [{ source: "diff" }, null, "Impact of a pasted diff"],
  [{ source: "symbols" }, null, "Impact of a planned change"],
  [{ source: "symbols", change: "remove" }, "open", "What breaks if open is removed"],
  [{ source: "symbols" }, "open", "What breaks if open has another signature"],
] as const)("%j of %j is headed %j", (choice, name, heading) =>
  expect(impactHeading({ ...IMPACT_DEFAULTS, ...choice }, name)).toBe(heading),
);

describe("an answer is summed up", () => {
  const NONE = {
    removed: 0,
    renamed: 0,
    signature_changed: 0,
    moved: 0,
    body_changed: 0,
    added: 0,
    cosmetic: 0,
    affected: 0,
    misfits: 0,
  };
  const told = (counts: Partial<typeof NONE>, changedFiles: number, total: number): string =>
    summaryOf({
      counts: { ...NONE, ...counts },
      tests: { files: [], total, testFiles: 9, commands: [], unreached: [] },
      coverage: {
        changedFiles,
        comparedFiles: 0,
        withoutSymbols: 0,
        notCompared: 0,
        unparsedFiles: 0,
        partlyParsedFiles: 0,
        unsupportedLanguages: [],
        complete: true,
      },
    });

  it.each([
    [{}, 0, 0, "Nothing has changed."],
    [{}, 2, 0, "2 files changed, but no symbol."],
    [{ cosmetic: 1 }, 1, 0, "1 changed symbol, 0 affected, 0 test files to run"],
    [
      { removed: 1, added: 1, affected: 1_200, misfits: 1 },
      1,
      1,
      "2 changed symbols, 1,200 affected, 1 place no longer fits, 1 test file to run",
    ],
    [
      { renamed: 1, affected: 2, misfits: 2 },
      1,
      3,
      "1 changed symbol, 2 affected, 2 places no longer fit, 3 test files to run",
    ],
  ] as const)("%j in %d files with %d tests: %s", (counts, files, tests, text) =>
    expect(told(counts, files, tests)).toBe(text),
  );
});

it.each([
  [{ source: "work_tree", baseCommit: "0123456789abcdef" }, "0123456789ab → files on disk"],
  [{ source: "commits", baseCommit: "0123456789abcdef", headCommit: "ffff" }, "0123456789ab → ffff"],
  [{ source: "diff" }, ""],
  [{ source: "symbols" }, ""],
] as const)("%j compares %j", (answer, text) => expect(comparedCommits(answer)).toBe(text));

it("what a symbol was before is its name, its file, or both", () => {
  expect(
    [undefined, { signature: "()" }, { symbol: "open" }, { file: "a.ts" }, { symbol: "f", file: "b.ts" }].map(
      (before) => formerly(before === undefined ? {} : { before }),
    ),
  ).toEqual(["", "", "was open", "was in a.ts", "was f in b.ts"]);
});

it("the path to a changed symbol begins with what the lines name", () => {
  expect(pathOf({}, "parse")).toEqual(["parse"]);
  expect(pathOf({ through: ["load", "read"] }, "parse")).toEqual(["load", "read", "parse"]);
});

it("a test's reason includes how far it is", () => {
  expect([reasonWords("reaches", 1), reasonWords("reaches", 3), reasonWords("imports", 3)]).toEqual([
    "reaches it in 1 step",
    "reaches it in 3 steps",
    "imports a changed file",
  ]);
});

it("gaps are listed only where there are any", () => {
  const whole = { unparsedFiles: 0, partlyParsedFiles: 0, unsupportedLanguages: [], complete: true };
  const counts = { changedFiles: 1, comparedFiles: 1, withoutSymbols: 0, notCompared: 0 };
  expect(gapsOf({ ...counts, ...whole })).toEqual([]);
  expect(
    gapsOf({
      ...counts,
      unparsedFiles: 1,
      partlyParsedFiles: 2,
      unsupportedLanguages: ["lua", "perl"],
      complete: false,
    }),
  ).toEqual([
    "not all changed symbols were followed as far as requested",
    "calls in 1 file could not be read",
    "2 files could be parsed only in part",
    "calls of lua, perl are not followed",
  ]);
});

it("every name of the contract has words of its own, and one of a newer server is shown as it is", () => {
  const sets = [
    [IMPACT_CHANGES, changeWords],
    [IMPACT_RELATIONS, relationWords],
    [IMPACT_UNKNOWNS, unknownWords],
    [MISFITS, misfitWords],
    [TEST_REASONS, (name: string) => reasonWords(name, undefined)],
  ] as const;
  for (const [names, wordsOf] of sets) {
    const told = names.map((name) => wordsOf(name));
    expect(new Set(told).size).toBe(names.length);
    expect(told.join()).not.toContain("_");
    expect(wordsOf("of_tomorrow")).toBe("of tomorrow");
    expect(wordsOf("constructor")).toBe("constructor");
  }
});
