import type { OutlineSymbol, SymbolKind } from "@satori/contracts";
import { expect, test } from "vitest";
import { createStyle } from "../terminal/style.ts";
import { renderOutline } from "./outline.ts";

const symbol = (symbolLabel: string, kind: SymbolKind, startLine: number, endLine: number, parent: string | null = null, doc: string | null = null): OutlineSymbol => ({
  symbolId: symbolLabel, symbolLabel, kind, span: { startLine, endLine }, parent, signature: null, doc,
});
const plain = createStyle(false);

test("an outline is a tree of names within their parents", () => {
  const symbols = [
    symbol("Store", "class", 1, 9, null, "Keeps things."), symbol("Store.get", "method", 2, 4, "Store"), symbol("Store.get.inner", "function", 3, 3, "Store.get"), symbol("Stores", "type", 10, 10, "Store"),
  ];
  expect(renderOutline(symbols, plain, null)).toEqual(["class Store  1-9  Keeps things.", "  method get  2-4", "    function inner  3-3", "  type Stores  10-10"]);
});

test("a symbol whose parent is not shown stands at the left with its whole name", () => {
  expect(renderOutline([symbol("Store.get", "method", 2, 4, "Store")], plain, null)).toEqual(["method Store.get  2-4"]);
});

test("documentation is cut to the terminal", () => {
  expect(renderOutline([symbol("f", "function", 1, 2, null, "Does something that takes long to tell.")], plain, 30)).toEqual(["function f  1-2  Does somethi…"]);
});
