import type { NoiseMitigationHint } from "@satori/contracts";
import { expect, test } from "vitest";
import { searchNotes } from "./search-notes.ts";
import { plainView } from "./testing/drawn-calls.ts";
import { contextAnswer, searchAnswer as answer } from "./testing/searches.ts";

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

const notesOf = (envelope: Parameters<typeof searchNotes>[0]): string[] => searchNotes(envelope, plainView);

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
    "results were shortened or omitted to fit the answer: raise maxTokens above 200",
  ]);
});

test("a context has the same notes", () => {
  const message = "The question names src/b.ts, which is not in the index.";
  const doubts = { message, confidence: "low", unknownTerms: ["blorp"] } as const;
  expect(notesOf(contextAnswer(doubts))).toEqual(notesOf(answer(doubts)));
  expect(notesOf(contextAnswer({ ...doubts, sections: [] }))).toEqual(
    notesOf(answer({ ...doubts, results: [] })),
  );
});

test("that a context was cut is said unless a call in it continues", () => {
  const cut = { warnings: ["OUTPUT_TRUNCATED"] } as const;
  expect(notesOf(contextAnswer(cut))).toEqual([
    "results were shortened or omitted to fit the answer: raise maxTokens above 900",
  ]);
  const args = { path: "/code", query: "parcel", resultMode: "context", maxTokens: 1_800 } as const;
  expect(notesOf(contextAnswer({ ...cut, omitted: [{ tool: "search_codebase", args }] }))).toEqual([]);
});

test("a context in which nothing fits is not said to be without results", () => {
  const message = "Nothing fits in the budget: raise maxTokens.";
  const nothing = { message, warnings: ["OUTPUT_TRUNCATED"], sections: [] } as const;
  expect(notesOf(contextAnswer(nothing))).toEqual([message]);
});
