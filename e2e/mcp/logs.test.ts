/**
 * What a server says about itself goes to stderr, a line an event, and tells which call, session, codebase
 * and run it is about.
 */
import { CORE_TOOLS, type ToolName } from "@satori/contracts";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { until } from "../../tools/until.ts";
import { untilIndexed } from "../support/mcp-answer.ts";
import { type McpProcess, startMcp } from "../support/mcp-process.ts";
import { createWorkspace, writeFile, writeManyModules } from "../support/workspace.ts";

const workspace = createWorkspace();
afterAll(() => workspace[Symbol.dispose]());

/** A call of every tool that goes well, and one that does not. */
function callsOf(root: string): [ToolName, Record<string, unknown>][] {
  const file = join(root, "depot1/parcel1.ts");
  return [
    ["list_codebases", {}],
    ["manage_index", { action: "status", path: root }],
    ["search_codebase", { path: root, query: "load a parcel", debug: true }],
    ["file_outline", { path: root, file: "depot1/parcel1.ts" }],
    ["call_graph", { path: root, symbol: "loadParcel1" }],
    ["read_file", { path: file }],
    ["read_file", { path: file, mode: "annotated" }],
    ["read_file", { path: root, open_symbol: "loadParcel1" }],
    ["manage_index", { action: "sync", path: root }],
    ["manage_index", { action: "reindex", path: root }],
    ["manage_index", { action: "sync", path: join(root, "nowhere") }],
    ["read_file", { path: "/etc/passwd" }],
    ["search_codebase", { path: root }],
    ["manage_index", { action: "clear", path: root }],
  ];
}

function logOf(server: McpProcess): Record<string, unknown>[] {
  return server.stderr
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("with every tool called and everything logged", () => {
  it("standard output carries the protocol alone, and each log line says what it is about", async () => {
    await using server = await startMcp(workspace, { environment: { SATORI_LOG_LEVEL: "debug" } });
    const root = writeManyModules(workspace.path("parcels"), 60);
    await server.call("manage_index", { action: "create", path: root });
    await untilIndexed((tool, args) => server.call(tool, args), root);
    for (const [tool, args] of callsOf(root)) {
      await server.call(tool, args);
      if (args["action"] === "reindex") await untilIndexed((name, given) => server.call(name, given), root);
      // A change that the server sees by itself is logged as well.
      if (args["action"] === "sync" && args["path"] === root) {
        writeFile(join(root, "depot1/new.ts"), "export const added = 1;\n");
        await until("the change is synced", () => server.stderr.includes("background_sync"));
      }
    }
    await server.end();

    for (const line of server.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
    expect(server.unasked).toEqual([]);
    const log = logOf(server);
    const sessions = new Set(log.map(({ session }) => session));
    expect([...sessions]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    const answered = log.filter(({ event }) => event === "tool_answered");
    expect(new Set(answered.map(({ tool }) => tool))).toEqual(new Set(CORE_TOOLS));
    expect(answered.find(({ tool }) => tool === "search_codebase")).toMatchObject({
      effectiveRoot: root,
      status: "ok",
      durationMs: expect.any(Number),
    });
    for (const [event, tool] of [
      ["run_started", "manage_index"],
      ["run_completed", "manage_index"],
      ["sync_completed", "search_codebase"],
    ]) {
      expect(
        log.find((line) => line["event"] === event),
        event,
      ).toMatchObject({ tool, effectiveRoot: root, runId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    }
    // What the server does by itself belongs to no call.
    expect(log.find(({ event }) => event === "background_sync")).not.toHaveProperty("tool");
    expect(log.find(({ event, tool }) => event === "tool_failed" && tool === "read_file")).toMatchObject({
      level: "warn",
      code: "PATH_OUTSIDE_ROOTS",
    });
  });
});
