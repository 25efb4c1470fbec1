import { expect, it } from "vitest";
import { fakeSnapshot } from "../../testing/fakes/fake-snapshot.ts";
import { parseQuestion, unknownWords } from "./question.ts";
import { joinCompoundWords } from "./parse.ts";

const SNAPSHOT = fakeSnapshot([
  { path: "a.yaml", texts: ["allowPrivilegeEscalation: false\n", "escalating updates, upDates\n"] },
]);

it.each([
  ["allowprivilegeescalation", ["allowprivilegeescalation"]],
  ["where is ALLOWPRIVILEGEESCALATION set", ["allowprivilegeescalation", "set"]],
  ["allowPrivilegeEscalation", ["allow", "privileg", "escal", "allowprivilegeescalation"]],
])("a name of several parts is found by all of it in any case: %s", async (text, tokens) => {
  const question = await joinCompoundWords(parseQuestion(text), SNAPSHOT);
  expect([
    question.tokens,
    unknownWords(question.text, await SNAPSHOT.frequencies(question.distinctTokens)),
  ]).toEqual([tokens, text.includes("set") ? ["set"] : []]);
});

it.each(["updates are escalated", "denyprivilegeescalation", "set"])(
  "other words are left as they are: %s",
  async (text) => {
    const question = parseQuestion(text);
    expect(await joinCompoundWords(question, SNAPSHOT)).toBe(question);
  },
);
