import { type NoiseMitigationHint, type SearchCodebaseOk, withArguments } from "@satori/contracts";
import { expect, test } from "vitest";
import { type CompleteSearch, renderSearch, searchNotes } from "./search.ts";
import { plainView } from "./testing/drawn-calls.ts";

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
const answer = (changes: Partial<SearchCodebaseOk>): CompleteSearch =>
  withArguments(
    {},
    {
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
    },
  );

const notesOf = (envelope: CompleteSearch): string[] => searchNotes(envelope, plainView);

test("nothing is noted about an answer that needs no word", () => expect(notesOf(answer({}))).toEqual([]));

test("results that are mostly noise are noted in one line, with the option that helps", () => {
  expect(notesOf(answer({ hints: { noiseMitigation } }))).toEqual([
    "hint: mostly tests, fixtures, docs or generated code; scope runtime excludes them",
  ]);
});

test("docs and tests are no noise to those who ask for them", () =>
  expect(notesOf(answer({ scope: "docs", hints: { noiseMitigation } }))).toEqual([]));

test("what was searched for beside a misspelled name is said", () => {
  expect(
    notesOf(answer({ correctedTerms: [{ term: "retyrRequest", meant: ["retryRequest", "retryRequests"] }] })),
  ).toEqual(["no symbol is named retyrRequest; also searched for retryRequest, retryRequests"]);
});

test("what the answer has to say of the question is said, but for what another line tells", () => {
  const message = "The question names src/b.ts, which is not in the index.";
  expect(notesOf(answer({ message }))).toEqual([message]);
  expect(notesOf(answer({ message, results: [] }))).toEqual([`no results for: parcel. ${message}`]);
  expect(
    notesOf(answer({ message, freshnessDecision: { mode: "failed", checkedAt: null, reason: "no access" } })),
  ).toEqual(["the index may lack recent changes: no access"]);
});

test("what the answer says of tools is said in the reader's words", () => {
  const wording = {
    ...plainView.wording,
    sentence: (text: string) => text.replace("read_file", "satori read"),
  };
  const message = "src/b.ts is not in the index. Use read_file to see its lines.";
  const said = "src/b.ts is not in the index. Use satori read to see its lines.";
  expect(searchNotes(answer({ message }), { ...plainView, wording })).toEqual([said]);
  expect(searchNotes(answer({ message, results: [] }), { ...plainView, wording })).toEqual([
    `no results for: parcel. ${said}`,
  ]);
});

test("a name is not said to be missing twice", () => {
  const notes = notesOf(
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
  expect(notesOf(answer({ warnings: ["OUTPUT_TRUNCATED"] }))).toEqual([
    "results were shortened or omitted to fit the answer",
  ]);
  expect(notesOf(answer({ warnings: ["OUTPUT_TRUNCATED"], maxTokens: 200 }))).toEqual([
    "results were shortened or omitted to fit the answer: raise maxTokens 200",
  ]);
});

test("of a line that does not fit, the part with the question's first word is shown", () => {
  const shown = (content: string, columns: number | null): string | undefined =>
    renderSearch(answer({ results: [{ ...result, content }] }), { ...plainView, columns }).split("\n")[1];
  const line = `${"some words ".repeat(10)}and a parcel that ${"other words ".repeat(10)}`;
  expect(shown(line, 47)).toBe("    1  …words and a parcel that other words ot…");
  expect(shown(`a parcel ${line}`, 27)).toBe("    1  a parcel some words…");
  expect(shown(line, null)).toBe(`    1  ${line.trimEnd()}`);
  expect(shown(`${"😀".repeat(40)} parcel`, 47)).toMatch(/^ {4}1 {2}…(?:😀)+ parcel$/u);
});

test("a result names the other files that have its passage, and the number of the rest", () => {
  const shown = (alsoIn: readonly string[]): string =>
    renderSearch(answer({ results: [{ ...result, alsoIn }] }), plainView).split("\n")[1] ?? "";
  expect(shown(["b.ts", "c.ts"])).toBe("  also in b.ts, c.ts");
  expect(shown(["b.ts", "c.ts", "d.ts", "e.ts", "f.ts"])).toBe("  also in b.ts, c.ts, d.ts and 2 more");
  expect(shown([])).toContain("parcel();");
});
