import fc from "fast-check";
import { LIMITS, validateInput } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import { searchForName } from "./name-query.ts";
import { parseQuery } from "./parse-query.ts";

const queryOf = (name: string): unknown => searchForName("/code", name).searchCodebase?.args["query"];

describe("a name is searched for", () => {
  it.each([
    ["save", "save"],
    ["Store.save", "save"],
    ["Store::save", "save"],
    ["Store#save", "save"],
    ["App\\Models\\User", "User"],
    ["C#", "C"],
    [".spinner", "spinner"],
    ["web/src/http/backoff.ts", "web/src/http/backoff.ts"],
    ["backoff.ts", "backoff.ts"],
    ["web\\src\\backoff.ts", "backoff.ts"],
    ["how it works. And why", "how it works. And why"],
    ["lang:foo", '"lang:foo"'],
    ["Query.path:x", '"path:x"'],
    ['must:"a b"', '"must: a b "'],
  ])("%s by %s", (name, query) => expect(queryOf(name)).toBe(query));

  it("as far as a query may be long", () => {
    const { maxQueryChars } = LIMITS.search;
    expect(queryOf("x".repeat(maxQueryChars + 1))).toBe("x".repeat(maxQueryChars - 2));
    expect(queryOf("lang:".padEnd(maxQueryChars + 1, "x"))).toHaveLength(maxQueryChars);
  });
});

it.each([".", " ", "", "::", "/", '"', "+"])("%j has no word, and gives no search", (name) =>
  expect(searchForName("/code", name)).toEqual({}),
);

it("gives a call that can be made, with words and without operators, whatever the name", () => {
  const part = fc.oneof(
    fc.string({ unit: "binary", maxLength: 5 }),
    fc.constantFrom(
      "lang:",
      "path:",
      "-path:",
      "must:",
      "exclude:",
      '"',
      "'",
      "\\",
      " ",
      ".",
      "::",
      "/",
      "a",
      "x".repeat(1_000),
      "\ud83d\ude00",
    ),
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join("")),
      (name) => {
        const { searchCodebase: call } = searchForName("/code", name);
        if (!call) return;
        expect(validateInput(call.tool, call.args)).toMatchObject({ ok: true });
        const { text, ...operators } = parseQuery(call.args["query"] as string);
        expect(text).not.toBe("");
        expect(Object.values(operators).flat()).toEqual([]);
      },
    ),
    { seed: 1, numRuns: 2_000 },
  );
});
