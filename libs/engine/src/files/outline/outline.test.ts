import type { SymbolFact } from "@satori/sidecar";
import { describe, expect, it } from "vitest";
import { type OutlineWindow, outlineOf } from "./outline.ts";

/** Symbols as `label first-last`, with `< parent` if there is one. */
function symbolsOf(text: string): SymbolFact[] {
  const rows = text
    .split(", ")
    .filter(Boolean)
    .map((row) => /^(\S+) (\d+)-(\d+)(?: < (\S+))?$/.exec(row)?.slice(1) ?? []);
  return rows.map(([label = "", first, last, parent]): SymbolFact => ({
    id: `id:${label}`,
    kind: "function",
    name: label,
    label,
    parent: rows.findIndex(([other]) => other === parent),
    start: 0,
    end: 0,
    startLine: Number(first),
    endLine: Number(last),
    nameLine: Number(first),
    signature: `${label}()`,
    doc: null,
  }));
}

function check(symbols: string, window: Partial<OutlineWindow>, expected: string): void {
  it(`${symbols} ${JSON.stringify(window)}`, () => {
    const { outline, hasMore } = outlineOf(symbolsOf(symbols), { limit: 100, ...window });
    expect(outline.symbols.map(({ symbolLabel }) => symbolLabel).join(" ") + (hasMore ? " …" : "")).toBe(
      expected,
    );
  });
}

describe("order", () => {
  check("b 5-6, a 1-9, c 1-2", {}, "a c b");
  check("b 1-1, a 1-1", {}, "a b");
  check("", {}, "");
});

describe("window", () => {
  const symbols = "a 1-10, a.b 2-4, a.c 5-9, d 12-12";

  check(symbols, { startLine: 5 }, "a a.c d");
  check(symbols, { endLine: 4 }, "a a.b");
  check(symbols, { startLine: 4, endLine: 5 }, "a a.b a.c");
  check(symbols, { startLine: 11, endLine: 11 }, "");
  check(symbols, { startLine: 12 }, "d");
  check(symbols, { startLine: 100 }, "");
});

describe("limit", () => {
  check("a 1-1, b 2-2, c 3-3", { limit: 3 }, "a b c");
  check("a 1-1, b 2-2, c 3-3", { limit: 2 }, "a b …");
  check("a 1-1, b 2-2, c 3-3", { limit: 2, startLine: 2 }, "b c");
});

it("names the parent by its id, in the window or not", () => {
  const { outline } = outlineOf(symbolsOf("a 1-10, a.b 2-4 < a, a.b.c 3-3 < a.b"), {
    limit: 100,
    startLine: 3,
  });
  expect(outline.symbols.map(({ symbolId, parent }) => [symbolId, parent])).toEqual([
    ["id:a", undefined],
    ["id:a.b", "id:a"],
    ["id:a.b.c", "id:a.b"],
  ]);
});

it("gives what a symbol is, in the order of the contract, without what it has not", () => {
  const [symbol] = outlineOf(symbolsOf("a 1-2"), { limit: 1 }).outline.symbols;
  expect(Object.entries(symbol ?? {})).toEqual([
    ["symbolId", "id:a"],
    ["symbolLabel", "a"],
    ["kind", "function"],
    ["span", { startLine: 1, endLine: 2 }],
    ["signature", "a()"],
  ]);
});

it("says which symbols were found after a mistake", () => {
  const symbols = symbolsOf("a 1-1, b 2-2").map((symbol) =>
    symbol.name === "b" ? { ...symbol, isRecovered: true } : symbol,
  );
  expect(outlineOf(symbols, { limit: 100 }).outline.symbols.map(({ recovered }) => recovered)).toEqual([
    undefined,
    true,
  ]);
});
