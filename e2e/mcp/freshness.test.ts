/** What a server knows of files that change while it runs. */
import { rmSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { ToolOutput } from "@satori/contracts";
import { expect, it } from "vitest";
import { until } from "../../tools/until.ts";
import { untilIndexed } from "../support/mcp-answer.ts";
import { type McpProcess, startMcp } from "../support/mcp-process.ts";
import { type Workspace, createWorkspace, writeFile, writeManyModules } from "../support/workspace.ts";

/** An hour: what is found was not found by age. */
const HOUR = { SATORI_FRESHNESS_MS: "3600000" };

async function serverOver(
  workspace: Workspace,
  root: string,
  environment: Record<string, string>,
): Promise<McpProcess> {
  const server = await startMcp(workspace, { environment: { ...HOUR, ...environment } });
  await server.call("manage_index", { action: "create", path: root });
  await untilIndexed((tool, args) => server.call(tool, args), root);
  return server;
}

type Answer = Extract<ToolOutput<"search_codebase">, { results: unknown }>;

async function search(server: McpProcess, root: string, query: string): Promise<Answer> {
  const answer = await server.call("search_codebase", { path: root, query });
  if (!("results" in answer)) throw new Error(`The search is ${answer.status}`);
  return answer;
}

async function watchOf(server: McpProcess, root: string): Promise<unknown> {
  const status = await server.call("manage_index", { action: "status", path: root });
  return "index" in status ? status.index?.watch : undefined;
}

it(
  "a watching server finds what was saved, moved or removed just before, and by itself what nobody asks " +
    "about",
  async () => {
    using workspace = createWorkspace();
    const root = writeManyModules(workspace.path("parcels"), 60);
    await using server = await serverOver(workspace, root, {});
    await search(server, root, "loadParcel1");
    await until("the tree is watched", async () =>
      JSON.stringify(await watchOf(server, root)).includes('"live"'),
    );
    for (let version = 0; version < 5; version++) {
      writeFile(
        join(root, `fresh${version}/deep/quetzal.ts`),
        `export const quetzalcoatlus${version} = ${version};\n`,
      );
      expect((await search(server, root, `quetzalcoatlus${version}`)).results[0]).toMatchObject({
        file: `fresh${version}/deep/quetzal.ts`,
      });
    }
    renameSync(join(root, "fresh0"), join(root, "moved"));
    expect((await search(server, root, "quetzalcoatlus0")).results[0]).toMatchObject({
      file: "moved/deep/quetzal.ts",
    });
    rmSync(join(root, "moved"), { recursive: true });
    expect((await search(server, root, "quetzalcoatlus0")).results.map(({ file }) => file)).not.toContain(
      "moved/deep/quetzal.ts",
    );

    writeFile(join(root, "unasked.ts"), "export const archaeopteryx = 1;\n");
    await until("the server has synced by itself", async () => {
      const { index } = (await server.call("manage_index", { action: "status", path: root })) as {
        index?: { files: number };
      };
      return index?.files === 65;
    });
    expect((await search(server, root, "archaeopteryx")).freshnessDecision.mode).toBe("fresh");
  },
);

it("one that does not watch finds it when the last look is old enough, but knows at once of ignore files", async () => {
  using workspace = createWorkspace();
  const root = writeManyModules(workspace.path("parcels"), 60);
  await using server = await serverOver(workspace, root, { SATORI_WATCH: "0" });
  await search(server, root, "loadParcel1");
  expect(await watchOf(server, root)).toEqual({ state: "off", folders: 0 });
  writeFile(join(root, "quetzal.ts"), "export const quetzalcoatlus = 1;\n");
  expect(await search(server, root, "quetzalcoatlus")).toMatchObject({
    freshnessDecision: { mode: "fresh" },
    unknownTerms: ["quetzalcoatlus"],
  });
  writeFile(join(root, ".satoriignore"), "depot1/\n");
  const reconciled = await search(server, root, "quetzalcoatlus");
  expect(reconciled.freshnessDecision.mode).toBe("reconciled_ignore_change");
  expect(reconciled.results[0]).toMatchObject({ file: "quetzal.ts" });
});

it("with SATORI_REINDEX_READS=previous the index before a rebuild answers while it goes on, and says so", async () => {
  using workspace = createWorkspace();
  const root = writeManyModules(workspace.path("parcels"), 1_000);
  await using server = await serverOver(workspace, root, { SATORI_REINDEX_READS: "previous" });
  await using blocking = await startMcp(workspace);
  const before = await search(server, root, "loadParcel77");
  expect(await server.call("manage_index", { action: "create", force: true, path: root })).toMatchObject({
    status: "ok",
    runId: expect.any(String),
  });
  expect(await search(server, root, "loadParcel77")).toMatchObject({
    warnings: expect.arrayContaining(["PREVIOUS_RUN"]),
    freshnessDecision: { mode: "previous_run" },
    results: before.results,
  });
  for (const [tool, args] of [
    ["file_outline", { path: root, file: "depot1/parcel1.ts" }],
    ["read_file", { path: root, open_symbol: "loadParcel1" }],
  ] as const) {
    expect(await server.call(tool, args), tool).toMatchObject({ status: "ok", warnings: ["PREVIOUS_RUN"] });
  }
  expect(await blocking.call("search_codebase", { path: root, query: "loadParcel77" })).toMatchObject({
    status: "not_ready",
  });
  expect(await server.call("manage_index", { action: "status", path: root })).toMatchObject({
    status: "not_ready",
  });
  await untilIndexed((tool, args) => server.call(tool, args), root);
  expect(await search(server, root, "loadParcel77")).not.toHaveProperty("warnings");
});
