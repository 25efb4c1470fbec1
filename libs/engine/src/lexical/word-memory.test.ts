import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WordMemory, type WordMemoryOptions } from "./word-memory.ts";

const scrap = fc.constantFrom("a", "b", "C", "D", "9", "12345", "_", " ", ".", "é", "検", "😀", "\ud83d");
const text = fc
  .array(fc.tuple(scrap, fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.nat(40))), { maxLength: 120 })
  .map((parts) => parts.map(([part, times]) => part.repeat(times)).join(""));
const ASCII = /^[\0-\x7f]*$/;

type Shape = Required<Pick<WordMemoryOptions, "of" | "maxChars" | "maxDigits" | "hasGaps" | "hasPlurals">>;

/** Values of many lengths, including none; equal for spellings that count as one. */
function valueOf(of: Shape["of"], maxBytes: number, word: string): Uint8Array {
  let hash = 7;
  for (const unit of of === "parts" ? word.toLowerCase() : word)
    hash = (hash * 31 + (unit.codePointAt(0) ?? 0)) >>> 0;
  return new Uint8Array(hash % maxBytes).fill(97 + (hash % 26));
}

const PARTS = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;
const PLURAL_PARTS = new RegExp(`[A-Z]{2,}s(?![a-z])|${PARTS.source}`, "g");

/** Reference implementation with regular expressions. */
function wordsOf(from: string, { of, maxChars, maxDigits, hasPlurals }: Shape): string[] {
  if (of === "words")
    return (from.match(/[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*/g) ?? []).filter(
      (word) => word.length <= maxChars || !ASCII.test(word),
    );
  const parts = from.match(hasPlurals ? PLURAL_PARTS : PARTS) ?? [];
  return parts
    .map((part) => (/^[0-9]/.test(part) ? part.slice(-maxDigits) : part))
    .filter((part) => part.length <= maxChars);
}

function joined(values: readonly Uint8Array[], hasGaps: boolean): Buffer {
  return Buffer.concat(
    hasGaps
      ? values
          .filter(({ length }) => length > 0)
          .flatMap((value, at) => (at > 0 ? [Buffer.from(" "), value] : [value]))
      : values,
  );
}

const shape = fc.record({
  of: fc.constantFrom("words", "parts"),
  maxChars: fc.integer({ min: 6, max: 20 }),
  maxDigits: fc.integer({ min: 1, max: 6 }),
  hasPlurals: fc.boolean(),
  hasGaps: fc.boolean(),
});

describe("values of words", () => {
  it(
    "are those of the text's words in their order, however few words are remembered and however long " +
      "values are",
    () => {
      fc.assert(
        fc.property(
          shape,
          fc.integer({ min: 1, max: 8 }),
          fc.constantFrom(12, 3_000),
          fc.array(text, { minLength: 1, maxLength: 8 }),
          (options, bits, maxBytes, texts) => {
            const memory = new WordMemory({
              ...options,
              capacity: 1 << bits,
              compute: (word) => valueOf(options.of, maxBytes, word),
            });
            for (const each of texts) {
              const { bytes, isAscii } = memory.valuesOf(each);
              expect(
                bytes.equals(
                  joined(
                    wordsOf(each, options).map((word) => valueOf(options.of, maxBytes, word)),
                    options.hasGaps,
                  ),
                ),
              ).toBe(true);
              expect(isAscii).toBe(ASCII.test(each));
            }
          },
        ),
        { numRuns: 1_000, seed: 5 },
      );
    },
  );

  it("are worked out once for each word that is remembered", () => {
    const asked: string[] = [];
    const memory = new WordMemory({
      of: "words",
      maxChars: 10,
      capacity: 4,
      hasGaps: true,
      compute: (word) => (asked.push(word), Buffer.from(word)),
    });
    expect(memory.valuesOf("one two one two one").bytes.toString()).toBe("one two one two one");
    expect(asked).toEqual(["one", "two"]);
    // The fifth word has no room, so the cache is cleared.
    expect(memory.valuesOf("three four five one").bytes.toString()).toBe("three four five one");
    expect(asked).toEqual(["one", "two", "three", "four", "five", "one"]);
  });

  it("of a text that is longer than any before are right as well, and of the next short one", () => {
    const memory = new WordMemory({
      of: "words",
      maxChars: 10,
      capacity: 4,
      compute: (word) => Buffer.from(word),
    });
    expect(memory.valuesOf("word ".repeat(100_000)).bytes.toString()).toBe("word".repeat(100_000));
    expect(memory.valuesOf("a b").bytes.toString()).toBe("ab");
    expect(memory.valuesOf("").bytes).toHaveLength(0);
  });
});
