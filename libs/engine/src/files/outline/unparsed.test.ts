/** Files that their parser gave up on: no answer treats unknown symbols as missing ones. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCodebase, indexedTree } from "../../testing/codebase.ts";
import { fileTable } from "../../testing/fakes/file-table.ts";
import { unparsedWithin } from "./unparsed.ts";

const DEPTH = 20_000;
const NOTE = "The parser gave up on src/deep.js: its declarations are missing or incomplete.";
const WARNED = { warnings: ["SYMBOL_METADATA_MISSING"] };

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(`
    //- src/deep.js
    function buried() { return 1 }
    var nest = ${"[".repeat(DEPTH)}${"]".repeat(DEPTH)};
    //- lib/plain.js
    function visible() { return 2 }
  `);
});
afterAll(() => codebase[Symbol.asyncDispose]());

it.each([{}, { resolveMode: "exact", symbolLabelExact: "buried" }])(
  "have no outline, which is not an empty one: %o",
  async (args) => {
    const hints = { readFile: { tool: "read_file", args: { path: join(codebase.root, "src/deep.js") } } };
    expect(await codebase.call("file_outline", { file: "src/deep.js", ...args })).toMatchObject({
      status: "unsupported",
      outline: null,
      message: NOTE,
      hints,
      ...WARNED,
    });
  },
);

it("are read without one", async () => {
  expect(
    await codebase.call("read_file", { path: join(codebase.root, "src/deep.js"), mode: "annotated" }),
  ).toMatchObject({ status: "ok", outlineStatus: "unsupported", outline: null, ...WARNED });
  expect(await codebase.call("read_file", { path: join(codebase.root, "src/deep.js") })).not.toHaveProperty(
    "warnings",
  );
});

it("may declare what is not found", async () => {
  const told = { status: "not_found", message: expect.stringContaining(NOTE), ...WARNED };
  expect(await codebase.call("call_graph", { symbol: "buried" })).toMatchObject(told);
  expect(
    await codebase.call("call_graph", {
      symbolRef: { file: "src/deep.js", symbolId: "sym_0000000000000000" },
    }),
  ).toMatchObject({ ...told, hints: { readFile: { args: { path: join(codebase.root, "src/deep.js") } } } });
  expect(await codebase.call("read_file", { path: codebase.root, open_symbol: "buried" })).toMatchObject(
    told,
  );
  expect(
    await codebase.call("read_file", { path: join(codebase.root, "src/deep.js"), open_symbol: "buried" }),
  ).toMatchObject(told);
});

it("say nothing of what is asked of another place, or is found", async () => {
  expect(
    await codebase.call("call_graph", { path: join(codebase.root, "lib"), symbol: "buried" }),
  ).not.toHaveProperty("warnings");
  expect(await codebase.call("file_outline", { file: "lib/plain.js" })).not.toHaveProperty("warnings");
  expect(await codebase.call("call_graph", { symbol: "visible" })).toMatchObject({
    status: "ok",
    coverage: { unparsedFiles: 1 },
  });
});

it("are results that say why they lead nowhere, and to no outline", async () => {
  const [first] = (await codebase.search("buried")).results;
  expect(first).toMatchObject({
    file: "src/deep.js",
    callGraphHint: { supported: false, reason: "unparsed_file" },
    navigationFallback: { readFile: { tool: "read_file" } },
  });
  expect(first).not.toHaveProperty("navigationFallback.fileOutline");
});

it("are named by the status", async () => {
  const status = await codebase.call("manage_index", { action: "status" });
  expect(status).toMatchObject({
    index: { degradedFiles: 1, degradedExamples: ["src/deep.js"] },
    humanText: expect.stringContaining("their parser gave up: 1 (src/deep.js)"),
  });
});

it("are counted where there are many, and one is named", () => {
  const files = fileTable([
    "a/x.ts",
    { path: "a/y.ts", isUnparsed: true },
    { path: "a/z.ts", isUnparsed: true },
    { path: "b.ts", isUnparsed: true },
  ]);
  expect(["", "a", "b.ts", "a/x.ts"].map((place) => unparsedWithin({ files }, place).note)).toEqual([
    "The parser gave up on 3 files, including a/y.ts: their declarations are missing or incomplete.",
    "The parser gave up on 2 files, including a/y.ts: their declarations are missing or incomplete.",
    "The parser gave up on b.ts: its declarations are missing or incomplete.",
    null,
  ]);
});
