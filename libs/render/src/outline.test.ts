import type { OutlineSymbol, SymbolKind } from "@satori/contracts";
import { expect, test } from "vitest";
import { renderOutline } from "./outline.ts";
import { plainView } from "./testing/drawn-calls.ts";

const symbol = (
  symbolLabel: string,
  kind: SymbolKind,
  startLine: number,
  endLine: number,
  parent?: string,
  doc?: string,
): OutlineSymbol => ({
  symbolId: symbolLabel,
  symbolLabel,
  kind,
  span: { startLine, endLine },
  ...(parent === undefined ? {} : { parent }),
  ...(doc === undefined ? {} : { doc }),
});

test("an outline is a tree of names within their parents", () => {
  const symbols = [
    symbol("Store", "class", 1, 9, undefined, "Keeps things."),
    symbol("Store.get", "method", 2, 4, "Store"),
    symbol("Store.get.inner", "function", 3, 3, "Store.get"),
    symbol("Stores", "type", 10, 10, "Store"),
  ];
  expect(renderOutline(symbols, plainView)).toEqual([
    "class Store  1-9  Keeps things.",
    "  method get  2-4",
    "    function inner  3-3",
    "  type Stores  10-10",
  ]);
});

test("a symbol whose parent is not shown is not indented and has its whole name", () => {
  expect(renderOutline([symbol("Store.get", "method", 2, 4, "Store")], plainView)).toEqual([
    "method Store.get  2-4",
  ]);
});

test("documentation is cut to the terminal", () => {
  expect(
    renderOutline([symbol("f", "function", 1, 2, undefined, "Does something that takes long to tell.")], {
      ...plainView,
      columns: 30,
    }),
  ).toEqual(["function f  1-2  Does somethi…"]);
});

test("a symbol that was found after a syntax error says so", () => {
  expect(renderOutline([{ ...symbol("f", "function", 1, 2), recovered: true }], plainView)).toEqual([
    "function f  1-2  (after a syntax error)",
  ]);
});

test("a long name is cut in its middle on a narrow terminal, and never to less than twelve columns", () => {
  const long = [symbol("Acme.Billing.Internal.Services.Invoicing", "namespace", 1, 9)];
  expect(renderOutline(long, { ...plainView, columns: 40 })).toEqual([
    "namespace Acme.Billing…es.Invoicing  1-9",
  ]);
  expect(renderOutline(long, { ...plainView, columns: 10 })).toEqual(["namespace Acme.B…icing  1-9"]);
});
