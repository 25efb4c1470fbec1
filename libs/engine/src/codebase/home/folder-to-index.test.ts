import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { TestPlace } from "../../testing/engine.ts";
import { withRoot } from "../../testing/with-root.ts";
import { failingPreparer } from "../../testing/fakes/fake-preparers.ts";
import { createInlinePreparer } from "../../prepare/preparer.ts";
import { git } from "../../testing/trees/git.ts";
import { temporaryFolder, writeFile } from "../../testing/trees/tree.ts";
import { folderToIndex } from "./folder-to-index.ts";
import { realPathOf } from "../../disk/real-path.ts";

function newFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return realPathOf(folder.path);
}

const toCreate = (root: string, confinedTo?: readonly string[]): string | null =>
  folderToIndex({ root }, { confinedTo });

/** A repository with a file in a folder. */
function newRepository(): { readonly root: string; readonly file: string } {
  const root = newFolder();
  git(root, "init", "--quiet");
  writeFile(join(root, "src/a.py"), "a = 1\n");
  return { root, file: join(root, "src/a.py") };
}

describe("what is to be indexed", () => {
  it("is the folder that was asked for, inside a repository too", () => {
    const { root, file } = newRepository();
    expect(toCreate(root)).toBe(root);
    expect(toCreate(dirname(file))).toBe(dirname(file));
  });

  it("is the repository of a file, or its folder where there is none", () => {
    const { root, file } = newRepository();
    expect(toCreate(file)).toBe(root);
    const alone = newFolder();
    writeFile(join(alone, "b/c.py"), "c = 1\n");
    expect(toCreate(join(alone, "b/c.py"))).toBe(join(alone, "b"));
  });

  it("lies in the folders that the call is confined to", () => {
    const { file } = newRepository();
    expect(toCreate(file, [dirname(file)])).toBe(dirname(file));
    expect(toCreate(file, [newFolder()])).toBeNull();
  });

  it.each([
    ["the file system's root", "/"],
    ["the home folder", realPathOf(homedir())],
    ["what is not there", "/no/such/folder"],
    ["devices", "/dev"],
    ["what the kernel shows of itself", "/proc/self"],
  ])("is nothing for %s", (_, path) => expect(toCreate(path)).toBeNull());
});

describe("an answer about what is not indexed", () => {
  const newPlace = (): TestPlace => {
    const place = new TestPlace({ "a.py": "a = 1\n", "web/b.py": "b = 1\n" });
    onTestFinished(() => place[Symbol.asyncDispose]());
    return place;
  };

  it("hints at nothing where create would refuse", async () => {
    const engine = newPlace().engine();
    for (const [tool, args] of [
      ["search_codebase", { query: "a" }],
      ["manage_index", { action: "status" }],
      ["manage_index", { action: "sync" }],
    ] as const) {
      expect(await engine.call(tool, { path: "/", ...args })).toMatchObject({
        status: "not_indexed",
        message: expect.stringContaining("cannot be indexed"),
      });
      expect(await engine.call(tool, { path: "/", ...args })).not.toHaveProperty("hints");
    }
    expect(
      await engine.call("manage_index", { action: "clear", path: "/no/such/folder" }),
    ).not.toHaveProperty("hints");
  });

  it("hints at a file's project, wherever the session's root lies", async () => {
    const place = newPlace();
    git(join(place.tree.root, "web"), "init", "--quiet");
    const hints = {
      create: { tool: "manage_index", args: { action: "create", path: join(place.tree.root, "web") } },
    };
    for (const [tool, args] of [
      ["read_file", { open_symbol: "b" }],
      ["search_codebase", { query: "b" }],
    ] as const) {
      const answer = await place.engine().call(tool, { path: join(place.tree.root, "web/b.py"), ...args });
      expect(answer).toMatchObject({ status: "not_indexed", hints });
    }
  });

  it("hints at the folder above whose first run failed, but not out of a repository", async () => {
    const place = newPlace();
    const engine = place.engine({
      preparer: Object.assign(failingPreparer(createInlinePreparer(1_000), new Error("no")), {
        remainingFiles: 0,
      }),
    });
    await engine.call("manage_index", { action: "create" });
    await engine.engine.waitForRun(place.tree.root, "/");
    const answer = await engine.call("search_codebase", { path: join(place.tree.root, "web"), query: "b" });
    expect(answer).toMatchObject({
      status: "not_indexed",
      hints: { create: { args: { action: "create", path: place.tree.root } } },
    });
    const own = join(place.tree.root, "web", "own");
    mkdirSync(join(own, ".git"), { recursive: true });
    expect(withRoot(await engine.call("search_codebase", { path: own, query: "b" }))).toMatchObject({
      status: "not_indexed",
      effectiveRoot: own,
      hints: { create: { args: { action: "create", path: own } } },
    });
  });
});
