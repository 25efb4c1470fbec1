import { expect, test } from "vitest";
import { type Outcome, reportOf } from "./report.ts";

const RESIDENT = { listTokens: 9_000, modelTokens: 2_000, instructionTokens: 80 };
const OFFER = { forms: ["json"], hasContextMode: false, resident: [RESIDENT] } as const;

const outcome = (policy: string, tokens: number | null, more: Partial<Outcome> = {}): Outcome => ({
  set: "questions",
  policy,
  id: "q",
  query: "",
  hasLines: false,
  file: tokens === null ? null : { tokens, calls: 1 },
  lines: null,
  steps: [{ tokens: tokens ?? 7, read: [] }],
  right: [],
  ...more,
});

test("a row has recall by tokens, the tokens of typical questions, and those that never reach the goal", () => {
  const tokens = [500, 900, 1_500, 3_000, 5_000, 9_000, 100, 200, 300, null];
  const { rows } = reportOf(
    tokens.map((one) => outcome("search", one)),
    OFFER,
  );
  expect(rows).toEqual([
    ["right file, questions / search", 10, "0.500", "0.600", "0.700", "0.800", 1_500, "never", "0.900", 1, 1],
  ]);
});

test("sets have rows of their own; right lines are those of all questions that name any", () => {
  const lines = { hasLines: true, lines: { tokens: 800, calls: 2 } };
  const { rows } = reportOf(
    [
      outcome("search", 500, lines),
      outcome("ripgrep", 700),
      outcome("search", 600, { ...lines, set: "working day" }),
    ],
    OFFER,
  );
  expect(rows.map((row) => row.slice(0, 3))).toEqual([
    ["right file, questions / search", 1, "1.000"],
    ["right file, questions / ripgrep", 1, "1.000"],
    ["right file, working day / search", 1, "1.000"],
    ["right lines / search", 2, "1.000"],
  ]);
});

test("notes say what the server lacks, how far answers exceed their budget, and what stays resident", () => {
  const { notes } = reportOf([outcome("search 1000", 900), outcome("search 1000", 1_010)], OFFER);
  expect(notes).toEqual([
    "No rows for context: this server's search_codebase has no such mode.",
    "No rows for text: this server has no option --answers.",
    "First answer of search 1000: 1010 tokens p50, at most 1010.",
    "Resident, json: tools/list 9000 tokens as sent, of which names, descriptions and input schemas 2000; " +
      "instructions 80.",
  ]);
});

test("a server that offers everything leaves no note of a missing row", () => {
  const { notes } = reportOf([], {
    forms: ["json", "text"],
    hasContextMode: true,
    resident: [RESIDENT, { ...RESIDENT, listTokens: 2_500 }],
  });
  expect(notes?.map((note) => note.slice(0, 40))).toEqual([
    "Resident, json: tools/list 9000 tokens a",
    "Resident, text: tools/list 2500 tokens a",
  ]);
});
