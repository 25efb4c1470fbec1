/** Which definitions a name, a reference or a location stands for, and the answer if there are none. */
import { rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CallGraphInput, SearchCodebaseInput } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type TestCodebase, indexedTree } from "../testing/codebase.ts";
import { TREE, questionsAbout } from "./testing/small-codebase.ts";

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
});
afterAll(() => codebase[Symbol.asyncDispose]());
const { graph, answered, edges } = questionsAbout(() => codebase);

describe("call_graph", () => {
  it("takes a symbolRef as other tools give it", async () => {
    const outline = await codebase.call("file_outline", { path: codebase.root, file: "src/main.ts" });
    const symbol =
      outline.status === "ok"
        ? outline.outline.symbols.find(({ symbolLabel }) => symbolLabel === "run")
        : undefined;
    const symbolRef = { file: "src/main.ts", symbolId: symbol?.symbolId ?? "", symbolLabel: "run" };
    expect(await edges({ symbolRef, direction: "callers" })).toEqual(["start → run"]);
    // The file has changed since, so the label decides.
    expect(
      await edges({ symbolRef: { ...symbolRef, symbolId: "sym_0000000000000000" }, direction: "callers" }),
    ).toEqual(["start → run"]);
  });

  it("says which of the definitions were asked for, by whatever name", async () => {
    const rootsOf = async (args: Partial<CallGraphInput>): Promise<unknown[]> => {
      const { roots, nodes } = await answered(args);
      return roots.map((id) => nodes.find(({ symbolId }) => symbolId === id)?.symbolLabel);
    };
    expect(await rootsOf({ symbol: "log" })).toEqual(["log"]);
    // The value of a variable has a name of its own.
    expect(await rootsOf({ symbol: "parity", direction: "callees" })).toEqual(["even"]);
  });

  it("finds what is exported under another name than its own", async () => {
    await using aliased = await indexedTree(`
      //- a.ts
      function made() { return 1; }
      const created = create(() => made());
      export { made as shown, created as expect };
      //- b.ts
      import { expect, shown } from "./a";
      export function use() { shown(); expect(); }
      //- notes.md
      # expect
    `);
    const labels = async (symbol: string) => {
      const answer = await aliased.call("call_graph", { path: aliased.root, symbol, direction: "callers" });
      return answer.status === "ok" ? answer.nodes.map(({ symbolLabel }) => symbolLabel) : [answer.status];
    };
    expect(await labels("shown")).toEqual(["made", "created", "use"]);
    expect(await labels("expect")).toEqual(["created", "use"]);
    expect(await labels("nowhere")).toEqual(["not_found"]);
  });

  it("follows all definitions of a name, and says that there are several", async () => {
    const answer = await answered({ symbol: "twice", direction: "callees" });
    expect(answer.nodes.map(({ symbolLabel }) => symbolLabel)).toEqual(["Splines.twice", "Others.twice"]);
    expect(answer.message).toMatch(/^2 definitions are called twice/);
    expect(answer.roots).toEqual(answer.nodes.map(({ symbolId }) => symbolId));
  });

  it("names methods of a name that is a function's whole name, and does not follow them", async () => {
    const answer = await answered({ symbol: "use" });
    expect(answer.namesakes?.map(({ symbolLabel, kind }) => [symbolLabel, kind])).toEqual([
      ["Namesake.use", "method"],
    ]);
    expect(answer.nodes.map(({ symbolLabel }) => symbolLabel)).not.toContain("Namesake.use");
    expect(answer.message).toMatch(
      /Namesake\.use has the same name but was not included: use the qualified name/,
    );
    for (const symbol of ["Namesake.use", "twice", answer.roots[0] ?? ""])
      expect(await answered({ symbol })).not.toHaveProperty("namesakes");
  });

  it("takes a signature of an overloaded function for the function", async () => {
    const outline = await codebase.call("file_outline", { path: codebase.root, file: "src/over.ts" });
    const [signature] = outline.status === "ok" ? outline.outline.symbols : [];
    expect(signature?.span.startLine).toBe(1);
    expect(
      await edges({
        symbolRef: { file: "src/over.ts", symbolId: signature?.symbolId ?? "" },
        direction: "callers",
      }),
    ).toEqual(["over.ts → over"]);
    expect((await answered({ symbol: "over" })).message).toBe("1 call between 2 definitions.");
  });

  it("looks for a name below the path that was asked for", async () => {
    const src = join(codebase.root, "src");
    expect(await graph({ path: src, symbol: "Notes" })).toMatchObject({
      status: "not_found",
      message:
        `No symbol Notes in the index below ${src}. Similar: Notes (notes.md:1). To select it, ` +
        "pass its symbolId.",
      candidates: [{ file: "notes.md" }],
    });
    expect(await graph({ symbol: "Nothing" })).toMatchObject({
      status: "not_found",
      message: "No symbol Nothing in the index.",
    });
  });

  it("looks below a folder that a link leads to", async () => {
    const link = join(dirname(codebase.root), "link");
    symlinkSync(join(codebase.root, "src"), link);
    onTestFinished(() => rmSync(link));
    expect(await graph({ path: link, symbol: "Notes" })).toMatchObject({
      status: "not_found",
      message: expect.stringContaining(
        `No symbol Notes in the index below ${link}. Similar: Notes (notes.md:1).`,
      ),
    });
  });

  it.each([
    [{ symbol: ".spinner" }, "unsupported", /css/],
    [{ symbol: "Notes" }, "unsupported", /markdown/],
    [{ symbol: "limit", direction: "callees" as const }, "unsupported", /limit is a/],
    [{ symbol: "never_there" }, "not_found", /never_there/],
    [
      { symbolRef: { file: "no/such.ts", symbolId: "sym_0000000000000000", symbolLabel: "never_there" } },
      "not_found",
      /no\/such\.ts/,
    ],
  ])("answers %j with %s and a search to go on with", async (args, status, message) => {
    const answer = await graph(args);
    expect(answer).toMatchObject({
      status,
      message: expect.stringMatching(message),
      hints: { searchCodebase: { tool: "search_codebase", args: { path: codebase.root } } },
    });
  });

  it(
    "takes a file for no symbol, nor a line that none is around: it says what stands for those of the " +
      "file, and how to see them",
    async () => {
      const hints = {
        fileOutline: { tool: "file_outline", args: { path: codebase.root, file: "src/over.ts" } },
      };
      for (const symbol of ["src/over.ts", "./src/over.ts", "over.ts"])
        expect(await graph({ symbol })).toMatchObject({
          status: "not_found",
          message:
            `No symbol ${symbol} in the index. It is a file: use FILE:NAME or FILE:LINE for one ` +
            "of its symbols.",
          hints,
        });
      expect(await graph({ symbol: "src/over.ts:999" })).toMatchObject({
        status: "not_found",
        message: "No symbol src/over.ts:999 in the index. src/over.ts has no symbol around line 999.",
        hints,
      });
      expect(await graph({ symbol: "src/over.ts:nothing" })).toMatchObject({
        status: "not_found",
        message: "No symbol src/over.ts:nothing in the index.",
        hints,
      });
      expect(await graph({ symbol: "src/gone.ts:3" })).not.toHaveProperty("hints.fileOutline");
    },
  );

  it("does not search for an id, and hints at what its file declares now", async () => {
    const symbolRef = { file: "src/over.ts", symbolId: "sym_0000000000000000" };
    const answer = await graph({ symbolRef });
    expect(answer).toMatchObject({
      status: "not_found",
      hints: { fileOutline: { tool: "file_outline", args: { path: codebase.root, file: "src/over.ts" } } },
    });
    expect(answer).not.toHaveProperty("hints.searchCodebase");
    expect(await graph({ symbolRef: { ...symbolRef, file: "src/gone.ts" } })).toMatchObject({
      hints: { searchCodebase: { args: { query: "src/gone.ts" } } },
    });
    expect(await graph({ symbol: symbolRef.symbolId })).not.toHaveProperty("hints");
  });

  it.each(["lang:foo", "x".repeat(1_999), "web/src/http/backoff.ts"])(
    "hints at a search for %s that can be made",
    async (symbol) => {
      const { hints } = (await graph({ symbol })) as {
        readonly hints?: { readonly searchCodebase?: { readonly args: SearchCodebaseInput } };
      };
      expect(
        await codebase.call("search_codebase", hints?.searchCodebase?.args ?? { path: "", query: "" }),
      ).toMatchObject({ status: "ok" });
    },
  );

  it("hints at no search for what has no word", async () => {
    expect(await graph({ symbol: "." })).not.toHaveProperty("hints");
  });
});
