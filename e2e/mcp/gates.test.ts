/** What stops a call, and what several servers over the same indexes see of each other. */
import { join } from "node:path";
import type { ToolName } from "@satori/contracts";
import { expect, it } from "vitest";
import { untilIndexed } from "../support/mcp-answer.ts";
import { type McpProcess, startMcp } from "../support/mcp-process.ts";
import { createWorkspace, writeFile, writeManyModules } from "../support/workspace.ts";

/** Enough files that a run outlasts the calls that a test makes meanwhile. */
const MANY = 1_000;

async function index(server: McpProcess, path: string): Promise<void> {
  expect(await server.call("manage_index", { action: "create", path })).toMatchObject({ status: "ok" });
  expect(await untilIndexed((tool, args) => server.call(tool, args), path)).toMatchObject({ status: "ok" });
}

/** A call of each tool that reads an index. */
function readers(root: string, file: string): readonly [ToolName, Record<string, unknown>][] {
  return [
    ["search_codebase", { path: root, query: "parcel" }],
    ["file_outline", { path: root, file }],
    ["call_graph", { path: root, symbol: "loadParcel1" }],
    ["read_file", { path: join(root, file), open_symbol: "loadParcel1" }],
  ];
}

it("answers not_indexed where there is no index", async () => {
  using workspace = createWorkspace();
  await using server = await startMcp(workspace);
  const root = writeManyModules(workspace.path("parcels"), 3);
  for (const [tool, args] of readers(root, "depot1/parcel1.ts")) {
    expect(await server.call(tool, args)).toMatchObject({
      status: "not_indexed",
      reason: "not_indexed",
      path: args["path"],
    });
  }
  expect(await server.call("read_file", { path: join(root, "depot1/parcel1.ts") })).toMatchObject({
    status: "ok",
  });
});

it("answers not_ready while a run is active, here and in another server, and other codebases go on", async () => {
  using workspace = createWorkspace();
  await using first = await startMcp(workspace);
  await using second = await startMcp(workspace, { era: "modern" });
  const root = writeManyModules(workspace.path("parcels"), MANY);
  const small = writeManyModules(workspace.path("small"), 3);
  await index(second, small);

  expect(await first.call("manage_index", { action: "create", path: root })).toMatchObject({
    status: "ok",
    runId: expect.any(String),
  });
  for (const server of [first, second]) {
    for (const [tool, args] of readers(root, "depot1/parcel1.ts")) {
      expect(await server.call(tool, args)).toMatchObject({
        status: "not_ready",
        reason: "indexing",
        hints: { status: { tool: "manage_index", args: { action: "status", path: root } } },
      });
    }
    for (const action of ["create", "sync", "reindex"])
      expect(await server.call("manage_index", { action, path: root })).toMatchObject({
        status: "not_ready",
        retryAfterMs: expect.any(Number),
      });
    expect(await server.call("search_codebase", { path: small, query: "loadParcel1" })).toMatchObject({
      status: "ok",
    });
    expect(await server.call("list_codebases", {})).toMatchObject({
      codebases: { indexing: [{ path: root }], ready: [{ path: small }] },
    });
  }
  // The other server's clear ends the run of the first.
  expect(await second.call("manage_index", { action: "clear", path: root })).toMatchObject({ status: "ok" });
  expect(await first.call("manage_index", { action: "status", path: root })).toMatchObject({
    status: "not_indexed",
  });
});

it("lets one server use what another has indexed, with the same bytes", async () => {
  using workspace = createWorkspace();
  await using first = await startMcp(workspace);
  await using second = await startMcp(workspace, { era: "modern" });
  const root = writeManyModules(workspace.path("parcels"), 40);
  const states: string[] = [];
  expect(await first.call("manage_index", { action: "create", path: root })).toMatchObject({ status: "ok" });
  expect(
    await untilIndexed(async (tool, args) => {
      const answer = await second.call(tool, args);
      states.push(answer.status);
      return answer;
    }, root),
  ).toMatchObject({ status: "ok" });
  expect(states[0]).toBe("not_ready");

  const calls = [
    ...readers(root, "depot1/parcel1.ts"),
    ["read_file", { path: join(root, "depot2/parcel2.ts") }],
    ["search_codebase", { path: root, query: "send parcel of depot", resultMode: "raw", limit: 20 }],
  ] as const;
  for (const [tool, args] of calls) {
    const answerOf = async (server: typeof first): Promise<string> =>
      JSON.stringify(await server.call(tool, args)).replace(
        /"meta":\{[^}]*\}|"freshnessDecision":\{[^}]*\}|"stalenessBucket":"\w+"/g,
        "",
      );
    // One after the other: each begins by comparing the index with the disk, and one that finds the lock
    // taken for too long says so.
    expect(await answerOf(first)).toBe(await answerOf(second));
  }
});

it("creates again after a server was killed in the middle of a run", async () => {
  using workspace = createWorkspace();
  const root = writeManyModules(workspace.path("parcels"), 400);
  await using first = await startMcp(workspace);
  await first.call("manage_index", { action: "create", path: root });
  first.child.kill("SIGKILL");
  await first.exited;

  await using second = await startMcp(workspace);
  expect(await second.call("manage_index", { action: "status", path: root })).toMatchObject({
    status: "error",
    error: { code: "INDEX_FAILED" },
  });
  await index(second, root);
  expect(await second.call("search_codebase", { path: root, query: "loadParcel7", limit: 1 })).toMatchObject({
    status: "ok",
    results: [{ file: "depot7/parcel7.ts" }],
  });
});

it("fails a run cleanly when the server is told to end", async () => {
  using workspace = createWorkspace();
  const root = writeManyModules(workspace.path("parcels"), MANY);
  await using first = await startMcp(workspace);
  await first.call("manage_index", { action: "create", path: root });
  first.child.kill("SIGTERM");
  expect(await first.exited).toEqual({ code: 0, signal: null });

  await using second = await startMcp(workspace);
  expect(await second.call("manage_index", { action: "status", path: root })).toMatchObject({
    status: "error",
    error: { code: "INDEX_FAILED", details: { code: "CANCELLED" } },
  });
});

it("shows no file outside its roots", async () => {
  using workspace = createWorkspace();
  const inside = workspace.tree("inside", "//- a.txt\nyes\n");
  const outside = workspace.tree("outside", "//- a.txt\nno\n");
  await using server = await startMcp(workspace, { cwd: inside });
  expect(await server.call("read_file", { path: "a.txt" })).toMatchObject({ status: "ok", content: "yes\n" });
  for (const path of [
    join(outside, "a.txt"),
    "../outside/a.txt",
    "/etc/passwd",
    join(inside, "../outside/a.txt"),
  ]) {
    expect(await server.call("read_file", { path })).toMatchObject({
      status: "error",
      error: { code: "PATH_OUTSIDE_ROOTS" },
    });
  }
  writeFile(join(outside, "b.ts"), "export const b = 1;\n");
  await index(server, outside);
  expect(await server.call("read_file", { path: join(outside, "a.txt") })).toMatchObject({
    status: "ok",
    content: "no\n",
  });
});
