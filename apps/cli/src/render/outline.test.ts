import type { OutlineSymbol, SymbolKind } from "@satori/contracts";
import { expect, test } from "vitest";
import { createStyle } from "../terminal/style.ts";
import { outlineNotes, renderOutline } from "./outline.ts";

const symbol = (
  symbolLabel: string,
  kind: SymbolKind,
  startLine: number,
  endLine: number,
  parent: string | null = null,
  doc?: string,
): OutlineSymbol => ({
  symbolId: symbolLabel,
  symbolLabel,
  kind,
  span: { startLine, endLine },
  ...(parent === null ? {} : { parent }),
  ...(doc === undefined ? {} : { doc }),
});
const plain = createStyle(false);

test("an outline is a tree of names within their parents", () => {
  const symbols = [
    symbol("Store", "class", 1, 9, null, "Keeps things."),
    symbol("Store.get", "method", 2, 4, "Store"),
    symbol("Store.get.inner", "function", 3, 3, "Store.get"),
    symbol("Stores", "type", 10, 10, "Store"),
  ];
  expect(renderOutline(symbols, plain, null)).toEqual([
    "class Store  1-9  Keeps things.",
    "  method get  2-4",
    "    function inner  3-3",
    "  type Stores  10-10",
  ]);
});

test("a symbol whose parent is not shown stands at the left with its whole name", () => {
  expect(renderOutline([symbol("Store.get", "method", 2, 4, "Store")], plain, null)).toEqual([
    "method Store.get  2-4",
  ]);
});

test("documentation is cut to the terminal", () => {
  expect(
    renderOutline(
      [symbol("f", "function", 1, 2, null, "Does something that takes long to tell.")],
      plain,
      30,
    ),
  ).toEqual(["function f  1-2  Does somethi…"]);
});

test("what an outline leaves out is told with a way to see it that there is", () => {
  const notes = (changes: object): string[] =>
    outlineNotes(
      {
        tool: "file_outline",
        version: 1,
        status: "ok",
        path: "/code",
        effectiveRoot: "/code",
        file: "a.js",
        resolveMode: "outline",
        limitSymbols: 500,
        outline: { symbols: [] },
        hasMore: true,
        meta: { durationMs: 1 },
        ...changes,
      },
      "a.js",
    );
  const tooLarge = {
    warnings: ["OUTPUT_TRUNCATED"],
    message: "The complete outline of a.js would be larger than the file: 2 of 3 symbols are listed.",
  };
  const keys = "Only the first 500 outermost keys of a.js are symbols; 25 more are not.";
  expect(notes({ hasMore: false })).toEqual([]);
  expect(notes(tooLarge)).toEqual([
    "the complete outline is larger than the file, or than 60000 bytes: --limit 5000 shows more of it",
  ]);
  expect(notes({ ...tooLarge, hasMore: false })).toEqual([
    "the complete outline is larger than the file, or than 60000 bytes: --limit 500 shows the details",
  ]);
  expect(notes({})).toEqual(["more symbols than 500: --limit shows up to 5000"]);
  expect(
    notes({
      limitSymbols: 5000,
      hints: { fileOutline: { tool: "file_outline", args: { start_line: 700 } } },
    }),
  ).toEqual([
    "more symbols than 5000, the maximum of one answer: satori outline a.js:START-END shows a range " +
      "of lines; the next symbols begin at line 700",
  ]);
  expect(notes({ limitSymbols: 5000 })).toEqual([
    "more symbols than 5000, the maximum of one answer: find the others, which are on the same " +
      "lines, by name with satori grep",
  ]);
  expect(notes({ limitSymbols: 5000, warnings: ["OUTPUT_TRUNCATED"], message: keys })).toEqual([
    `${keys} satori read a.js shows them.`,
  ]);
  expect(notes({ ...tooLarge, message: `${tooLarge.message} ${keys}` })).toHaveLength(2);
});

test("a symbol that was found after a syntax error says so", () => {
  expect(renderOutline([{ ...symbol("f", "function", 1, 2), recovered: true }], plain, null)).toEqual([
    "function f  1-2  (after a syntax error)",
  ]);
});
