import { idf } from "../../lexical/idf.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LexicalHit } from "../../store/store.ts";
import { denseOf, evidenceOf, fileTable } from "../../testing/fakes/file-table.ts";
import { type Candidates } from "../retrieve/candidates.ts";
import { SIGNAL_WEIGHTS, type SignalName } from "./ranking.ts";
import { type Signals, scalesOf, signalsOf, stretched } from "./signals.ts";

const hit = (row: number, score: number, docScore = 0): LexicalHit => ({ row, score, docScore });
const signals = (candidates: Candidates): Signals[] =>
  candidates.candidateFiles.map((file) => signalsOf(file, candidates, scalesOf(candidates)));
const column = (candidates: Candidates, name: SignalName): number[] =>
  signals(candidates).map((all) => all[name]);

describe("lexical signals", () => {
  const files = fileTable([{ path: "a.ts", chunks: 3 }, "b.ts", "c.ts"]);
  const candidates = evidenceOf(files, {
    hits: new Map([
      [0, [hit(0, 6, 1), hit(1, 4), hit(2, 2)]],
      [1, [hit(3, 8, 0)]],
    ]),
  });

  it("relate the best chunk to the best of all", () =>
    expect(column(candidates, "bestChunk")).toEqual([0.75, 1, 0]));
  // In the first file, only the chunk with 6 is above half of 8.
  it("add up chunks above half the best score", () =>
    expect(column(candidates, "chunkSum")).toEqual([0.75, 1, 0]));
  it("relate comments to the best comments", () => expect(column(candidates, "comments")).toEqual([1, 0, 0]));
  it("are zero without hits", () => expect(column(evidenceOf(files), "bestChunk")).toEqual([0, 0, 0]));
});

describe("dense signals", () => {
  const files = fileTable([{ path: "a.ts", chunks: 2 }, "b.ts", { path: "c.ts", chunks: 0 }]);
  const dense = denseOf(files, {
    files: Float32Array.of(0.5, 0.1, 0.3),
    paths: Float32Array.of(0.2, 0.2, 0.2),
    chunks: Float32Array.of(0.1, 0.9, 0.5),
  });
  const candidates = evidenceOf(files, { dense });

  it("stretch closeness between median and maximum", () => {
    expect(column(candidates, "denseChunk")).toEqual([1, 0, 0]);
    expect(column(candidates, "denseFile").map((value) => Number(value.toFixed(6)))).toEqual([1, 0, 0]);
  });
  it("are zero where everything is equally close", () =>
    expect(column(candidates, "densePath")).toEqual([0, 0, 0]));
  it("count chunks that are close", () => expect(column(candidates, "denseSum")).toEqual([0.5, 0, 0]));
  it("are zero without vectors", () =>
    expect(
      signals(evidenceOf(files)).map(
        ({ denseChunk, denseFile, denseSum, densePath }) => denseChunk + denseFile + denseSum + densePath,
      ),
    ).toEqual([0, 0, 0]));
});

describe("signals of the file itself", () => {
  const files = fileTable([
    { path: "a.ts", lineCount: 0 },
    { path: "b.ts", lineCount: 3_000, inDegree: 7 },
    { path: "c.ts", lineCount: 1e9, inDegree: 1 },
  ]);
  const candidates = evidenceOf(files, { exact: new Map([[0, 0.4]]), named: new Set([2]) });

  it("grow with its length, up to a bound", () =>
    expect(column(candidates, "size").map((value) => Math.round(value * 100))).toEqual([0, 100, 100]));
  it("grow with the files that import it, slower and slower", () =>
    expect(column(candidates, "imported").map((value) => Math.round(value * 100))).toEqual([0, 100, 33]));
  it("say whether it defines what is asked for, and how surely", () =>
    expect(column(candidates, "exactSymbol")).toEqual([0.4, 0, 0]));
  it("say whether its name is asked for", () => expect(column(candidates, "nameMatch")).toEqual([0, 0, 1]));
});

it.each([
  [0.1, 0],
  [0.5, 0],
  [0.75, 0.5],
  [1, 1],
  [2, 1],
])("takes %d to %d between 0.5 and 1", (value, expected) =>
  expect(stretched(value, { median: 0.5, max: 1 })).toBe(expected),
);

describe("rarity", () => {
  it("falls with the number of chunks that hold the token, and is never negative", () => {
    const values = [0, 1, 5, 50, 99, 100].map((containing) => idf(100, containing));
    expect([...values].sort((left, right) => right - left)).toEqual(values);
    expect(values.every((value) => value > 0)).toBe(true);
  });
  it("is defined for an empty index", () => expect(idf(0, 0)).toBeCloseTo(Math.log(2), 10));
});

it("gives signals between 0 and 1 for any candidates", () => {
  const cosine = fc.float({ min: -1, max: 1, noNaN: true });
  const candidates = fc
    .record({
      entries: fc.array(
        fc.record({ chunks: fc.nat(4), lineCount: fc.nat(1_000_000), inDegree: fc.nat(10_000) }),
        { maxLength: 6 },
      ),
      scores: fc.array(
        fc.tuple(fc.double({ min: 0, max: 100, noNaN: true }), fc.double({ min: 0, max: 100, noNaN: true })),
        { minLength: 24, maxLength: 24 },
      ),
      cosines: fc.array(cosine, { minLength: 36, maxLength: 36 }),
      certainty: fc.constantFrom(0.4, 1),
      hasDense: fc.boolean(),
    })
    .map(({ entries, scores, cosines, certainty, hasDense }): Candidates => {
      const files = fileTable(entries.map((entry, at) => ({ path: `${at}.ts`, ...entry })));
      const rows = (file: number): number[] =>
        [...Array((files.firstRows[file + 1] as number) - (files.firstRows[file] as number)).keys()].map(
          (at) => at + (files.firstRows[file] as number),
        );
      const hits = new Map(
        entries.map((_, file) => [
          file,
          rows(file).map((row) => hit(row, ...(scores[row] as [number, number]))),
        ]),
      );
      const dense = denseOf(files, {
        files: Float32Array.from(cosines.slice(0, files.count)),
        paths: Float32Array.from(cosines.slice(6, 6 + files.count)),
        chunks: Float32Array.from(cosines.slice(12, 12 + (files.firstRows[files.count] as number))),
      });
      return evidenceOf(files, {
        hits,
        dense: hasDense ? dense : null,
        exact: new Map([[0, certainty]]),
        named: new Set([1]),
      });
    });
  fc.assert(
    fc.property(candidates, (sample) => {
      for (const all of signals(sample)) {
        expect(Object.keys(all)).toEqual(Object.keys(SIGNAL_WEIGHTS));
        for (const value of Object.values(all)) expect(value >= 0 && value <= 1).toBe(true);
      }
    }),
    { seed: 2, numRuns: 500 },
  );
});
