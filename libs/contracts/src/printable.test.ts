import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { codePointName, printable, visibleParts } from "./printable.ts";

describe("text from outside", () => {
  const check = (input: string, expected: string): void => expect(printable(input)).toBe(expected);

  test("has a sign for each character that could move a cursor or set a title", () => {
    check("a\x1b[31mred\x1b[0m b", "a<U+001B>[31mred<U+001B>[0m b");
    check("\x9b31mred", "<U+009B>31mred");
    check("\x1b]0;title\x07text", "<U+001B>]0;title<U+0007>text");
    check("a\bb\x07c\rd\0e\x7ff\x85g", "a<U+0008>b<U+0007>c<U+000D>d<U+0000>e<U+007F>f<U+0085>g");
  });

  test("keeps tabs and line ends", () => {
    check("a\tb\nc", "a\tb\nc");
    check("größe\r\nb\r\n", "größe\nb\n");
    check("a\rb\n", "a<U+000D>b\n");
  });

  test.each([
    ["\u202e", "bidirectional override"],
    ["\u2066", "bidirectional isolate"],
    ["\u200e", "mark"],
    ["\u200b", "zero-width space"],
    ["\u200c", "zero-width non-joiner"],
    ["\u200d", "zero-width joiner"],
    ["\u2060", "word joiner"],
    ["\ufeff", "byte order mark"],
    ["\u00a0", "no-break space"],
    ["\u202f", "narrow no-break space"],
    ["\u2003", "em space"],
    ["\u00ad", "soft hyphen"],
    ["\u2028", "line separator"],
    ["\u3164", "filler"],
    ["\ufe0f", "variation selector"],
    ["\u{e0101}", "variation selector of the supplement"],
    ["\u{e0041}", "tag"],
    ["\u0085", "C1 control"],
  ])("has a sign for %j (%s)", (character) =>
    check(`if (a${character}b)`, `if (a<${codePointName(character)}>b)`),
  );

  test("keeps letters of every script, emoji and joined emoji", () => {
    for (const text of [
      "größe",
      "Ame\u0301lie",
      "日本語\u3000です",
      "👩‍👩‍👧",
      "👩🏽‍🚀",
      "❤️",
      "☺︎",
      "1️⃣",
      "🇨🇭",
      "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
      "葛\u{e0100}",
      "می\u200cخواهم",
      "क्\u200dष",
    ])
      check(text, text);
  });

  test("has signs for what only pretends to belong to emoji or letters", () => {
    check("👩\u200d", "👩<U+200D>");
    check("❤\ufe0f\ufe0f", "❤\ufe0f<U+FE0F>");
    check("a\u200dب", "a<U+200D>ب");
    check("🏴\u{e0041}\u{e0042}", "🏴<U+E0041><U+E0042>");
  });

  test("holds no control characters, whatever it was", () => {
    const nasty = fc.string({
      unit: fc.constantFrom(
        "\x1b",
        "[",
        "]",
        "m",
        ";",
        "1",
        "\x07",
        "\x9b",
        "\x9c",
        "\\",
        "P",
        "\n",
        "\r",
        "a",
      ),
    });
    fc.assert(fc.property(nasty, (text) => !/[\0-\x08\x0b-\x1f\x7f-\x9f]/.test(printable(text))));
  });
});

describe("parts", () => {
  it.each([
    ["", []],
    ["ab", ["ab"]],
    ["a\u202eb\u2066\u{e0041}c", ["a", "*\u202e", "b", "*\u2066", "*\u{e0041}", "c"]],
    ["👩‍👧\u200b", ["👩‍👧", "*\u200b"]],
  ])("%j has the parts %j", (text, parts) =>
    expect(visibleParts(text).map((part) => (part.isInvisible ? `*${part.text}` : part.text))).toEqual(parts),
  );

  it("are the text", () => {
    const text = fc
      .array(fc.constantFrom("a", "\n", "\r", "\u202e", "\u200d", "\u200f", "é", "😀", "\ufe0f", "\u{e0041}"))
      .map((all) => all.join(""));
    fc.assert(
      fc.property(
        text,
        (any) =>
          void expect(
            visibleParts(any)
              .map((part) => part.text)
              .join(""),
          ).toBe(any),
      ),
    );
  });
});
