import fc from "fast-check";
import { type ChunkResult, type GroupResult, type SearchHit, isChunkResult } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import { MAX_TEXT_CHARS, type ShorterPreview, estimateJsonTokens, fitToBudget } from "./budget.ts";

const base = {
  file: "src/a.ts",
  span: { startLine: 1, endLine: 9 },
} as const;
const chunk = (content: string): ChunkResult => ({
  kind: "chunk",
  ...base,
  language: "typescript",
  content,
  score: 1,
});
const group = (preview: string): GroupResult => ({
  ...base,
  preview,
  callGraphHint: { supported: false, reason: "no_symbol" },
});
const textOf = (result: SearchHit): string =>
  isChunkResult(result) ? result.content : (result.preview ?? "");
const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `const value${at} = "${at}";`).join("\n");
const fit = (results: readonly SearchHit[], maxTokens: number | undefined, restTokens = 200) =>
  fitToBudget(results, { maxTokens, restTokens });

it("leaves everything as it is without a budget, and with one that is large enough", () => {
  const results = [chunk(lines(5)), group(lines(50))];
  expect(fit(results, undefined)).toEqual({ results, isCut: false });
  expect(fit(results, 100_000)).toEqual({ results, isCut: false });
  expect(fit([], 100)).toEqual({ results: [], isCut: false });
});

it("bounds each text even without a budget, and says so", () => {
  const long = `${"x".repeat(MAX_TEXT_CHARS - 1)}\u{1f680}`;
  const { results, isCut } = fit(
    [chunk("a"), chunk(long), group(`${"line\n".repeat(MAX_TEXT_CHARS)}`)],
    undefined,
  );
  expect(results.map((result) => textOf(result).length)).toEqual([1, MAX_TEXT_CHARS - 1, MAX_TEXT_CHARS]);
  expect(isCut).toBe(true);
  expect(fit([chunk("x".repeat(MAX_TEXT_CHARS))], undefined).isCut).toBe(false);
});

it("shortens later results before it drops any, as long as each has a text worth showing", () => {
  const { results, isCut } = fit([chunk(lines(5)), chunk(lines(40)), chunk(lines(40))], 700);
  expect(isCut).toBe(true);
  expect(results).toHaveLength(3);
  expect(results.slice(0, 1).map(textOf)).toEqual([lines(5)]);
  for (const result of results.slice(1)) expect(lines(40).startsWith(`${textOf(result)}\n`)).toBe(true);
});

it("drops the last results when not even a line of them fits", () => {
  const { results, isCut } = fit([chunk("a"), chunk("b"), chunk("c")], 300);
  expect([results.map(textOf), isCut]).toEqual([["a", "b"], true]);
});

it("shows fewer results with more lines each rather than a line or two of all", () => {
  const linesShown = (maxTokens: number): number[] =>
    fit([chunk(lines(5)), chunk(lines(40)), chunk(lines(40))], maxTokens).results.map(
      (result) => textOf(result).split("\n").length,
    );
  expect([linesShown(520), linesShown(540)]).toEqual([
    [5, 27],
    [5, 13, 13],
  ]);
});

it("drops a result whose room was used by a long line of an earlier one", () => {
  const { results, isCut } = fit([group("x".repeat(700)), chunk(lines(40))], 540);
  expect([results.map(textOf), isCut]).toEqual([["x".repeat(700)], true]);
});

it("keeps the first result, of at least one line, however small the budget", () => {
  const { results, isCut } = fit([group(`${"x".repeat(2_000)}\nsecond`), group("b")], 100);
  expect([results.map(textOf), isCut]).toEqual([["x".repeat(2_000)], true]);
});

it("drops a later result whose only line is too long", () => {
  expect(fit([chunk("a"), chunk("x".repeat(5_000)), chunk("b")], 700).results.map(textOf)).toEqual(["a"]);
});

it("leaves room for the rest of the answer", () => {
  const results = [chunk(lines(5)), chunk(lines(5)), chunk(lines(5))];
  expect(fit(results, 900, 100).results).toHaveLength(3);
  expect(fit(results, 900, 800).results.length).toBeLessThan(3);
});

describe("for any results and budget", () => {
  const line = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom("", '"quoted"', "\\\\\\", "\t\t", "日本語", "x".repeat(300)),
  );
  const text = fc
    .array(line, { maxLength: 20 })
    .map((list) => list.map((one) => one.replaceAll("\n", " ")).join("\n"));
  const results = fc.array(fc.oneof(text.map(chunk), text.map(group)), { maxLength: 8 });
  const sample = fc.record({
    results,
    maxTokens: fc.integer({ min: 100, max: 2_000 }),
    restTokens: fc.integer({ min: 50, max: 400 }),
  });

  it("the estimate is within the budget, unless the first result alone is not", () => {
    fc.assert(
      fc.property(sample, ({ results: all, maxTokens, restTokens }) => {
        const { results: kept } = fit(all, maxTokens, restTokens);
        if (kept.length > 1 || (kept.length === 1 && textOf(kept[0] as ChunkResult).includes("\n")))
          expect(estimateJsonTokens(kept) + restTokens).toBeLessThanOrEqual(maxTokens);
      }),
      { seed: 1, numRuns: 1_000 },
    );
  });

  it("each further result has its whole text, or as much as is worth showing", () => {
    const withText = (result: SearchHit, text: string): SearchHit =>
      isChunkResult(result) ? { ...result, content: text } : { ...result, preview: text };
    fc.assert(
      fc.property(sample, ({ results: all, maxTokens, restTokens }) => {
        for (const [at, result] of fit(all, maxTokens, restTokens).results.entries()) {
          const whole = textOf(all[at] as SearchHit);
          const text = textOf(result);
          if (at === 0 || text === whole) continue;
          const next = whole.slice(text.length + 1).split("\n", 1)[0] ?? "";
          // With its next line it would have more than the least: 2.5 times the size of its other fields.
          const fieldChars = JSON.stringify(withText(result, "")).length + 2;
          expect(JSON.stringify(`${text}\n${next}`).length - 2).toBeGreaterThan(2.5 * fieldChars);
        }
      }),
      { seed: 3, numRuns: 1_000 },
    );
  });

  it("what is kept are the first results with their first lines, and the cut is told", () => {
    fc.assert(
      fc.property(sample, ({ results: all, maxTokens, restTokens }) => {
        const { results: kept, isCut } = fit(all, maxTokens, restTokens);
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(1, all.length));
        for (const [at, result] of kept.entries()) {
          const whole = all[at] as SearchHit;
          expect(textOf(whole) === textOf(result) || textOf(whole).startsWith(`${textOf(result)}\n`)).toBe(
            true,
          );
          expect({ ...result, preview: "", content: "" }).toEqual({ ...whole, preview: "", content: "" });
        }
        expect(isCut).toBe(JSON.stringify(kept) !== JSON.stringify(all));
      }),
      { seed: 2, numRuns: 1_000 },
    );
  });
});

describe("a preview that has to be cut", () => {
  const numbered = Array.from({ length: 12 }, (_, at) => `const value${at} = "${at}";`);
  const about = group(numbered.join("\n"));
  /** Lines that end with the seventh, which is the relevant one. */
  const preview: ShorterPreview = (maxLines) => ({
    preview: numbered.slice(Math.max(0, 7 - maxLines), 7).join("\n"),
    ...(maxLines < 7 ? { previewStartLine: 8 - maxLines } : {}),
  });
  const shown = (maxTokens: number, previews: readonly (ShorterPreview | null)[]) =>
    fitToBudget([about], { maxTokens, restTokens: 200, previews }).results.map((result) => [
      (isChunkResult(result) ? undefined : result.previewStartLine) ?? 1,
      textOf(result).split("\n").length,
    ]);

  it("keeps the lines that matter", () => {
    expect(shown(100, [preview])).toEqual([[7, 1]]);
    expect(shown(260, [preview])).toEqual([[6, 2]]);
    expect(shown(1_000, [preview])).toEqual([[1, 12]]);
  });

  it("keeps its first lines where nothing is known of the others", () =>
    expect([shown(260, [null]), shown(260, [])]).toEqual([[[1, 2]], [[1, 2]]]));
});
