/** Which file `read_file` reads if it is given `file`, alone or with `path`. */
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ReadFileOutput } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallContext } from "../engine-context.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";

const place = new TestPlace({
  "app/src/store.ts": "export class Store {\n  open(): void {}\n}\n",
  "app/src/other.ts": "export class Store {\n  close(): void {}\n}\n",
  "app/nested/inner.ts": "export const inner = 1;\n",
  "plain/src/store.ts": "export const plain = 1;\n",
  "hidden/secret.ts": "export const secret = 1;\n",
  "app/latin.ts": new Uint8Array([0x2f, 0x2f, 0x20, 0xe9, 0x0a]),
  "app/image.png": new Uint8Array([0x89, 0x50, 0, 0, 0, 0]),
});
const at = (...names: string[]): string => join(place.tree.root, ...names);
let engine: TestEngine;

beforeAll(async () => {
  symlinkSync(at("hidden", "secret.ts"), at("app", "out.ts"));
  symlinkSync(at("app", "src"), at("app", "alias"));
  symlinkSync(at("app"), at("way-in"));
  engine = place.engine();
  for (const folder of ["app/nested", "app"]) {
    await engine.call("manage_index", { action: "create", path: at(folder) });
    await engine.engine.waitForRun(at(folder), at());
  }
});
afterAll(() => place[Symbol.asyncDispose]());

/** A call that may read `app` and `plain`. */
function read(args: object, options: Partial<CallContext> = {}): Promise<ReadFileOutput> {
  return engine.call("read_file", { path: undefined, ...args }, { roots: [at("plain")], ...options });
}

const STORE = { status: "ok", path: at("app"), file: "src/store.ts" };

describe("file", () => {
  it("with a folder is the file of its codebase, however it is written", async () => {
    for (const args of [
      { path: at("app"), file: "src/store.ts" },
      { path: at("app"), file: "./src/../src/store.ts" },
      { path: at("app"), file: at("app", "src/store.ts") },
      { path: "app", file: "src/store.ts" },
    ])
      expect(await read(args)).toMatchObject({ ...STORE, content: expect.stringContaining("open()") });
  });

  it("is relative to the codebase's root, not to a folder inside it", async () => {
    expect(await read({ path: at("app/src"), file: "src/store.ts" })).toMatchObject({
      ...STORE,
      path: at("app/src"),
      effectiveRoot: at("app"),
    });
    expect(await read({ path: at("app/src"), file: "store.ts" })).toMatchObject({
      error: {
        code: "PATH_NOT_FOUND",
        message: expect.stringContaining(`similar: ${at("app/src/store.ts")}`),
      },
    });
  });

  it("alone is a file of the session's root", async () =>
    expect(await read({ file: "src/store.ts" }, { sessionRoot: at("app") })).toMatchObject(STORE));

  it("of a folder without an index is relative to that folder", async () =>
    expect(await read({ path: at("plain"), file: "src/store.ts" })).toMatchObject({
      status: "ok",
      path: at("plain"),
      file: "src/store.ts",
      content: "export const plain = 1;\n",
    }));

  it("through a link to the codebase is the same file", async () =>
    expect(await read({ path: at("way-in"), file: at("way-in", "src/store.ts") })).toMatchObject({
      ...STORE,
      path: at("way-in"),
      effectiveRoot: at("app"),
    }));

  it("belongs to the codebase of `path`, even if another one is nested in it", async () => {
    expect(await read({ path: at("app"), file: "nested/inner.ts" })).toMatchObject({
      status: "ok",
      path: at("app"),
      file: "nested/inner.ts",
    });
    expect(await read({ path: at("app/nested/inner.ts") })).toMatchObject({
      effectiveRoot: at("app/nested"),
      file: "inner.ts",
    });
  });

  it("is decoded as with `path` alone", async () => {
    expect(await read({ path: at("app"), file: "latin.ts" })).toMatchObject({
      status: "ok",
      content: "// é\n",
    });
    expect(await read({ path: at("app"), file: "image.png" })).toMatchObject({
      error: { code: "FILE_NOT_TEXT" },
    });
  });
});

describe("with open_symbol", () => {
  it("the symbol of the file is shown, with a folder or with the session's root", async () => {
    for (const [args, options] of [
      [{ path: at("app"), file: "src/other.ts" }, {}],
      [{ file: "src/other.ts" }, { sessionRoot: at("app") }],
    ] as const)
      expect(await read({ ...args, open_symbol: "Store", mode: "annotated" }, options)).toMatchObject({
        status: "ok",
        path: at("app"),
        file: "src/other.ts",
        symbol: { symbolLabel: "Store" },
        content: expect.stringContaining("close()"),
      });
  });

  it("and no file, all files of the session's root are searched", async () => {
    expect(await read({ open_symbol: "Store" }, { sessionRoot: at("app") })).toMatchObject({
      status: "ambiguous",
      candidates: [{ file: "src/other.ts" }, { file: "src/store.ts" }],
    });
  });
});

describe("a long file", () => {
  it("continues with a call that names its path", async () => {
    writeFileSync(at("app/long.ts"), "x;\n".repeat(1_500));
    const answer = await read({ path: at("app"), file: "long.ts" });
    const args = { path: at("app/long.ts"), start_line: 1_001 };
    expect(answer).toMatchObject({ hints: { continue: { tool: "read_file", args } } });
    expect(await read(args)).toMatchObject({ status: "ok", startLine: 1_001, endLine: 1_500 });
  });
});

describe("is rejected", () => {
  it("with a path that is a file, naming both ways out", async () =>
    expect(await read({ path: at("app/src/store.ts"), file: "src/other.ts" })).toMatchObject({
      error: {
        code: "INVALID_ARGUMENTS",
        details: [
          {
            path: "path",
            message:
              `is a file, ${at("app/src/store.ts")}: pass the codebase's folder with \`file\`, ` +
              "or leave out one of the two",
          },
        ],
      },
    }));

  it.each([
    ["a way out", { file: "../hidden/secret.ts" }, `file ../hidden/secret.ts is outside ${at("app")}`],
    ["a way out and in again", { file: "../../../../../../etc/passwd" }, "is outside"],
    ["an absolute file elsewhere", { file: at("hidden/secret.ts") }, `is outside ${at("app")}`],
    ["a file of another root", { file: at("plain/src/store.ts") }, `is outside ${at("app")}`],
    ["a link that leads out", { file: "out.ts" }, `${at("app/out.ts")} is outside`],
    [
      "a folder that may not be read",
      { path: at("hidden"), file: "secret.ts" },
      `${at("hidden")} is outside`,
    ],
    ["a file that may not be read", { path: at("hidden/secret.ts"), file: "x" }, "secret.ts is outside"],
  ])("%s", async (_, args, message) =>
    expect(await read({ path: at("app"), ...args })).toMatchObject({
      status: "error",
      error: { code: "PATH_OUTSIDE_ROOTS", message: expect.stringContaining(message) },
    }),
  );

  it.each([
    ["a missing file", "src/gone.ts", "PATH_NOT_FOUND"],
    ["a file below a file", "src/store.ts/x", "PATH_NOT_FOUND"],
    ["a name with a NUL byte", "src/\0.ts", "PATH_NOT_FOUND"],
    ["a folder", "src", "PATH_NOT_A_FILE"],
    ["the root", ".", "PATH_NOT_A_FILE"],
    ["a name that no file system allows", "x".repeat(4_000), "PATH_NOT_FOUND"],
  ])("%s", async (_, file, code) =>
    expect(await read({ path: at("app"), file })).toMatchObject({ status: "error", error: { code } }),
  );

  it("with a folder that does not exist, by its name", async () =>
    expect(await read({ path: at("plain/gone"), file: "a.ts" })).toMatchObject({
      error: {
        code: "PATH_NOT_FOUND",
        message: expect.stringContaining(`${at("plain/gone")} does not exist`),
      },
    }));

  it("if a link has replaced its folder", async () => {
    mkdirSync(at("app/swap"));
    writeFileSync(at("app/swap/secret.ts"), "own\n");
    expect(await read({ path: at("app"), file: "swap/secret.ts" })).toMatchObject({ content: "own\n" });
    renameSync(at("app/swap"), at("app/before"));
    symlinkSync(at("hidden"), at("app/swap"));
    expect(await read({ path: at("app"), file: "swap/secret.ts" })).toMatchObject({
      error: { code: "PATH_OUTSIDE_ROOTS" },
    });
    for (const name of ["swap", "before"]) rmSync(at("app", name), { recursive: true });
  });

  it("outside the folders of a confined call, with no word about what is there", async () => {
    const confinedTo = [at("app")];
    const refused = { status: "error", error: { code: "PATH_OUTSIDE_ROOTS" } };
    for (const args of [
      { path: at("hidden"), file: "secret.ts" },
      { path: at("hidden"), file: "gone.ts" },
      { path: at("hidden/secret.ts"), file: "secret.ts" },
      { path: at("app"), file: "../hidden/secret.ts" },
      { path: at("app"), file: at("hidden/secret.ts") },
      { path: at("app"), file: "out.ts" },
      { file: "../hidden/gone.ts" },
    ])
      expect(await read(args, { confinedTo, sessionRoot: at("app") }), JSON.stringify(args)).toMatchObject(
        refused,
      );
  });
});
