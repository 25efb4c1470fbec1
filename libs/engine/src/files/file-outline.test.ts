import { rmSync } from "node:fs";
import { join } from "node:path";
import type { FileOutlineInput, FileOutlineOutput } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCodebase, indexedTree, openTree } from "../testing/codebase.ts";
import { writeFile } from "../testing/trees/tree.ts";
import { labelsOf, outlineIn, symbolsOf } from "./testing/outlines.ts";

const TREE = `
  //- src/store.ts
  /** Keeps things. */
  export class Store {
    /** Opens it. */
    open(path: string): void {}
    close(): void {}
  }
  export function load(): number {
    return 1;
  }
  export function load2(): number {
    return 2;
  }
  //- src/overloads.py
  class A:
      def run(self): ...
      def run(self, times): ...
  //- docs/guide.md
  # Guide
  ## Install
  text
  //- data.csv
  a,b
  1,2
  //- notes.unknown
  text
  //- empty.ts
`;

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
});
afterAll(() => codebase[Symbol.asyncDispose]());

const outline = (file: string, args: Partial<FileOutlineInput> = {}): Promise<FileOutlineOutput> =>
  outlineIn(codebase, file, args);

describe("a file's outline", () => {
  it("lists what it declares, with kind, span, parent, signature and doc", async () => {
    const answer = await outline("src/store.ts");
    const [store, open] = symbolsOf(answer);
    expect(labelsOf(answer)).toEqual(["Store", "Store.open", "Store.close", "load", "load2"]);
    expect(store).toMatchObject({
      kind: "class",
      span: { startLine: 2, endLine: 6 },
      doc: "Keeps things.",
    });
    expect(store).not.toHaveProperty("parent");
    expect(open).toMatchObject({
      kind: "method",
      span: { startLine: 4, endLine: 4 },
      parent: store?.symbolId,
      signature: expect.stringContaining("open(path: string): void"),
      doc: "Opens it.",
    });
  });

  it.runIf(process.platform === "linux")(
    "is not that of another file whose name is the same once both are normalised",
    async () => {
      await using place = openTree("//- a.txt\n");
      const [composed, parted] = ["caf\u00e9.py", "cafe\u0301.py"] as const;
      writeFile(join(place.root, composed), "def composed(): pass\n");
      writeFile(join(place.root, parted), "def parted(): pass\n");
      await place.index();
      expect(labelsOf(await outlineIn(place, composed))).toEqual(["composed"]);
      const message = `${parted} is not in the index: its name equals another one after Unicode normalization.`;
      for (const asked of [parted, join(place.root, parted)])
        expect(await outlineIn(place, asked)).toMatchObject({ status: "not_found", message, outline: null });
      rmSync(join(place.root, composed));
      await place.call("manage_index", { action: "sync", path: place.root });
      for (const asked of [composed, parted])
        expect(labelsOf(await outlineIn(place, asked))).toEqual(["parted"]);
    },
  );

  it("repeats arguments only where they were changed", async () => {
    const keys = ["tool", "version", "status", "path", "outline", "hasMore", "meta"];
    expect(Object.keys(await outline("src/store.ts", { start_line: 3, limitSymbols: 500 }))).toEqual(keys);
    const changed = await codebase.call("file_outline", {
      path: "src",
      file: "./src//store.ts",
      start_line: 3,
      end_line: 1_000,
    });
    expect(Object.keys(changed)).toEqual([
      ...keys.slice(0, 4),
      "effectiveRoot",
      "file",
      "end_line",
      ...keys.slice(4),
    ]);
    expect(changed).toMatchObject({
      path: join(codebase.root, "src"),
      effectiveRoot: codebase.root,
      file: "src/store.ts",
      end_line: 12,
    });
  });

  it("has headings, and may be empty", async () => {
    expect(labelsOf(await outline("docs/guide.md"))).toEqual(["Guide", "Guide.Install"]);
    expect(await outline("empty.ts")).toMatchObject({
      status: "ok",
      outline: { symbols: [] },
      hasMore: false,
    });
  });

  it("is empty for a text in a language of headings that has none", async () => {
    const names = ["notes.md", "README.rst", "plan.adoc", "day.org"];
    await using prose = await indexedTree(`\n${names.map((name) => `//- ${name}\nOnly words.\n`).join("")}`);
    for (const name of names) {
      expect(await outlineIn(prose, name), name).toMatchObject({
        status: "ok",
        outline: { symbols: [] },
        hasMore: false,
      });
      expect(
        await prose.call("read_file", { path: join(prose.root, name), mode: "annotated" }),
        name,
      ).toMatchObject({ status: "ok", outlineStatus: "ok", outline: { symbols: [] } });
    }
  });

  it("may be asked for by its absolute path, and is told by the path from the root", async () => {
    expect(await outline(join(codebase.root, "src/../src/store.ts"))).toMatchObject({
      status: "ok",
      file: "src/store.ts",
    });
    expect(await outline("/etc/passwd")).toMatchObject({
      status: "not_found",
      message: expect.stringContaining(
        `is not below the codebase's root, ${codebase.root}: file is relative to that root`,
      ),
    });
  });

  it("is asked for by the path from the root, whichever folder is named", async () => {
    expect(await codebase.call("file_outline", { path: "src", file: "src/store.ts" })).toMatchObject({
      status: "ok",
      path: join(codebase.root, "src"),
      effectiveRoot: codebase.root,
    });
  });
});

describe("windows and limits", () => {
  it.each<[Partial<FileOutlineInput>, string[]]>([
    [{ start_line: 5 }, ["Store", "Store.close", "load", "load2"]],
    [{ end_line: 4 }, ["Store", "Store.open"]],
    [{ start_line: 8, end_line: 8 }, ["load"]],
    [{ start_line: 99 }, ["load2"]],
  ])("%j", async (args, expected) => {
    const answer = await outline("src/store.ts", args);
    expect([answer.status, labelsOf(answer)]).toEqual(["ok", expected]);
  });

  it("past the end of the file mean its last line", async () => {
    const cut = await outline("src/store.ts", { start_line: 3, end_line: 1_000_000_000 });
    expect(cut).toMatchObject({ end_line: 12 });
    expect(cut).not.toHaveProperty("start_line");
    expect(await outline("src/store.ts", { start_line: 1_000_000_000 })).toMatchObject({
      status: "ok",
      start_line: 12,
    });
  });

  it("says when there is more, with a call that shows it", async () => {
    const answer = await outline("src/store.ts", { limitSymbols: 2, start_line: 3 });
    expect(answer).toMatchObject({
      hasMore: true,
      hints: {
        fileOutline: {
          tool: "file_outline",
          args: { path: codebase.root, file: "src/store.ts", limitSymbols: 4, start_line: 3 },
        },
      },
    });
    const more = await codebase.call(
      "file_outline",
      answer.status === "ok" ? (answer.hints?.fileOutline?.args ?? {}) : {},
    );
    expect(labelsOf(more).slice(0, 2)).toEqual(labelsOf(answer));
    expect(labelsOf(more)).toHaveLength(4);
  });

  it("goes on from the last symbol when no more are given at once", async () => {
    const declared = Array.from({ length: 6_000 }, (_, at) => `def f${at}(): pass\n`).join("");
    await using large = await indexedTree(
      `\n//- lines.py\n${declared}//- ` +
        `one.py\n${declared.replaceAll("def ", "").replaceAll("(): pass\n", " = 1; ")}\n`,
    );
    const first = await outlineIn(large, "lines.py", { limitSymbols: 5_000, end_line: 5_990 });
    expect(first).toMatchObject({
      hasMore: true,
      hints: {
        fileOutline: {
          args: {
            path: large.root,
            file: "lines.py",
            limitSymbols: 5_000,
            start_line: 5_000,
            end_line: 5_990,
          },
        },
      },
    });
    const rest = await large.call(
      "file_outline",
      first.status === "ok" ? (first.hints?.fileOutline?.args ?? {}) : {},
    );
    expect(rest).toMatchObject({ hasMore: false });
    expect([labelsOf(rest)[0], labelsOf(rest).at(-1)]).toEqual(["f4999", "f5989"]);
    const stuck = await outlineIn(large, "one.py", { limitSymbols: 5_000 });
    expect(stuck).toMatchObject({ status: "ok", hasMore: true });
    expect(stuck).not.toHaveProperty("hints");
  });

  it("says nothing of more when all is there", async () => {
    const answer = await outline("src/store.ts", { limitSymbols: 5 });
    expect(answer).toMatchObject({ hasMore: false });
    expect(answer).not.toHaveProperty("hints");
  });
});

describe("exactly one symbol", () => {
  const exact = (file: string, args: Partial<FileOutlineInput>): Promise<FileOutlineOutput> =>
    outline(file, { resolveMode: "exact", ...args });

  it.each(["data.csv", "notes.unknown"])("of %s, which has no outline, cannot be asked for", async (file) => {
    expect(await exact(file, { symbolLabelExact: "a" })).toMatchObject({
      status: "unsupported",
      outline: null,
      hints: { readFile: { tool: "read_file", args: { path: join(codebase.root, file) } } },
    });
  });

  it("by label", async () => {
    const answer = await exact("src/store.ts", { symbolLabelExact: "Store.open" });
    expect(answer).toMatchObject({ status: "ok", hasMore: false });
    expect(symbolsOf(answer)).toEqual([symbolsOf(await outline("src/store.ts"))[1]]);
  });

  it("by id", async () => {
    const [, , close] = symbolsOf(await outline("src/store.ts"));
    expect(symbolsOf(await exact("src/store.ts", { symbolIdExact: close?.symbolId ?? "" }))).toEqual([close]);
  });

  it("by both, if they fit", async () => {
    const [store, open] = symbolsOf(await outline("src/store.ts"));
    expect(
      await exact("src/store.ts", { symbolIdExact: open?.symbolId ?? "", symbolLabelExact: "Store.open" }),
    ).toMatchObject({ status: "ok" });
    expect(
      await exact("src/store.ts", { symbolIdExact: store?.symbolId ?? "", symbolLabelExact: "Store.open" }),
    ).toMatchObject({ status: "not_found", outline: null });
  });

  it("is ambiguous when several fit, and lists them", async () => {
    const answer = await exact("src/overloads.py", { symbolLabelExact: "A.run" });
    expect(answer).toMatchObject({
      status: "ambiguous",
      hasMore: false,
      message: "2 symbols of src/overloads.py match.",
    });
    expect(symbolsOf(answer).map(({ span }) => span.startLine)).toEqual([2, 3]);
    expect(new Set(symbolsOf(answer).map(({ symbolId }) => symbolId)).size).toBe(2);
  });

  it("lists no more candidates than asked for, and says so", async () => {
    const answer = await exact("src/overloads.py", { symbolLabelExact: "A.run", limitSymbols: 1 });
    expect(answer).toMatchObject({ status: "ambiguous", hasMore: true });
    expect(symbolsOf(answer)).toHaveLength(1);
  });

  it.each([
    ["open", "Store.open"],
    ["Store.Open", "Store.open"],
    ["Shop.open", "Store.open"],
    ["Stor", "Store"],
    ["elsewhere", null],
  ])("by %j, names what is close: %s", async (label, close) => {
    expect((await exact("src/store.ts", { symbolLabelExact: label })).message).toBe(
      `src/store.ts has no symbol ${label}.${close === null ? "" : ` Similar: ${close}.`}`,
    );
  });

  it.each(["store", "Store.Open", "open", "Stor"])("is not found by %j", async (label) => {
    expect(await exact("src/store.ts", { symbolLabelExact: label })).toMatchObject({
      status: "not_found",
      outline: null,
      hints: { fileOutline: { args: { path: codebase.root, file: "src/store.ts" } } },
    });
  });
});

describe("no outline", () => {
  it.each([
    ["a file that is not there", "src/gone.ts"],
    ["a folder", "src"],
    ["a way out", "../other.ts"],
    ["an absolute path", "/etc/hosts"],
    ["a drive", "C:\\a.ts"],
    ["nothing but dots", "./"],
  ])("of %s", async (_, file) =>
    expect(await outline(file)).toMatchObject({
      status: "not_found",
      outline: null,
      hasMore: false,
      message: expect.stringContaining(file.replace(/^\.\//, "")),
    }),
  );

  it("of what a shell would have to resolve: with the name that it was taken for", async () => {
    expect(await outline("~/none.rb")).toMatchObject({
      message:
        "~/none.rb is not in the index: it does not exist, is ignored, or was skipped: ~ is not " +
        "expanded, but taken literally as a folder name.",
    });
  });

  it("of a file that may have been meant: it is named, with the call where it is but one", async () => {
    const call = {
      fileOutline: { tool: "file_outline", args: { path: codebase.root, file: "src/store.ts" } },
    };
    for (const file of ["store.ts", "lib\\src\\store.ts", "src/store.ts:12", "src/stoer.ts"])
      expect(await outline(file)).toMatchObject({
        status: "not_found",
        message: expect.stringMatching(/ Similar: src\/store\.ts\.$/),
        hints: call,
      });
    expect(await outline("dta.csv")).toMatchObject({
      status: "not_found",
      hints: { readFile: { tool: "read_file", args: { path: join(codebase.root, "data.csv") } } },
    });
    expect(
      await codebase.call("file_outline", { path: join(codebase.root, "docs"), file: "guide.md" }),
    ).toMatchObject({ status: "not_found", hints: { fileOutline: { args: { file: "docs/guide.md" } } } });
    expect(await outline("src")).toMatchObject({
      message: expect.stringMatching(/^src is a folder; pass one of its files: [a-z.]+(?:, |\.$)/),
    });
  });

  it.each([
    ["a language without one", "data.csv"],
    ["no known language", "notes.unknown"],
  ])("of %s, with a call that reads it", async (_, file) => {
    const answer = await outline(file);
    expect(answer).toMatchObject({
      status: "unsupported",
      outline: null,
      hints: { readFile: { tool: "read_file", args: { path: join(codebase.root, file) } } },
    });
    expect(
      await codebase.call(
        "read_file",
        answer.status === "unsupported" ? (answer.hints?.readFile?.args ?? {}) : {},
      ),
    ).toMatchObject({ status: "ok" });
  });

  it("of an ignored file", async () => {
    await using ignoring = await indexedTree(
      `${TREE}\n//- .gitignore\nsecret/\n//- secret/a.ts\nexport const a = 1;\n`,
    );
    expect(await outlineIn(ignoring, "secret/a.ts")).toMatchObject({ status: "not_found" });
  });

  it("without an index", async () => {
    await using none = openTree(TREE);
    expect(await outlineIn(none, "src/store.ts")).toMatchObject({
      status: "not_indexed",
      hints: { create: { tool: "manage_index" } },
    });
  });

  it.each<[string, object]>([
    ["resolveMode", { resolveMode: "exact" }],
    ["symbolIdExact", { symbolIdExact: "sym_1" }],
    ["end_line", { start_line: 5, end_line: 4 }],
    ["limitSymbols", { limitSymbols: 0 }],
    ["file", { file: "" }],
  ])("when %s of %j does not fit", async (path, args) => {
    expect(
      await codebase.call("file_outline", { path: codebase.root, file: "src/store.ts", ...args }),
    ).toMatchObject({ status: "error", error: { code: "INVALID_ARGUMENTS", details: [{ path }] } });
  });
});

it("shows what is on the disk once the index may be old", async () => {
  await using live = await indexedTree(TREE);
  await outlineIn(live, "src/store.ts");
  writeFile(join(live.root, "src/store.ts"), "export const fresh = 1;\n");
  expect(labelsOf(await outlineIn(live, "src/store.ts"))).toContain("Store");
  live.advance(10 * 60_000);
  expect(labelsOf(await outlineIn(live, "src/store.ts"))).toEqual(["fresh"]);
});
