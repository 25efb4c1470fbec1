import { join } from "node:path";
import type { WorkspaceMatch } from "@satori/contracts";
import { describe, expect, it, test } from "vitest";
import { writeFile } from "../testing/trees/tree.ts";
import { type Answered, openWorkspace } from "../testing/workspace.ts";

const TREE = `
  //- docs/guide.md
  Retry the queue.
  nothing
  retry again
  //- docs/sub/more.md
  retry
  //- code/.gitignore
  /out/
  //- code/src/app.ts
  const Retry = 1;
  //- code/src/app.test.ts
  retry();
  //- code/out/made.ts
  retry();
`;

/** Matches as `repo:path:line`. */
const found = ({ result }: Answered): string[] =>
  result.matches.map(({ repo, path, line }: WorkspaceMatch) => `${repo}:${path}:${line}`);

test("both roots are searched, docs first, then by path and line", async () => {
  await using workspace = openWorkspace(TREE);
  const answer = await workspace.ask("workspace_search", { query: "retry" });
  expect(found(answer)).toEqual([
    "docs:guide.md:1",
    "docs:guide.md:3",
    "docs:sub/more.md:1",
    "code:src/app.test.ts:1",
    "code:src/app.ts:1",
  ]);
  expect(answer).toMatchObject({ result: { total: 5 }, meta: { repo: null, truncated: false } });
  expect(answer.result.matches[4]).toEqual({
    repo: "code",
    path: "src/app.ts",
    line: 1,
    column: 7,
    text: "const Retry = 1;",
  });
});

test.each<[object, readonly RegExp[]]>([
  [
    { include_globs: ["SRC/"] },
    [/^docs: None of the 2 files/, /^code: None of .* `include_globs: \["src\/"\]` matches 2/],
  ],
  [
    { query: "retry|queue" },
    [/^It was searched as plain text; as a regular expression .* 5 matching lines\.$/],
  ],
  [{ query: "absent", include_globs: ["src/"] }, [/^docs: None of/, /^No match in 2 files\.$/]],
  [{ query: "absent[", include_globs: ["*.ts"] }, [/^docs: None of/, /^No match in 2 files\.$/]],
])("a search without matches says why: %j", async (args, expected) => {
  await using workspace = openWorkspace(TREE);
  const { result } = await workspace.ask("workspace_search", { query: "retry", ...args });
  expect(result.total).toBe(0);
  expect(result.notes).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});

describe("what narrows a search:", () => {
  it.each<[object, readonly string[]]>([
    [{ repo: "docs" }, ["docs:guide.md:1", "docs:guide.md:3", "docs:sub/more.md:1"]],
    [{ case_sensitive: true, query: "Retry" }, ["docs:guide.md:1", "code:src/app.ts:1"]],
    [{ include_globs: ["*.md"], exclude_globs: ["sub/"] }, ["docs:guide.md:1", "docs:guide.md:3"]],
    [{ include_globs: ["src/"] }, ["code:src/app.test.ts:1", "code:src/app.ts:1"]],
    [{ query: "^retry( again)?$", regex: true }, ["docs:guide.md:3", "docs:sub/more.md:1"]],
    [{ query: "re.ry" }, []],
  ])("%j", async (args, expected) => {
    await using workspace = openWorkspace(TREE);
    expect(found(await workspace.ask("workspace_search", { query: "retry", ...args }))).toEqual(expected);
  });

  it("patterns and expressions that are none are refused", async () => {
    await using workspace = openWorkspace(TREE);
    expect(await workspace.refuse("workspace_search", { query: "x", include_globs: ["../x"] })).toMatchObject(
      { code: "INVALID_ARGUMENTS", details: [{ path: "include_globs[0]" }] },
    );
    expect(await workspace.refuse("workspace_search", { query: "a(", regex: true })).toMatchObject({
      code: "INVALID_ARGUMENTS",
      message: expect.stringContaining("unclosed group"),
    });
    expect(await workspace.refuse("workspace_search", { query: "a\0" })).toMatchObject({
      code: "INVALID_ARGUMENTS",
    });
  });
});

describe("where there is more than is shown", () => {
  it("each root has half, and what one leaves is the other's", async () => {
    await using workspace = openWorkspace(TREE);
    const answer = await workspace.ask("workspace_search", { query: "retry", max_results: 2 });
    expect([found(answer), answer.meta.truncated]).toEqual([
      ["docs:guide.md:1", "code:src/app.test.ts:1"],
      true,
    ]);
    const most = await workspace.ask("workspace_search", { query: "retry", max_results: 4 });
    expect([found(most), most.result.total]).toEqual([
      ["docs:guide.md:1", "docs:guide.md:3", "code:src/app.test.ts:1", "code:src/app.ts:1"],
      5,
    ]);
  });

  it("the total is a lower bound", async () => {
    await using workspace = openWorkspace(TREE);
    writeFile(join(workspace.docs, "many.txt"), "needle\n".repeat(5_000));
    const { result, meta } = await workspace.ask("workspace_search", { query: "needle", max_results: 10 });
    expect([result.matches.length, result.total > 10, meta.truncated]).toEqual([10, true, true]);
  });
});

describe("roots that share folders", () => {
  it("what lies in both is found once, in the nearer one", async () => {
    await using workspace = openWorkspace("//- all/docs/guide.md\nretry\n//- all/src/app.ts\nretry\n", {
      roots: { docs: "all/docs", code: "all" },
    });
    expect(found(await workspace.ask("workspace_search", { query: "retry" }))).toEqual([
      "docs:guide.md:1",
      "code:src/app.ts:1",
    ]);
    expect(found(await workspace.ask("workspace_search", { query: "retry", repo: "code" }))).toEqual([
      "code:docs/guide.md:1",
      "code:src/app.ts:1",
    ]);
  });

  it("names of folders that patterns would read otherwise are left out all the same", async () => {
    await using workspace = openWorkspace("//- all/[d]*cs/guide.md\nretry\n//- all/docs/b.md\nretry\n", {
      roots: { docs: "all/[d]*cs", code: "all" },
    });
    expect(found(await workspace.ask("workspace_search", { query: "retry" }))).toEqual([
      "docs:guide.md:1",
      "code:docs/b.md:1",
    ]);
  });
});
