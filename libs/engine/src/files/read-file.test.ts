import { join } from "node:path";
import { LIMITS, type ReadFileInput, type ReadFileOutput } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCodebase, indexedTree, openTree } from "../testing/codebase.ts";
import { type HeldPreparer, heldPreparer } from "../testing/fakes/fake-preparers.ts";
import { EngineError } from "../errors.ts";
import { TestPlace } from "../testing/engine.ts";
import { createInlinePreparer } from "../prepare/preparer.ts";
import { runOf } from "../testing/store-content.ts";
import { writeFile } from "../testing/trees/tree.ts";
import { TREE, labelsOf, readIn } from "./testing/files-to-read.ts";

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
});
afterAll(() => codebase[Symbol.asyncDispose]());

const read = (path: string, args: Partial<ReadFileInput> = {}): Promise<ReadFileOutput> =>
  readIn(codebase, path, args);
/** A text with numbered lines, so that a window shows its position. */
const numbered = (count: number): string =>
  Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");

describe("plain", () => {
  it("shows a file whole, with what it is", async () => {
    expect(await read("src/other.ts")).toMatchObject({
      status: "ok",
      path: join(codebase.root, "src/other.ts"),
      effectiveRoot: codebase.root,
      file: "src/other.ts",
      startLine: 1,
      endLine: 6,
      totalLines: 6,
      content:
        "export function load(): number {\n  return 2;\n}\nexport function only(): number {\n  return " +
        "3;\n}\n",
      truncated: false,
      language: "typescript",
    });
  });

  it("has its keys in order", async () => {
    expect(Object.keys(await read("src/other.ts"))).toEqual([
      "tool",
      "version",
      "status",
      "path",
      "effectiveRoot",
      "file",
      "content",
      "startLine",
      "endLine",
      "totalLines",
      "truncated",
      "language",
      "meta",
    ]);
  });

  it.each<[Partial<ReadFileInput>, string, number, number]>([
    [{ start_line: 2, end_line: 2 }, "  return 2;\n", 2, 2],
    [{ start_line: 5 }, "  return 3;\n}\n", 5, 6],
    [{ end_line: 1 }, "export function load(): number {\n", 1, 1],
    [{ start_line: 5, end_line: 500 }, "  return 3;\n}\n", 5, 6],
    [{ start_line: 500 }, "}\n", 6, 6],
  ])("shows lines %j", async (args, content, startLine, endLine) =>
    expect(await read("src/other.ts", args)).toMatchObject({
      status: "ok",
      content,
      startLine,
      endLine,
      totalLines: 6,
      truncated: false,
    }),
  );

  it("shows an empty file", async () =>
    expect(await read("empty.ts")).toMatchObject({
      status: "ok",
      content: "",
      startLine: 0,
      endLine: 0,
      totalLines: 0,
    }));

  it.each<[string, object]>([
    ["start_line", { start_line: 0 }],
    ["end_line", { end_line: 1.5 }],
    ["end_line", { start_line: 3, end_line: 2 }],
    ["start_line", { start_line: 3, open_symbol: "load" }],
    ["open_symbol", { open_symbol: "" }],
    ["mode", { mode: "loud" }],
    ["lines", { lines: 3 }],
  ])("refuses %s of %j", async (path, args) =>
    expect(await codebase.call("read_file", { path: "src/other.ts", ...args })).toMatchObject({
      status: "error",
      error: { code: "INVALID_ARGUMENTS", details: [{ path }] },
    }),
  );
});

describe("encodings", () => {
  const write = (name: string, bytes: Uint8Array | string): void =>
    writeFile(join(codebase.root, "new", name), bytes);

  it.each<[string, Uint8Array | string, string, string | undefined]>([
    ["utf8.txt", "größe\n", "größe\n", undefined],
    ["bom.txt", "\ufeffsize\n", "size\n", undefined],
    ["utf16.txt", Buffer.from("\ufeffgröße\n", "utf16le"), "größe\n", "utf-16le"],
    ["utf16be.txt", Buffer.from("\ufeffgröße 𝄞\r\n", "utf16le").swap16(), "größe 𝄞\r\n", "utf-16be"],
    ["crlf.txt", "one\r\n\r\ntwo\rstill two\n\n", "one\r\n\r\ntwo\rstill two\n\n", undefined],
    ["latin1.txt", Buffer.from("größe und mehr\n", "latin1"), "größe und mehr\n", "latin-1"],
    ["cp1252.txt", Buffer.from("\x93gr\xf6\xdfe\x94\n", "latin1"), "“größe”\n", "windows-1252"],
  ])("%s, named unless it is UTF-8", async (name, bytes, content, encoding) => {
    write(name, bytes);
    const answer = await read(join("new", name));
    expect(answer).toMatchObject({ status: "ok", content });
    expect("encoding" in answer ? answer.encoding : undefined).toBe(encoding);
  });

  it("says which encoding was assumed, and that bytes were replaced", async () => {
    write("latin1.txt", Buffer.from("größe und mehr\n", "latin1"));
    expect(await read(join("new", "latin1.txt"))).toMatchObject({
      message: "The file is not valid UTF-8; it is read as Latin-1.",
    });
    write("stray.txt", Buffer.concat([Buffer.from("größe\nund "), Buffer.from([0xff, 0x0a])]));
    expect(await read(join("new", "stray.txt"), { start_line: 2 })).toMatchObject({
      content: "und \ufffd\n",
      encoding: "utf-8-lossy",
      warnings: ["FILE_HAS_INVALID_BYTES"],
      message: "Bytes of the file that are not valid UTF-8 are shown as U+FFFD.",
    });
  });

  it.each<[string, Uint8Array]>([
    ["binary", Uint8Array.of(1, 0, 2)],
    ["unknown", Uint8Array.from({ length: 64 }, (_, at) => 0x80 + (at % 32))],
  ])("refuses %s bytes", async (name, bytes) => {
    write(name, bytes);
    expect(await read(join("new", name))).toMatchObject({
      status: "error",
      error: { code: "FILE_NOT_TEXT", details: { path: join(codebase.root, "new", name) } },
    });
  });
});

it("says that a file ends before the lines that were asked for", async () => {
  await using short = openTree("\n//- two.txt\none\ntwo\n//- none.txt\n");
  expect(await readIn(short, "two.txt", { start_line: 9, end_line: 12 })).toMatchObject({
    status: "ok",
    content: "two\n",
    startLine: 2,
    endLine: 2,
    truncated: false,
    message: "There is no line 9: the file ends with line 2, shown instead.",
  });
  expect(await readIn(short, "none.txt", { start_line: 9 })).toMatchObject({
    status: "ok",
    content: "",
    message: "There is no line 9: the file is empty.",
  });
  for (const [file, args] of [
    ["two.txt", { start_line: 2, end_line: 9 }],
    ["none.txt", { start_line: 1 }],
  ] as const)
    expect(await readIn(short, file, args), file).not.toHaveProperty("message");
});

describe("long files", () => {
  it("of a single line are cut, and nothing is said to follow", async () => {
    await using long = openTree(`\n//- long.txt\n${"x".repeat(600_000)}`);
    const answer = await long.call("read_file", { path: "long.txt" });
    expect(answer).toMatchObject({
      status: "ok",
      startLine: 1,
      endLine: 1,
      truncated: true,
      warnings: ["OUTPUT_TRUNCATED"],
      content: "x".repeat(LIMITS.answerMaxBytes),
      message: "Line 1 exceeds the limit of an answer: its first 60000 bytes are shown.",
    });
    expect(answer).not.toHaveProperty("hints");
  });

  it("are cut, with a call that continues exactly", async () => {
    await using long = openTree(`\n//- long.txt\n${numbered(25)}`, { config: { readFileMaxLines: 10 } });
    let content = "";
    let args: object = { path: "long.txt" };
    const windows: number[][] = [];
    for (;;) {
      const answer = await long.call("read_file", args);
      if (answer.status !== "ok") throw new Error(answer.status);
      content += answer.content;
      windows.push([answer.startLine, answer.endLine]);
      if (!answer.truncated) break;
      expect(answer.warnings).toEqual(["OUTPUT_TRUNCATED"]);
      args = answer.hints?.continue?.args ?? {};
    }
    expect(windows).toEqual([
      [1, 10],
      [11, 20],
      [21, 25],
    ]);
    expect(content).toBe(numbered(25));
  });

  it("are continued only as far as was asked for, in the same mode", async () => {
    await using long = openTree(`\n//- long.txt\n${numbered(25)}`, { config: { readFileMaxLines: 10 } });
    expect(await readIn(long, "long.txt", { start_line: 3, end_line: 14, mode: "annotated" })).toMatchObject({
      startLine: 3,
      endLine: 12,
      hints: {
        continue: {
          tool: "read_file",
          args: { path: join(long.root, "long.txt"), start_line: 13, end_line: 14, mode: "annotated" },
        },
      },
    });
    expect(await readIn(long, "long.txt", { start_line: 3, end_line: 12 })).not.toHaveProperty("hints");
  });

  it("are cut by bytes as well, between lines, and go on", async () => {
    const tree = `\n//- wide.txt\n${`${"x".repeat(29_000)}\n`.repeat(5)}`;
    await using wide = openTree(tree);
    expect(await readIn(wide, "wide.txt")).toMatchObject({
      startLine: 1,
      endLine: 2,
      totalLines: 5,
      truncated: true,
      hints: { continue: { args: { start_line: 3 } } },
    });
    await using wider = openTree(tree, { config: { readFileMaxLines: 2_000 } });
    expect(await readIn(wider, "wide.txt")).toMatchObject({
      startLine: 1,
      endLine: 4,
      totalLines: 5,
      truncated: true,
    });
  });
});

describe("annotated", () => {
  it("knows a file whose name the disk spells otherwise than the index", async () => {
    await using place = openTree("//- a.txt\n");
    writeFile(join(place.root, "re\u0301sume\u0301/cafe\u0301.py"), "def order():\n    pass\n");
    await place.index();
    const file = "r\u00e9sum\u00e9/caf\u00e9.py";
    for (const path of [file, "re\u0301sume\u0301/cafe\u0301.py"])
      expect(
        await place.call("read_file", { path: join(place.root, path), mode: "annotated" }),
      ).toMatchObject({
        status: "ok",
        file,
        outlineStatus: "ok",
        outline: { symbols: [{ symbolLabel: "order" }] },
      });
    expect(
      await place.call("read_file", { path: join(place.root, file), open_symbol: "order" }),
    ).toMatchObject({ status: "ok", file, symbol: { symbolLabel: "order" } });
  });

  it("adds the outline of what is shown", async () => {
    const answer = await read("src/store.ts", { mode: "annotated", start_line: 3, end_line: 7 });
    expect(answer).toMatchObject({
      status: "ok",
      outlineStatus: "ok",
      hasMore: false,
      content: expect.stringMatching(/^ {2}open/),
    });
    expect(labelsOf(answer)).toEqual(["Store", "Store.open", "Store.close", "Reader", "Reader.open"]);
  });

  it.each<[string, string, object]>([
    ["a file without symbols", "empty.ts", { outlineStatus: "ok", outline: { symbols: [] } }],
    ["headings", "docs/guide.md", { outlineStatus: "ok" }],
    [
      "a language without outlines",
      "data.csv",
      { outlineStatus: "unsupported", outline: null, hasMore: false },
    ],
    ["a file that is not in the index", ".git-like.pem", { outlineStatus: "not_found", outline: null }],
  ])("of %s", async (_, path, expected) => {
    if (path.endsWith(".pem")) writeFile(join(codebase.root, path), "key\n");
    expect(await read(path, { mode: "annotated" })).toMatchObject({ status: "ok", ...expected });
  });

  it("shows no outline of a text that the index does not have", async () => {
    await using stale = await indexedTree(TREE);
    await readIn(stale, "src/other.ts", { mode: "annotated" });
    writeFile(join(stale.root, "src/other.ts"), "export const changed = 1;\n");
    expect(await readIn(stale, "src/other.ts", { mode: "annotated" })).toMatchObject({
      status: "ok",
      content: "export const changed = 1;\n",
      outlineStatus: "stale",
      outline: null,
    });
    stale.advance(10 * 60_000);
    expect(labelsOf(await readIn(stale, "src/other.ts", { mode: "annotated" }))).toEqual(["changed"]);
  });

  it("shows no outline that is larger than the file, for lines or for a symbol", async () => {
    const constants = Array.from({ length: 200 }, (_, at) => `  static readonly c${at} = ${at};\n`).join("");
    await using short = await indexedTree(
      `\n//- a.ts\nexport class Constants {\n${constants}  sum(): void {}\n}\n`,
    );
    for (const args of [{}, { open_symbol: "Constants" }]) {
      const answer = await readIn(short, "a.ts", { mode: "annotated", ...args });
      expect(answer).toMatchObject({
        status: "ok",
        truncated: false,
        outlineStatus: "ok",
        hasMore: true,
        warnings: ["OUTPUT_TRUNCATED"],
      });
      expect(answer).not.toHaveProperty("isOutlineCut");
      // Members that only hold data are omitted before the outline has a third of the file's size.
      expect(labelsOf(answer)).toEqual(["Constants", "Constants.sum"]);
    }
  });

  it("says that there is no index, and shows the text all the same", async () => {
    await using none = openTree(TREE);
    expect(await readIn(none, "src/other.ts", { mode: "annotated" })).toMatchObject({
      status: "ok",
      content: expect.stringContaining("return 2"),
      outlineStatus: "not_indexed",
      outline: null,
      hasMore: false,
    });
  });
});

describe("gates", () => {
  it("while a run is active nothing is shown", async () => {
    await using place = new TestPlace({ "a.ts": "export const a = 1;\n" });
    const preparer: HeldPreparer = heldPreparer(createInlinePreparer(1_000_000));
    const { call, engine } = place.engine({ preparer });
    await call("manage_index", { action: "create" });
    for (const args of [{}, { mode: "annotated" }, { open_symbol: "a" }]) {
      expect(await call("read_file", { path: join(place.tree.root, "a.ts"), ...args })).toMatchObject({
        status: "not_ready",
        reason: "indexing",
        path: join(place.tree.root, "a.ts"),
        effectiveRoot: place.tree.root,
      });
    }
    preparer.release();
    await engine.waitForRun(place.tree.root, "/");
    expect(await call("read_file", { path: join(place.tree.root, "a.ts") })).toMatchObject({ status: "ok" });
  });

  it("lines of a file are told of a run as one, be it of another configuration", async () => {
    await using place = new TestPlace({ "a.ts": "export const a = 1;\n" });
    await place.engine().index();
    await place
      .engine()
      .codebase.store()
      .beginRun(runOf("r1", { owner: { pid: process.ppid, startedAt: "unknown" } }));
    const { call } = place.engine({ fingerprint: { embeddingModel: "another" } });
    const path = join(place.tree.root, "a.ts");
    for (const mode of ["plain", "annotated"])
      expect(await call("read_file", { path, mode })).toMatchObject({
        status: "not_ready",
        reason: "indexing",
      });
    expect(await call("read_file", { path, open_symbol: "a" })).toMatchObject({ status: "requires_reindex" });
  });

  it("a store that does not open stops symbols alone", async () => {
    await using place = new TestPlace({ "a.ts": "export const a = 1;\n" });
    await place.engine().index();
    const other = place.engine({
      openStore: () => {
        throw new EngineError("STORE_UNAVAILABLE", "The disk is full");
      },
    });
    const path = join(place.tree.root, "a.ts");
    expect(await other.call("read_file", { path })).toMatchObject({
      status: "ok",
      content: "export const a = 1;\n",
    });
    expect(await other.call("read_file", { path, mode: "annotated" })).toMatchObject({
      status: "ok",
      outlineStatus: "not_indexed",
      outline: null,
    });
    expect(await other.call("read_file", { path, open_symbol: "a" })).toMatchObject({
      status: "error",
      error: { code: "STORE_UNAVAILABLE" },
    });
  });

  it("an index of another configuration stops symbols alone", async () => {
    await using place = new TestPlace({ "a.ts": "export const a = 1;\n" });
    await place.engine().index();
    const other = place.engine({ fingerprint: { embeddingModel: "another" } });
    const path = join(place.tree.root, "a.ts");
    expect(await other.call("read_file", { path, open_symbol: "a" })).toMatchObject({
      status: "requires_reindex",
      compatibility: { mismatched: ["embeddingModel"] },
    });
    expect(await other.call("read_file", { path })).toMatchObject({
      status: "ok",
      content: "export const a = 1;\n",
    });
    expect(await other.call("read_file", { path, mode: "annotated" })).toMatchObject({
      status: "ok",
      outlineStatus: "requires_reindex",
      outline: null,
    });
  });
});
