import type { ListCodebasesOk, NoiseMitigationHint } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import { contextAnswer, searchAnswer } from "../testing/searches.ts";
import { textAnswer } from "./text-answer.ts";

const search = (changes: Parameters<typeof searchAnswer>[0]): string =>
  textAnswer("search_codebase", {}, searchAnswer(changes))?.body ?? "";
const context = (changes: Parameters<typeof contextAnswer>[0]): string =>
  textAnswer("search_codebase", { resultMode: "context" }, contextAnswer(changes))?.body ?? "";

describe.each([
  ["a search", search],
  ["a context", context],
])("%s", (_, bodyOf) => {
  it("says what could not be searched", () => {
    const coverage = { files: 1, chunks: 2, skippedFiles: 3, candidates: 1 };
    expect(bodyOf({ coverage }).split("\n")).toContain("searched 1 file, 2 chunks; not indexed: 3 files");
  });

  it("names each unknown word once, and what was searched as well", () => {
    const unknown = {
      unknownTerms: ["retyrRequest", "blorp"],
      correctedTerms: [{ term: "retyrRequest", meant: ["retryRequest"] }],
      confidence: "low",
    } as const;
    const body = bodyOf(unknown);
    expect(body).toContain("not in this codebase: blorp\n");
    expect(body).toContain("no symbol is named retyrRequest; also searched for retryRequest\n");
  });

  it("says why its index may be behind", () =>
    expect(
      bodyOf({
        freshnessDecision: { mode: "skipped_indexing", checkedAt: null, reason: "a run is active" },
      }),
    ).toContain("index: skipped_indexing, a run is active\n"));

  it("names a left-out file once, and ends with the call that finds it", () => {
    const args = { path: "/code", query: "parcel", scope: "docs" } as const;
    const body = bodyOf({
      message: "docs/a.md, which is closer to the question, is not in the scope runtime.",
      hints: {
        leftOut: {
          reason: "better_answer_left_out",
          file: "docs/a.md",
          leftOutBy: ["scope"],
          searchCodebase: { tool: "search_codebase", args },
        },
      },
    });
    expect(body.match(/docs\/a\.md/g)).toHaveLength(1);
    expect(body).toContain("\nleft out by: scope\n");
    expect(body.split("\n").at(-1)).toBe(`next: search_codebase ${JSON.stringify(args)}`);
  });

  it("advises against noise in two lines", () => {
    const noiseMitigation = {
      recommendedScope: "runtime",
      suggestedIgnorePatterns: ["**/*.test.*", "fixtures/**"],
      nextStep: 'Use scope="runtime" to reduce noise.',
    } as Partial<NoiseMitigationHint> as NoiseMitigationHint;
    expect(bodyOf({ hints: { noiseMitigation } })).toContain(
      'hint: mostly tests, fixtures, docs or generated code; scope: "runtime" excludes them\n' +
        "patterns for .satoriignore: **/*.test.* fixtures/**\n",
    );
  });
});

it("a call names its file once", () => {
  const edges = [
    { from: "a.ts:run", to: "b.ts:send", site: { file: "a.ts", line: 4 } },
    {
      from: "sym_1",
      to: "b.ts:send",
      confidence: "possible",
      site: { file: "c.ts", line: 5, text: "send();" },
    },
  ] as const;
  expect(context({ edges })).toContain(
    "a.ts:run calls b.ts:send at line 4\nsym_1 calls b.ts:send at c.ts:5 (possible): send();\n",
  );
});

it("an empty list of codebases says why it is empty, and what to do", () => {
  const humanText = "No codebase of the session's scope is indexed; change the scope with set_scope.";
  const answer: ListCodebasesOk = {
    tool: "list_codebases",
    version: 1,
    status: "ok",
    humanText,
    codebases: { ready: [], indexing: [], requiresReindex: [], failed: [] },
    meta: { durationMs: 1 },
  };
  expect(textAnswer("list_codebases", {}, answer)?.body).toBe(humanText);
});
