import type { OutlineSymbol } from "@satori/contracts";
import { displayWidth } from "@satori/render";
import { expect, test } from "vitest";
import { createStyle } from "../terminal/style.ts";
import { outermost, renderFolder } from "./folder-outline.ts";

const symbol = (kind: OutlineSymbol["kind"], symbolLabel: string, parent?: string): OutlineSymbol => ({
  kind,
  symbolLabel,
  symbolId: symbolLabel,
  span: { startLine: 1, endLine: 2 },
  ...(parent === undefined ? {} : { parent }),
});
const names = (symbols: readonly OutlineSymbol[]): string[] => outermost(symbols).map(({ name }) => name);

test("outermost are the declarations that are in no other, or in nothing but namespaces", () => {
  expect(names([symbol("class", "A"), symbol("method", "A.run", "A"), symbol("function", "b")])).toEqual([
    "A",
    "b",
  ]);
  const space = symbol("namespace", "Acme.App");
  const inner = symbol("namespace", "Acme.App.Inner", "Acme.App");
  expect(names([space, symbol("class", "Acme.App.Calculator", "Acme.App")])).toEqual(["Calculator"]);
  expect(names([space, inner, symbol("class", "Acme.App.Inner.C", "Acme.App.Inner")])).toEqual(["C"]);
  expect(names([space, symbol("class", "Beside")])).toEqual(["Acme.App", "Beside"]);
  expect(names([space])).toEqual(["Acme.App"]);
  expect(names([])).toEqual([]);
});

const FILES = [
  {
    file: "cart.ts",
    symbols: 3,
    hasMore: false,
    declarations: [
      { kind: "class", name: "Cart" },
      { kind: "function", name: "empty" },
    ],
  },
  { file: "big.ts", symbols: 500, hasMore: true, declarations: [] },
  { file: "data.csv", symbols: null, hasMore: false, declarations: [] },
];
const render = (files: typeof FILES, columns: number | null): string[] =>
  renderFolder({ files, folders: [{ folder: "api", files: 1 }] }, (path) => `src/${path}`, {
    style: createStyle(false),
    columns,
    name: (name) => name,
  });

test("each file and each subfolder has a line, with aligned numbers", () => {
  expect(render(FILES, null)).toEqual([
    "src/cart.ts      3 symbols  class Cart, function empty",
    "src/big.ts    500+ symbols",
    "src/data.csv    no outline",
    "src/api/            1 file",
  ]);
});

test("lines fit the columns, wide characters too, and many declarations are counted", () => {
  const many = Array.from({ length: 30 }, (_, at) => ({ kind: "function", name: `f${at}` }));
  const files = [{ file: `${"長い名前".repeat(5)}.ts`, symbols: 30, hasMore: false, declarations: many }];
  for (const columns of [40, 60, 80])
    for (const line of render(files, columns)) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
  expect(render(files, null)[0]).toMatch(/function f11, and 18 more$/);
});
