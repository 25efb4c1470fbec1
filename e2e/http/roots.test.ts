/** Over HTTP nothing is served but what lies in SATORI_ALLOWED_ROOTS, whatever is indexed on the machine. */
import { spawn } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import type { ToolName } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cliIn } from "../support/cli.ts";
import { type HttpProcess, startHttp } from "../support/http-server.ts";
import { untilIndexed } from "../support/mcp-answer.ts";
import { startMcp } from "../support/mcp-process.ts";
import { createWorkspace } from "../support/workspace.ts";

const SECRET = "hunter2-of-another-project";
const workspace = createWorkspace();
const open = workspace.tree("open", "//- a.ts\nexport function shown(): number {\n  return 1;\n}\n");
const fresh = workspace.tree("fresh", "//- f.ts\nexport const fresh = 1;\n");
const closed = workspace.tree(
  "closed",
  `//- c.ts\nexport function hidden(): string {\n  return "${SECRET}";\n}\n`,
);
const elsewhere = workspace.tree("elsewhere", `//- e.ts\nexport const e = "${SECRET}";\n`);
let server: HttpProcess;

beforeAll(async () => {
  symlinkSync(closed, join(open, "way-out"));
  symlinkSync(join(closed, "c.ts"), join(open, "file-out.ts"));
  for (const folder of [open, closed]) expect((await cliIn(workspace, folder)(["index"])).code).toBe(0);
  server = await startHttp(workspace, { roots: [open, fresh], args: ["--tools", "core,scope"] });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

/** Of each tool that takes a path, a call that would show or change something. */
const callsOf = (path: string): [ToolName, Record<string, unknown>][] => [
  ...["create", "reindex", "sync", "status", "clear"].map((action): [ToolName, Record<string, unknown>] => [
    "manage_index",
    { action, path },
  ]),
  ["search_codebase", { path, query: "hidden" }],
  ["file_outline", { path, file: "c.ts" }],
  ["call_graph", { path, symbol: "hidden" }],
  ["read_file", { path: `${path}/c.ts` }],
  ["read_file", { path, file: "c.ts" }],
  ["read_file", { path: open, file: `${path}/c.ts` }],
  ["read_file", { path, open_symbol: "hidden" }],
  ["search_codebase", { path, query: "hidden", ref: "HEAD" }],
  ["file_outline", { path, file: "c.ts", ref: "HEAD" }],
  ["call_graph", { path, symbol: "hidden", ref: "HEAD" }],
  ["read_file", { path: `${path}/c.ts`, ref: "HEAD" }],
  ["manage_index", { action: "status", path, ref: "HEAD" }],
  ["manage_index", { action: "clear", path, ref: "HEAD" }],
  ["list_paths", { path }],
  ["search_text", { path, query: "hunter2" }],
  ["semantic_search", { path, query: "hidden" }],
  ["set_scope", { repos: [path] }],
];

describe("what lies outside", () => {
  it.each([
    ["an indexed codebase", closed],
    ["a folder without an index", elsewhere],
    ["a link to a codebase", join(open, "way-out")],
    ["a way out", `${open}/../closed`],
    ["the folder above", workspace.folder],
    ["the system", "/etc"],
    ["what does not exist", "/nowhere"],
  ])("is refused by every tool: %s", async (_, path) => {
    for (const [tool, args] of callsOf(path)) {
      const answer = await server.call(tool, args);
      expect(answer, `${tool} ${JSON.stringify(args)}`).toMatchObject({
        status: "error",
        message: expect.stringContaining("over HTTP, add its folder to the server's SATORI_ALLOWED_ROOTS"),
        error: { code: "PATH_OUTSIDE_ROOTS" },
      });
      expect(JSON.stringify(answer)).not.toContain(SECRET);
    }
  });

  it("is not listed, not read through a link, and still there", async () => {
    expect(await server.call("list_codebases", {})).toMatchObject({
      codebases: { ready: [{ path: open }], indexing: [], requiresReindex: [], failed: [] },
    });
    expect(await server.call("read_file", { path: join(open, "file-out.ts") })).toMatchObject({
      error: { code: "PATH_OUTSIDE_ROOTS" },
    });
    expect(await server.call("search_text", { path: open, query: "hunter2" })).toMatchObject({
      status: "ok",
      total: 0,
    });
    const { envelope } = await cliIn(workspace, closed).json("list_codebases", ["list"]);
    expect(envelope).toMatchObject({ codebases: { ready: [{ path: closed }, { path: open }] } });
  });
});

describe("what lies inside", () => {
  it("is searched and read", async () => {
    expect(await server.call("search_codebase", { path: open, query: "shown" })).toMatchObject({
      status: "ok",
      results: [{ file: "a.ts" }],
    });
    expect(await server.call("read_file", { path: join(open, "a.ts") })).toMatchObject({
      status: "ok",
      file: "a.ts",
    });
    expect(await server.call("list_paths", { path: open })).toMatchObject({ items: [{ path: "a.ts" }] });
  });

  it("can be indexed and cleared", async () => {
    expect(await server.call("read_file", { path: join(fresh, "f.ts") })).toMatchObject({ status: "ok" });
    expect(await server.call("manage_index", { action: "create", path: fresh })).toMatchObject({
      status: "ok",
    });
    expect(await untilIndexed((tool, args) => server.call(tool, args), fresh)).toMatchObject({
      status: "ok",
    });
    expect(await server.call("manage_index", { action: "clear", path: fresh })).toMatchObject({
      status: "ok",
    });
  });
});

describe("the folders that are allowed", () => {
  it("are served over stdio besides the others", async () => {
    const path = join(elsewhere, "e.ts");
    const read = async (environment: Readonly<Record<string, string>>): Promise<unknown> => {
      await using stdio = await startMcp(workspace, { cwd: open, environment });
      return await stdio.call("read_file", { path });
    };
    expect(await read({})).toMatchObject({ error: { code: "PATH_OUTSIDE_ROOTS" } });
    expect(await read({ SATORI_ALLOWED_ROOTS: elsewhere })).toMatchObject({ status: "ok" });
  });

  it("are where relative paths begin: at the session's root, else at the first of them", async () => {
    expect(await server.call("read_file", { path: "a.ts" })).toMatchObject({
      status: "ok",
      path: join(open, "a.ts"),
    });
    await using rooted = await startHttp(workspace, { roots: [open, fresh], args: ["--root", fresh] });
    expect(await rooted.call("read_file", { path: "f.ts" })).toMatchObject({
      status: "ok",
      path: join(fresh, "f.ts"),
    });
  });
});

/** Swaps a folder for a link and back until it is ended. */
const SWAPPING = `
  const { renameSync, symlinkSync, unlinkSync } = require("node:fs");
  const [place, aside, outside] = process.argv.slice(1);
  for (;;) {
    renameSync(place, aside); symlinkSync(outside, place);
    unlinkSync(place); renameSync(aside, place);
  }`;

describe("a folder that is swapped for a link in a loop", () => {
  it("shows no name from outside in 150 listings and text searches", async () => {
    const tree = workspace.tree("open/swapped", "//- a/inner/kept.ts\nkept\n");
    const outside = workspace.tree(
      "outside-of-swaps",
      "//- inner/outsider.ts\nkept\n//- outsider.ts\nkept\n",
    );
    const swapper = spawn(
      process.execPath,
      ["-e", SWAPPING, join(tree, "a"), join(workspace.folder, "aside"), outside],
      { stdio: "ignore" },
    );
    try {
      for (let round = 0; round < 50; round++) {
        const answers = [
          await server.call("list_paths", { path: open }),
          await server.call("list_paths", { path: tree }),
          await server.call("search_text", { path: tree, query: "kept" }),
        ];
        expect(JSON.stringify(answers)).not.toContain("outsider");
      }
    } finally {
      swapper.kill("SIGKILL");
    }
  });
});
