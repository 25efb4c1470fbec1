import { expect, it } from "vitest";
import { type ScoredAnswer, ablation } from "./ablation.ts";

const result = (
  path: string,
  bestChunk: number,
  denseChunk: number,
  prior = 1,
): ScoredAnswer["results"][number] => ({ path, start: 1, end: 1, prior, signals: { bestChunk, denseChunk } });
const answer = (wanted: string, ...results: ScoredAnswer["results"]): ScoredAnswer => ({
  question: {
    id: "q",
    repo: "r",
    lang: "ts",
    category: "c",
    query: "",
    root: "",
    relevant: [{ path: wanted }],
  },
  weights: { bestChunk: 1, denseChunk: 0.5 },
  results,
});
const SECOND = 1 / Math.log2(3);

it("orders files without each signal, without groups, and without priors", () => {
  const wanted = answer("a.ts", result("a.ts", 0.5, 1), result("b.ts", 0.9, 0), result("t.ts", 1, 1, 0.3));
  expect(ablation([wanted]).filter(([name]) => !name.includes("×"))).toEqual([
    ["nothing", 1],
    ["bestChunk", 1],
    ["denseChunk", SECOND],
    ["all dense", SECOND],
    ["all words", 1],
    ["priors", SECOND],
  ]);
});

it("takes the mean over all questions", () => {
  const [nothing] = ablation([answer("a.ts", result("a.ts", 1, 0)), answer("x.ts", result("a.ts", 1, 0))]);
  expect(nothing).toEqual(["nothing", 0.5]);
});

it("tries other weights of history", () => {
  const scored = (path: string, history: number, bestChunk: number): ScoredAnswer["results"][number] => ({
    ...result(path, 1, 0),
    signals: { history, bestChunk },
  });
  const asked = answer("a.ts", scored("b.ts", 1, 0.5), scored("a.ts", 0, 1));
  const figures = new Map(ablation([{ ...asked, weights: { history: 0.8, bestChunk: 1 } }]));
  expect(figures.get("history × 0.5")).toBe(1);
  expect(figures.get("history × 1.25")).toBeLessThan(1);
});
