/**
 * Keys of data files: outlines list them and reads can open them, but searches neither find nor rank by them.
 */
import { LIMITS } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCodebase, indexedTree } from "../../testing/codebase.ts";
import { outlineIn, symbolsOf } from "../testing/outlines.ts";

let codebase: TestCodebase;
beforeAll(async () => {
  const flat = Array.from(
    { length: LIMITS.outline.default + 5 },
    (_, at) => `key${at}=a value of some length\n`,
  ).join("");
  codebase = await indexedTree(`
//- package.json
{
  "name": "courier",
  "scripts": {
    "deliverAll": "node deliver.js"
  }
}
//- deploy.yaml
deliverAll:
  image: courier
//- deliver.ts
export function deliver() { return 1; }
//- page.html
<main id="deliverAll">
  <h1>Deliveries</h1>
</main>
//- page.pug
main#deliverAll
//- flat.properties
${flat}`);
});
afterAll(() => codebase[Symbol.asyncDispose]());

describe("keys of data", () => {
  it("are the outline of their file, and read by it", async () => {
    expect(await codebase.call("file_outline", { file: "package.json" })).toMatchObject({
      status: "ok",
      hasMore: false,
      outline: {
        symbols: [
          { symbolLabel: "name" },
          { symbolLabel: "scripts" },
          { symbolLabel: "scripts.deliverAll", kind: "property", span: { startLine: 4, endLine: 4 } },
        ],
      },
    });
    expect(symbolsOf(await outlineIn(codebase, "package.json"))[1]).not.toHaveProperty("signature");
    for (const open_symbol of ["scripts", "package.json:scripts"])
      expect(
        await codebase.call("read_file", {
          path: open_symbol === "scripts" ? `${codebase.root}/package.json` : codebase.root,
          open_symbol,
        }),
        open_symbol,
      ).toMatchObject({ status: "ok", startLine: 3, endLine: 5 });
  });

  it("are those of pages as well: elements with an id, landmarks and headings", async () => {
    expect(await codebase.call("file_outline", { file: "page.html" })).toMatchObject({
      status: "ok",
      outline: {
        symbols: [
          { symbolLabel: "main#deliverAll", kind: "section", span: { startLine: 1, endLine: 3 } },
          { symbolLabel: "main#deliverAll.Deliveries" },
        ],
      },
    });
    expect(
      await codebase.call("file_outline", {
        file: "page.html",
        resolveMode: "exact",
        symbolLabelExact: "main",
      }),
    ).toMatchObject({ status: "not_found", message: expect.stringContaining("which omits some elements") });
    // The content of such a file is unknown.
    expect(await codebase.call("file_outline", { file: "page.pug" })).toMatchObject({
      status: "unsupported",
    });
  });

  it("that are asked for and not listed are not said to be missing", async () => {
    const answer = await codebase.call("file_outline", {
      file: "package.json",
      resolveMode: "exact",
      symbolLabelExact: "scripts.deliver",
    });
    expect(answer).toMatchObject({
      status: "not_found",
      message: expect.stringContaining("which omits some keys"),
    });
  });

  it("define nothing: no name without a file leads to them, and no slip", async () => {
    expect(
      await codebase.call("read_file", { path: codebase.root, open_symbol: "deliverAll" }),
    ).toMatchObject({ status: "not_found" });
    expect(await codebase.call("search_codebase", { query: "deliverAll", debug: true })).not.toMatchObject({
      results: [{ debug: { signals: { exactSymbol: expect.closeTo(1) } } }],
    });
  });

  it("beyond a bound are told of, in outlines and beside lines", async () => {
    for (const limit of [{}, { limitSymbols: LIMITS.outline.maximum }]) {
      const answer = await codebase.call("file_outline", { file: "flat.properties", ...limit });
      expect(answer).toMatchObject({
        status: "ok",
        hasMore: true,
        warnings: ["OUTPUT_TRUNCATED"],
        message: expect.stringContaining(
          "Only the first 500 outermost keys of flat.properties are symbols; 5 more are not",
        ),
        hints: { readFile: {} },
      });
    }
    expect(
      await codebase.call("read_file", {
        path: `${codebase.root}/flat.properties`,
        mode: "annotated",
        start_line: 502,
        end_line: 504,
      }),
    ).toMatchObject({
      outlineStatus: "ok",
      hasMore: true,
      warnings: expect.arrayContaining(["OUTPUT_TRUNCATED"]),
    });
  });
});
