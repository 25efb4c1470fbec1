import type { LogEvent } from "./ports.ts";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { SETTINGS, type ToolName, type ToolOutput } from "@satori/contracts";
import { callTool } from "./call-tool.ts";
import { readConfig } from "./config.ts";
import { STATIC_DIMENSION, STATIC_MODEL_ID } from "./embed/static.ts";
import { SCHEMA_VERSION } from "./model/fingerprint.ts";
import { openEngine } from "./open-engine.ts";
import { createInlinePreparer } from "./prepare/preparer.ts";
import { TestPlace } from "./testing/engine.ts";
import { watchNetwork } from "./testing/network.ts";

interface Opened extends AsyncDisposable {
  call<Tool extends ToolName>(tool: Tool, args: object): Promise<ToolOutput<Tool>>;
  /** Rebuilds the index and waits for the end of the run. */
  reindex(): Promise<void>;
}

/** The engine as apps open it, but without workers, which only the built product has. */
function open(
  place: TestPlace,
  settings: Readonly<Record<string, string>>,
  log: LogEvent = () => undefined,
): Opened {
  const config = readConfig({
    environment: { SATORI_HOME: place.home, ...settings },
    freshnessPolicy: "by_age",
  });
  const engine = openEngine({
    config,
    log,
    preparer: createInlinePreparer(config.maxFileBytes),
    clock: { nowMs: () => place.tree.nowMs },
  });
  const { root } = place.tree;
  const call = <Tool extends ToolName>(tool: Tool, args: object): Promise<ToolOutput<Tool>> =>
    callTool(engine, tool, tool === "list_codebases" ? args : { path: root, ...args }, {
      baseFolder: root,
      roots: [root],
      log,
    });
  const reindex = async (): Promise<void> => {
    expect(await call("manage_index", { action: "reindex" })).toMatchObject({ status: "ok" });
    await engine.waitForRun(root, root);
  };
  return { call, reindex, [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose]() };
}

/** A place with an index that matches no configuration. */
async function indexedOtherwise(): Promise<TestPlace> {
  const place = new TestPlace({ "a.py": "def alpha(): pass\n" });
  onTestFinished(() => place[Symbol.asyncDispose]());
  await place.engine({ fingerprint: { schemaVersion: 0 } }).index();
  return place;
}

/** Default fingerprint fields of each embedder. */
const EMBEDDERS = {
  static: { embeddingModel: STATIC_MODEL_ID, embeddingDimension: STATIC_DIMENSION },
  openai: { embeddingModel: "text-embedding-3-small", embeddingDimension: null },
  voyage: { embeddingModel: "voyage-code-3", embeddingDimension: null },
  gemini: { embeddingModel: "gemini-embedding-001", embeddingDimension: null },
  ollama: { embeddingModel: "nomic-embed-text", embeddingDimension: null },
  none: { embeddingModel: "none", embeddingDimension: 0 },
} as const satisfies Record<(typeof SETTINGS.SATORI_EMBEDDER.choices)[number], object>;

describe("whatever is configured", () => {
  const configurations = SETTINGS.SATORI_EMBEDDER.choices.flatMap((embedder) =>
    SETTINGS.SATORI_STORE.choices.map((store) => [embedder, store] as const),
  );

  it.each(configurations)(
    "the engine starts and knows its fingerprint without network: %s, %s",
    async (embedder, store) => {
      const place = await indexedOtherwise();
      using network = watchNetwork();
      await using engine = open(place, { SATORI_EMBEDDER: embedder, SATORI_STORE: store });
      const runtimeFingerprint = {
        embeddingProvider: embedder,
        ...EMBEDDERS[embedder],
        vectorStoreProvider: store,
        schemaVersion: SCHEMA_VERSION,
      };
      expect(await engine.call("manage_index", { action: "status" })).toMatchObject({
        status: "requires_reindex",
        compatibility: { runtimeFingerprint },
      });
      expect(await engine.call("search_codebase", { query: "alpha" })).toMatchObject({
        status: "requires_reindex",
        compatibility: { runtimeFingerprint },
      });
      expect(await engine.call("list_codebases", {})).toMatchObject({
        codebases: { requiresReindex: [{ path: place.tree.root }] },
      });
      expect(network.requests).toEqual([]);
    },
  );

  it("the network would be seen if it were asked", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    using network = watchNetwork();
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    expect(network.requests).not.toEqual([]);
  });

  it.each(["OPENAI", "VOYAGE", "GEMINI", "OLLAMA"] as const)(
    "a model of %s that is named goes into the fingerprint, and another embedder's does not",
    async (name) => {
      const place = await indexedOtherwise();
      const models = { OPENAI_MODEL: "m", VOYAGE_MODEL: "m", GEMINI_MODEL: "m", OLLAMA_MODEL: "m" };
      await using engine = open(place, {
        ...models,
        [`${name}_MODEL`]: "own-1",
        SATORI_EMBEDDER: name.toLowerCase(),
      });
      expect(await engine.call("manage_index", { action: "status" })).toMatchObject({
        compatibility: { runtimeFingerprint: { embeddingModel: "own-1" } },
      });
    },
  );

  it("a reranker, its model and its address are no part of the fingerprint", async () => {
    const place = new TestPlace({ "a.py": "def alpha(): pass\n", "b.py": "def alpha_too(): pass\n" });
    onTestFinished(() => place[Symbol.asyncDispose]());
    const embedder = { SATORI_EMBEDDER: "none" };
    const create = open(place, embedder);
    await create.reindex();
    await create[Symbol.asyncDispose]();
    // No service listens there: a failed request shows that the reranker is in use.
    for (const reranker of ["none", "voyage", "cohere", "jina"]) {
      await using engine = open(place, {
        ...embedder,
        SATORI_RERANKER: reranker,
        SATORI_RERANKER_MODEL: `model for ${reranker}`,
        SATORI_RERANKER_URL: "http://127.0.0.1:1/v1",
      });
      expect(await engine.call("manage_index", { action: "status" })).toMatchObject({ status: "ok" });
      const answer = await engine.call("search_codebase", { query: "alpha" });
      expect([answer.status, answer.warnings]).toEqual([
        "ok",
        reranker === "none" ? undefined : ["RERANKER_FAILED"],
      ]);
    }
  });

  it("keys come into no line of the log, not even at a failure", async () => {
    const place = await indexedOtherwise();
    const lines: string[] = [];
    const keys = {
      OPENAI_API_KEY: "key-1",
      VOYAGE_API_KEY: "key-2",
      GEMINI_API_KEY: "key-3",
      MILVUS_TOKEN: "key-4",
      COHERE_API_KEY: "key-5",
      JINA_API_KEY: "key-6",
    };
    for (const embedder of ["openai", "voyage", "gemini", "ollama"]) {
      await using engine = open(
        place,
        { ...keys, SATORI_EMBEDDER: embedder },
        (level, event, fields) => void lines.push(JSON.stringify({ level, event, ...fields })),
      );
      await engine.reindex();
    }
    expect(lines.filter((line) => line.includes("run_failed"))).toHaveLength(4);
    expect(lines.join("\n")).not.toContain("key-");
  });
});
