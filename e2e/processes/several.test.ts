/**
 * Several processes over one index: one works, the others answer as they should, and all say the same, byte
 * for byte.
 */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { until } from "../../tools/until.ts";
import { type Cli, cliIn, parseEnvelope } from "../support/cli.ts";
import { isIndexing } from "../support/index-folder.ts";
import { type McpProcess, startMcp } from "../support/mcp-process.ts";
import type { Finished } from "../support/process.ts";
import { createWorkspace, writeManyModules } from "../support/workspace.ts";

const FILES = 150;
const shared = createWorkspace();
const root = writeManyModules(shared.path("parcels"), FILES);
/** A tree whose run goes on while other commands start. */
const LONG_RUN_FILES = 1_000;
const longRunRoot = writeManyModules(shared.path("many parcels"), LONG_RUN_FILES);
afterAll(() => shared[Symbol.dispose]());

function newCli(folder = root): { satori: Cli; home: string } {
  const workspace = createWorkspace();
  onTestFinished(() => workspace[Symbol.dispose]());
  return { satori: cliIn(workspace, folder), home: workspace.home };
}

/** Starts the same command several times at once. */
function atOnce(satori: Cli, count: number, args: readonly string[]): Promise<Finished[]> {
  return Promise.all(Array.from({ length: count }, () => satori([...args, "--json"])));
}

async function expectWhole(satori: Cli, files = FILES): Promise<void> {
  expect(await satori.json("manage_index", ["status"])).toMatchObject({
    code: 0,
    envelope: { status: "ok", index: { files, lastFailure: null, lockOwner: null } },
  });
}

describe("started at once", () => {
  test.each([
    [["index"], 1],
    [["index", "--force"], 2],
    [["reindex"], 1],
  ])("%j makes one index, and all of them answer from it", async (args, rounds) => {
    const { satori } = newCli();
    for (let round = 0; round < rounds; round++) {
      for (const { stdout, stderr, code } of await atOnce(satori, 3, args)) {
        expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
        expect(parseEnvelope("manage_index", stdout)).toMatchObject({
          status: "ok",
          index: { files: FILES },
        });
      }
      await expectWhole(satori);
    }
  });

  test("searches index once between them, and find the same", async () => {
    const { satori } = newCli();
    const finished = await atOnce(satori, 3, ["search", "loadParcel77"]);
    const results = finished.map(({ stdout }) => stable(parseEnvelope("search_codebase", stdout)));
    expect(finished.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(results).toEqual([results[0], results[0], results[0]]);
    expect(results[0]).toContain(`"files":${FILES}`);
    await expectWhole(satori);
  });

  test("calls of tools do not wait for another's run: it is not_ready, and when to ask again", async () => {
    const { satori, home } = newCli(longRunRoot);
    const first = satori.start(["index", "--json"]);
    await until("the run has begun", () => isIndexing(home));
    for (const action of ["create", "reindex", "sync"]) {
      const { stdout, code } = await satori([
        "tool",
        "call",
        "manage_index",
        "--args-json",
        JSON.stringify({ action, path: longRunRoot }),
      ]);
      expect({ code, envelope: parseEnvelope("manage_index", stdout) }, action).toMatchObject({
        code: 1,
        envelope: { status: "not_ready", reason: "indexing", retryAfterMs: expect.any(Number) },
      });
    }
    expect(await first.finished).toMatchObject({ code: 0 });
    await expectWhole(satori, LONG_RUN_FILES);
  });

  test("syncs never step on each other", async () => {
    const { satori } = newCli();
    await satori(["index"]);
    for (const { stdout, code } of await atOnce(satori, 3, ["sync"])) {
      const { status } = parseEnvelope("manage_index", stdout);
      expect([`ok 0`, `not_ready 1`]).toContain(`${status} ${code}`);
    }
    await expectWhole(satori);
  });
});

test("a run whose index is cleared by another process says so, and nothing is left of it", async () => {
  const { satori, home } = newCli(longRunRoot);
  const { finished } = satori.start(["index", "--json"]);
  await until("the run has begun", () => isIndexing(home));
  expect(await satori(["clear"])).toMatchObject({ code: 0 });
  const { stdout, code } = await finished;
  expect({ code, envelope: parseEnvelope("manage_index", stdout) }).toMatchObject({
    code: 1,
    envelope: { status: expect.stringMatching(/^error|not_indexed$/) },
  });
  expect((await satori.json("manage_index", ["status"])).envelope).toMatchObject({ status: "not_indexed" });
  expect(await satori.json("manage_index", ["index"])).toMatchObject({ code: 0 });
  await expectWhole(satori, LONG_RUN_FILES);
});

describe("calls beside another process that makes and removes the index again and again", () => {
  const ROUNDS = 8;
  /** What a call may say of an index that is made and removed under it. */
  const ALLOWED = ["ok", "not_indexed", "not_ready"];
  const small = writeManyModules(shared.path("few parcels"), 12);
  const CALLS = [
    ["search_codebase", { path: small, query: "loadParcel7" }],
    ["file_outline", { path: small, file: "depot7/parcel7.ts" }],
    ["call_graph", { path: small, symbol: "loadParcel7" }],
    ["read_file", { path: small, open_symbol: "loadParcel7" }],
    ["manage_index", { path: small, action: "status" }],
    ["list_codebases", {}],
  ] as const;

  test("are answered, or told that there is none or not yet", async () => {
    using workspace = createWorkspace();
    await using writer = await startMcp(workspace, { cwd: small });
    await using reader = await startMcp(workspace, { cwd: small });
    const over = new AbortController();
    const failed: string[] = [];
    const statuses = new Set<string>();
    const reads = CALLS.map(async ([tool, args]) => {
      while (!over.signal.aborted) {
        const answer = await reader.call(tool, args);
        statuses.add(answer.status);
        if (!ALLOWED.includes(answer.status)) failed.push(JSON.stringify(answer));
      }
    });
    for (let round = 0; round < ROUNDS; round++) {
      for (const action of ["create", "clear"]) {
        const { status } = await writer.call("manage_index", { path: small, action });
        if (!ALLOWED.includes(status)) failed.push(`${action}: ${status}`);
        await until(
          "the run has ended",
          async () =>
            (await writer.call("manage_index", { path: small, action: "status" })).status !== "not_ready",
        );
      }
    }
    over.abort();
    await Promise.all(reads);
    expect(failed).toEqual([]);
    // Both were met.
    expect([...statuses]).toEqual(expect.arrayContaining(["ok", "not_indexed"]));
  });
});

describe("the same request", () => {
  const workspace = createWorkspace();
  const satori = cliIn(workspace, root);
  let server: McpProcess;
  let modern: McpProcess;
  beforeAll(async () => {
    expect(await satori(["index"])).toMatchObject({ code: 0 });
    server = await startMcp(workspace, { cwd: root });
    modern = await startMcp(workspace, { cwd: root, era: "modern" });
  });
  afterAll(async () => {
    await Promise.all([server, modern].map((one) => one?.[Symbol.asyncDispose]()));
    workspace[Symbol.dispose]();
  });

  const REQUESTS = [
    ["a search", "search_codebase", { path: root, query: "send the parcel of a depot", limit: 20 }],
    [
      "a raw search",
      "search_codebase",
      {
        path: root,
        query: "checkParcel7 weight",
        resultMode: "raw",
        groupBy: "file",
        scope: "mixed",
        limit: 50,
      },
    ],
    [
      "a search of a folder with operators",
      "search_codebase",
      {
        path: `${root}/depot7`,
        query: "lang:ts -path:nothing parcel",
        rankingMode: "default",
        maxTokens: 900,
      },
    ],
    ["an outline", "file_outline", { path: root, file: "depot7/parcel7.ts" }],
    ["lines with an outline", "read_file", { path: `${root}/depot7/parcel7.ts`, mode: "annotated" }],
    ["a symbol", "read_file", { path: root, open_symbol: "loadParcel7" }],
    ["a call graph", "call_graph", { path: root, symbol: "loadParcel7" }],
    ["a request that is refused", "search_codebase", { path: root, query: "lang:klingon x" }],
  ] as const;

  test.each(REQUESTS)(
    "%s has the same bytes again, from a new process, and over MCP",
    async (_, tool, args) => {
      const command = ["tool", "call", tool, "--args-json", JSON.stringify(args)];
      const fromCli = async (): Promise<string> => stable(JSON.parse((await satori(command)).stdout));
      const answers = [
        await fromCli(),
        await fromCli(),
        stable(await server.call(tool, args)),
        stable(await server.call(tool, args)),
        stable(await modern.call(tool, args)),
      ];
      expect(answers).toEqual(answers.map(() => answers[0]));
    },
  );
});

/** An answer as text, without the fields that may differ between equal answers. */
function stable(envelope: unknown): string {
  return JSON.stringify(envelope, (key, value: unknown) =>
    ["meta", "freshnessDecision", "stalenessBucket"].includes(key) ? undefined : value,
  );
}
