/** Names in composed (NFC) and decomposed (NFD) form are equal for every tool. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCodebase, openTree } from "../testing/codebase.ts";
import { writeFile } from "../testing/trees/tree.ts";
import { expressionForBothForms, isSameText, unicodeForms } from "./unicode-forms.ts";

const composed = (text: string): string => text.normalize("NFC");
const decomposed = (text: string): string => text.normalize("NFD");
const FORMS = [
  ["composed", composed],
  ["decomposed", decomposed],
] as const;

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = openTree("//- ok.ts\nexport const ok = 1;\n");
  const source = (name: string): string =>
    `export function ${name}() { return 1; }\nexport function of${name}() { return ${name}(); }\n`;
  writeFile(join(codebase.root, decomposed("café"), decomposed("thé.ts")), decomposed(source("zoé")));
  writeFile(join(codebase.root, composed("naïve"), composed("élan.ts")), composed(source("chloé")));
  await codebase.index();
});
afterAll(() => codebase[Symbol.asyncDispose]());

const total = async (tool: "list_paths" | "search_text", args: object): Promise<number> => {
  const answer = await codebase.call(tool, { path: codebase.root, ...args });
  if (answer.status !== "ok") throw new Error(answer.message);
  return answer.total;
};

describe.each(FORMS)("asked in %s form", (_, form) => {
  it.each([
    ["café", "thé.ts"],
    ["naïve", "élan.ts"],
  ])("the file %s/%s is found", async (folder, name) => {
    const { call, root, search } = codebase;
    const file = form(`${folder}/${name}`);
    expect(await call("read_file", { path: join(root, file) })).toMatchObject({
      status: "ok",
      file: composed(file),
    });
    expect(await call("file_outline", { path: root, file })).toMatchObject({ status: "ok" });
    for (const glob of [file, `${form(folder)}/**`, `*${form(name).slice(-5)}`])
      expect(await total("list_paths", { include_globs: [glob] }), glob).toBe(1);
    expect(await total("list_paths", { exclude_globs: [file] })).toBe(2);
    expect(await total("list_paths", { path: join(root, form(folder)) })).toBe(1);
    const query = "return";
    expect(await total("search_text", { query, include_globs: [file] })).toBe(2);
    expect(await total("search_text", { query, exclude_globs: [file] })).toBe(2);
    expect(await total("search_text", { query, paths: [file] })).toBe(2);
    expect(await total("search_text", { query, paths: [form(folder)] })).toBe(2);
    const files = (await search(`path:${file} return`)).results.map((result) => result.file);
    expect([...new Set(files)]).toEqual([composed(file)]);
  });

  it.each([
    ["zoé", "café/thé.ts"],
    ["chloé", "naïve/élan.ts"],
  ])("the symbol %s of %s is found", async (name, file) => {
    const { call, root, search } = codebase;
    const symbol = form(name);
    expect(await call("call_graph", { path: root, symbol, direction: "callers" })).toMatchObject({
      status: "ok",
      edges: [{}],
    });
    expect(await call("call_graph", { path: root, symbol: `${form(file)}:${symbol}` })).toMatchObject({
      status: "ok",
    });
    expect(await call("read_file", { path: root, open_symbol: symbol })).toMatchObject({
      status: "ok",
      file,
    });
    expect(
      await call("file_outline", { path: root, file, resolveMode: "exact", symbolLabelExact: symbol }),
    ).toMatchObject({ status: "ok" });
    expect((await search(symbol)).results[0]?.file).toBe(file);
    for (const result of (await search(`must:${symbol} function`)).results) expect(result.file).toBe(file);
    expect((await search(`must:${symbol} function`)).results.length).toBeGreaterThan(0);
    const others = (await search(`exclude:${symbol} function`)).results.map((result) => result.file);
    expect(others.length > 0 && !others.includes(file)).toBe(true);
    expect(await total("search_text", { query: `return ${symbol}(` })).toBe(1);
    expect(await total("search_text", { query: `${symbol}\\(`, regex: true })).toBe(2);
    expect(
      await total("search_text", { query: `[${symbol.charAt(0)}]${symbol.slice(1)}\\(`, regex: true }),
    ).toBe(2);
  });
});

it.each([
  ["plain", ["plain"]],
  ["\u00e9", ["\u00e9", "e\u0301"]],
  ["e\u0301", ["e\u0301", "\u00e9"]],
  ["日本", ["日本"]],
])("the forms of %j", (text, forms) => expect(unicodeForms(text)).toEqual(forms));

it.each([
  ["a.b", "a.b"],
  ["caf\u00e9+", "caf(?:\u00e9|e\u0301)+"],
  ["cafe\u0301\\(", "caf(?:\u00e9|e\u0301)\\("],
  ["[\u00e9]\u00e9", "[\u00e9](?:\u00e9|e\u0301)"],
  ["[[^a]\u00e9]", "[[^a]\u00e9]"],
  ["\\[\u00e9", "\\[(?:\u00e9|e\u0301)"],
  ["日本", "日本"],
])("the expression %j matches both forms as %j", (expression, expected) =>
  expect(expressionForBothForms(expression)).toBe(expected),
);

it("compares texts but for their form", () => {
  expect(isSameText("caf\u00e9", "cafe\u0301")).toBe(true);
  expect(isSameText("cafe", "caf\u00e9")).toBe(false);
});
