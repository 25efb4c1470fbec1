/** A codebase in Milvus from its first index to its last, and whatever becomes of the server meanwhile. */
import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ToolName, ToolOutput } from "@satori/contracts";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { MilvusCollections } from "../../tools/milvus/collections.ts";
import { startMilvus } from "../../tools/milvus/server.ts";
import { unusedAddress } from "../../tools/unused-address.ts";
import { type Cli, cliIn } from "../support/cli.ts";
import { untilIndexed } from "../support/mcp-answer.ts";
import { type McpProcess, startMcp } from "../support/mcp-process.ts";
import { SHOP } from "../support/shop.ts";
import { type Workspace, createWorkspace, writeFile } from "../support/workspace.ts";

const milvus = await startMilvus();
afterAll(() => milvus?.[Symbol.asyncDispose]());

const TREE = `${SHOP}//- tools/ship.py
def ship(parcel):
    """Will ship a parcel by boat."""
    return parcel
//- docs/notes.md
# Notes
How a parcel is delivered by boat.
`;
const FILES = 5;
const LATER = {
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "../support/two-minutes-later.js")).href}`,
};

interface Setting {
  readonly workspace: Workspace;
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly satori: Cli;
  readonly collections: MilvusCollections;
  /** Those of this setting, ascending: the codebase's name is part of theirs. */
  ours(): Promise<string[]>;
  mcp(): Promise<McpProcess>;
}

let settings = 0;

/** A codebase of its own name on the server. */
function newSetting(address = milvus?.address ?? ""): Setting {
  const workspace = createWorkspace();
  const name = `shop${++settings}x`;
  const root = workspace.tree(name, TREE);
  const environment = { SATORI_STORE: "milvus", MILVUS_ADDRESS: address };
  const satori = cliIn(workspace, root, environment);
  const collections = new MilvusCollections(address);
  onTestFinished(async () => {
    await collections[Symbol.asyncDispose]();
    workspace[Symbol.dispose]();
  });
  return {
    workspace,
    root,
    environment,
    satori,
    collections,
    ours: async () => (await collections.names()).filter((one) => one.includes(name)),
    mcp: () => startMcp(workspace, { cwd: root, environment }),
  };
}

/** The only one. */
async function onlyOf(setting: Setting): Promise<string> {
  const names = await setting.ours();
  expect(names).toHaveLength(1);
  return names[0] as string;
}

async function filesFound(satori: Cli, ...args: string[]): Promise<string[]> {
  const { envelope } = await satori.json("search_codebase", ["search", ...args]);
  expect(envelope).toMatchObject({ status: "ok" });
  return "results" in envelope ? [...new Set(envelope.results.map(({ file }) => file))].sort() : [];
}

describe.skipIf(milvus === null)("a codebase in Milvus", () => {
  test("is indexed, searched, edited and cleared by commands", async () => {
    const setting = newSetting();
    const { root, satori } = setting;
    expect((await satori.json("manage_index", ["index"])).envelope).toMatchObject({
      status: "ok",
      index: { files: FILES, fingerprint: { vectorStoreProvider: "milvus" } },
    });
    const before = await onlyOf(setting);
    // What is ignored no longer answers: nothing is rebuilt for it.
    writeFile(join(root, ".satoriignore"), "tools/\n");
    expect((await satori.json("manage_index", ["reindex"])).envelope).toMatchObject({
      status: "blocked",
      reason: "unnecessary_reindex_ignore_only",
    });
    appendFileSync(join(root, "src/deliver.ts"), "\nexport function cancelDelivery(): void {}\n");
    expect((await satori(["search", "cancelDelivery", "--limit", "1"])).stdout).toContain("src/deliver.ts");
    expect(await filesFound(satori, "ship a parcel by boat", "--scope", "runtime")).toEqual([
      "src/deliver.ts",
      "src/retry.ts",
    ]);
    expect(await onlyOf(setting)).toBe(before);
    expect(await satori(["clear"])).toMatchObject({ code: 0 });
    expect(await setting.ours()).toEqual([]);
  });

  test("moves to a new collection when it is rebuilt, and the old one goes when nobody can be reading it", async () => {
    const setting = newSetting();
    const { satori, collections, ours } = setting;
    await satori(["index"]);
    const first = await onlyOf(setting);
    const [alias = ""] = await collections.aliases(first);
    expect(first.startsWith(`${alias}_g`)).toBe(true);
    expect(await satori(["index", "--force"])).toMatchObject({ code: 0 });
    const both = await ours();
    expect(both).toHaveLength(2);
    const second = both.find((name) => name !== first) as string;
    expect([await collections.aliases(first), await collections.aliases(second)]).toEqual([[], [alias]]);
    expect(await filesFound(satori, "scheduleRetry", "--limit", "1")).toEqual(["src/retry.ts"]);
    expect(await satori(["sync"])).toMatchObject({ code: 0 });
    expect(await ours()).toHaveLength(2);
    // A sync that finds nothing writes nothing.
    writeFile(join(setting.root, "src/late.ts"), "export const late = 1;\n");
    expect(await satori(["sync"], { environment: LATER })).toMatchObject({ code: 0 });
    expect(await onlyOf(setting)).toBe(second);
    expect(await collections.aliases(second)).toEqual([alias]);
    expect(await satori(["clear"])).toMatchObject({ code: 0 });
    expect(await ours()).toEqual([]);
  });

  test("stays one and the same when the machine has another name", async () => {
    const setting = newSetting();
    const { satori, collections, ours, environment } = setting;
    await satori(["index"]);
    const first = await onlyOf(setting);
    const elsewhere = {
      environment: {
        ...environment,
        NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "../support/another-host.js")).href}`,
      },
    };
    expect(await satori(["search", "scheduleRetry", "--no-index"], elsewhere)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("src/retry.ts"),
    });
    expect(await onlyOf(setting)).toBe(first);
    expect(await collections.paths(first)).toHaveLength(FILES);
    expect(await satori(["clear"], elsewhere)).toMatchObject({ code: 0 });
    expect(await ours()).toEqual([]);
  });

  test("is not given up where another server is asked for it, and says where it lies", async () => {
    await using other = await startMilvus();
    const { root, satori, ours, environment } = newSetting();
    const elsewhere = { environment: { ...environment, MILVUS_ADDRESS: other?.address ?? "" } };
    await satori(["index"]);
    for (const [tool, args] of [
      ["search_codebase", ["search", "scheduleRetry", "--no-index"]],
      ["manage_index", ["sync"]],
      ["manage_index", ["index"]],
    ] as const) {
      appendFileSync(join(root, "src/deliver.ts"), "// more\n");
      const { envelope } = await satori.json(tool, args, elsewhere);
      expect(envelope).toMatchObject({
        status: "error",
        error: {
          code: "STORE_UNAVAILABLE",
          message: expect.stringContaining(`built in Milvus at ${milvus?.address}: restore MILVUS_ADDRESS`),
        },
      });
    }
    expect(await filesFound(satori, "scheduleRetry", "--limit", "1")).toEqual(["src/retry.ts"]);
    // The same server by another name.
    const byName = {
      environment: { ...environment, MILVUS_ADDRESS: `localhost:${milvus?.address.split(":")[1]}` },
    };
    expect(
      (await satori.json("search_codebase", ["search", "scheduleRetry", "--no-index"], byName)).envelope,
    ).toMatchObject({ status: "ok" });
    expect((await satori(["clear"], byName)).stdout).not.toContain("data elsewhere");
    expect(await ours()).toEqual([]);
  });

  test("says what stays of it where it is cleared or rebuilt with other settings", async () => {
    await using other = await startMilvus();
    const setting = newSetting();
    const { satori, ours, environment } = setting;
    await satori(["index"]);
    const first = await onlyOf(setting);
    const stays =
      "Its data elsewhere remains until the folder is indexed there again: it is in Milvus at " +
      `${milvus?.address},`;
    expect((await satori(["clear"], { environment: { SATORI_STORE: "sqlite" } })).stdout).toContain(stays);
    expect(await ours()).toEqual([first]);
    await satori(["index"]);
    const second = await onlyOf(setting);
    expect(
      await satori(["index", "--force"], {
        environment: { ...environment, MILVUS_ADDRESS: other?.address ?? "" },
      }),
    ).toMatchObject({ code: 0 });
    expect(
      await satori(["search", "scheduleRetry", "--no-index"], {
        environment: { ...environment, MILVUS_ADDRESS: other?.address ?? "" },
      }),
    ).toMatchObject({ code: 0, stdout: expect.stringContaining("src/retry.ts") });
    expect(
      (await satori(["clear"], { environment: { ...environment, MILVUS_ADDRESS: other?.address ?? "" } }))
        .stdout,
    ).toContain(stays);
    expect(await ours()).toEqual([second]);
    await satori(["index"]);
    expect(await ours()).toHaveLength(1);
    expect((await satori(["clear"])).stdout).not.toContain("data elsewhere");
    expect(await ours()).toEqual([]);
  });

  test("keeps no rows of texts that no file has any more, once nobody can be reading them", async () => {
    const setting = newSetting();
    const { satori, collections, root } = setting;
    await satori(["index"]);
    const collection = await onlyOf(setting);
    writeFile(join(root, "README.md"), "# Shop\nSends letters.\n");
    rmSync(join(root, "docs/notes.md"));
    await satori(["sync"]);
    expect(await collections.paths(collection)).toEqual([
      "README.md",
      "README.md",
      "docs/notes.md",
      "src/deliver.ts",
      "src/retry.ts",
      "tools/ship.py",
    ]);
    writeFile(join(root, "src/late.ts"), "export const late = 1;\n");
    await satori(["sync"], { environment: LATER });
    expect(await collections.paths(collection)).toEqual([
      "README.md",
      "src/deliver.ts",
      "src/late.ts",
      "src/retry.ts",
      "tools/ship.py",
    ]);
  });

  test("serves clients over MCP, and nothing but the protocol is on stdout", async () => {
    const { root, ours, mcp } = newSetting();
    await using server = await mcp();
    const call = <Tool extends ToolName>(
      tool: Tool,
      args: Record<string, unknown>,
    ): Promise<ToolOutput<Tool>> => server.call(tool, args);
    expect(await call("search_codebase", { path: root, query: "retry" })).toMatchObject({
      status: "not_indexed",
    });
    expect(await call("manage_index", { action: "create", path: root })).toMatchObject({
      status: "ok",
      runId: expect.any(String),
    });
    expect(await untilIndexed(call, root)).toMatchObject({
      status: "ok",
      index: { state: "indexed", files: FILES },
    });
    expect(await call("list_codebases", {})).toMatchObject({
      codebases: { ready: [{ path: root, files: FILES }] },
    });
    expect(
      await call("search_codebase", { path: root, query: "when is a failed delivery tried again" }),
    ).toMatchObject({
      status: "ok",
      results: expect.arrayContaining([expect.objectContaining({ file: "src/retry.ts" })]),
    });
    const found = async (query: string, scope: string): Promise<string[]> => {
      const answer = await call("search_codebase", { path: root, query, scope });
      return "results" in answer
        ? [...new Set(answer.results.map(({ file }) => file))].sort()
        : [answer.status];
    };
    expect(await found("parcel", "runtime")).toEqual(["src/deliver.ts", "src/retry.ts", "tools/ship.py"]);
    expect(await found("parcel by boat", "docs")).toEqual(["README.md", "docs/notes.md"]);
    expect(await found("lang:python parcel", "runtime")).toEqual(["tools/ship.py"]);
    expect(await found("path:src/** -path:src/retry.ts parcel", "mixed")).toEqual(["src/deliver.ts"]);
    expect(await found("must:boat parcel", "mixed")).toEqual(["docs/notes.md", "tools/ship.py"]);
    expect(await call("file_outline", { path: root, file: "src/retry.ts" })).toMatchObject({
      status: "ok",
      outline: {
        symbols: [{ symbolLabel: "scheduleRetry" }, { symbolLabel: "backoff" }].map((symbol) =>
          expect.objectContaining(symbol),
        ),
      },
    });
    expect(
      await call("read_file", { path: join(root, "src/retry.ts"), open_symbol: "backoff" }),
    ).toMatchObject({ status: "ok", startLine: 6, endLine: 8 });
    expect(
      await call("call_graph", { path: root, symbol: "scheduleRetry", direction: "callers" }),
    ).toMatchObject({
      status: "ok",
      edges: [
        expect.objectContaining({
          confidence: "resolved",
          site: expect.objectContaining({ text: expect.any(String) }),
        }),
      ],
    });

    appendFileSync(join(root, "src/deliver.ts"), "\nexport function cancelDelivery(): void {}\n");
    rmSync(join(root, "README.md"));
    expect(await call("manage_index", { action: "sync", path: root })).toMatchObject({
      status: "ok",
      stats: { added: 0, modified: 1, removed: 1 },
    });
    expect(await call("search_codebase", { path: root, query: "cancelDelivery", limit: 1 })).toMatchObject({
      status: "ok",
      results: [{ file: "src/deliver.ts" }],
    });
    expect(await call("manage_index", { action: "clear", path: root })).toMatchObject({ status: "ok" });
    expect(await ours()).toEqual([]);
    for (const line of server.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  });
});

/** What is said of an index whose rows are gone, by the call that finds it out and by all after it. */
const GONE = {
  status: "error",
  error: { code: "STORE_CORRUPT", message: expect.stringContaining("Milvus no longer has the index") },
};

describe.skipIf(milvus === null)("zillizDropCollection", () => {
  const drop = (satori: Cli, name: string) =>
    satori.json("manage_index", [
      "tool",
      "call",
      "manage_index",
      "--args-json",
      JSON.stringify({ action: "create", path: ".", zillizDropCollection: name }),
    ]);

  test("drops a collection of ours, and what was in it can be made anew by the same call", async () => {
    const [mine, other] = [newSetting(), newSetting()];
    await mine.satori(["index"]);
    await other.satori(["index"]);
    const collection = await onlyOf(mine);
    // Another codebase makes room for itself.
    expect((await drop(other.satori, collection)).envelope).toMatchObject({ status: "ok" });
    expect(await mine.ours()).toEqual([]);
    expect(
      (await mine.satori.json("search_codebase", ["search", "parcel", "--no-index"])).envelope,
    ).toMatchObject(GONE);
    await mine.satori(["index"]);
    expect((await drop(mine.satori, await onlyOf(mine))).envelope).toMatchObject({
      status: "ok",
      index: { state: "indexed" },
    });
    expect(await onlyOf(mine)).not.toBe(collection);
    expect(await filesFound(mine.satori, "scheduleRetry", "--limit", "1")).toEqual(["src/retry.ts"]);
  });

  test("touches nothing of others', whatever it is called", async () => {
    const { satori, collections } = newSetting();
    const foreign = ["theirs", "satori_not_ours"];
    for (const name of foreign) await collections.makeForeign(name);
    for (const name of [...foreign, "satori_unknown"]) {
      const { envelope, code } = await drop(satori, name);
      expect(envelope, name).toMatchObject({
        status: "error",
        error: { code: "INVALID_ARGUMENTS", message: expect.stringContaining(name) },
      });
      expect(code).toBe(2);
    }
    for (const name of foreign) expect(await collections.rows(name)).toBe(1);
    // Nor is it in the way of what is ours.
    expect(await satori(["index"])).toMatchObject({ code: 0 });
    expect(await satori(["clear"])).toMatchObject({ code: 0 });
    for (const name of foreign) {
      expect(await collections.rows(name)).toBe(1);
      await collections.drop(name);
    }
  });
});

describe.skipIf(milvus === null)("a collection that is changed behind our back", () => {
  test("emptied, never answers as if it were whole, and is made anew by create", async () => {
    const setting = newSetting();
    const { root, mcp } = setting;
    await using server = await mcp();
    const call = <Tool extends ToolName>(
      tool: Tool,
      args: Record<string, unknown>,
    ): Promise<ToolOutput<Tool>> => server.call(tool, args);
    await call("manage_index", { action: "create", path: root });
    await untilIndexed(call, root);
    await call("search_codebase", { path: root, query: "parcel" });
    await setting.collections.remove(await onlyOf(setting), 'id != ""');
    const create = { tool: "manage_index", args: { action: "create", path: root } };
    expect(await call("search_codebase", { path: root, query: "parcel" })).toMatchObject({
      ...GONE,
      hints: { create },
    });
    expect(await call("manage_index", { action: "status", path: root })).toMatchObject({
      status: "error",
      error: { code: "INDEX_FAILED", message: expect.stringContaining("Milvus no longer has the index") },
      hints: { create: {} },
    });
    expect(await call("manage_index", { action: "create", path: root })).toMatchObject({
      status: "ok",
      runId: expect.any(String),
    });
    expect(await untilIndexed(call, root)).toMatchObject({
      status: "ok",
      index: { state: "indexed", files: FILES },
    });
    expect(await call("search_codebase", { path: root, query: "scheduleRetry", limit: 1 })).toMatchObject({
      status: "ok",
      results: [{ file: "src/retry.ts" }],
    });
    await onlyOf(setting);
  });

  test("dropped, is made anew by a create that comes before any question, and written into by no sync", async () => {
    const setting = newSetting();
    const { root, satori } = setting;
    await satori(["index"]);
    await setting.collections.drop(await onlyOf(setting));
    writeFile(join(root, "src/late.ts"), "export function lateParcel(): void {}\n");
    const synced = await satori.json("manage_index", ["sync"]);
    expect(synced.envelope).not.toMatchObject({ status: "ok" });
    expect((await satori.json("manage_index", ["index"])).envelope).toMatchObject({
      status: "ok",
      index: { state: "indexed", files: FILES + 1 },
    });
    expect(await filesFound(satori, "scheduleRetry", "--limit", "1")).toEqual(["src/retry.ts"]);
    expect(await filesFound(satori, "lateParcel", "--limit", "1")).toEqual(["src/late.ts"]);
  });
});

describe.skipIf(milvus === null)("a server that is away", () => {
  const AWAY = {
    code: "STORE_UNAVAILABLE",
    message: expect.stringMatching(
      /Milvus at 127\.0\.0\.1:\d+ cannot be reached: check that it is running, and MILVUS_ADDRESS/,
    ),
  };

  test("when a process starts, is told of by what needs it, and by nothing else", async () => {
    const { satori } = newSetting(await unusedAddress());
    expect((await satori.json("list_codebases", ["list"])).envelope).toMatchObject({
      codebases: { ready: [] },
    });
    expect((await satori.json("manage_index", ["status"])).envelope).toMatchObject({ status: "not_indexed" });
    expect((await satori.json("search_codebase", ["search", "parcel", "--no-index"])).envelope).toMatchObject(
      { status: "not_indexed" },
    );
    expect((await satori.json("manage_index", ["index"])).envelope).toMatchObject({
      status: "error",
      error: AWAY,
    });
    expect((await satori.json("manage_index", ["status"])).envelope).toMatchObject({ status: "not_indexed" });
  });

  test("later, is told of by searches, which go on in the same process when it is back", async () => {
    const own = await startMilvus();
    if (!own) throw new Error("It could be started before");
    await using _server = own;
    const { root, mcp } = newSetting(own.address);
    await using server = await mcp();
    const call = <Tool extends ToolName>(
      tool: Tool,
      args: Record<string, unknown>,
    ): Promise<ToolOutput<Tool>> => server.call(tool, args);
    await call("manage_index", { action: "create", path: root });
    await untilIndexed(call, root);
    const search = (query: string) => call("search_codebase", { path: root, query, limit: 1 });
    const before = await search("scheduleRetry");
    expect(before).toMatchObject({ status: "ok", results: [{ file: "src/retry.ts" }] });
    await own.kill();
    expect(await search("scheduleRetry")).toMatchObject({ status: "error", error: AWAY });
    expect(await call("manage_index", { action: "status", path: root })).toMatchObject({
      status: "ok",
      index: { files: FILES },
    });
    expect(await call("list_codebases", {})).toMatchObject({ codebases: { ready: [{ path: root }] } });
    expect(await call("read_file", { path: join(root, "README.md") })).toMatchObject({ status: "ok" });
    // What asks for no words and no meaning has all that it needs here.
    expect(await call("file_outline", { path: root, file: "src/retry.ts" })).toMatchObject({
      status: "ok",
      outline: {
        symbols: [{ symbolLabel: "scheduleRetry" }, { symbolLabel: "backoff" }].map((symbol) =>
          expect.objectContaining(symbol),
        ),
      },
    });
    expect(
      await call("read_file", { path: join(root, "src/retry.ts"), open_symbol: "backoff" }),
    ).toMatchObject({ status: "ok", startLine: 6 });
    expect(
      await call("call_graph", { path: root, symbol: "scheduleRetry", direction: "callers" }),
    ).toMatchObject({ status: "ok", edges: [expect.anything()] });
    for (const force of [{}, { force: true }])
      expect(await call("manage_index", { action: "create", path: root, ...force })).toMatchObject({
        status: "error",
        error: AWAY,
      });
    // An edit that could not be taken over meanwhile is not lost.
    writeFile(join(root, "src/late.ts"), "export function lateParcel(): void {}\n");
    expect(await search("lateParcel")).toMatchObject({ status: "error", error: AWAY });
    await own.start();
    expect(await search("lateParcel")).toMatchObject({ status: "ok", results: [{ file: "src/late.ts" }] });
    expect(await search("scheduleRetry")).toMatchObject(
      before.status === "ok"
        ? {
            status: "ok",
            coverage: { files: before.coverage.files + 1 },
            results: [{ file: "src/retry.ts" }],
          }
        : {},
    );
    for (const line of server.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  });
});
