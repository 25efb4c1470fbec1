import type { OutlineSymbol } from "@satori/contracts";
import { describe, expect, test } from "vitest";
import { closestFirst, symbolsNamed } from "./symbol-argument.ts";

/** `label first-last`, in the order of an outline; ids are `sym_` and the position. */
const outline = (...texts: readonly string[]): OutlineSymbol[] =>
  texts.map((text, at) => {
    const [, symbolLabel = "", startLine = "", endLine = ""] = /^(\S+) (\d+)-(\d+)$/.exec(text) ?? [];
    return {
      symbolId: `sym_${at}`,
      symbolLabel,
      kind: "function",
      span: { startLine: Number(startLine), endLine: Number(endLine) },
    };
  });
const labels = (symbols: readonly OutlineSymbol[]): string[] => symbols.map(({ symbolLabel }) => symbolLabel);

describe("a name behind a file", () => {
  const symbols = outline("Store 1-20", "Store.open 2-5", "Reader 30-40", "Reader.open 31-33", "open 50-52");
  const check = (name: string, expected: readonly string[]): void =>
    expect(labels(symbolsNamed(symbols, name)), name).toEqual(expected);

  test("is an id, else a qualified name, else the last part of one", () => {
    check("sym_3", ["Reader.open"]);
    check("Reader.open", ["Reader.open"]);
    check("open", ["open"]);
    check("Store", ["Store"]);
    check("pen", []);
  });

  test("fits all that have it as their last part where none has it as a whole", () => {
    expect(labels(symbolsNamed(symbols.slice(0, 4), "open"))).toEqual(["Store.open", "Reader.open"]);
  });
});

test("around a line the innermost symbol comes first, and of two on the same lines the inner one", () => {
  const check = (start: number, symbols: readonly string[], expected: readonly string[]): void =>
    expect(labels(closestFirst(outline(...symbols), { start, end: null }))).toEqual(expected);
  check(
    3,
    ["Store 1-20", "Store.open 2-5", "Store.open.inner 3-3"],
    ["Store.open.inner", "Store.open", "Store"],
  );
  check(1, ["one 1-1", "one.line 1-1"], ["one.line", "one"]);
  check(99, ["one 1-1", "last 90-98"], []);
});

test("of several lines that symbol comes first whose lines they are, else the closest to it", () => {
  const symbols = outline("Store 1-20", "Store.open 2-5", "Store.close 6-9");
  const check = (start: number, end: number, expected: readonly string[]): void =>
    expect(labels(closestFirst(symbols, { start, end })), `${start}-${end}`).toEqual(expected);
  check(1, 20, ["Store", "Store.close", "Store.open"]);
  check(2, 5, ["Store.open", "Store"]);
  check(1, 5, ["Store.open", "Store"]);
  check(21, 30, []);
});
