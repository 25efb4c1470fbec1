/** A codebase from its first index to its last, through each kind of client. */
import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ToolName, ToolOutput } from "@satori/contracts";
import { expect, it } from "vitest";
import { untilIndexed } from "../support/mcp-answer.ts";
import { connectClient } from "../support/mcp-client.ts";
import { startMcp } from "../support/mcp-process.ts";
import { SHOP } from "../support/shop.ts";
import { type Workspace, createWorkspace, writeFile } from "../support/workspace.ts";

type Call = <Tool extends ToolName>(tool: Tool, args: Record<string, unknown>) => Promise<ToolOutput<Tool>>;

async function journey(call: Call, workspace: Workspace): Promise<void> {
  const root = workspace.tree("shop", SHOP);
  expect(await call("search_codebase", { path: root, query: "retry" })).toMatchObject({
    status: "not_indexed",
    hints: { create: { tool: "manage_index", args: { action: "create", path: root } } },
  });

  expect(await call("manage_index", { action: "create", path: root })).toMatchObject({
    status: "ok",
    runId: expect.any(String),
    path: root,
  });
  expect(await untilIndexed(call, root)).toMatchObject({
    status: "ok",
    index: { state: "indexed", files: 3 },
  });
  expect(await call("manage_index", { action: "create", path: root })).toMatchObject({
    status: "ok",
    runId: null,
  });
  expect(await call("list_codebases", {})).toMatchObject({
    codebases: { ready: [{ path: root, files: 3 }] },
  });

  const found = await call("search_codebase", { path: root, query: "when is a failed delivery tried again" });
  expect(found).toMatchObject({
    status: "ok",
    results: expect.arrayContaining([
      expect.objectContaining({
        file: "src/retry.ts",
        symbolLabel: expect.stringContaining("scheduleRetry"),
      }),
    ]),
  });
  const outline = await call("file_outline", { path: root, file: "src/retry.ts" });
  expect(outline).toMatchObject({
    status: "ok",
    hasMore: false,
    outline: {
      symbols: [{ symbolLabel: "scheduleRetry" }, { symbolLabel: "backoff" }].map((symbol) =>
        expect.objectContaining(symbol),
      ),
    },
  });
  expect((await call("call_graph", { path: root, symbol: "scheduleRetry" })).status).toMatch(
    /^(ok|unsupported)$/,
  );
  expect(await call("read_file", { path: join(root, "src/retry.ts"), open_symbol: "backoff" })).toMatchObject(
    { status: "ok", startLine: 6, endLine: 8 },
  );
  expect(await call("read_file", { path: join(root, "README.md") })).toMatchObject({
    status: "ok",
    content: "# Shop\nDelivers parcels.\n",
  });

  appendFileSync(join(root, "src/deliver.ts"), "\nexport function cancelDelivery(): void {}\n");
  writeFile(join(root, "src/track.ts"), "export function trackParcel(): void {}\n");
  rmSync(join(root, "README.md"));
  expect(await call("manage_index", { action: "sync", path: root })).toMatchObject({
    status: "ok",
    stats: { added: 1, modified: 1, removed: 1 },
  });
  expect(await call("search_codebase", { path: root, query: "cancelDelivery", limit: 1 })).toMatchObject({
    status: "ok",
    results: [{ file: "src/deliver.ts" }],
  });

  expect(await call("manage_index", { action: "clear", path: root })).toMatchObject({ status: "ok" });
  expect(await call("manage_index", { action: "status", path: root })).toMatchObject({
    status: "not_indexed",
  });
  expect(await call("list_codebases", {})).toMatchObject({
    codebases: { ready: [], indexing: [], requiresReindex: [], failed: [] },
  });
}

it("works for a client library of the earlier era, which checks answers against the listed schemas", async () => {
  using workspace = createWorkspace();
  await using connected = await connectClient(workspace);
  await connected.client.listTools();
  await journey(connected.call, workspace);
});

it("works for a client of the newest era", async () => {
  using workspace = createWorkspace();
  await using server = await startMcp(workspace, { era: "modern" });
  await journey((tool, args) => server.call(tool, args), workspace);
  expect(server.unasked).toEqual([]);
});

it("works without a handshake", async () => {
  using workspace = createWorkspace();
  await using server = await startMcp(workspace, { era: "bare" });
  await journey((tool, args) => server.call(tool, args), workspace);
});
