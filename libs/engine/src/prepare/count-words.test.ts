import fc from "fast-check";
import { expect, it } from "vitest";
import { tokenize } from "../lexical/tokens.ts";
import { chunksByToken, fieldWords } from "../model/file-words.ts";
import { countWords } from "../testing/count-words.ts";
import { type ChunkTexts, WordCounter } from "./count-words.ts";

const textArbitrary = fc
  .array(
    fc.constantFrom("alpha", "Beta", "parseHTTPBody", "naïve", "検索索引", "_", "x2", "\u{1d4d0}b", " "),
    {
      maxLength: 12,
    },
  )
  .map((words) => words.join(" "));
const chunksArbitrary = fc.array(
  fc.record({ body: textArbitrary, symbols: textArbitrary, doc: textArbitrary }),
  { maxLength: 5 },
);
const pathArbitrary = fc.array(fc.constantFrom("src", "alpha", "ts"), { maxLength: 4 });

/** The tokens of each chunk by field, each sorted. */
function plainly(chunks: readonly ChunkTexts[], path: readonly string[]): string[][][] {
  return chunks.map(({ body, symbols, doc }) =>
    [tokenize(body), tokenize(symbols), [...path], tokenize(doc)].map((tokens) => tokens.sort()),
  );
}

it("the words of a file are its tokens, whichever files were counted before", () => {
  const counter = new WordCounter();
  fc.assert(
    fc.property(chunksArbitrary, pathArbitrary, (chunks, path) => {
      const words = counter.count(chunks, path);
      const expected = plainly(chunks, path);
      expect(fieldWords(words).map((fields) => fields.map((tokens) => tokens.sort()))).toEqual(expected);
      expect(words.lengths).toEqual(expected.map((fields) => fields.flat().length));
      expect(chunksByToken(words)).toEqual(chunksByToken(countWords(expected)));
      // The same file gives the same bytes.
      expect(counter.count(chunks, path)).toEqual(words);
    }),
    { numRuns: 300 },
  );
});

it("stay right after all remembered tokens were forgotten", () => {
  const counter = new WordCounter();
  const chunk = (body: string): ChunkTexts => ({ body, symbols: "", doc: "" });
  const before = counter.count([chunk("alpha beta")], ["src"]);
  const many = Array.from({ length: 300 }, (_, at) =>
    chunk(Array.from({ length: 1_000 }, (__, word) => `w${at}x${word}`).join(" ")),
  );
  expect(counter.count(many, []).terms.split(" ").length).toBeGreaterThan(1 << 18);
  expect(counter.count([chunk("alpha beta")], ["src"])).toEqual(before);
});
