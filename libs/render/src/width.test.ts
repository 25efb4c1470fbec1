import { describe, expect, test } from "vitest";
import { displayWidth, padEnd, padStart, truncate, truncateMiddle, truncateStart } from "./width.ts";

test("columns are counted as terminals draw them", () => {
  const check = (text: string, columns: number): void => expect(displayWidth(text), text).toBe(columns);
  check("abc", 3);
  check("größe", 5);
  check("gro\u0308ße", 5);
  check("日本語", 6);
  check("한글", 4);
  check("ﾊﾟ", 2);
  check("Ｗ", 2);
  check("👍", 2);
  check("👩‍👩‍👧", 2);
  check("🇨🇭", 2);
  check("❤️", 2);
  check("→", 1);
  check("", 0);
});

describe("truncating", () => {
  const check = (text: string, columns: number, expected: string): void =>
    expect(truncate(text, columns), text).toBe(expected);

  test("keeps what fits", () => {
    check("abc", 3, "abc");
    check("日本", 4, "日本");
  });

  test("never splits a character", () => {
    check("abcdef", 4, "abc…");
    check("日本語", 5, "日本…");
    check("日本語", 4, "日…");
    check("e\u0301e\u0301e\u0301", 2, "e\u0301…");
    check("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…");
    check("abc", 0, "");
  });

  test("from the start keeps the end", () => {
    const checkStart = (text: string, columns: number, expected: string): void =>
      expect(truncateStart(text, columns), text).toBe(expected);
    checkStart("abc", 3, "abc");
    checkStart("abcdef", 4, "…def");
    checkStart("日本語", 4, "…語");
    checkStart("e\u0301e\u0301e\u0301", 2, "…e\u0301");
    checkStart("👩‍👩‍👧👩‍👩‍👧", 3, "…👩‍👩‍👧");
    checkStart("abc", 0, "");
  });
});

test("padding counts columns too", () => {
  expect(padEnd("日本", 6)).toBe("日本  ");
  expect(padStart("7", 3)).toBe("  7");
  expect(padEnd("long", 2)).toBe("long");
});

test("the middle of a text makes way where it does not fit, and no column is exceeded", () => {
  expect(truncateMiddle("InvoiceCalculator.ComputeTotal", 30)).toBe("InvoiceCalculator.ComputeTotal");
  expect(truncateMiddle("InvoiceCalculator.ComputeTotal", 15)).toBe("Invoice…teTotal");
  expect(truncateMiddle("InvoiceCalculator.ComputeTotal", 14)).toBe("Invoice…eTotal");
  expect(truncateMiddle("日本語の関数名", 8)).toBe("日本…名");
  expect([3, 2, 1, 0].map((columns) => truncateMiddle("abcdef", columns))).toEqual(["a…f", "a…", "…", ""]);
  for (let columns = 0; columns < 16; columns++)
    expect(displayWidth(truncateMiddle("日a本b語c関d数e", columns))).toBeLessThanOrEqual(columns);
});
