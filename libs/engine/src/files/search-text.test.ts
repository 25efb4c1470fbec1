import { join } from "node:path";
import { ARGUMENT_DEFAULTS, type SearchTextOk } from "@satori/contracts";
import { describe, expect, it, test } from "vitest";
import { indexedTree, openTree } from "../testing/codebase.ts";
import { temporaryFolder, writeFile } from "../testing/trees/tree.ts";

const TREE = `
  //- .gitignore
  out/
  //- src/app.ts
  const needle = 1;
  // Needle needle
  //- src/deep/app.go
  var needle = 1
  //- docs/guide.md
  The needle.
  //- docs/a[1].md
  needle
  //- out/made.ts
  needle
`;

const linesOf = (answer: unknown): string[] =>
  (answer as SearchTextOk).matches.map(({ path, line, column }) => `${path}:${line}:${column}`);

test("lines that have a text, in any case, by path and line, without an index", async () => {
  await using place = openTree(TREE);
  const answer = await place.call("search_text", { query: "needle", path: place.root });
  expect(linesOf(answer)).toEqual([
    "docs/a[1].md:1:1",
    "docs/guide.md:1:5",
    "src/app.ts:1:7",
    "src/app.ts:2:4",
    "src/deep/app.go:1:5",
  ]);
  expect(answer).toMatchObject({
    status: "ok",
    path: place.root,
    scope: {},
    total: 5,
    truncated: false,
  });
  for (const argument of Object.keys(ARGUMENT_DEFAULTS.search_text))
    expect(answer).not.toHaveProperty(argument);
  expect(answer).not.toHaveProperty("effectiveRoot");
  expect((answer as SearchTextOk).matches[0]).toEqual({
    path: "docs/a[1].md",
    line: 1,
    column: 1,
    text: "needle",
  });
});

test("lines around a match, where they are asked for", async () => {
  await using place = openTree(TREE);
  const answer = await place.call("search_text", {
    query: "Needle",
    case_sensitive: true,
    context_lines: 1,
    path: place.root,
  });
  expect((answer as SearchTextOk).matches).toEqual([
    {
      path: "src/app.ts",
      line: 2,
      column: 4,
      text: "// Needle needle",
      before: ["const needle = 1;"],
      after: [],
    },
  ]);
});

describe("paths are", () => {
  it.each([
    ["folders", ["src"], ["src/app.ts:1:7", "src/app.ts:2:4", "src/deep/app.go:1:5"]],
    ["files", ["docs/guide.md", "src/deep/app.go"], ["docs/guide.md:1:5", "src/deep/app.go:1:5"]],
    ["patterns", ["*.go", "docs/*.md"], ["docs/a[1].md:1:1", "docs/guide.md:1:5", "src/deep/app.go:1:5"]],
    ["both at once", ["docs/guide.md", "*.go"], ["docs/guide.md:1:5", "src/deep/app.go:1:5"]],
  ])("%s", async (_, paths, wanted) => {
    await using place = openTree(TREE);
    expect(linesOf(await place.call("search_text", { query: "needle", path: place.root, paths }))).toEqual(
      wanted,
    );
  });

  it("relative to the folder", async () => {
    await using place = await indexedTree(TREE);
    const ask = async (paths: string[]): Promise<string[]> =>
      linesOf(await place.call("search_text", { query: "needle", path: join(place.root, "src"), paths }));
    expect(await ask(["deep"])).toEqual(["src/deep/app.go:1:5"]);
    expect(await ask(["*.ts"])).toEqual(["src/app.ts:1:7", "src/app.ts:2:4"]);
    expect(await ask(["deep/*"])).toEqual(["src/deep/app.go:1:5"]);
    expect(await ask(["./*.ts"])).toEqual(["src/app.ts:1:7", "src/app.ts:2:4"]);
    expect(await ask(["{deep,nothing}/*.{go,py}"])).toEqual(["src/deep/app.go:1:5"]);
  });

  it("found by the names that answers give them, whichever way the disk spells those", async () => {
    await using place = openTree(TREE);
    writeFile(join(place.root, "re\u0301sume\u0301/cafe\u0301.py"), "needle\n");
    const named = "r\u00e9sum\u00e9/caf\u00e9.py";
    for (const paths of [
      [named],
      ["r\u00e9sum\u00e9"],
      [named, "*.none"],
      ["re\u0301sume\u0301/cafe\u0301.py"],
    ]) {
      expect(
        linesOf(await place.call("search_text", { query: "needle", path: place.root, paths })),
        JSON.stringify(paths),
      ).toEqual([`${named}:1:1`]);
    }
  });

  it("taken in place of include_globs, but not of the other filters", async () => {
    await using place = openTree(TREE);
    const answer = await place.call("search_text", {
      query: "needle",
      path: place.root,
      paths: ["src", "docs"],
      include_globs: ["*.md"],
      languages: ["go"],
      exclude_globs: ["docs/"],
    });
    expect(linesOf(answer)).toEqual(["src/deep/app.go:1:5"]);
    expect(answer).toMatchObject({ scope: { exclude_globs: ["docs/"], languages: ["go"] } });
  });
});

test("an answer says what was not searched, and why", async () => {
  await using place = openTree(TREE, { config: { maxFileBytes: 20 } });
  const whole = await place.call("search_text", { query: "needle", path: place.root });
  expect(whole).toMatchObject({
    status: "ok",
    total: 3,
    truncated: false,
    warnings: ["FILES_SKIPPED"],
    message: expect.stringContaining("Not searched: 1 larger than SATORI_MAX_FILE_BYTES (src/app.ts)."),
  });
  const ignored = await place.call("search_text", {
    query: "needle",
    path: place.root,
    paths: ["out/made.ts"],
  });
  expect(ignored).toMatchObject({
    status: "ok",
    total: 0,
    message: expect.stringContaining("Not searched: 1 ignored (out/made.ts)."),
  });
  expect(ignored).not.toHaveProperty("warnings");
});

describe("refused is", () => {
  it.each([
    ["a path that does not exist", { paths: ["nowhere"] }, "PATH_NOT_FOUND"],
    ["a path that leaves the root", { paths: ["../.."] }, "PATH_OUTSIDE_ROOTS"],
    ["a pattern that is none", { paths: ["a["] }, "INVALID_ARGUMENTS"],
    ["braces upon braces, none of which is closed", { paths: ["{,".repeat(2_000)] }, "PATH_NOT_FOUND"],
    ["an expression that is none", { query: "a(", regex: true }, "INVALID_ARGUMENTS"],
    ["a text of two lines", { query: "a\nb" }, "INVALID_ARGUMENTS"],
  ])("%s", async (_, args, code) => {
    await using place = openTree(TREE);
    expect(await place.call("search_text", { query: "needle", path: place.root, ...args })).toMatchObject({
      status: "error",
      error: { code },
    });
  });

  it("a path that a shell would have to resolve, with the name that it was taken for", async () => {
    await using place = openTree(TREE);
    expect(
      await place.call("search_text", { query: "needle", path: place.root, paths: ["~/src"] }),
    ).toMatchObject({
      error: {
        message:
          `${join(place.root, "~/src")} does not exist: ~ is not expanded, but taken literally as a ` +
          "folder name",
      },
    });
  });

  it("a folder under no root", async () => {
    await using place = openTree(TREE);
    expect(await place.call("search_text", { query: "needle", path: temporaryFolder().path })).toMatchObject({
      error: { code: "PATH_OUTSIDE_ROOTS" },
    });
  });
});

test("a search that comes to its deadline answers with what it has found, and says what was not searched", async () => {
  const deadlinesMs = {
    SATORI_ANSWER_DEADLINE_MS: 1,
    SATORI_SEARCH_DEADLINE_MS: 1,
    SATORI_CALL_GRAPH_DEADLINE_MS: 1,
    SATORI_REVIEW_DEADLINE_MS: 1,
    SATORI_TEXT_SEARCH_DEADLINE_MS: 1,
  };
  await using place = openTree(TREE, { config: { deadlinesMs } });
  const answer = await place.call("search_text", { query: "needle", path: place.root });
  // No search is that fast: a process has to start.
  expect(answer).toMatchObject({ status: "ok", truncated: true, warnings: ["DEADLINE_REACHED"] });
  expect((answer as SearchTextOk).message).toMatch(
    /^The search ended at the deadline of 1 ms \(SATORI_TEXT_SEARCH_DEADLINE_MS\)\. By then \d files? had matches; /,
  );
});
