/** Which paths `read_file` shows, and how it rejects others. */
import { existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ReadFileInput, ReadFileOutput } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { indexFolder } from "../codebase/home/home.ts";
import { type TestCodebase, indexedTree, openTree } from "../testing/codebase.ts";
import { TestPlace } from "../testing/engine.ts";
import { temporaryFolder, writeTree } from "../testing/trees/tree.ts";
import { TREE, readIn } from "./testing/files-to-read.ts";

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
});
afterAll(() => codebase[Symbol.asyncDispose]());

const read = (path: string, args: Partial<ReadFileInput> = {}): Promise<ReadFileOutput> =>
  readIn(codebase, path, args);

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
          message: expect.stringContaining(`does not exist; similar: ${near[0]}`),
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
          `${join(place.root, "src/moved.py")} does not exist; similar: ` +
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
          message: `${join(baseFolder, "src/pay.ts")} does not exist; similar: ${pay}`,
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
          `${join(codebase.root, "~/notes.md")} does not exist: ~ is not expanded, but taken ` +
          "literally as a folder name",
      },
    });
    expect(await read(`file://${codebase.root}/src/none.ts`)).toMatchObject({
      error: {
        code: "PATH_NOT_FOUND",
        message: expect.stringContaining(" does not exist: file: is not expanded, but taken"),
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
