import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { slipsBetween } from "../../lexical/edit-distance.ts";
import { fakeSnapshot } from "../../testing/fakes/fake-snapshot.ts";
import type { Snapshot } from "../../store/store.ts";
import { parseQuestion } from "./question.ts";
import { correctTypos } from "./parse.ts";

const SNAPSHOT = fakeSnapshot([
  { path: "a.ts", texts: ["retryRequest\n"], symbols: ["retryRequest 1-1"] },
  {
    path: "b.ts",
    texts: ["evict_expired RetryRequests\n"],
    symbols: ["Store.evict_expired 1-1", "RetryRequests 1-1"],
  },
  { path: "c.ts", texts: ["written somewhere: sendParcle\n"], symbols: ["sendParcel 1-1"] },
]);
const corrected = async (text: string): Promise<Record<string, readonly string[]>> =>
  Object.fromEntries(
    ((await correctTypos(parseQuestion(text), SNAPSHOT)).corrections ?? []).map(({ term, meant }) => [
      term,
      meant,
    ]),
  );

describe("an identifier that nothing in the index has", () => {
  it.each([
    ["with two letters swapped", "where is retyrRequest", { retyrRequest: ["retryRequest"] }],
    ["with a letter left out", "evict_expird", { evict_expird: ["evict_expired"] }],
    ["in the plural", "retryRequestss of whom", { retryRequestss: ["RetryRequests"] }],
    ["that is like no name", "where is parseDocument", {}],
    [
      "with other capitals, written as it is defined",
      "who calls RetryREQUEST",
      { RetryREQUEST: ["retryRequest"] },
    ],
    ["all of one word, without capitals", "sendparcel", { sendparcel: ["sendParcel"] }],
    ["in the case of another language", "where is evictExpired", { evictExpired: ["evict_expired"] }],
    ["with underscores that it has not", "retry_request", { retry_request: ["retryRequest"] }],
    ["that is too short to tell", "aBc", {}],
  ])("%s", async (_, text, expected) => expect(await corrected(text)).toEqual(expected));
});

describe("is left as it is", () => {
  it.each([
    "where is retryRequest",
    "what does sendParcle mean",
    "where are retryed requests",
    "parcel",
    "Store",
  ])("%j", async (text) => {
    const question = parseQuestion(text);
    expect(await correctTypos(question, SNAPSHOT)).toBe(question);
  });
});

it("is asked for beside what it may mean", async () => {
  const { tokens, identifiers } = await correctTypos(parseQuestion("is evict_expird called"), SNAPSHOT);
  expect(tokens).toEqual(["evict", "expird", "evict_expird", "call", "evict", "expir", "evict_expired"]);
  expect(identifiers.map(({ name, certainty }) => [name, certainty < 1])).toEqual([
    ["evict_expird", false],
    ["evict_expired", true],
  ]);
});

it("is as sure as a name that is spelled right where its capitals alone differ", async () => {
  const certainties = async (text: string) =>
    (await correctTypos(parseQuestion(text), SNAPSHOT)).identifiers.map(({ certainty }) => certainty);
  expect([await certainties("sendparcel"), await certainties("sendParcl")]).toEqual([
    [1, 1],
    [1, 0.7],
  ]);
});

it("is not compared with all names where it is written somewhere, or differs by its capitals", async () => {
  const snapshot: Snapshot = Object.assign(Object.create(SNAPSHOT), {
    symbolNames: () => Promise.reject(new Error("asked for all names")),
  });
  const question = parseQuestion("what does sendParcle mean");
  expect(await correctTypos(question, snapshot)).toBe(question);
  expect(await correctTypos(parseQuestion("who calls RetryREQUEST"), snapshot)).toMatchObject({
    corrections: [{ term: "RetryREQUEST", meant: ["retryRequest"] }],
  });
  await expect(correctTypos(parseQuestion("is evict_expird called"), snapshot)).rejects.toThrow(
    "asked for all names",
  );
});

it("is taken for the names that are closest by their slips, whatever letters they have", async () => {
  const word = fc
    .string({ unit: fc.constantFrom("a", "b", "A", "é"), minLength: 4, maxLength: 6 })
    .map((letters) => `x_${letters}`);
  await fc.assert(
    fc.asyncProperty(word, fc.uniqueArray(word, { maxLength: 12 }), async (term, names) => {
      const snapshot = fakeSnapshot([
        { path: "a.ts", texts: ["\n"], symbols: names.map((name) => `${name} 1-1`) },
      ]);
      const question = parseQuestion(term);
      const [{ name } = { name: "" }] = question.identifiers;
      const slips = names.map((other) => slipsBetween(name.toLowerCase(), other.toLowerCase(), 9));
      const least = Math.min(...slips);
      const isSlip = !names.includes(name) && least <= (name.length < 10 ? 1 : 2);
      const expected = isSlip
        ? names
            .filter((_, at) => slips[at] === least)
            .sort()
            .slice(0, 3)
        : undefined;
      expect((await correctTypos(question, snapshot)).corrections?.[0]?.meant).toEqual(expected);
    }),
  );
});
