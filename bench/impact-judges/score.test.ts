import type { AffectedSymbol, ChangeImpactOk, ChangedSymbol } from "@satori/contracts";
import { expect, test } from "vitest";
import type { Judged } from "./judged-project.ts";
import type { Verdict } from "./mutation.ts";
import { type QuestionKind, type Score, scoreOf } from "./score.ts";

const FILES = new Set(["a.ts", "b.ts"]);

/** `removed` is declared in lines 3 to 5 of a.ts. */
function judgedWith(verdict: Partial<Verdict>): Judged {
  return {
    half: "report",
    mutation: {
      mutation: "remove",
      kind: "function",
      name: "removed",
      file: "a.ts",
      line: 4,
      definition: [3, 5],
      edit: { first: 3, last: 5, lines: [] },
    },
    verdict: { failing: [], behindImports: [], cascading: [], references: [], ...verdict },
  };
}

interface Answered {
  readonly changed?: readonly Partial<ChangedSymbol>[];
  /** Lines by file; all of them are gone. */
  readonly sites?: Readonly<Record<string, readonly number[]>>;
  readonly symbol?: Partial<AffectedSymbol>;
}

function score(judged: Judged, answered: Answered, question: QuestionKind = "diff"): Score {
  const changed = answered.changed ?? [{ symbol: "removed", file: "a.ts", line: 4 }];
  const affected = Object.entries(answered.sites ?? {}).map(([file, lines]) => ({
    file,
    symbols: [
      {
        distance: 1,
        of: 0,
        confidence: "resolved",
        relation: "calls",
        sites: lines.map((line) => ({ line, text: "", misfit: "gone" })),
        ...answered.symbol,
      },
    ],
  }));
  // Only these parts of an answer are read.
  return scoreOf(judged, question, { changed, affected } as unknown as ChangeImpactOk, FILES);
}

test("failing lines that are listed are recalled, and all others are wrong", () => {
  const judged = judgedWith({
    failing: [
      { file: "a.ts", line: 9 },
      { file: "b.ts", line: 2 },
    ],
    behindImports: [{ file: "b.ts", line: 7 }],
  });
  const { lines, files, missed, wrong } = score(judged, { sites: { "b.ts": [2, 7, 8] } });
  expect(lines).toEqual({ expected: 3, recalled: 2, listed: 3, right: 2 });
  expect(files).toEqual({ expected: 2, recalled: 1, listed: 1, right: 1 });
  expect(missed).toEqual([{ file: "a.ts", line: 9 }]);
  expect(wrong).toEqual([{ file: "b.ts", line: 8, confidence: "resolved", isOfSymbol: true }]);
});

test("files that the compiler does not check do not count", () => {
  const judged = judgedWith({ failing: [{ file: "b.ts", line: 2 }] });
  expect(score(judged, { sites: { "b.ts": [2], "other.ts": [1] } }).lines.listed).toBe(1);
});

test("lines that are counted, but not listed, are recalled", () => {
  const judged = judgedWith({ failing: [2, 3, 4].map((line) => ({ file: "b.ts", line })) });
  const { lines, counted } = score(judged, { sites: { "b.ts": [2] }, symbol: { totalSites: 2 } });
  expect([lines.recalled, counted]).toEqual([2, 1]);
});

test("a plan is compared in the lines before the change, without the definition", () => {
  const judged = judgedWith({ failing: [{ file: "a.ts", line: 6 }] });
  expect(score(judged, { sites: { "a.ts": [4, 9] } }, "planned").lines).toEqual({
    expected: 1,
    recalled: 1,
    listed: 1,
    right: 1,
  });
});

test("what is said to be proven is compared with all that the compiler knows", () => {
  const changed = [{ symbol: "removed", file: "a.ts", line: 4, proven: true as const }];
  const cascading = [{ file: "b.ts", line: 1 }];
  expect(score(judgedWith({ references: cascading }), { changed })).toMatchObject({
    isProven: true,
    isUsed: true,
  });
  expect(score(judgedWith({ cascading }), { changed })).toMatchObject({ isUsed: false, hasErrors: true });
});

test("sites of other changed symbols are no claims about the mutated one", () => {
  const judged = judgedWith({ failing: [{ file: "b.ts", line: 2 }] });
  const changed = [
    { symbol: "other", file: "a.ts", line: 4 },
    { symbol: "removed", file: "a.ts", line: 4 },
  ];
  expect(score(judged, { changed, sites: { "b.ts": [2, 3] } }).lines).toMatchObject({
    recalled: 1,
    listed: 0,
  });
});
