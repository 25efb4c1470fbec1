import { describe, expect, it } from "vitest";
import { parseQuestion, unknownWords } from "./question.ts";

describe("identifiers", () => {
  it.each<[string, Record<string, number>]>([
    ["where is retryScheduler built", { retryScheduler: 1 }],
    ["where is retry_scheduler built", { retry_scheduler: 1 }],
    ["MAX_RETRIES of the client", { MAX_RETRIES: 1 }],
    ["how does Scheduler run", { Scheduler: 0.4 }],
    ["Where does it run", { Where: 0.4 }],
    ["where do retries run", {}],
    ["HTTP errors", { HTTP: 0.4 }],
    ["scheduler", { scheduler: 1 }],
    ["where is parse called in click", { parse: 0.7 }],
    ["callers of parse?", { parse: 0.7 }],
    ["the yield_now and the render method", { yield_now: 1, render: 0.7 }],
    ["what does `prompt` hide", { prompt: 1 }],
    ["what does abort() do", { abort: 1 }],
    ["definitions of routes (and of names)", {}],
    ["where is it called", {}],
    ["do both use the same function, and who calls it", {}],
    ["calls to the", {}],
    ["where is the cache kept", {}],
    ["Store.open", { Store: 1, open: 1 }],
    ["std::move", { std: 1, move: 1 }],
    ["a->b", { a: 1, b: 1 }],
    ["Scheduler and Scheduler", { Scheduler: 0.4 }],
    ["", {}],
  ])("%s", (text, expected) =>
    expect(
      Object.fromEntries(parseQuestion(text).identifiers.map(({ name, certainty }) => [name, certainty])),
    ).toEqual(expected),
  );
});

it("keeps the order of the identifiers", () =>
  expect(parseQuestion("b_a before aB and C_d").identifiers.map(({ name }) => name)).toEqual([
    "b_a",
    "aB",
    "C_d",
  ]));

it.each([
  ["retry", true],
  ["  retry\n", true],
  ["Store.open()", true],
  ["retry later", false],
  ["", false],
  [" ", false],
])("%j is one word: %s", (text, expected) => expect(parseQuestion(text).isOneWord).toBe(expected));

it("keeps repeated tokens, and lists distinct ones in the order of their first use", () => {
  const { tokens, distinctTokens } = parseQuestion("cache the cached cache index");
  expect([tokens, distinctTokens]).toEqual([
    ["cach", "cach", "cach", "index"],
    ["cach", "index"],
  ]);
});

describe("unknown words", () => {
  const known = new Map([
    ["retri", 3],
    ["schedul", 0],
    ["retryscheduler", 0],
    ["retry_schedule", 2],
    ["blorp", 0],
    ["grue", 0],
  ]);

  it.each<[string, string[]]>([
    ["retry the blorp", ["blorp"]],
    ["Blorp and grue and Blorp", ["Blorp", "grue"]],
    ["where is retryScheduler", ["retryScheduler"]],
    ["retry_schedule", []],
    ["scheduler", ["scheduler"]],
    ["where is the", []],
    ["", []],
  ])("of %j", (text, expected) => expect(unknownWords(text, known)).toEqual(expected));
});
