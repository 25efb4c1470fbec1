import fc from "fast-check";
import { expect, it } from "vitest";
import { WordPiece } from "./static.ts";

/** The reference's definition of a word. */
const WORD = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]{1,4}(?![0-9])/g;

const texts = fc
  .array(
    fc.constantFrom(
      "a",
      "Z",
      "HTTP",
      "Body",
      "get",
      "Users",
      "_",
      "9",
      "123456",
      " ",
      "\n",
      "é",
      "検",
      "\u0141",
      "\u{1f600}",
      "y".repeat(41),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

it("cuts texts into the words of the reference", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const words = (text.match(WORD) ?? [])
        .filter((word) => word.length <= 40)
        .map((word) => word.toLowerCase());
      const vocabulary = [...new Set(words)];
      const ids = new WordPiece(vocabulary).encode(text);
      expect(Array.from(ids, (id) => vocabulary[id])).toEqual(words);
    }),
    { numRuns: 2_000, seed: 3 },
  );
});

it(
  "takes the longest beginning that it knows, then the longest continuations, and drops words that do " +
    "not come out even",
  () => {
    const words = new WordPiece(["get", "ge", "##user", "##us", "##s", "x"]);
    expect([...words.encode("getusers GETUSERS getusx geus")]).toEqual([0, 2, 4, 0, 2, 4, 1, 3]);
  },
);
