import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { ReadFileInput, ReadFileOutput, SymbolCandidate } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCodebase, indexedTree, openTree } from "../testing/codebase.ts";
import { refusingPreparer } from "../testing/fakes/fake-preparers.ts";
import { TestPlace } from "../testing/engine.ts";
import { type FilePreparer, createInlinePreparer } from "../prepare/preparer.ts";
import { temporaryFolder, writeFile, writeTree } from "../testing/trees/tree.ts";
import { TREE, labelsOf, readIn } from "./testing/files-to-read.ts";

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
});
afterAll(() => codebase[Symbol.asyncDispose]());

const read = (path: string, args: Partial<ReadFileInput> = {}): Promise<ReadFileOutput> =>
  readIn(codebase, path, args);

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
    symbol: { symbolLabel: "load", kind: "function", span: { startLine: 1, endLine: 3 } },
  };

  it("of a file, by name, label or id", async () => {
    const answer = await read("src/other.ts", { open_symbol: "load" });
    expect(answer).toMatchObject(load);
    expect(answer).not.toHaveProperty("open_symbol");
    expect(answer).not.toHaveProperty("symbol.file");
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
    expect(labelsOf(await read("src/store.ts", { open_symbol: "Store", mode: "annotated" }))).toEqual([
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
      `\n//- a.py\n${Array.from({ length: 120 }, (_, at) => `class C${at}:\n    def run(self): ...\n`).join("")}`,
    );
    const answer = await readIn(many, ".", { open_symbol: "run" });
    expect(answer).toMatchObject({
      status: "ambiguous",
      warnings: ["OUTPUT_TRUNCATED"],
      message:
        "120 symbols are called run, of which 100 are listed. Open one by its symbolId, or pass a " +
        "file or folder that contains it.",
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
        "No symbol of a/x.ts is called parseAdress. Similar: parseAddress (a/x.ts:1). To select it, " +
        "pass its symbolId as open_symbol, with its file as path.",
    });
    for (const place of ["b/y.ts", "b"]) {
      const answer = await readIn(one, place, { open_symbol: "parseAddress", mode: "annotated" });
      expect(answer).toMatchObject(near);
      const { readFile } = answer.status === "not_found" ? (answer.hints ?? {}) : {};
      expect(await one.call("read_file", readFile?.args ?? {}), place).toMatchObject({
        status: "ok",
        outlineStatus: "ok",
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
          "is called Flask.route. It is inherited: Scaffold.route (src/base.py:2). To select it, pass its " +
            "symbolId as open_symbol,",
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
      message: expect.stringMatching(
        / To select one, pass its symbolId as open_symbol, with its file as path\.$/,
      ),
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
        message: expect.stringMatching(/is called only\. The index may lack recent changes: /),
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
    prepare: (tasks, signal) => {
      if (tasks.some(({ path }) => path === "a.ts")) {
        abort.abort();
        aborted.push(signal?.aborted);
      }
      return inner.prepare(tasks, signal);
    },
    [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
  };
  await place.engine().index();
  await place
    .engine({ preparer })
    .call("read_file", { path: join(place.tree.root, "a.ts"), open_symbol: "a" }, { signal: abort.signal });
  expect(aborted).toEqual([true]);
});
