import { existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LIMITS, type ReadFileInput, type ReadFileOutput, type SymbolCandidate } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { indexFolder } from "../codebase/home/home.ts";
import { type TestCodebase, indexedTree, openTree } from "../testing/codebase.ts";
import { type HeldPreparer, heldPreparer, refusingPreparer } from "../testing/fakes/fake-preparers.ts";
import { EngineError } from "../errors.ts";
import { TestPlace } from "../testing/engine.ts";
import { type FilePreparer, createInlinePreparer } from "../prepare/preparer.ts";
import { runOf } from "../testing/store-content.ts";
import { temporaryFolder, writeFile, writeTree } from "../testing/trees/tree.ts";

const TREE = `
  //- src/store.ts
  /** Keeps things. */
  export class Store {
    open(): void {}
    close(): void {}
  }
  export class Reader {
    open(): void {}
  }
  export function load(): number {
    return 1;
  }
  //- src/other.ts
  export function load(): number {
    return 2;
  }
  export function only(): number {
    return 3;
  }
  //- docs/guide.md
  # Guide
  ## Install
  text
  //- data.csv
  a,b
  1,2
  //- empty.ts
  //- new/later.ts
  export const later = 1;
`;

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
});
afterAll(() => codebase[Symbol.asyncDispose]());

const readIn = (
  from: TestCodebase,
  path: string,
  args: Partial<ReadFileInput> = {},
): Promise<ReadFileOutput> => from.call("read_file", { path, ...args });
const read = (path: string, args: Partial<ReadFileInput> = {}): Promise<ReadFileOutput> =>
  readIn(codebase, path, args);
/** Every line numbered, so that a window shows where it lies. */
const numbered = (count: number): string =>
  Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");
const labels = (answer: ReadFileOutput): string[] =>
  answer.status === "ok" ? (answer.outline?.symbols.map(({ symbolLabel }) => symbolLabel) ?? []) : [];

describe("plain", () => {
  it("shows a file whole, with what it is", async () => {
    expect(await read("src/other.ts")).toMatchObject({
      status: "ok",
      path: join(codebase.root, "src/other.ts"),
      effectiveRoot: codebase.root,
      mode: "plain",
      file: "src/other.ts",
      startLine: 1,
      endLine: 6,
      totalLines: 6,
      content:
        "export function load(): number {\n  return 2;\n}\nexport function only(): number {\n  return " +
        "3;\n}\n",
      truncated: false,
      encoding: "utf-8",
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
      "mode",
      "file",
      "content",
      "startLine",
      "endLine",
      "totalLines",
      "truncated",
      "encoding",
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

  it.each<[string, Uint8Array | string, string, string]>([
    ["utf8.txt", "größe\n", "größe\n", "utf-8"],
    ["bom.txt", "\ufeffsize\n", "size\n", "utf-8"],
    ["utf16.txt", Buffer.from("\ufeffgröße\n", "utf16le"), "größe\n", "utf-16le"],
    ["utf16be.txt", Buffer.from("\ufeffgröße 𝄞\r\n", "utf16le").swap16(), "größe 𝄞\r\n", "utf-16be"],
    ["crlf.txt", "one\r\n\r\ntwo\rstill two\n\n", "one\r\n\r\ntwo\rstill two\n\n", "utf-8"],
    ["latin1.txt", Buffer.from("größe und mehr\n", "latin1"), "größe und mehr\n", "latin-1"],
  ])("%s", async (name, bytes, content, encoding) => {
    write(name, bytes);
    expect(await read(join("new", name))).toMatchObject({ status: "ok", content, encoding });
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
    message: "There is no line 9: the file ends with line 2, which is shown.",
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
      message: "Line 1 alone is longer than an answer may be: its first 60000 bytes are shown.",
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

describe("places that are not shown", () => {
  it.each([
    ["a missing file", "src/gone.ts", "PATH_NOT_FOUND"],
    ["a file below a file", "src/store.ts/x", "PATH_NOT_FOUND"],
    ["a folder", "src", "PATH_NOT_A_FILE"],
    ["the root", ".", "PATH_NOT_A_FILE"],
    ["a file beside the root", "../beside.ts", "PATH_OUTSIDE_ROOTS"],
    ["a file far away", "/etc/hostname", "PATH_OUTSIDE_ROOTS"],
    ["a way out and in again", "../../../../../../etc/passwd", "PATH_OUTSIDE_ROOTS"],
  ])("%s", async (_, path, code) =>
    expect(await read(path)).toMatchObject({ status: "error", error: { code } }),
  );

  it("a missing file, with those that may have been meant", async () => {
    const near = [join(codebase.root, "src/store.ts")];
    for (const path of ["store.ts", "src\\store.ts", "src/store.ts:3", "src/stoer.ts"])
      expect(await read(path)).toMatchObject({
        error: {
          code: "PATH_NOT_FOUND",
          message: expect.stringContaining(`does not exist; close to it: ${near[0]}`),
          details: { candidates: near },
        },
      });
    expect(await read("src/gone.ts")).not.toHaveProperty("error.details.candidates");
    expect(await read("src")).toMatchObject({
      error: { message: `${join(codebase.root, "src")} is a folder` },
    });
  });

  it("a file that is in the index still is not close to itself, nor is another that is gone", async () => {
    await using place = openTree("//- src/moved.py\na = 1\n//- lib/moved.py\na = 1\n//- alone.py\na = 1\n");
    await place.index();
    rmSync(join(place.root, "src/moved.py"));
    rmSync(join(place.root, "alone.py"));
    const readThere = (path: string): Promise<unknown> => readIn(place, path);
    expect(await readThere("src/moved.py")).toMatchObject({
      error: {
        message:
          `${join(place.root, "src/moved.py")} does not exist; close to it: ` +
          `${join(place.root, "lib/moved.py")}`,
      },
    });
    for (const path of ["alone.py", "alone.py:3", "src/alone.py"])
      expect(await readThere(path)).toMatchObject({
        error: { message: `${join(place.root, path)} does not exist` },
      });
  });

  it("a path of another codebase, as answers about that one give it, with where it is", async () => {
    await using place = new TestPlace({
      "shop/src/pay.ts": "export const pay = 1;\n",
      "blog/src/post.ts": "export const post = 1;\n",
    });
    const { call } = place.engine();
    const [shop, blog] = [join(place.tree.root, "shop"), join(place.tree.root, "blog")];
    for (const path of [shop, blog])
      expect(await call("manage_index", { action: "create", path })).toMatchObject({ status: "ok" });
    for (const path of [shop, blog])
      while ((await call("manage_index", { action: "status", path })).status !== "ok")
        await new Promise((resolve) => void setImmediate(resolve));
    const pay = join(shop, "src/pay.ts");
    for (const baseFolder of [place.tree.root, blog]) {
      expect(
        await call("read_file", { path: "src/pay.ts" }, { baseFolder, roots: [baseFolder] }),
      ).toMatchObject({
        error: {
          code: "PATH_NOT_FOUND",
          message: `${join(baseFolder, "src/pay.ts")} does not exist; close to it: ${pay}`,
          details: { candidates: [pay] },
        },
      });
    }
    const confined = { baseFolder: blog, roots: [blog], confinedTo: [blog] };
    for (const path of ["src/pay.ts", "src"])
      expect(await call("read_file", { path }, confined)).not.toHaveProperty("error.details.candidates");
    for (const path of ["src/none.ts", "../shop/src/none.ts", join(blog, "src/pay.ts")])
      expect(
        await call("read_file", { path }, { baseFolder: blog, roots: [place.tree.root] }),
      ).not.toHaveProperty("error.details.candidates");
  });

  it("a path that a shell or a URL would have to resolve, with the name that it was taken for", async () => {
    expect(await read("~/notes.md")).toMatchObject({
      error: {
        code: "PATH_NOT_FOUND",
        message:
          `${join(codebase.root, "~/notes.md")} does not exist: ~ is not resolved, and was taken for the ` +
          "name of a folder",
      },
    });
    expect(await read(`file://${codebase.root}/src/none.ts`)).toMatchObject({
      error: {
        code: "PATH_NOT_FOUND",
        message: expect.stringContaining(" does not exist: file: is not resolved, and was taken"),
      },
    });
    expect(await read("src/~none.ts")).toMatchObject({
      error: { message: `${join(codebase.root, "src/~none.ts")} does not exist` },
    });
  });

  it("a way out that comes back is no way out", async () =>
    expect(await read("src/../docs/../src/other.ts")).toMatchObject({
      status: "ok",
      path: join(codebase.root, "src/other.ts"),
    }));

  it("what a link leads to outside the root", async () => {
    using outside = temporaryFolder();
    writeTree(outside.path, "\n//- secret.txt\nsecret\n");
    await using linked = openTree(TREE);
    symlinkSync(join(outside.path, "secret.txt"), join(linked.root, "file-link"));
    symlinkSync(outside.path, join(linked.root, "folder-link"));
    symlinkSync(join(outside.path, "nothing"), join(linked.root, "dangling"));
    for (const path of ["file-link", "folder-link/secret.txt", "dangling", "folder-link"])
      expect([path, await readIn(linked, path)]).toMatchObject([
        path,
        { status: "error", error: { code: "PATH_OUTSIDE_ROOTS" } },
      ]);
  });

  it("but what a link leads to inside it is", async () => {
    await using linked = openTree(TREE);
    symlinkSync("src", join(linked.root, "link"));
    expect(await readIn(linked, "link/other.ts")).toMatchObject({
      status: "ok",
      path: join(linked.root, "link/other.ts"),
      file: "src/other.ts",
    });
  });

  it("an index of ours or the keys beside it, be it below a root", async () => {
    await using place = new TestPlace();
    writeTree(place.tree.root, TREE);
    const { index, call } = place.engine();
    await index();
    const database = join(indexFolder(place.home, place.tree.root), "index.db");
    expect(existsSync(database)).toBe(true);
    const settings = join(place.home, "satori.config.json");
    writeFileSync(settings, '{"SATORI_OPENAI_API_KEY":"secret"}');
    for (const path of [database, settings]) {
      const answer = await call("read_file", { path }, { roots: ["/"] });
      expect(answer).toMatchObject({ status: "error", error: { code: "PATH_OUTSIDE_ROOTS" } });
      expect(JSON.stringify(answer)).not.toContain("secret");
    }
  });

  it("nothing without roots or an index", async () => {
    await using none = openTree(TREE, { roots: [] });
    expect(await readIn(none, "src/other.ts")).toMatchObject({
      status: "error",
      error: { code: "PATH_OUTSIDE_ROOTS" },
    });
    await none.index();
    expect(await readIn(none, "src/other.ts")).toMatchObject({ status: "ok" });
  });

  it("files of another root are shown relative to it", async () => {
    using outside = temporaryFolder();
    writeTree(outside.path, "\n//- notes/a.txt\ntext\n");
    await using two = openTree(TREE, { roots: [outside.path] });
    expect(await readIn(two, join(outside.path, "notes/a.txt"))).toMatchObject({
      status: "ok",
      effectiveRoot: outside.path,
      file: "notes/a.txt",
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
    ).toMatchObject({ status: "ok", file, symbol: { file } });
  });

  it("adds the outline of what is shown", async () => {
    const answer = await read("src/store.ts", { mode: "annotated", start_line: 3, end_line: 7 });
    expect(answer).toMatchObject({
      status: "ok",
      outlineStatus: "ok",
      hasMore: false,
      content: expect.stringMatching(/^ {2}open/),
    });
    expect(labels(answer)).toEqual(["Store", "Store.open", "Store.close", "Reader", "Reader.open"]);
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
    expect(labels(await readIn(stale, "src/other.ts", { mode: "annotated" }))).toEqual(["changed"]);
  });

  it("shows no outline that is larger than the file, for lines or for a symbol", async () => {
    const constants = Array.from({ length: 200 }, (_, at) => `  static readonly c${at} = ${at};\n`).join("");
    await using short = await indexedTree(`\n//- a.ts\nexport class Constants {\n${constants}}\n`);
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
      expect(labels(answer).slice(0, 2)).toEqual(["Constants", "Constants.c0"]);
      expect(
        Buffer.byteLength(JSON.stringify(answer.status === "ok" ? answer.outline?.symbols : [])),
      ).toBeLessThanOrEqual(constants.length + 30);
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

describe("one symbol", () => {
  const idOf = async (file: string, label: string): Promise<string> => {
    const answer = await codebase.call("file_outline", {
      path: codebase.root,
      file,
      resolveMode: "exact",
      symbolLabelExact: label,
    });
    return answer.status === "ok" ? (answer.outline.symbols[0]?.symbolId ?? "") : "";
  };
  const candidates = (answer: ReadFileOutput): string[] =>
    answer.status === "ambiguous"
      ? answer.candidates.map(
          ({ file, symbolLabel, span }: SymbolCandidate) => `${file}:${span.startLine} ${symbolLabel}`,
        )
      : [];
  const load = {
    status: "ok",
    file: "src/other.ts",
    content: "export function load(): number {\n  return 2;\n}\n",
    startLine: 1,
    endLine: 3,
    totalLines: 6,
    symbol: { symbolLabel: "load", kind: "function", file: "src/other.ts" },
  };

  it("of a file, by name, label or id", async () => {
    expect(await read("src/other.ts", { open_symbol: "load" })).toMatchObject({
      ...load,
      open_symbol: "load",
    });
    expect(await read("src/store.ts", { open_symbol: "Reader.open" })).toMatchObject({
      status: "ok",
      content: "  open(): void {}\n",
      startLine: 7,
      endLine: 7,
    });
    expect(await read("src/other.ts", { open_symbol: await idOf("src/other.ts", "load") })).toMatchObject(
      load,
    );
  });

  it("of the whole codebase, by name, label or id", async () => {
    expect(await read(".", { open_symbol: "only" })).toMatchObject({
      status: "ok",
      path: codebase.root,
      file: "src/other.ts",
      content: "export function only(): number {\n  return 3;\n}\n",
    });
    expect(await read(".", { open_symbol: "Store.close" })).toMatchObject({
      status: "ok",
      file: "src/store.ts",
      startLine: 4,
    });
    expect(await read(".", { open_symbol: await idOf("src/other.ts", "load") })).toMatchObject(load);
  });

  it("with the outline of its lines", async () => {
    expect(labels(await read("src/store.ts", { open_symbol: "Store", mode: "annotated" }))).toEqual([
      "Store",
      "Store.open",
      "Store.close",
    ]);
  });

  it("lists what fits when several do, and guesses none", async () => {
    expect(candidates(await read(".", { open_symbol: "load" }))).toEqual([
      "src/other.ts:1 load",
      "src/store.ts:9 load",
    ]);
    expect(candidates(await read("src/store.ts", { open_symbol: "open" }))).toEqual([
      "src/store.ts:3 Store.open",
      "src/store.ts:7 Reader.open",
    ]);
  });

  it("lists no more than a hundred of them, and says how many there are", async () => {
    await using many = await indexedTree(
      "\n//- " +
        `a.py\n${Array.from({ length: 120 }, (_, at) => `class C${at}:\n    def run(self): ...\n`).join("")}`,
    );
    const answer = await readIn(many, ".", { open_symbol: "run" });
    expect(answer).toMatchObject({
      status: "ambiguous",
      warnings: ["OUTPUT_TRUNCATED"],
      message:
        "120 symbols are called run, of which 100 are listed. Open one by its symbolId, or name a file " +
        "or folder that it is in.",
    });
    expect(candidates(answer)).toHaveLength(100);
    expect(candidates(answer)[99]).toBe("a.py:200 C99.run");
  });

  it("every candidate opens by its id", async () => {
    const answer = await read(".", { open_symbol: "load" });
    for (const { symbolId, file } of answer.status === "ambiguous" ? answer.candidates : [])
      expect(await read(".", { open_symbol: symbolId })).toMatchObject({ status: "ok", file });
  });

  it.each([
    ["Load", ".", "Load"],
    ["loa", ".", "loa"],
    ["Other.load", ".", "load"],
    ["src/store.ts:loa", ".", "loa"],
    ["loa()", ".", "loa"],
    ["only", "src/store.ts", "only"],
    ["only", "docs", "only"],
    ["lang:foo", ".", '"lang:foo"'],
  ])("%s is not found in %s", async (name, path, query) => {
    expect(await read(path, { open_symbol: name })).toMatchObject({
      status: "not_found",
      open_symbol: name,
      hints: { searchCodebase: { tool: "search_codebase", args: { path: codebase.root, query } } },
    });
  });

  it("is named in full where it is a slip away, or elsewhere", async () => {
    await using one = await indexedTree(
      "\n//- a/x.ts\nexport const parseAddress = 1;\n//- b/y.ts\nexport const other = 2;\n",
    );
    const near = {
      status: "not_found",
      candidates: [{ file: "a/x.ts", symbolLabel: "parseAddress", span: { startLine: 1, endLine: 1 } }],
    };
    expect(await readIn(one, "a/x.ts", { open_symbol: "parseAdress" })).toMatchObject({
      ...near,
      message:
        "No symbol of a/x.ts is called parseAdress. Close to it: parseAddress (a/x.ts:1). Ask by " +
        "symbolId, with its file as path, if it is meant.",
    });
    for (const place of ["b/y.ts", "b"]) {
      const answer = await readIn(one, place, { open_symbol: "parseAddress", mode: "annotated" });
      expect(answer).toMatchObject(near);
      const { readFile } = answer.status === "not_found" ? (answer.hints ?? {}) : {};
      expect(await one.call("read_file", readFile?.args ?? {}), place).toMatchObject({
        status: "ok",
        mode: "annotated",
        file: "a/x.ts",
        symbol: { symbolLabel: "parseAddress" },
      });
      expect(
        await readIn(one, place, { open_symbol: String(readFile?.args["open_symbol"]) }),
        place,
      ).toMatchObject({ ...near, hints: { readFile: { args: { path: join(one.root, "a/x.ts") } } } });
    }
    expect(await readIn(one, "b", { open_symbol: "sym_0000000000000000" })).not.toHaveProperty("hints");
  });

  it("is named where the type that is asked for it has it from another one", async () => {
    await using one = await indexedTree(
      "\n//- src/base.py\nclass Scaffold:\n    def route(self):\n        pass\n//- src/app.py\nfrom " +
        "base import Scaffold\nclass Flask(Scaffold):\n    pass\n",
    );
    for (const place of [".", "src", "src/app.py"]) {
      const answer = await readIn(one, place, { open_symbol: "Flask.route" });
      expect(answer, place).toMatchObject({
        status: "not_found",
        candidates: [{ file: "src/base.py", symbolLabel: "Scaffold.route" }],
        message: expect.stringContaining(
          "is called Flask.route. It is inherited: Scaffold.route (src/base.py:2). Ask by symbolId,",
        ),
      });
      const { readFile } = answer.status === "not_found" ? (answer.hints ?? {}) : {};
      expect(await one.call("read_file", readFile?.args ?? {}), place).toMatchObject({
        status: "ok",
        file: "src/base.py",
        startLine: 2,
        endLine: 3,
      });
    }
    expect((await readIn(one, "src", { open_symbol: "Flask.blueprint" })).status).toBe("not_found");
  });

  it("is not opened for somebody where several may have been meant", async () => {
    await using two = await indexedTree(
      "\n//- a/x.ts\nexport const twin = 1;\n//- b/x.ts\nexport const twin = 2;\n//- c.ts\nexport " +
        "const other = 3;\n",
    );
    const answer = await readIn(two, "c.ts", { open_symbol: "twin" });
    expect(answer).toMatchObject({
      status: "not_found",
      candidates: [{ file: "a/x.ts" }, { file: "b/x.ts" }],
      message: expect.stringMatching(/ Ask by symbolId, with its file as path, if one of them is meant\.$/),
    });
    expect(answer).not.toHaveProperty("hints.readFile");
  });

  it("in a folder is looked for in that folder alone", async () => {
    await using two = await indexedTree(
      "\n//- a/x.ts\nexport const twin = 1;\n//- b/x.ts\nexport const twin = 2;\n",
    );
    expect(await readIn(two, "b", { open_symbol: "twin" })).toMatchObject({
      status: "ok",
      file: "b/x.ts",
      content: "export const twin = 2;\n",
    });
  });

  it("is cut at the limit, with a call that continues to its end", async () => {
    await using long = await indexedTree(
      "\n//- a.ts\nexport function first() {}\nexport function long() " +
        `{\n${"  call();\n".repeat(20)}}\nexport function last() {}\n`,
      { config: { readFileMaxLines: 10 } },
    );
    const answer = await readIn(long, ".", { open_symbol: "long" });
    expect(answer).toMatchObject({
      status: "ok",
      startLine: 2,
      endLine: 11,
      truncated: true,
      warnings: ["OUTPUT_TRUNCATED"],
      hints: {
        continue: {
          tool: "read_file",
          args: { path: join(long.root, "a.ts"), start_line: 12, end_line: 23 },
        },
      },
    });
    const rest = await long.call("read_file", { path: "a.ts", start_line: 12, end_line: 23 });
    expect(rest).toMatchObject({ endLine: 21, truncated: true });
  });

  it(
    "of a file that is not in the index, or not as it is now, is looked for by the workers: whatever is " +
      "in it, it stops only them",
    async () => {
      await using place = new TestPlace({
        "a.ts": "export const a = 1;\n",
        "ignored.ts": "\nexport const hidden = 1;\n",
        ".gitignore": "ignored.ts\n",
      });
      const preparer = refusingPreparer(createInlinePreparer(1_000));
      const { call, index } = place.engine({ preparer });
      await index();
      const open = (file: string, symbol: string) =>
        call("read_file", { path: join(place.tree.root, file), open_symbol: symbol });
      expect(await open("ignored.ts", "hidden")).toMatchObject({
        status: "ok",
        startLine: 2,
        content: "export const hidden = 1;\n",
      });
      for (const file of ["a.ts", "ignored.ts"]) preparer.refused.add(file);
      expect(await open("ignored.ts", "hidden")).toMatchObject({ status: "not_found" });
      expect(await open("a.ts", "a")).toMatchObject({ status: "ok", content: "export const a = 1;\n" });
      place.tree.write("a.ts", "export const b = 1;\n");
      expect(await open("a.ts", "b")).toMatchObject({ status: "not_found" });
    },
  );

  it("needs an index", async () => {
    await using none = openTree(TREE);
    expect(await readIn(none, "src/other.ts", { open_symbol: "load" })).toMatchObject({
      status: "not_indexed",
      hints: { create: { args: { path: expect.any(String) } } },
    });
  });

  it.each([
    ["a missing file", "src/gone.ts", "PATH_NOT_FOUND"],
    ["a binary file", "new/binary.dat", "FILE_NOT_TEXT"],
  ])("in %s is an error", async (_, path, code) => {
    if (code === "FILE_NOT_TEXT") writeFile(join(codebase.root, path), Uint8Array.of(0, 1));
    expect(await read(path, { open_symbol: "load" })).toMatchObject({ status: "error", error: { code } });
  });
});

describe("when the disk has moved on since the index was made", () => {
  it("a symbol that moved is shown where it is now", async () => {
    await using moved = await indexedTree(TREE);
    await readIn(moved, ".", { open_symbol: "only" });
    writeFile(
      join(moved.root, "src/other.ts"),
      "// one\n// two\nexport function only(): number {\n  return 4;\n}\n",
    );
    for (const path of [".", "src/other.ts"])
      expect(await readIn(moved, path, { open_symbol: "only" })).toMatchObject({
        status: "ok",
        content: "export function only(): number {\n  return 4;\n}\n",
        startLine: 3,
        endLine: 5,
        symbol: { span: { startLine: 3, endLine: 5 } },
      });
  });

  it("a symbol that is gone is not found: what stands at its place now is something else", async () => {
    await using gone = await indexedTree(TREE);
    await readIn(gone, ".", { open_symbol: "only" });
    writeFile(join(gone.root, "src/other.ts"), "const nothing = 1;\nconst more = 2;\n");
    for (const path of [".", "src/other.ts"]) {
      const answer = await readIn(gone, path, { open_symbol: "only" });
      expect(answer, path).toMatchObject({
        status: "not_found",
        warnings: ["INDEX_MAY_BE_BEHIND"],
        message: expect.stringMatching(/is called only\. The index may be behind the disk: /),
      });
      expect(answer, path).not.toHaveProperty("candidates");
    }
  });

  it("a file that is gone is an error", async () => {
    await using gone = await indexedTree(TREE);
    await readIn(gone, ".", { open_symbol: "only" });
    rmSync(join(gone.root, "src/other.ts"));
    expect(await readIn(gone, ".", { open_symbol: "only" })).toMatchObject({
      status: "error",
      error: { code: "PATH_NOT_FOUND" },
    });
  });

  it("a folder that became a link to another place shows nothing of it", async () => {
    using outside = temporaryFolder();
    writeTree(outside.path, "\n//- other.ts\nexport function only(): string {\n  return 'secret';\n}\n");
    await using swapped = await indexedTree(TREE);
    await readIn(swapped, ".", { open_symbol: "only" });
    rmSync(join(swapped.root, "src"), { recursive: true });
    symlinkSync(outside.path, join(swapped.root, "src"));
    expect(await readIn(swapped, ".", { open_symbol: "only" })).toMatchObject({
      status: "error",
      error: { code: "PATH_OUTSIDE_ROOTS" },
    });
  });
});

it("a file that is prepared for a call is given up with it", async () => {
  await using place = new TestPlace({ ".gitignore": "a.ts\n", "a.ts": "export const a = 1;\n" });
  const inner = createInlinePreparer(1_000_000);
  const abort = new AbortController();
  const aborted: (boolean | undefined)[] = [];
  const preparer: FilePreparer = {
    prepare: (root, tasks, signal) => {
      if (tasks.some(({ path }) => path === "a.ts")) {
        abort.abort();
        aborted.push(signal?.aborted);
      }
      return inner.prepare(root, tasks, signal);
    },
    [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
  };
  await place.engine().index();
  await place
    .engine({ preparer })
    .call("read_file", { path: join(place.tree.root, "a.ts"), open_symbol: "a" }, { signal: abort.signal });
  expect(aborted).toEqual([true]);
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
