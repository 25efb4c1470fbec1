import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { DirEntry } from "@satori/contracts";
import { describe, expect, it, test } from "vitest";
import { itAsOrdinaryUser } from "../testing/trees/ordinary-user.ts";
import { closedFolder, writeFile } from "../testing/trees/tree.ts";
import { type Answered, openWorkspace } from "../testing/workspace.ts";

const TREE = `
  //- docs/guide.md
  # Guide
  //- docs/.hidden.md
  x
  //- docs/both/a.md
  a
  //- code/.gitignore
  /out/
  *.log
  //- code/.github/workflows/ci.yml
  on: push
  //- code/src/deep/app.ts
  export const app = 1;
  //- code/src/run.log
  x
  //- code/src/main.ts
  export const main = 1;
  //- code/out/made.js
  x
  //- code/node_modules/p/index.js
  x
  //- code/both/b.ts
  export {};
  //- code/src.md
  # Source
`;

/** Entries as `repo:path`; folders end with a slash. */
const listed = ({ result }: Answered): string[] =>
  result.entries.map(({ repo, path, kind }: DirEntry) => `${repo}:${path}${kind === "dir" ? "/" : ""}`);

describe("without a path", () => {
  it("both roots are listed, docs first, without dotfiles and what is ignored", async () => {
    await using workspace = openWorkspace(TREE);
    const answer = await workspace.ask("list_dir", {});
    expect(listed(answer)).toEqual(["docs:both/", "docs:guide.md", "code:both/", "code:src/", "code:src.md"]);
    expect(answer).toMatchObject({ result: { total: 5 }, meta: { repo: null, truncated: false } });
    expect(answer.result.entries[0]).toEqual({ repo: "docs", path: "both", kind: "dir" });
    expect(answer.result.entries[1]).toEqual({ repo: "docs", path: "guide.md", kind: "file", size: 8 });
    expect(listed(await workspace.ask("list_dir", { path: "." }))).toEqual(listed(answer));
  });

  it("and with a repo, that root alone", async () => {
    await using workspace = openWorkspace(TREE);
    const answer = await workspace.ask("list_dir", { repo: "code" });
    expect([listed(answer), answer.meta.repo]).toEqual([["code:both/", "code:src/", "code:src.md"], "code"]);
  });
});

describe("a folder", () => {
  it("is listed level by level, by path", async () => {
    await using workspace = openWorkspace(TREE);
    expect(listed(await workspace.ask("list_dir", { path: "src" }))).toEqual([
      "code:src/deep/",
      "code:src/main.ts",
    ]);
    const answer = await workspace.ask("list_dir", { path: "src/", depth: 2 });
    expect([listed(answer), answer.meta.repo]).toEqual([
      ["code:src/deep/", "code:src/deep/app.ts", "code:src/main.ts"],
      "code",
    ]);
    expect(listed(await workspace.ask("list_dir", { repo: "code", depth: 3 }))).toEqual([
      "code:both/",
      "code:both/b.ts",
      "code:src/",
      "code:src.md",
      "code:src/deep/",
      "code:src/deep/app.ts",
      "code:src/main.ts",
    ]);
  });

  it("can be given as an absolute path, and as one whose name begins with a dot", async () => {
    await using workspace = openWorkspace(TREE);
    expect(listed(await workspace.ask("list_dir", { path: join(workspace.code, "src/deep") }))).toEqual([
      "code:src/deep/app.ts",
    ]);
    expect(listed(await workspace.ask("list_dir", { path: ".github", depth: 2 }))).toEqual([
      "code:.github/workflows/",
      "code:.github/workflows/ci.yml",
    ]);
  });

  it("that both have needs a repo", async () => {
    await using workspace = openWorkspace(TREE);
    expect(await workspace.refuse("list_dir", { path: "both" })).toMatchObject({
      code: "AMBIGUOUS_PATH",
      details: {
        candidates: [
          { repo: "docs", path: "both" },
          { repo: "code", path: "both" },
        ],
      },
    });
    expect(listed(await workspace.ask("list_dir", { path: "both", repo: "code" }))).toEqual([
      "code:both/b.ts",
    ]);
  });

  it("that the rules leave out is empty, and the answer says why", async () => {
    await using workspace = openWorkspace(TREE);
    expect(await workspace.ask("list_dir", { path: "out" })).toMatchObject({
      result: { entries: [], total: 0, notes: ["The ignore rules exclude out."] },
    });
  });

  it("that is a file, or none, is refused", async () => {
    await using workspace = openWorkspace(TREE);
    expect(await workspace.refuse("list_dir", { path: "guide.md" })).toEqual({
      code: "PATH_NOT_A_DIRECTORY",
      message: "guide.md is a file; use workspace_read",
      details: { path: "guide.md" },
    });
    expect(await workspace.refuse("list_dir", { path: "nothing" })).toMatchObject({ code: "PATH_NOT_FOUND" });
    expect(await workspace.refuse("list_dir", { path: "../outside" })).toMatchObject({
      code: "PATH_OUTSIDE_ROOTS",
    });
  });
});

test("as many entries as are asked for, and how many there are", async () => {
  await using workspace = openWorkspace(TREE);
  const answer = await workspace.ask("list_dir", { max_results: 2 });
  expect([listed(answer), answer.result.total, answer.meta.truncated]).toEqual([
    ["docs:both/", "docs:guide.md"],
    5,
    true,
  ]);
});

test("links are left out, and not followed", async () => {
  await using workspace = openWorkspace(TREE);
  symlinkSync(workspace.folder, join(workspace.code, "up"));
  expect(listed(await workspace.ask("list_dir", { repo: "code" }))).not.toContain("code:up/");
  expect(await workspace.refuse("list_dir", { path: "up" })).toMatchObject({ code: "PATH_OUTSIDE_ROOTS" });
});

describe("roots that share folders", () => {
  it("docs inside code are listed once, as docs, unless code is asked for", async () => {
    await using workspace = openWorkspace("//- all/docs/guide.md\nx\n//- all/src/app.ts\nx\n", {
      roots: { docs: "all/docs", code: "all" },
    });
    expect(listed(await workspace.ask("list_dir", { depth: 2 }))).toEqual([
      "docs:guide.md",
      "code:src/",
      "code:src/app.ts",
    ]);
    expect(listed(await workspace.ask("list_dir", { depth: 2, repo: "code" }))).toEqual([
      "code:docs/",
      "code:docs/guide.md",
      "code:src/",
      "code:src/app.ts",
    ]);
  });

  it("the same folder is docs, unless code is asked for", async () => {
    await using workspace = openWorkspace("//- all/a.md\nx\n", { roots: { docs: "all", code: "all" } });
    const answer = await workspace.ask("list_dir", {});
    expect([listed(answer), answer.meta.repo]).toEqual([["docs:a.md"], "docs"]);
    expect(listed(await workspace.ask("list_dir", { repo: "code" }))).toEqual(["code:a.md"]);
  });
});

test("patterns that a root is indexed with count, and those of its .satoriignore", async () => {
  await using workspace = openWorkspace(TREE);
  await workspace.index(workspace.docs, { ignorePatterns: ["guide.md"] });
  writeFile(join(workspace.code, ".satoriignore"), "both/\n");
  expect(listed(await workspace.ask("list_dir", {}))).toEqual(["docs:both/", "code:src/", "code:src.md"]);
});

itAsOrdinaryUser("a folder that cannot be read is told of", async () => {
  await using workspace = openWorkspace(TREE);
  using _closed = closedFolder(join(workspace.code, "closed"));
  const { result } = await workspace.ask("list_dir", { repo: "code", depth: 2 });
  expect(result.notes).toEqual(["Some folders of code cannot be read."]);
});

test("roots that are not named, or gone, are told of", async () => {
  await using workspace = openWorkspace(TREE, { roots: { docs: "docs", code: "gone" } });
  rmSync(workspace.code, { recursive: true });
  expect(await workspace.refuse("list_dir", {})).toMatchObject({
    code: "CONFIG_INVALID",
    message: expect.stringMatching(/CODE_ROOT is \S+gone, which does not exist/),
  });
});
