/**
 * A server whose codebase is moved, deleted, replaced or renamed in case while it is in use: every call is
 * answered, and the answer says what it stands on.
 */
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ToolName } from "@satori/contracts";
import { expect, it } from "vitest";
import { PRODUCT_PLATFORM } from "../support/environment.ts";
import { untilIndexed } from "../support/mcp-answer.ts";
import { type McpProcess, startMcp } from "../support/mcp-process.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const CODE = `
//- a.ts
export const alpha = 1;
//- src/b.ts
export function beta(): number {
  return 2;
}
`;

/** Which of these it is depends on whether the server has synced by itself meanwhile. */
const CURRENT = expect.stringMatching(/^(?:synced|fresh|coalesced)$/);

/** Linux watches each folder, other systems a tree. */
const WATCHES = PRODUCT_PLATFORM === "linux" ? 2 : 1;

/** An indexed tree that the server watches. */
async function watched(server: McpProcess, root: string): Promise<void> {
  await server.call("manage_index", { action: "create", path: root });
  expect(await untilIndexed((tool, args) => server.call(tool, args), root)).toMatchObject({ status: "ok" });
  for (let looks = 0; looks < 4; looks++)
    await server.call("search_codebase", { path: root, query: "alpha" });
  expect(await server.call("manage_index", { action: "status", path: root })).toMatchObject({
    status: "ok",
    index: { watch: { state: "live", folders: WATCHES } },
  });
}

/** How a search went, and the files that hold the word. */
async function search(server: McpProcess, root: string, word: string): Promise<unknown> {
  const answer = await server.call("search_codebase", {
    path: root,
    query: `must:${word} ${word}`,
    scope: "mixed",
  });
  if (!("results" in answer)) return answer;
  const { status, warnings, hints, results, freshnessDecision } = answer;
  return {
    status,
    ...(warnings ? { warnings } : {}),
    ...(hints ? { hints } : {}),
    mode: freshnessDecision.mode,
    files: [...new Set(results.map(({ file }) => file))].sort(),
  };
}

/**
 * Every other tool on a root that is not there: what needs the disk is an error, the rest is answered from
 * the index.
 */
async function expectGone(server: McpProcess, root: string): Promise<void> {
  const missing = (path: string): object => ({
    status: "error",
    path,
    ...(path === root ? {} : { effectiveRoot: root }),
    error: { code: "PATH_NOT_FOUND", details: { path } },
  });
  expect(await search(server, root, "alpha")).toEqual({
    status: "ok",
    warnings: ["INDEX_MAY_BE_BEHIND"],
    mode: "failed",
    files: ["a.ts"],
  });
  const calls: readonly (readonly [ToolName, Record<string, unknown>, object])[] = [
    ["manage_index", { action: "sync", path: root }, { action: "sync", ...missing(root) }],
    ["manage_index", { action: "create", path: root }, { action: "create", ...missing(root) }],
    ["manage_index", { action: "create", path: root, force: true }, { action: "create", ...missing(root) }],
    ["manage_index", { action: "reindex", path: root }, { action: "reindex", ...missing(root) }],
    [
      "manage_index",
      { action: "status", path: root },
      {
        status: "ok",
        index: {
          state: expect.stringMatching(/^(?:indexed|sync_completed)$/),
          files: 2,
          watch: { state: "starting" },
          lastFailure: null,
        },
      },
    ],
    ["list_codebases", {}, { status: "ok", codebases: { ready: [{ path: root, files: 2 }], failed: [] } }],
    [
      "file_outline",
      { path: root, file: "src/b.ts" },
      { status: "ok", outline: { symbols: [{ symbolLabel: "beta" }] } },
    ],
    ["read_file", { path: join(root, "a.ts") }, missing(join(root, "a.ts"))],
    ["read_file", { path: join(root, "src/b.ts"), open_symbol: "beta" }, missing(join(root, "src/b.ts"))],
    ["search_codebase", { path: join(root, "src"), query: "beta" }, missing(join(root, "src"))],
  ];
  for (const [tool, args, expected] of calls)
    expect(await server.call(tool, args), `${tool} ${JSON.stringify(args)}`).toMatchObject(expected);
}

it("a folder that is moved away and back, deleted and made anew, and replaced by another one", async () => {
  using workspace = createWorkspace();
  const root = workspace.tree("code", CODE);
  const away = workspace.path("away");
  await using server = await startMcp(workspace);
  await watched(server, root);

  renameSync(root, away);
  await expectGone(server, root);
  writeFile(join(away, "src/b.ts"), "export const alpha = 2;\n");
  renameSync(away, root);
  expect(await search(server, root, "alpha")).toEqual({
    status: "ok",
    mode: CURRENT,
    files: ["a.ts", "src/b.ts"],
  });

  // As by a new clone: the system may give the new folder the number of the old one.
  rmSync(root, { recursive: true });
  mkdirSync(root);
  writeFile(join(root, "c.ts"), "export const alpha = 3;\n");
  expect(await search(server, root, "alpha")).toEqual({ status: "ok", mode: CURRENT, files: ["c.ts"] });
  for (let looks = 0; looks < 3; looks++)
    expect(await search(server, root, "alpha")).toEqual({ status: "ok", mode: CURRENT, files: ["c.ts"] });
  writeFile(join(root, "d.ts"), "export const alpha = 4;\n");
  expect(await search(server, root, "alpha")).toEqual({
    status: "ok",
    mode: CURRENT,
    files: ["c.ts", "d.ts"],
  });

  renameSync(root, away);
  workspace.tree("code", CODE);
  expect(await search(server, root, "alpha")).toEqual({ status: "ok", mode: CURRENT, files: ["a.ts"] });
  expect(await server.call("manage_index", { action: "sync", path: root })).toMatchObject({
    status: "ok",
    stats: { added: 0, removed: 0, modified: 0 },
  });
  expect(await server.call("manage_index", { action: "status", path: root })).toMatchObject({
    status: "ok",
    index: { files: 2, lastFailure: null },
  });
});

it("a folder that was deleted for good can be cleared, and nothing is left of it", async () => {
  using workspace = createWorkspace();
  const root = workspace.tree("code", CODE);
  await using server = await startMcp(workspace);
  await watched(server, root);
  rmSync(root, { recursive: true });
  await expectGone(server, root);
  expect(await server.call("manage_index", { action: "clear", path: root })).toMatchObject({
    status: "ok",
    action: "clear",
    path: root,
  });
  expect(await server.call("search_codebase", { path: root, query: "alpha" })).toMatchObject({
    status: "error",
    error: { code: "PATH_NOT_FOUND" },
  });
  expect(await server.call("list_codebases", {})).toMatchObject({
    codebases: { ready: [], indexing: [], requiresReindex: [], failed: [] },
  });
});

it("names that change in case alone: the index has the new ones only", async () => {
  using workspace = createWorkspace();
  const root = workspace.tree("code", CODE);
  await using server = await startMcp(workspace);
  await watched(server, root);
  renameSync(join(root, "a.ts"), join(root, "A.ts"));
  expect(await search(server, root, "alpha")).toEqual({ status: "ok", mode: CURRENT, files: ["A.ts"] });
  renameSync(join(root, "src"), join(root, "Src"));
  expect(await search(server, root, "beta")).toEqual({ status: "ok", mode: CURRENT, files: ["Src/b.ts"] });
  expect(await server.call("file_outline", { path: root, file: "src/b.ts" })).toMatchObject({
    status: "not_found",
    outline: null,
  });
  const found = await server.call("read_file", { path: root, open_symbol: "beta" });
  expect(found).toMatchObject({ status: "ok", file: "Src/b.ts", startLine: 1, endLine: 3 });
  writeFile(join(root, "Src/b.ts"), "export const gamma = 3;\n");
  expect(await search(server, root, "gamma")).toEqual({ status: "ok", mode: CURRENT, files: ["Src/b.ts"] });
  expect(await server.call("manage_index", { action: "sync", path: root })).toMatchObject({
    status: "ok",
    stats: { added: 0, removed: 0, modified: 0 },
  });
});
