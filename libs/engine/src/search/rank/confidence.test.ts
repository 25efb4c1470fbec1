import { describe, expect, it } from "vitest";
import { denseOf, evidenceOf, fileTable } from "../../testing/fakes/file-table.ts";
import { scoreConfidence } from "./confidence.ts";
import type { Candidates } from "../retrieve/candidates.ts";
import type { RankedFile, Ranking } from "./rank.ts";
import { SIGNAL_WEIGHTS } from "./ranking.ts";

const FILES = fileTable([{ path: "a.ts", chunks: 2 }, "b.ts"]);
const ranking = (bestCoverage: number, files: readonly RankedFile[] = [{} as RankedFile]): Ranking => ({
  bestCoverage,
  files,
  scales: {} as Ranking["scales"],
  weights: SIGNAL_WEIGHTS,
});
const close = (...chunks: readonly number[]): Candidates =>
  evidenceOf(FILES, {
    dense: denseOf(FILES, {
      files: new Float32Array(2),
      paths: new Float32Array(2),
      chunks: Float32Array.from(chunks),
    }),
  });

describe("with vectors", () => {
  it.each([
    [1, 0.5, "high", false],
    [0.8, 0.5, "high", false],
    [0.5, 0.5, "medium", false],
    [1, 0.25, "medium", false],
    [0.5, 0.375, "low", false],
    [1, 0, "low", false],
    [0.25, 0.25, "low", true],
    [0, 0, "low", true],
    [1, -0.5, "low", false],
  ] as const)("coverage %d and closeness %d: %s", (coverage, closeness, confidence, hasNoMatch) => {
    expect(scoreConfidence(close(-1, closeness, -1), ranking(coverage), true)).toMatchObject({
      confidence,
      hasNoMatch,
    });
  });

  it.each<[string, Partial<Candidates>, string, boolean]>([
    ["a definition that the question spells", { exact: new Map([[0, 1]]) }, "medium", false],
    ["a file that it names", { mentioned: new Map([[0, { weight: 1, lines: [] }]]) }, "medium", false],
    ["a definition that it misspells", { exact: new Map([[0, 0.7]]) }, "low", false],
    ["a definition of a word that is merely capitalised", { exact: new Map([[0, 0.4]]) }, "low", true],
  ])("%s, and nothing else: %s", (_, found, confidence, hasNoMatch) => {
    expect(scoreConfidence({ ...close(-1, 0, -1), ...found }, ranking(0), true)).toMatchObject({
      confidence,
      hasNoMatch,
    });
  });

  it("is never high about a file that is not there", () => {
    expect(
      scoreConfidence(
        { ...close(1, 1, 1), unresolvedPath: { file: null, path: "src/nowhere.ts" } },
        ranking(1),
        true,
      ),
    ).toMatchObject({ confidence: "medium", hasNoMatch: false });
  });

  it("looks at the closest chunk of the candidates, whichever it is", () => {
    expect(scoreConfidence(close(0.1, 0.2, 0.6), ranking(0.5), true).value).toBeCloseTo(1.7, 6);
    expect(
      scoreConfidence({ ...close(0.1, 0.2, 0.6), candidateFiles: [0] }, ranking(0.5), true).value,
    ).toBeCloseTo(0.9, 6);
  });
});

describe("without vectors", () => {
  it.each([
    [1, "high"],
    [0.45, "medium"],
    [0.39, "low"],
  ] as const)("coverage %d: %s", (coverage, confidence) =>
    expect(scoreConfidence(evidenceOf(FILES), ranking(coverage), true).confidence).toBe(confidence),
  );
});

it("is low without results, whatever the candidates", () =>
  expect(scoreConfidence(close(1, 1, 1), ranking(1), false)).toMatchObject({
    confidence: "low",
    hasNoMatch: false,
  }));
it("is hopeless without candidates", () =>
  expect(scoreConfidence(evidenceOf(FILES, { candidateFiles: [] }), ranking(0, []), false)).toMatchObject({
    confidence: "low",
    hasNoMatch: true,
  }));
