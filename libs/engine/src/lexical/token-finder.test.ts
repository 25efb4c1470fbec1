import fc from "fast-check";
import { expect, it } from "vitest";
import { TokenFinder } from "./token-finder.ts";
import { tokenize, tokenizeQuery } from "./tokens.ts";

const word = fc
  .array(fc.constantFrom("a", "B", "HTTP", "Body", "parse", "234", "_", "é", "ß", "検索", "\ud83d", "😀"), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(""));
const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(" "));

it("finds just the tokens asked for that the text's own are", () => {
  fc.assert(
    fc.property(text, fc.array(word, { minLength: 1, maxLength: 4 }), (held, asked) => {
      const tokens = tokenize(held);
      const wanted = [...new Set([...tokenizeQuery(asked.join(" ")), ...tokens.slice(0, 3)])];
      expect(new TokenFinder(wanted).heldBy(held)).toEqual(
        new Set(wanted.filter((token) => tokens.includes(token))),
      );
    }),
    { numRuns: 2_000, seed: 5 },
  );
});

it("goes on when there have been more tokens than have a number", () => {
  const names = Array.from(
    { length: 250_000 },
    (_, at) => `word${String.fromCharCode(97 + (at % 26))}${at}x`,
  );
  const before = new TokenFinder(["worda0x"]);
  before.heldBy(names.join(" "));
  const after = new TokenFinder(["wordb1x"]);
  for (const finder of [before, after])
    expect(finder.heldBy("call(worda0x, wordb1x)")).toEqual(
      new Set([finder === before ? "worda0x" : "wordb1x"]),
    );
});
