import { expect, test } from "vitest";
import { figure, megabytes, verdict } from "./target.ts";

test("a value at its limit is good enough, one above is not", () => {
  expect(verdict(0.6, 0.6, "×")).toBe("≤ 0.6× met");
  expect(verdict(0.61, 0.6, "×")).toBe("≤ 0.6× missed");
  expect(verdict(80, 80, " MB")).toBe("≤ 80 MB met");
});

test("what was not measured meets no target and reads as a dash", () => {
  expect(verdict(Number.NaN, 1)).toBe("≤ 1 missed");
  expect(figure(Number.NaN)).toBe("–");
});

test("figures show about three digits at any size", () => {
  expect([0.1234, 1.234, 12.34, 123.4, 12345.6].map(figure)).toEqual([
    "0.123",
    "1.23",
    "12.3",
    "123",
    "12346",
  ]);
  expect(megabytes(35_414_016)).toBe("35.4");
});
