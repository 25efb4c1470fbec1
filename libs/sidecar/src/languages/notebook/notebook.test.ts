/** Notebooks as the text of their cells. */
import { expect, it } from "vitest";
import { analyze } from "../../analyze.ts";
import { notebookCells, notebookText } from "./cells.ts";
import { withoutMagics } from "./magics.ts";

const PICTURE = "iVBOR".repeat(1_000);
const python = { kernelspec: { display_name: "Python 3", language: "python" } };

function notebook(cells: readonly object[], metadata: object = python): string {
  return JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 });
}

const markdown = (...source: readonly string[]): object => ({ cell_type: "markdown", metadata: {}, source });
const code = (...source: readonly string[]): object => ({
  cell_type: "code",
  execution_count: 3,
  metadata: {},
  outputs: [{ data: { "image/png": PICTURE, "text/plain": ["<Figure>"] }, output_type: "display_data" }],
  source,
});

const SAMPLE = notebook([
  markdown("# Pivot *Tables*\n", "\n", "words"),
  code("%matplotlib inline\n", "import pandas as pd\n", "files = !ls\n", 'print("quoted")'),
  code("class Store:\n", "    def load(self, path):\n", "        return pd.read_csv(path)\n"),
  code("%%bash\n", "def not_python() {\n", "}"),
  markdown("## Totals"),
  code("%%time\n", "def total(store):\n", "    return store.load('a').sum()"),
  code(),
]);
const TEXT = `# %% [markdown] cell 1
# Pivot *Tables*

words
# %% [python] cell 2
%matplotlib inline
import pandas as pd
files = !ls
print("quoted")
# %% [python] cell 3
class Store:
    def load(self, path):
        return pd.read_csv(path)
# %% [python] cell 4
%%bash
def not_python() {
}
# %% [markdown] cell 5
## Totals
# %% [python] cell 6
%%time
def total(store):
    return store.load('a').sum()
# %% [python] cell 7
`;

it("is the sources of its cells, each after a line that names it", () =>
  expect(notebookText(SAMPLE)).toBe(TEXT));

it.each([
  [
    "one string",
    { cells: [{ cell_type: "code", source: "a\nb" }], metadata: {} },
    "# %% [code] cell 1\na\nb\n",
  ],
  [
    "the older format",
    {
      worksheets: [
        {
          cells: [
            { cell_type: "heading", level: 2, source: ["Title"] },
            { cell_type: "code", input: ["x = 1"], language: "python", outputs: [] },
          ],
        },
      ],
      metadata: { language_info: { name: "R" } },
    },
    "# %% [markdown] cell 1\n## Title\n# %% [r] cell 2\nx = 1\n",
  ],
  ["raw cells", { cells: [{ cell_type: "raw", source: ["---\n"] }] }, "# %% [raw] cell 1\n---\n"],
  ["no cells", { cells: [] }, ""],
  [
    "cells that are none",
    { cells: [null, 7, { cell_type: "code", source: [1, "a"] }] },
    "# %% [markdown] cell 1\n# %% [markdown] cell 2\n# %% [code] cell 3\na\n",
  ],
])("is read from %s", (_, json, text) => expect(notebookText(JSON.stringify(json))).toBe(text));

it.each(["", "{", "[]", "7", '{"cells": {}}', "{}", '{"worksheets": []}', '{"worksheets": [{}]}'])(
  "is no notebook: %j",
  (json) => expect(notebookText(json)).toBeNull(),
);

it("has its headings and the definitions of its code as symbols", async () => {
  const { language, symbols, diagnostics, imports, lineCount, flow } = await analyze("a.ipynb", TEXT);
  expect(
    symbols.map(({ kind, label, startLine, endLine }) => `${kind} ${label} ${startLine}-${endLine}`),
  ).toEqual([
    "section Pivot Tables 2-24",
    "variable files 8-8",
    "class Store 11-13",
    "method Store.load 12-13",
    "section Pivot Tables.Totals 19-24",
    "function total 22-23",
  ]);
  expect(symbols.map(({ parent }) => symbols[parent]?.label ?? null)).toEqual([
    null,
    null,
    null,
    "Store",
    "Pivot Tables",
    null,
  ]);
  expect([language, diagnostics, imports.map(({ module }) => module), lineCount, flow]).toEqual([
    "notebook",
    [],
    ["pandas"],
    24,
    null,
  ]);
});

it("is cut at its cells, and every line that is not blank is in one chunk", async () => {
  const { chunks } = await analyze("a.ipynb", TEXT);
  const lines = chunks.flatMap(({ startLine, endLine }) =>
    Array.from({ length: endLine - startLine + 1 }, (_, at) => startLine + at),
  );
  const filled = TEXT.split("\n").flatMap((line, at) => (line.trim() === "" ? [] : [at + 1]));
  expect(filled.filter((line) => lines.filter((each) => each === line).length !== 1)).toEqual([]);
});

it("is cut at its cells even if comments and errors reach from one into the next", async () => {
  const text =
    notebookText(notebook([code("# one\n", "# two"), code("x = (x = !ls"), code("x = 1\t")])) ?? "";
  const { chunks } = await analyze("a.ipynb", text);
  expect(chunks.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
    [1, 3],
    [4, 5],
    [6, 7],
  ]);
});

it("in a language without a grammar has its headings", async () => {
  const text = notebookText(notebook([markdown("# One"), code("x <- 1")], { kernelspec: { language: "R" } }));
  const { symbols, chunks } = await analyze("a.ipynb", text ?? "");
  expect([symbols.map(({ label }) => label), chunks.length > 0]).toEqual([["One"], true]);
});

it("hides commands that are no code, and keeps their place", () => {
  const text = "!pip install x\nx = %pwd\n  %time f()\nlen?\na % b\nok = 1\n";
  expect(withoutMagics(text)).toBe(
    `${" ".repeat(14)}\nx = 0   \n${" ".repeat(11)}\n${" ".repeat(4)}\na % b\nok = 1\n`,
  );
});

it("keeps lines that look like commands, but continue a statement", () => {
  for (const text of [
    'msg = ("a %s"\n    % x)\n',
    "df = (df\n  .b(x\n     % 2))\n",
    'text = """\n%time\n!ls\n"""\n',
    "total = a \\\n  % b\n",
  ])
    expect(withoutMagics(text)).toBe(text);
  // A cell that is unfinished ends with it.
  expect(withoutMagics("f(\n# %% [python] cell 2\n%time g()\n")).toBe(
    `f(\n${" ".repeat(20)}\n${" ".repeat(9)}\n`,
  );
});

it.each([
  ["javascript", "if (x &&\n    !y) { z() }", "function q() {}", ["q"]],
  ["kotlin", "fun a() = 1", "class B", ["a", "B"]],
  ["c++", "int a() { return 1; }", "class Q { int x; };", ["a", "Q", "Q.x"]],
  ["rust", "fn a() {}", "struct B;", ["a", "B"]],
  ["java", "class A {}", "class B {}", ["A", "B"]],
  ["python", "def f(x):\n    return (x\n        % 2)", "class A:\n    def m(self): pass", ["f", "A", "A.m"]],
])("its code in %s is parsed without the marks of its cells", async (language, one, other, labels) => {
  const text = notebookText(notebook([code(one), code(other)], { kernelspec: { language } }));
  const { symbols, diagnostics } = await analyze("a.ipynb", text ?? "");
  expect([symbols.map(({ label }) => label), diagnostics]).toEqual([labels, []]);
});

it("of any other text has no cells", () => {
  expect(notebookCells("import os\n# %% [python] cell 1\n")).toEqual([]);
  expect(notebookCells("")).toEqual([]);
});
