import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printable } from "./printable.ts";

describe("text from outside", () => {
  const check = (input: string, expected: string): void => expect(printable(input)).toBe(expected);

  test("loses colours and cursor movements", () => {
    check("a\x1b[31mred\x1b[0m b", "ared b");
    check("\x1b[2J\x1b[Hgone", "gone");
    check("\x9b31mred", "red");
    check("\x1b[38;2;1;2;3mtrue colour", "true colour");
  });

  test("loses titles, links and device strings, whatever ends them", () => {
    check("\x1b]0;title\x07text", "text");
    check("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link");
    check("\x1bPdevice\x1b\\text", "text");
    check("\x9dtitle\x9ctext", "text");
    check("\x1b_apc\x1b\\text", "text");
  });

  test("loses single escapes and control characters, but not tabs and line ends", () => {
    check("\x1bcreset", "reset");
    check("a\bb\x07c\rd\0e\x7ff\x85g", "abcdefg");
    check("a\tb\nc", "a\tb\nc");
  });

  test("loses what reorders text", () => {
    check("if (admin) \u202e{ \u2066// safe\u2069", "if (admin) { // safe");
  });

  test("cannot be put together so that a sequence remains", () => {
    check("\x1b\x1b[31m[31m", "[31m");
    check("\x1b]0;open", "0;open");
    check("\x1b]0;one line\ntwo\x07", "0;one line\ntwo");
  });

  test("keeps letters of every script, emoji and joined emoji", () => {
    for (const text of ["größe", "Ame\u0301lie", "日本語", "👩‍👩‍👧", "🇨🇭"]) check(text, text);
  });

  test("holds no control characters, whatever it was", () => {
    const nasty = fc.string({
      unit: fc.constantFrom("\x1b", "[", "]", "m", ";", "1", "\x07", "\x9b", "\x9c", "\\", "P", "\n", "a"),
    });
    fc.assert(fc.property(nasty, (text) => !/[\0-\x08\x0b-\x1f\x7f-\x9f]/.test(printable(text))));
  });
});
