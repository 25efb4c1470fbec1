import { expect, it } from "vitest";
import { analyze } from "../analyze.ts";
import { LineIndex } from "../syntax/chunk/lines.ts";
import { notebookProse } from "./headings.ts";

interface Cell {
  readonly cell_type: "markdown" | "code";
  readonly source: readonly string[] | string;
  readonly outputs?: readonly object[];
}

/** In Jupyter's format: keys in order, indented by one. */
const notebook = (...cells: readonly Cell[]): string =>
  `${JSON.stringify({ cells: cells.map(({ cell_type, source, outputs }) => ({ cell_type, metadata: {}, ...(outputs ? { outputs } : {}), source })), metadata: { kernelspec: { display_name: "Python 3" } }, nbformat: 4, nbformat_minor: 2 }, null, 1)}\n`;
const markdown = (...source: readonly string[]): Cell => ({ cell_type: "markdown", source });
const code = (source: readonly string[], ...outputs: readonly object[]): Cell => ({
  cell_type: "code",
  source,
  outputs,
});
const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split("\n").length;

it("has the headings of its Markdown cells as outline, where they stand", async () => {
  const text = notebook(
    markdown("# Pivot *Tables*\n", "\n", "words"),
    code(["# no heading\n", "pivot()"]),
    markdown("```\n", "# none either\n", "```\n", "## By `hand`"),
    { cell_type: "markdown", source: '## In one "line"\n\nmore' },
  );
  const { language, symbols } = await analyze("a.ipynb", text);
  expect([language, symbols.map(({ kind, label, startLine }) => `${kind} ${label} ${startLine}`)]).toEqual([
    "notebook",
    [
      `section Pivot Tables ${lineOf(text, "# Pivot")}`,
      `section Pivot Tables.By hand ${lineOf(text, "## By")}`,
      `section Pivot Tables.In one "line" ${lineOf(text, "## In one")}`,
    ],
  ]);
});

it("has as much prose as it has lines", () => {
  const text = notebook(markdown("x".repeat(5_000), "after"), code(["c"]));
  const prose = notebookProse(new LineIndex(text)).text.split("\n");
  expect([prose.length, prose.filter((line) => line !== "").map((line) => line.slice(0, 5))]).toEqual([
    text.trimEnd().split("\n").length,
    ["xxxxx", "after"],
  ]);
});

it("that is damaged or on one line has none", () => {
  for (const text of [
    JSON.stringify({ cells: [markdown("# A")] }),
    '"cell_type": "markdown"\n"source": [\n"# A \\q"\n',
    "",
  ])
    expect(notebookProse(new LineIndex(text)).text.trim()).toBe("");
});

it("is cut at cells and what they printed; pictures and markup are left out", async () => {
  // Not small, but each fits into a chunk.
  const long = (name: string): string[] =>
    Array.from({ length: 14 }, (_, at) => `${name} = compute_something_useful(${at})\n`);
  const table = {
    data: {
      "text/html": Array.from({ length: 60 }, () => "<td>dataframe</td>\n"),
      "text/plain": long("printed"),
      "image/png": "iVBOR".repeat(1_000),
    },
    output_type: "execute_result",
  };
  const text = notebook(code(long("first"), table), code(long("second")));
  const { chunks } = await analyze("a.ipynb", text);
  const texts = chunks.map(({ start, end }) => text.slice(start, end));
  expect(
    texts.map((chunk) =>
      ["first", "<td>", "printed", "iVBOR", "second", "Python 3"]
        .filter((word) => chunk.includes(word))
        .join(),
    ),
  ).toEqual(["printed", "first", "second"]);
  expect(texts.map((chunk) => chunk.trimStart().split("\n")[0])).toEqual([
    '"text/plain": [',
    '"source": [',
    '"source": [',
  ]);
});

it("that never closes what it opens is gone through once", async () => {
  const { lineCount, chunks } = await analyze("a.ipynb", '"metadata": {\n'.repeat(60_000));
  expect([lineCount, chunks.length]).toEqual([60_000, 0]);
});
