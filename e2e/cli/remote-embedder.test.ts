/**
 * The built product with an embedder that is asked over the network: told before, kept after, and never in
 * the way.
 */
import { describe, expect, test } from "vitest";
import { cliIn } from "../support/cli.ts";
import { SERVICE_KEY, startEmbeddingService } from "../support/embedding-service.ts";
import { startMcp } from "../support/mcp-process.ts";
import { untilIndexed } from "../support/mcp-answer.ts";
import { createWorkspace, writeFile, writeManyModules } from "../support/workspace.ts";

const FILES = 80;

/** A tree of so many files, and a service. */
async function setting() {
  const workspace = createWorkspace();
  const service = await startEmbeddingService();
  const root = writeManyModules(workspace.path("parcels"), FILES);
  const environment = { ...service.environment, SATORI_LOG_LEVEL: "debug" };
  const plain = cliIn(workspace, root, environment);
  /** Everything that it wrote, for whoever looks for keys in it. */
  let written = "";
  const satori = async (...args: string[]) => {
    const finished = await plain(args);
    written += finished.stdout + finished.stderr;
    return finished;
  };
  const status = async () => JSON.parse((await satori("status", "--json")).stdout);
  return {
    workspace,
    service,
    root,
    satori,
    status,
    environment,
    written: () => written,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      workspace[Symbol.dispose]();
    },
  };
}

describe("an embedder over the network", () => {
  test("is told of before, asked with the key, and asked for nothing twice", async () => {
    await using own = await setting();
    const { service, satori, status, workspace, root } = own;
    const before = JSON.parse((await satori("index", "--estimate", "--json")).stdout);
    expect(before).toMatchObject({
      command: "index",
      status: "ok",
      estimate: {
        files: FILES,
        embedder: { provider: "openai", model: "fake-1", isLocal: false },
        cached: { texts: 0 },
        cost: null,
      },
    });
    expect(service.headers).toEqual([]);
    expect(await satori("index")).toMatchObject({ code: 0 });
    expect(service.embedded).toHaveLength(before.estimate.toSend.texts);
    expect(new Set(service.headers.map(({ authorization }) => authorization))).toEqual(
      new Set([`Bearer ${SERVICE_KEY}`]),
    );
    expect(await status()).toMatchObject({
      index: {
        fingerprint: { embeddingProvider: "openai", embeddingModel: "fake-1", embeddingDimension: 16 },
        embedding: { fromCache: 0, embedded: service.embedded.length, truncated: 0 },
      },
    });

    // A second worktree with one new file embeds just that.
    const clone = writeManyModules(workspace.path("clone"), FILES);
    writeFile(`${clone}/new.ts`, "export const somethingNew = 1;\n");
    const asked = service.embedded.length;
    const told = (await satori("index", clone, "--estimate")).stdout;
    expect(told).toMatch(/to be sent: 2, about \d+ tokens/);
    expect(await satori("index", clone)).toMatchObject({ code: 0 });
    expect(service.embedded.slice(asked).sort()).toEqual([
      "new.ts",
      "new.ts\nexport const somethingNew = 1;\n",
    ]);
    expect((await satori("search", "loadParcel77", "--limit", "1")).stdout).toContain("depot27/parcel77.ts");
    expect(root).not.toBe(clone);
  });

  test("that is down costs a question its meaning, and nothing else", async () => {
    await using own = await setting();
    const { service, satori } = own;
    await satori("index");
    const asked = service.embedded.length;
    expect((await satori("search", "loadParcel77", "--json")).stdout).toMatch(
      /^(?!.*SEMANTIC_SEARCH_UNAVAILABLE).*"status":"ok"/,
    );
    expect(service.embedded).toHaveLength(asked + 1);
    await service[Symbol.asyncDispose]();
    const answer = JSON.parse((await satori("search", "loadParcel77", "--json")).stdout);
    expect(answer).toMatchObject({ status: "ok", warnings: ["SEMANTIC_SEARCH_UNAVAILABLE"] });
    expect(answer.results[0]).toMatchObject({ file: "depot27/parcel77.ts" });
  });

  test("that dies half way fails the first run with its reason, and the next run goes on where it stopped", async () => {
    await using own = await setting();
    const { service, satori, status } = own;
    const all = JSON.parse((await satori("index", "--estimate", "--json")).stdout).estimate.toSend
      .texts as number;
    service.textsLeft = Math.floor(all / 2);
    const failed = await satori("index", "--json");
    expect(failed.code).toBe(1);
    expect(JSON.parse(failed.stdout)).toMatchObject({
      status: "error",
      error: {
        code: "INDEX_FAILED",
        message: expect.stringMatching(
          /cannot be reached at http:\/\/127\.0\.0\.1:\d+\/v1 \((ECONN|UND_ERR)\w+\): start it, or check OPENAI_BASE_URL; nothing is indexed yet/,
        ),
        details: { code: "EMBEDDER_FAILED" },
      },
    });
    const kept = service.embedded.length;
    expect(kept).toBeGreaterThan(0);
    await service.revive();
    expect(await satori("index")).toMatchObject({ code: 0 });
    expect(service.embedded).toHaveLength(all);
    expect(await status()).toMatchObject({
      status: "ok",
      index: { files: FILES, embedding: { fromCache: kept, embedded: all - kept } },
    });
  });

  test("that dies during a rebuild leaves the old index answering", async () => {
    await using own = await setting();
    const { service, satori, status, root } = own;
    await satori("index");
    for (let at = 0; at < FILES; at++)
      writeFile(`${root}/more/file${at}.ts`, `export const another${at} = ${at};\n`);
    service.textsLeft = FILES;
    const failed = await satori("index", "--force", "--json");
    expect(JSON.parse(failed.stdout)).toMatchObject({
      status: "error",
      error: { code: "INDEX_FAILED", message: expect.stringContaining("the previous index still answers") },
    });
    expect(await status()).toMatchObject({
      status: "ok",
      warnings: ["LAST_RUN_FAILED"],
      index: { files: FILES, lastFailure: { code: "EMBEDDER_FAILED" } },
    });
    const answer = JSON.parse((await satori("search", "loadParcel77", "--json")).stdout);
    expect(answer).toMatchObject({
      status: "ok",
      warnings: expect.arrayContaining(["LAST_RUN_FAILED", "SEMANTIC_SEARCH_UNAVAILABLE"]),
      freshnessDecision: { mode: "failed" },
    });
    expect(answer.results[0]).toMatchObject({ file: "depot27/parcel77.ts" });
  });

  test.each([
    [401, `Incorrect API key provided: ${SERVICE_KEY}`, /rejects the key: check OPENAI_API_KEY/],
    [
      402,
      `no credits left for ${SERVICE_KEY}`,
      /the quota is used up \(402: no credits left for \[secret\]\)/,
    ],
  ])(
    "that answers %i says what to do, and no line that is written shows the key",
    async (status, message, expected) => {
      await using own = await setting();
      own.service.refusal = { status, message };
      const { code, stderr } = await own.satori("index");
      expect(code).toBe(1);
      expect(stderr).toMatch(expected);
      await own.satori("status", "--json");
      expect(own.written()).toContain("run_failed");
      expect(own.written()).not.toContain(SERVICE_KEY);
    },
  );

  test("serves MCP clients in the same way, with no key in the server's log", async () => {
    await using own = await setting();
    const { service, workspace, root } = own;
    await using server = await startMcp(workspace, { cwd: root, environment: own.environment });
    const call = (tool: "manage_index", args: Record<string, unknown>) => server.call(tool, args);
    await server.call("manage_index", { action: "create", path: root });
    await untilIndexed(call, root);
    service.refusal = { status: 401, message: `Incorrect API key provided: ${SERVICE_KEY}` };
    expect(await server.call("search_codebase", { path: root, query: "loadParcel77" })).toMatchObject({
      status: "ok",
      warnings: ["SEMANTIC_SEARCH_UNAVAILABLE"],
    });
    service.refusal = null;
    const { warnings = [] } = await server.call("search_codebase", { path: root, query: "loadParcel77" });
    expect(warnings).toEqual([]);
    expect(server.stderr).toContain("query_embedding_failed");
    expect(server.stderr).not.toContain(SERVICE_KEY);
  });
});

describe("an estimate", () => {
  test("with the built-in embedder is free, and says so", async () => {
    using workspace = createWorkspace();
    const root = workspace.tree("small", "//- a.ts\nexport const a = 1;\n");
    const satori = cliIn(workspace, root);
    expect(await satori(["index", "--estimate"])).toMatchObject({
      code: 0,
      stdout: `${root}: 1 file, 1 chunk\nembedder: static, built in and free; nothing leaves this machine\n`,
    });
    expect(JSON.parse((await satori(["index", "--estimate", "--json"])).stdout)).toMatchObject({
      status: "ok",
      estimate: { files: 1, chunks: 1, embedder: { isLocal: true }, toSend: { texts: 0 }, cost: 0 },
    });
    expect(await satori.json("manage_index", ["status"])).toMatchObject({
      envelope: { status: "not_indexed" },
    });
  });
});
