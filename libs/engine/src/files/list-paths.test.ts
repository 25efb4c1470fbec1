import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ListPathsOk, rootOf } from "@satori/contracts";
import { describe, expect, it, test } from "vitest";
import { indexedTree, openTree } from "../testing/codebase.ts";
import { TestPlace } from "../testing/engine.ts";
import { itAsOrdinaryUser } from "../testing/trees/ordinary-user.ts";
import { closedFolder, temporaryFolder, writeFile, writeTree } from "../testing/trees/tree.ts";

const TREE = `
  //- .gitignore
  /out/
  *.log
  //- src/app.ts
  export const a = 1;
  //- src/app.test.ts
  export const b = 1;
  //- src/deep/.gitignore
  secret.txt
  //- src/deep/secret.txt
  x
  //- src/deep/run.go
  package deep
  //- out/made.js
  x
  //- run.log
  x
  //- node_modules/a/index.js
  x
  //- Zoo.md
  # Zoo
`;

const pathsOf = (answer: unknown): string[] => (answer as ListPathsOk).items.map(({ path }) => path);

test("files that the ignore rules keep, by path, without an index", async () => {
  await using place = openTree(TREE);
  const answer = await place.call("list_paths", { path: place.root });
  expect(answer).toMatchObject({
    status: "ok",
    path: place.root,
    scope: {},
    total: 6,
    truncated: false,
  });
  expect(answer).not.toHaveProperty("effectiveRoot");
  expect(answer).not.toHaveProperty("max_results");
  expect(pathsOf(answer)).toEqual([
    ".gitignore",
    "Zoo.md",
    "src/app.test.ts",
    "src/app.ts",
    "src/deep/.gitignore",
    "src/deep/run.go",
  ]);
  expect((answer as ListPathsOk).items[5]).toEqual({
    path: "src/deep/run.go",
    language: "go",
    sizeBytes: 13,
  });
});

test.runIf(process.platform === "linux")(
  "names that no index can have are told, but those that are ignored",
  async () => {
    await using place = openTree(TREE);
    const bytes = (name: string): Buffer =>
      Buffer.concat([Buffer.from(`${place.root}/`), Buffer.from(name, "latin1")]);
    for (const name of ["src/caf\u00e9.ts", "caf\u00e9.log"]) writeFileSync(bytes(name), "x\n");
    expect(await place.call("list_paths", { path: place.root })).toMatchObject({
      total: 6,
      warnings: ["FILES_SKIPPED"],
      message:
        'Not listed: 1 with an invalid name (src/caf�.ts). "satori why PATH" explains why a path is ' +
        "excluded.",
    });
    expect(await place.call("list_paths", { path: join(place.root, "src/deep") })).not.toHaveProperty(
      "warnings",
    );
  },
);

describe("a part of them", () => {
  it("of a folder, relative to the root that covers it", async () => {
    await using place = await indexedTree(TREE);
    const answer = await place.call("list_paths", { path: join(place.root, "src/deep") });
    expect(answer).toMatchObject({ path: join(place.root, "src/deep"), effectiveRoot: place.root });
    expect(pathsOf(answer)).toEqual(["src/deep/.gitignore", "src/deep/run.go"]);
  });

  it("by patterns and languages, which the answer tells", async () => {
    await using place = openTree(TREE);
    const answer = await place.call("list_paths", {
      path: place.root,
      include_globs: ["src/"],
      exclude_globs: ["*.test.ts"],
      languages: ["ts"],
    });
    expect(pathsOf(answer)).toEqual(["src/app.ts"]);
    expect(answer).toMatchObject({
      scope: { include_globs: ["src/"], exclude_globs: ["*.test.ts"], languages: ["tsx", "typescript"] },
    });
  });

  it("as many as are asked for, and how many there are", async () => {
    await using place = openTree(TREE);
    const answer = await place.call("list_paths", { path: place.root, max_results: 2 });
    expect(answer).toMatchObject({ total: 6, truncated: true, warnings: ["OUTPUT_TRUNCATED"] });
    expect(pathsOf(answer)).toEqual([".gitignore", "Zoo.md"]);
  });

  it("none of what the rules leave out, and says so", async () => {
    await using place = openTree(TREE);
    expect(await place.call("list_paths", { path: join(place.root, "out") })).toMatchObject({
      status: "ok",
      total: 0,
      message: expect.stringContaining("excluded by the ignore rules"),
    });
  });
});

test("ignore files of the session's root count in a folder below it", async () => {
  await using place = new TestPlace();
  writeTree(place.tree.root, TREE);
  writeFile(join(place.tree.root, "src/noise.log"), "x");
  const { call } = place.engine();
  const path = join(place.tree.root, "src");
  const [alone, inSession] = [
    await call("list_paths", { path }, { roots: [path] }),
    await call("list_paths", { path }, { sessionRoot: place.tree.root }),
  ];
  expect(alone).toMatchObject({ path });
  expect(rootOf(alone)).toBe(path);
  expect(pathsOf(alone)).toContain("noise.log");
  expect(inSession).toMatchObject({ effectiveRoot: place.tree.root });
  expect(pathsOf(inSession)).toEqual([
    "src/app.test.ts",
    "src/app.ts",
    "src/deep/.gitignore",
    "src/deep/run.go",
  ]);
});

describe("without a path", () => {
  it("it is about the session's root, else about the only codebase, else nobody knows", async () => {
    await using place = new TestPlace();
    writeTree(place.tree.root, TREE);
    const { call, index } = place.engine();
    const ask = (options: object) => call("list_paths", { path: undefined }, options);
    expect(await ask({})).toMatchObject({
      error: {
        code: "INVALID_ARGUMENTS",
        details: [{ path: "path", message: expect.stringContaining("nothing is indexed") }],
      },
    });
    await index();
    expect(await ask({})).toMatchObject({ status: "ok", path: place.tree.root });
    expect(await ask({ sessionRoot: join(place.tree.root, "src") })).toMatchObject({
      status: "ok",
      path: join(place.tree.root, "src"),
      effectiveRoot: place.tree.root,
    });
  });
});

test("the codebase's own patterns count", async () => {
  await using place = openTree(TREE);
  await place.call("manage_index", {
    action: "create",
    path: place.root,
    ignorePatterns: ["*.md"],
    customExtensions: [],
  });
  await place.engine.waitForRun(place.root, "/");
  expect(pathsOf(await place.call("list_paths", { path: place.root }))).not.toContain("Zoo.md");
});

test("links are not followed", async () => {
  await using place = openTree(TREE);
  const { path: elsewhere } = temporaryFolder();
  writeFile(join(elsewhere, "other.ts"), "x");
  symlinkSync(elsewhere, join(place.root, "link"));
  symlinkSync(place.root, join(place.root, "src/loop"));
  expect((await place.call("list_paths", { path: place.root })) as ListPathsOk).toMatchObject({ total: 6 });
});

itAsOrdinaryUser("a folder that cannot be listed is told of", async () => {
  await using place = openTree(TREE);
  using _closed = closedFolder(join(place.root, "closed"));
  expect(await place.call("list_paths", { path: place.root })).toMatchObject({
    status: "ok",
    warnings: ["PARTIAL_SCAN"],
    total: 6,
  });
});

describe("refused is", () => {
  it("a folder under no root", async () => {
    await using place = openTree(TREE);
    expect(await place.call("list_paths", { path: temporaryFolder().path })).toMatchObject({
      status: "error",
      error: { code: "PATH_OUTSIDE_ROOTS" },
    });
  });
  it("a file", async () => {
    await using place = openTree(TREE);
    expect(await place.call("list_paths", { path: join(place.root, "Zoo.md") })).toMatchObject({
      error: { code: "PATH_NOT_A_DIRECTORY" },
    });
  });
  it("what does not exist", async () => {
    await using place = openTree(TREE);
    expect(await place.call("list_paths", { path: join(place.root, "nowhere") })).toMatchObject({
      error: { code: "PATH_NOT_FOUND" },
    });
  });
  it("a pattern that is none, without a look at the disk", async () => {
    await using place = openTree(TREE);
    expect(await place.call("list_paths", { path: "/nowhere", include_globs: ["a["] })).toMatchObject({
      error: { code: "INVALID_ARGUMENTS", details: [{ path: "include_globs[0]" }] },
    });
  });
});
