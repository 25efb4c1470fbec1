import type { NoiseMitigationHint, SearchCodebaseOk } from "@satori/contracts";
import { expect, test } from "vitest";
import { createStyle } from "../terminal/style.ts";
import { type CompleteSearch, renderSearch, searchNotes } from "./search.ts";

const result = {
  kind: "chunk",
  file: "src/a.test.ts",
  span: { startLine: 1, endLine: 1 },
  language: "typescript",
  content: "parcel();",
  score: 1,
} as const;
const noiseMitigation: NoiseMitigationHint = {
  reason: "top_results_noise_dominant",
  topK: 1,
  ratios: { runtime: 0, tests: 1, fixtures: 0, docs: 0, generated: 0 },
  recommendedScope: "runtime",
  suggestedIgnorePatterns: ["**/*.test.*"],
  alreadyIgnoredByGitignore: [],
  newSatoriIgnoreOnly: ["**/*.test.*"],
  confidence: "high",
  debounceMs: 1_000,
  nextStep: 'Use scope="runtime" to reduce noise.',
};
const answer = (changes: Partial<SearchCodebaseOk>): CompleteSearch => ({
  tool: "search_codebase",
  version: 1,
  status: "ok",
  path: "/code",
  effectiveRoot: "/code",
  query: "parcel",
  scope: "mixed",
  resultMode: "raw",
  groupBy: "symbol",
  rankingMode: "default",
  limit: 10,
  freshnessDecision: { mode: "fresh", checkedAt: null },
  confidence: "high",
  unknownTerms: [],
  coverage: { files: 1, chunks: 1, skippedFiles: 0, candidates: 1 },
  results: [result],
  meta: { durationMs: 1 },
  ...changes,
});

test("nothing is noted about an answer that needs no word", () =>
  expect(searchNotes(answer({}))).toEqual([]));

test("results that are mostly noise are noted in one line, with the option that helps", () => {
  expect(searchNotes(answer({ hints: { noiseMitigation } }))).toEqual([
    "hint: mostly tests, fixtures, docs or generated code; --scope runtime excludes them",
  ]);
});

test("docs and tests are no noise to those who ask for them", () =>
  expect(searchNotes(answer({ scope: "docs", hints: { noiseMitigation } }))).toEqual([]));

test("what was searched for beside a misspelled name is said", () => {
  expect(
    searchNotes(
      answer({ correctedTerms: [{ term: "retyrRequest", meant: ["retryRequest", "retryRequests"] }] }),
    ),
  ).toEqual(["no symbol is named retyrRequest; also searched for retryRequest, retryRequests"]);
});

test("what the answer has to say of the question is said, but for what another line tells", () => {
  const message = "The question names src/b.ts, which is not in the index.";
  expect(searchNotes(answer({ message }))).toEqual([message]);
  expect(searchNotes(answer({ message, results: [] }))).toEqual([`no results for: parcel. ${message}`]);
  expect(
    searchNotes(
      answer({ message, freshnessDecision: { mode: "failed", checkedAt: null, reason: "no access" } }),
    ),
  ).toEqual(["the index may lack recent changes: no access"]);
});

test("what the answer says of tools is said of commands", () => {
  const message =
    "src/b.ts, which the question names, is not in the index: it is larger than " +
    "SATORI_MAX_FILE_BYTES. Use read_file to see its lines.";
  const said = message.replace("read_file", "satori read");
  expect(searchNotes(answer({ message }))).toEqual([said]);
  expect(searchNotes(answer({ message, results: [] }))).toEqual([`no results for: parcel. ${said}`]);
});

test("a name is not said to be missing twice", () => {
  const notes = searchNotes(
    answer({
      confidence: "low",
      unknownTerms: ["retyrRequest", "blorp"],
      correctedTerms: [{ term: "retyrRequest", meant: ["retryRequest"] }],
    }),
  );
  expect(notes).toEqual([
    "confidence: low; not in this codebase: blorp",
    "no symbol is named retyrRequest; also searched for retryRequest",
  ]);
});

test("that an answer was cut is said with the option that makes room", () => {
  expect(searchNotes(answer({ warnings: ["OUTPUT_TRUNCATED"] }))).toEqual([
    "results were shortened or omitted to fit the answer",
  ]);
  expect(searchNotes(answer({ warnings: ["OUTPUT_TRUNCATED"], maxTokens: 200 }))).toEqual([
    "results were shortened or omitted to fit the answer: raise --max-tokens 200",
  ]);
});

test("of a line that does not fit, the part with the question's first word is shown", () => {
  const shown = (content: string, columns: number | null): string | undefined =>
    renderSearch(answer({ results: [{ ...result, content }] }), {
      cwd: "/code",
      style: createStyle(false),
      columns,
    }).split("\n")[1];
  const line = `${"some words ".repeat(10)}and a parcel that ${"other words ".repeat(10)}`;
  expect(shown(line, 47)).toBe("    1  …words and a parcel that other words ot…");
  expect(shown(`a parcel ${line}`, 27)).toBe("    1  a parcel some words…");
  expect(shown(line, null)).toBe(`    1  ${line.trimEnd()}`);
  expect(shown(`${"😀".repeat(40)} parcel`, 47)).toMatch(/^ {4}1 {2}…(?:😀)+ parcel$/u);
});

test("a result names the other files that have its passage, and the number of the rest", () => {
  const view = { cwd: "/code", style: createStyle(false), columns: null };
  const shown = (alsoIn: readonly string[]): string =>
    renderSearch(answer({ results: [{ ...result, alsoIn }] }), view).split("\n")[1] ?? "";
  expect(shown(["b.ts", "c.ts"])).toBe("  also in b.ts, c.ts");
  expect(shown(["b.ts", "c.ts", "d.ts", "e.ts", "f.ts"])).toBe("  also in b.ts, c.ts, d.ts and 2 more");
  expect(shown([])).toContain("parcel();");
});
