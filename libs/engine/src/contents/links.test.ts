/** Answers about codebases with symbolic links say what is behind them, and where they lead. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type TestCodebase, openTree } from "../testing/codebase.ts";
import { temporaryFolder, writeFile, writeTree } from "../testing/trees/tree.ts";
import { linkNote, linkOnPath, linkTarget } from "./links.ts";

const TREE = `
//- src/own.ts
import { linkedCode } from './shared/code';
export function own() {
  return linkedCode();
}
//- lib/inside.ts
export function inside() {
  return 1;
}
//- .gitignore
hidden
`;

async function codebase(): Promise<TestCodebase> {
  const common = temporaryFolder();
  onTestFinished(() => common[Symbol.dispose]());
  writeTree(common.path, "//- code.ts\nexport function linkedCode() {\n  return 1;\n}\n");
  const tree = openTree(TREE);
  onTestFinished(() => tree[Symbol.asyncDispose]());
  const link = (target: string, path: string): void => symlinkSync(target, join(tree.root, path));
  link(common.path, "src/shared");
  link(join(common.path, "code.ts"), "src/one.ts");
  link("../lib/inside.ts", "src/alias.ts");
  link("lib", "vendored");
  link("nowhere", "src/gone.ts");
  link(common.path, "hidden");
  await tree.index();
  return tree;
}

const OUTSIDE = "Not searched: 2 behind symbolic links (src/one.ts, src/shared).";

it.each(["create", "sync"])("a status after %s counts links, except ignored ones", async (action) => {
  const { call, root } = await codebase();
  if (action === "sync") {
    writeFile(join(root, "src/own.ts"), "export const own = 1;\n");
    await call("manage_index", { action, path: root });
  }
  expect(await call("manage_index", { action: "status", path: root })).toMatchObject({
    index: {
      skipped: [
        {
          cause: "link",
          files: 5,
          examples: ["src/alias.ts", "src/gone.ts", "src/one.ts", "src/shared", "vendored"],
        },
      ],
    },
  });
});

it("answers that may be incomplete name the links that lead out of the codebase", async () => {
  const { call, search, root } = await codebase();
  const reported = { message: expect.stringContaining(OUTSIDE), warnings: ["FILES_SKIPPED"] };
  expect(await call("search_text", { path: root, query: "return 1" })).toMatchObject({
    total: 1,
    ...reported,
  });
  expect(await call("call_graph", { path: root, symbol: "linkedCode" })).toMatchObject({
    status: "not_found",
    ...reported,
  });
  expect(await call("read_file", { path: root, open_symbol: "linkedCode" })).toMatchObject(reported);
  expect((await search("kafka rebalancing of consumers")).message).toContain(OUTSIDE);
  expect(await call("call_graph", { path: root, symbol: "own", direction: "callees" })).toMatchObject({
    status: "ok",
    edges: [],
    coverage: { unfollowedLinks: 2 },
    message: expect.stringContaining("2 symbolic links out of the codebase are not followed."),
  });
});

it.each([
  [{ exclude_globs: ["shared/"] }, "(src/one.ts)"],
  [{ include_globs: ["*.py"] }, "(src/shared)"],
  [{ languages: ["python"] }, "(src/shared)"],
  [{ paths: ["lib"] }, null],
])("a text search with %j names the links that may hide what it is about", async (args, named) => {
  const { call, root } = await codebase();
  const { message } = await call("search_text", { path: root, query: "absent", ...args });
  if (named === null) expect(message ?? "").not.toContain("Not searched");
  else expect(message).toContain(`Not searched: 1 behind symbolic links ${named}.`);
});

it("a list of paths names links, and where they lead inside the codebase", async () => {
  const { call, root } = await codebase();
  expect(await call("list_paths", { path: root })).toMatchObject({
    total: 3,
    warnings: ["FILES_SKIPPED"],
    message: expect.stringContaining(
      "Not listed: 4 behind symbolic links (src/alias.ts → lib/inside.ts, src/one.ts, src/shared, …).",
    ),
  });
  expect((await call("list_paths", { path: root, include_globs: ["*.py"] })).message).toContain(
    "2 behind symbolic links (src/shared, vendored → lib)",
  );
});

it("an outline of a link, or of a file behind one, says which path to use", async () => {
  const { call, root } = await codebase();
  const outline = (file: string): Promise<object> => call("file_outline", { path: root, file });
  const toInside = { fileOutline: { tool: "file_outline", args: { path: root, file: "lib/inside.ts" } } };
  expect(await outline("src/alias.ts")).toMatchObject({
    status: "not_found",
    message:
      "Not in the index: src/alias.ts is a symbolic link; it leads to lib/inside.ts: ask for that path.",
    hints: toInside,
  });
  expect(await outline("vendored/inside.ts")).toMatchObject({
    message:
      "Not in the index: vendored/inside.ts is behind vendored, a symbolic link; it leads to " +
      "lib/inside.ts: ask for that path.",
    hints: toInside,
  });
  expect(await outline("src/one.ts")).toMatchObject({
    message:
      "Not in the index: src/one.ts is a symbolic link that leads out of the codebase: symbolic links are " +
      "not followed.",
  });
  expect(await outline("src/gone.ts")).toMatchObject({
    message: "Not in the index: src/gone.ts is a symbolic link that leads to nothing.",
  });
});

it("a read of a link out of the roots, and a search in one, say what it is", async () => {
  const { call, root } = await codebase();
  expect(await call("read_file", { path: join(root, "src/one.ts") })).toMatchObject({
    status: "error",
    error: {
      code: "PATH_OUTSIDE_ROOTS",
      message: expect.stringMatching(/one\.ts is, or is behind, a symbolic link/),
    },
  });
  expect(await call("search_text", { path: root, query: "x", paths: ["src/shared"] })).toMatchObject({
    error: { code: "PATH_OUTSIDE_ROOTS", message: expect.stringContaining("src/shared is a symbolic link") },
  });
  expect(await call("read_file", { path: join(root, "src/alias.ts") })).toMatchObject({
    status: "ok",
    file: "lib/inside.ts",
  });
});

it("a link to the root leads to no other path", () => {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  mkdirSync(join(folder.path, "a"));
  symlinkSync("..", join(folder.path, "a/up"));
  expect(linkTarget(folder.path, "a/up")).toEqual({ kind: "inside", path: "" });
  const linked = linkOnPath(folder.path, "a/up");
  expect(linked && linkNote(linked)).toBe("a/up is a symbolic link to the codebase's root.");
  expect(linkOnPath(folder.path, "a")).toBeNull();
  expect(linkOnPath(folder.path, "b/c")).toBeNull();
});
