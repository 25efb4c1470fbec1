/** All tools show, search and measure a notebook as the text of its cells. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCodebase, openTree } from "../testing/codebase.ts";
import { writeFile } from "../testing/trees/tree.ts";

const MAX_FILE_BYTES = 2_000;
const PICTURE = "iVBORw0KGgo".repeat(500);

function notebook(...sources: readonly string[]): string {
  const cells = sources.map((source) => ({
    cell_type: source.startsWith("#") ? "markdown" : "code",
    outputs: [{ data: { "image/png": PICTURE, "text/plain": ["printed_output"] } }],
    source: source.split(/(?<=\n)/),
  }));
  return JSON.stringify({ cells, metadata: { kernelspec: { language: "python" } }, nbformat: 4 });
}

const SOURCES = [
  "# Parcel rates\n\nHow much a parcel costs.",
  'def parcel_rate(weight):\n    print("weighing a parcel")\n    return weight * 2\n',
];
const TEXT =
  "# %% [markdown] cell 1\n# Parcel rates\n\nHow much a parcel costs.\n# %% [python] cell 2\n" +
  'def parcel_rate(weight):\n    print("weighing a parcel")\n    return weight * 2\n';
const NOTE = "Lines of notebooks are those of their cells, as read_file shows them.";

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = openTree("//- ok.py\nx = 1\n", { config: { maxFileBytes: MAX_FILE_BYTES } });
  const write = (name: string, text: string): void => writeFile(join(codebase.root, name), text);
  write("rates.ipynb", notebook(...SOURCES));
  write("damaged.ipynb", '{"cells": [ damaged_notebook');
  write("long.ipynb", notebook("x = 0  # long_notebook\n".repeat(200)));
  await codebase.index();
});
afterAll(() => codebase[Symbol.asyncDispose]());

it("read_file shows the cells, and says that it does", async () => {
  const { call, root } = codebase;
  expect(await call("read_file", { path: join(root, "rates.ipynb") })).toMatchObject({
    content: TEXT,
    totalLines: 8,
    language: "notebook",
    message: expect.stringContaining("Lines are those of the notebook's cells, without outputs"),
  });
  expect(await call("read_file", { path: root, open_symbol: "parcel_rate" })).toMatchObject({
    file: "rates.ipynb",
    content: SOURCES[1],
    startLine: 6,
  });
});

it("file_outline has its headings and definitions", async () => {
  const { call, root } = codebase;
  expect(await call("file_outline", { path: root, file: "rates.ipynb" })).toMatchObject({
    outline: {
      symbols: [
        { symbolLabel: "Parcel rates", kind: "section", span: { startLine: 2 } },
        { symbolLabel: "parcel_rate", kind: "function", span: { startLine: 6, endLine: 8 } },
      ],
    },
  });
});

it("searches show cells, and find nothing in outputs", async () => {
  const { search } = codebase;
  const [best] = (await search("weighing a parcel", { resultMode: "raw" })).results;
  expect(best).toMatchObject({ file: "rates.ipynb", symbolLabel: "parcel_rate" });
  expect(JSON.stringify((await search("printed_output", { resultMode: "raw" })).results)).not.toMatch(
    /iVBOR|printed_output/,
  );
});

it("search_text searches the cells, with the lines of their text", async () => {
  const { call, root } = codebase;
  const find = (query: string, args: object = {}): Promise<object> =>
    call("search_text", { path: root, query, ...args });
  expect(await find('print("weighing')).toMatchObject({
    total: 1,
    matches: [{ path: "rates.ipynb", line: 7, column: 5, text: '    print("weighing a parcel")' }],
    message: expect.stringContaining(NOTE),
  });
  expect(await find("^def \\w+\\(", { regex: true, include_globs: ["*.ipynb"] })).toMatchObject({ total: 1 });
  expect(await find("printed_output")).toMatchObject({ total: 0 });
  expect(await find("iVBOR", { paths: ["rates.ipynb"] })).toMatchObject({ total: 0 });
  expect(await find("parcel", { exclude_globs: ["*.ipynb"] })).toMatchObject({ total: 0 });
  expect(await find("parcel", { languages: ["python"] })).toMatchObject({ total: 0 });
  expect(await find("damaged_notebook")).toMatchObject({ matches: [{ path: "damaged.ipynb", line: 1 }] });
});

it("its size is that of its text", async () => {
  const { call, root, search } = codebase;
  const note = "1 larger than SATORI_MAX_FILE_BYTES (long.ipynb)";
  expect(await call("manage_index", { action: "status", path: root })).toMatchObject({
    index: { skipped: [{ cause: "too_large", files: 1, examples: ["long.ipynb"] }] },
  });
  expect((await call("search_text", { path: root, query: "long_notebook" })).message).toContain(note);
  expect((await search("kafka rebalancing of consumers")).message).toContain(note);
  expect(await call("manage_index", { action: "sync", path: root })).toMatchObject({ status: "ok" });
  expect(await call("manage_index", { action: "status", path: root })).toMatchObject({
    index: { skipped: [{ cause: "too_large", files: 1 }] },
  });
});
