/** A server lives through what the world denies it: every call is answered, and the next one works again. */
import { chmodSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  BOUND,
  liftLimit,
  makeReadOnly,
  mountSmallDisk,
  unboundBecause,
  withLargestFile,
} from "../support/hardship.ts";
import { untilIndexed } from "../support/mcp-answer.ts";
import { type McpProcess, startMcp } from "../support/mcp-process.ts";
import { createWorkspace, writeFile, writeManyModules } from "../support/workspace.ts";

async function index(server: McpProcess, path: string, args: object = {}): Promise<unknown> {
  const started = await server.call("manage_index", { action: "create", path, ...args });
  expect(started).toMatchObject({ status: "ok", runId: expect.any(String) });
  return untilIndexed((tool, args) => server.call(tool, args), path);
}

it("answers for folders that cannot be indexed, and goes on", async () => {
  using workspace = createWorkspace();
  const root = workspace.tree("code", "//- a.ts\nexport const alpha = 1;\n");
  const empty = workspace.tree("empty", "");
  symlinkSync(join(root, "loop"), join(root, "loop"));
  await using server = await startMcp(workspace, { environment: { HOME: workspace.folder } });
  const refused = async (path: string, code: string): Promise<void> => {
    expect(await server.call("manage_index", { action: "create", path }), path).toMatchObject({
      status: "error",
      error: { code },
    });
  };
  for (const path of ["missing", "a.ts/below", "n".repeat(300)])
    await refused(join(root, path), "PATH_NOT_FOUND");
  await refused(join(root, "loop"), "PATH_UNREADABLE");
  await refused(join(root, "a.ts"), "PATH_NOT_A_DIRECTORY");
  for (const path of ["/", "//", "/..", workspace.folder]) await refused(path, "PATH_REFUSED");
  expect(await index(server, empty)).toMatchObject({ status: "ok", index: { files: 0 } });
  expect(await server.call("search_codebase", { path: empty, query: "anything" })).toMatchObject({
    status: "ok",
    results: [],
    warnings: ["NO_CONFIDENT_MATCH"],
  });
  expect(await index(server, root)).toMatchObject({ status: "ok", index: { files: 1 } });
  expect(await server.call("list_codebases", {})).toMatchObject({
    codebases: { ready: [{ path: root }, { path: empty }], failed: [] },
  });
});

it(
  "tells of a run that had no space, keeps answering from the one before, and catches up when there is " +
    "space",
  async ({ skip }) => {
    using workspace = createWorkspace();
    const root = writeManyModules(workspace.path("parcels"), 60);
    await using server = await startMcp(workspace, { under: withLargestFile(350) });
    expect(await index(server, root)).toMatchObject({ status: "ok", index: { files: 60 } });
    writeManyModules(root, 500);
    expect(await index(server, root, { force: true })).toMatchObject({
      status: "ok",
      warnings: ["LAST_RUN_FAILED"],
      index: {
        files: 60,
        lastFailure: { code: "STORE_UNAVAILABLE", message: expect.stringContaining("disk") },
      },
    });
    expect(
      await server.call("search_codebase", { path: root, query: "loadParcel7", limit: 1 }),
    ).toMatchObject({
      status: "ok",
      results: [{ file: "depot7/parcel7.ts" }],
    });
    expect(await server.call("manage_index", { action: "sync", path: root })).toMatchObject({
      status: "error",
      error: { code: "STORE_UNAVAILABLE" },
    });
    if (!liftLimit(server.child.pid ?? 0))
      skip("the limit of a running process is lifted by prlimit, which is not there");
    expect(await server.call("manage_index", { action: "sync", path: root })).toMatchObject({ status: "ok" });
    expect(
      await server.call("search_codebase", { path: root, query: "loadParcel477", limit: 1 }),
    ).toMatchObject({ status: "ok", coverage: { files: 500 }, results: [{ file: "depot27/parcel477.ts" }] });
    expect(await index(server, root, { force: true })).toMatchObject({
      status: "ok",
      index: { files: 500, lastFailure: null },
    });
  },
);

it("reads from a disk that is full, and writes again when it is not", async ({ skip }) => {
  using workspace = createWorkspace();
  const root = workspace.tree("code", "//- a.ts\nexport const alpha = 1;\n");
  using disk = mountSmallDisk(workspace.home, 700);
  if (!disk) skip("only the superuser of a Linux system may mount a disk");
  await using server = await startMcp(workspace, { environment: { SATORI_FRESHNESS_MS: "0" } });
  await index(server, root);
  await using other = await startMcp(workspace, { environment: { SATORI_FRESHNESS_MS: "0" } });
  for (let at = 0; ; at++) {
    try {
      writeFile(join(workspace.home, `full${at}`), "x".repeat(4_096));
    } catch {
      break;
    }
  }
  writeFile(join(root, "b.ts"), "export const beta = 1;\n");
  for (const one of [server, other]) {
    const answer = await one.call("search_codebase", { path: root, query: "alpha", limit: 1 });
    expect(answer).toMatchObject({
      status: "ok",
      freshnessDecision: { mode: expect.stringMatching(/^failed|synced$/) },
      results: [{ file: "a.ts" }],
    });
  }
  rmSync(join(workspace.home, "full0"));
  for (let at = 1; at < 100; at++) rmSync(join(workspace.home, `full${at}`), { force: true });
  for (const one of [other, server])
    expect(await one.call("search_codebase", { path: root, query: "beta", limit: 1 })).toMatchObject({
      status: "ok",
      results: [{ file: "b.ts" }],
    });
});

describe.skipIf(unboundBecause !== "")(`with permissions${unboundBecause}`, () => {
  it.each(["before", "after"])(
    "reads from a home that became read-only %s its start, and writes again when it may",
    async (when) => {
      using workspace = createWorkspace();
      const root = workspace.tree("code", "//- a.ts\nexport const alpha = 1;\n");
      const options = { under: BOUND, environment: { SATORI_FRESHNESS_MS: "0" } };
      const first = await startMcp(workspace, options);
      await index(first, root);
      if (when === "before") await first.end();
      const allow = makeReadOnly(workspace.home);
      await using server = when === "before" ? await startMcp(workspace, options) : first;
      writeFile(join(root, "b.ts"), "export const beta = 1;\n");
      expect(await server.call("search_codebase", { path: root, query: "alpha", limit: 1 })).toMatchObject({
        status: "ok",
        freshnessDecision: { mode: "failed" },
        results: [{ file: "a.ts" }],
      });
      for (const [action, args] of [
        ["create", { force: true }],
        ["reindex", {}],
        ["sync", {}],
        ["clear", {}],
      ] as const) {
        const refused = {
          status: "error",
          action,
          path: root,
          error: { code: "STORE_UNAVAILABLE", details: {} },
        };
        const answer = await server.call("manage_index", { action, path: root, ...args });
        expect(answer, action).toMatchObject(refused);
        expect(Object.keys(answer), action).not.toEqual(
          expect.arrayContaining([expect.stringMatching(/^(?:reason|warnings|hints)$/)]),
        );
      }
      expect(await server.call("manage_index", { action: "status", path: root })).toMatchObject({
        status: "ok",
        index: { files: 1, lastFailure: null },
      });
      expect(await server.call("list_codebases", {})).toMatchObject({
        status: "ok",
        codebases: { ready: [{ path: root, files: 1 }], failed: [] },
      });
      expect(await server.call("file_outline", { path: root, file: "a.ts" })).toMatchObject({
        status: "ok",
        outline: { symbols: [{ symbolLabel: "alpha" }] },
      });
      allow();
      expect(await server.call("search_codebase", { path: root, query: "beta", limit: 1 })).toMatchObject({
        status: "ok",
        freshnessDecision: { mode: "synced" },
        results: [{ file: "b.ts" }],
      });
      expect(await server.call("manage_index", { action: "clear", path: root })).toMatchObject({
        status: "ok",
      });
    },
  );

  it(
    "answers for a root that nobody may read any more from its index, and reads it again when somebody " +
      "may",
    async () => {
      using workspace = createWorkspace();
      const root = workspace.tree("code", "//- a.ts\nexport const alpha = 1;\n");
      await using server = await startMcp(workspace, {
        under: BOUND,
        environment: { SATORI_FRESHNESS_MS: "0" },
      });
      await index(server, root);
      chmodSync(root, 0);
      const asked = await server.call("search_codebase", { path: root, query: "alpha", limit: 1 });
      expect(asked).toMatchObject({
        status: "ok",
        freshnessDecision: { mode: "failed", reason: expect.stringContaining("cannot be read") },
        warnings: ["INDEX_MAY_BE_BEHIND"],
        results: [{ file: "a.ts" }],
      });
      for (const [action, args] of [
        ["create", { force: true }],
        ["reindex", {}],
        ["sync", {}],
      ] as const) {
        expect(await server.call("manage_index", { action, path: root, ...args }), action).toMatchObject({
          status: "error",
          action,
          path: root,
          error: { code: "PATH_UNREADABLE", details: { path: root } },
        });
      }
      expect(await server.call("manage_index", { action: "status", path: root })).toMatchObject({
        status: "ok",
        warnings: ["INDEX_MAY_BE_BEHIND"],
        message: expect.stringContaining("cannot be read"),
        index: { files: 1, lastFailure: null },
      });
      chmodSync(root, 0o755);
      writeFile(join(root, "b.ts"), "export const beta = 1;\n");
      expect(await server.call("search_codebase", { path: root, query: "beta", limit: 1 })).toMatchObject({
        status: "ok",
        results: [{ file: "b.ts" }],
      });
    },
  );
});
