import { expect, test } from "vitest";
import { hideRanges, keepRanges } from "./blank.ts";

test("hidden ranges become blank, line ends stay", () => {
  expect(
    hideRanges("ab\r\ncd\nef", [
      { start: 1, end: 5 },
      { start: 8, end: 9 },
    ]),
  ).toBe("a \r\n d\ne ");
  expect(hideRanges("ab", [])).toBe("ab");
});

test("what several ranges hold is hidden once", () => {
  expect(
    hideRanges("abcdefg", [
      { start: 1, end: 5 },
      { start: 2, end: 4 },
      { start: 4, end: 6 },
    ]),
  ).toBe("a     g");
});

test("only the ranges are kept", () => {
  expect(
    keepRanges("ab\ncd\nef", [
      { start: 1, end: 2 },
      { start: 3, end: 5 },
    ]),
  ).toBe(" b\ncd\n  ");
  expect(keepRanges("ab\ncd", [])).toBe("  \n  ");
});
