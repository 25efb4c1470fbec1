/**
 * Loops that move an index through a text: they end on any text, in a number of steps linear in its length.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunkNotebook, chunkText } from "../syntax/chunk/chunk-text.ts";
import { LineIndex } from "../syntax/chunk/lines.ts";
import { docLine } from "../syntax/comments/doc-finder.ts";
import { lineComments } from "../analyze.ts";
import { languageById, languageIds } from "../languages/detect-language.ts";
import { closingOf, openBefore } from "./brackets.ts";
import { codeOnly } from "./code-only.ts";
import { importingLines } from "./importing-lines.ts";
import { writtenNames } from "./written-names.ts";

const SIGNS = [
  "/*",
  "*/",
  "//",
  "#",
  "--",
  "--[[",
  "]]",
  "{-",
  "-}",
  "(*",
  "*)",
  "<!--",
  "-->",
  '"',
  "'",
  "`",
  '"""',
  "'''",
  "\\",
  "${",
  "#{",
  "{",
  "}",
  "(",
  ")",
  "[",
  "]",
  "/",
  "=",
  "$",
  "r#",
  "@",
  "\n",
  " ",
  "a",
  "import ",
];
/** Texts of tokens that open and close comments, strings and brackets, including repetitions of a part. */
const texts = fc.oneof(
  fc.array(fc.constantFrom(...SIGNS), { maxLength: 60 }).map((parts) => parts.join("")),
  fc
    .tuple(
      fc.array(fc.constantFrom(...SIGNS), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 300 }),
    )
    .map(([parts, times]) => parts.join("").repeat(times)),
);
const LEXES = languageIds().flatMap((id) => {
  const lexis = languageById(id)?.lexicalRules;
  return lexis ? [{ id, lexis }] : [];
});

/** Steps of `codeOnly`. */
function stepsOf(text: string, id: string): number {
  const lexis = LEXES.find((one) => one.id === id)?.lexis;
  let steps = 0;
  if (lexis) codeOnly(text, lexis, () => void steps++);
  return steps;
}

describe("code without comments and strings", () => {
  it.each(LEXES)(
    "in $id is as long as the text, has its lines, and takes steps by its length",
    ({ id, lexis }) => {
      fc.assert(
        fc.property(texts, (text) => {
          const code = codeOnly(text, lexis);
          expect([code.length, code.split("\n").length]).toEqual([text.length, text.split("\n").length]);
          expect(stepsOf(text, id)).toBeLessThanOrEqual(20_000 + 20 * text.length);
        }),
      );
    },
  );

  it.each([
    ["strings in code in strings that nothing closes", "javascript", "`${"],
    ["quotes behind escapes", "c", '\\"'],
    ["patterns with classes that nothing closes", "javascript", "(/a["],
    ["strings in strings that nothing closes", "kotlin", '"${'],
    ["comments in comments that nothing closes", "rust", "/*"],
  ])("%s take steps by the length of the text", (_, id, part) => {
    expect(stepsOf(part.repeat(20_000), id) / stepsOf(part.repeat(10_000), id)).toBeLessThan(2.2);
  });
});

it("brackets of long texts are found as in short ones", () => {
  const brackets = fc
    .array(fc.constantFrom("(", ")", "[", "]", "{", "}", "a"), { maxLength: 40 })
    .map((signs) => signs.join(""));
  fc.assert(
    fc.property(brackets, fc.nat(40), (text, at) => {
      const place = Math.min(at, text.length - 1);
      // The suffix makes the text long, and changes nothing before it.
      const long = text + " ".repeat(10_000);
      expect(openBefore(long, place)).toBe(openBefore(text, place));
      if ("([{".includes(text[place] ?? "a"))
        expect(Math.min(closingOf(long, place), text.length)).toBe(closingOf(text, place));
    }),
  );
});

it("chunks, comments and places of names end for whatever text", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const lines = new LineIndex(text);
      for (const method of ["headings", "paragraphs", "windows"] as const)
        expect(chunkText(lines, method, [1, 3]).length).toBeLessThanOrEqual(lines.count);
      expect(chunkNotebook(lines).length).toBeLessThanOrEqual(lines.count);
      expect(lineComments(lines, "//").length).toBeLessThanOrEqual(lines.count);
      expect(docLine(text)?.length ?? 0).toBeLessThanOrEqual(200);
      for (const id of ["python", "rust", "typescript"])
        expect(importingLines(text, id).size).toBeLessThanOrEqual(lines.count + 1);
      expect(writtenNames(text, "a").length).toBeLessThanOrEqual(text.length);
    }),
  );
});
