/**
 * An index under changing configurations: an index that does not match is never read and never lost, and
 * answers again when it matches again.
 */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Fingerprint, ToolName } from "@satori/contracts";
import { openaiProvider } from "../embed/remote/providers.ts";
import { RemoteEmbedder } from "../embed/remote/remote-embedder.ts";
import { TestTime } from "../testing/fakes/fake-service.ts";
import { FakeEmbedder } from "../embed/fake.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { closenessOf } from "../testing/store-content.ts";

/** A call of every tool that a gate can stop. */
const CALLS: readonly (readonly [ToolName, object])[] = [
  ["manage_index", { action: "status" }],
  ["manage_index", { action: "sync" }],
  ["manage_index", { action: "create" }],
  ["search_codebase", { query: "alpha" }],
  ["file_outline", { file: "a.py" }],
  ["call_graph", { symbol: "alpha" }],
  ["read_file", { open_symbol: "alpha" }],
];

async function indexedPlace(): Promise<TestPlace> {
  const place = new TestPlace({ "a.py": "def alpha(): pass\n", "b.py": "def beta(): pass\n" });
  onTestFinished(() => place[Symbol.asyncDispose]());
  await place.engine().index();
  return place;
}

/** Answers of all tools, without their durations. */
async function answersOf(engine: TestEngine): Promise<string[]> {
  const answers: string[] = [];
  for (const [tool, args] of CALLS)
    answers.push(JSON.stringify({ ...(await engine.call(tool, args)), meta: undefined }));
  return answers;
}

async function expectMismatch(engine: TestEngine, mismatched: readonly (keyof Fingerprint)[]): Promise<void> {
  const expected = {
    status: "requires_reindex",
    reason: "requires_reindex",
    compatibility: { mismatched },
    hints: { reindex: { tool: "manage_index", args: { action: "reindex" } } },
  };
  for (const [tool, args] of CALLS)
    expect(await engine.call(tool, args), JSON.stringify([tool, args])).toMatchObject(expected);
  expect(await engine.call("list_codebases", {})).toMatchObject({
    codebases: {
      ready: [],
      requiresReindex: [{ reason: `fingerprint differs in ${mismatched.join(", ")}` }],
    },
  });
}

const CHANGES: readonly [keyof Fingerprint, Partial<Fingerprint>][] = [
  ["embeddingProvider", { embeddingProvider: "another" }],
  ["embeddingModel", { embeddingModel: "words-2" }],
  ["embeddingDimension", { embeddingDimension: 16 }],
  ["vectorStoreProvider", { vectorStoreProvider: "milvus" }],
  ["schemaVersion", { schemaVersion: 99 }],
];

describe("when one thing about the configuration changes", () => {
  it.each(CHANGES)(
    "every gated tool asks for a reindex, because of that alone: %s",
    async (field, fingerprint) => {
      const place = await indexedPlace();
      await expectMismatch(place.engine({ fingerprint }), [field]);
    },
  );

  it.each(CHANGES)("and back, the index answers as before: %s", async (_, fingerprint) => {
    const place = await indexedPlace();
    const before = await answersOf(place.engine());
    await answersOf(place.engine({ fingerprint }));
    const after = place.engine();
    expect(await answersOf(after)).toEqual(before);
    expect((await after.codebase.view()).state).toBe("indexed");
  });

  it("the model of a remote embedder is enough, though it has never been asked", async () => {
    const remote = (model: string): RemoteEmbedder =>
      new RemoteEmbedder(openaiProvider({ model, key: null, url: "http://127.0.0.1:1" }), new TestTime());
    const place = new TestPlace({ "empty.txt": "" });
    onTestFinished(() => place[Symbol.asyncDispose]());
    await place.engine({ embedder: remote("small") }).index();
    await expectMismatch(place.engine({ embedder: remote("large") }), ["embeddingModel"]);
    expect((await place.engine({ embedder: remote("small") }).codebase.view()).state).toBe("indexed");
  });
});

describe("a dimension", () => {
  it(
    "that was learned by indexing is compared from then on, and not before the runtime has learned its " +
      "own",
    async () => {
      const place = new TestPlace({ "a.py": "def alpha(): pass\n" });
      onTestFinished(() => place[Symbol.asyncDispose]());
      await place.engine({ embedder: new FakeEmbedder({ knowsDimension: false }) }).index();
      const embedder = new FakeEmbedder({ dimension: 16, knowsDimension: false });
      const other = place.engine({ embedder });
      expect((await other.codebase.view()).state).toBe("indexed");
      await embedder.embedQuery("anything");
      await expectMismatch(other, ["embeddingDimension"]);
      expect(await other.call("manage_index", { action: "status" })).toMatchObject({
        compatibility: {
          indexFingerprint: { embeddingDimension: 8 },
          runtimeFingerprint: { embeddingDimension: 16 },
        },
        index: { fingerprint: { embeddingDimension: 8 } },
      });
    },
  );
});

describe("a dimension that nobody knew when the index was made, since there was nothing to embed", () => {
  it("is learned with the first vectors, found by questions, and compared from then on", async () => {
    const place = new TestPlace({ "empty.txt": "" });
    onTestFinished(() => place[Symbol.asyncDispose]());
    const remote = (dimension: number): FakeEmbedder =>
      new FakeEmbedder({ dimension, knowsDimension: false });
    const engine = place.engine({ embedder: remote(8) });
    await engine.index();
    const dimension = async (): Promise<unknown> =>
      (await engine.codebase.view()).head?.complete?.marker.fingerprint.embeddingDimension;
    expect(await dimension()).toBeNull();
    place.tree.write("a.py", "def alpha(): pass\n");
    expect(await engine.call("manage_index", { action: "sync" })).toMatchObject({
      status: "ok",
      stats: { added: 1 },
    });
    expect(await dimension()).toBe(8);
    using snapshot = await engine.codebase.store().snapshot();
    expect(
      (snapshot && (await closenessOf(snapshot, await remote(8).embedQuery("alpha"))))?.chunks,
    ).toHaveLength(1);
    const other = remote(16);
    await other.embedQuery("anything");
    await expectMismatch(place.engine({ embedder: other }), ["embeddingDimension"]);
  });
});

describe("a dimension that turns out to be another when it is learned", () => {
  const TREE = { "a.py": "def alpha(): pass\n", "b.py": "def beta(): pass\n" };

  it.each<[string, ToolName, object, object]>([
    [
      "by a sync",
      "manage_index",
      { action: "sync" },
      {
        status: "error",
        error: { code: "EMBEDDER_FAILED", message: expect.stringMatching(/16 dimensions.+ has 8/) },
      },
    ],
    ["by a search that syncs", "search_codebase", { query: "beta" }, { status: "requires_reindex" }],
    ["by a question", "search_codebase", { query: "beta" }, { status: "ok", results: [{ file: "b.py" }] }],
  ])(
    "%s leaves the index as it is, and asks for a reindex from then on",
    async (how, tool, args, expected) => {
      const place = new TestPlace(TREE);
      onTestFinished(() => place[Symbol.asyncDispose]());
      const first = place.engine();
      await first.index();
      const before = (await first.codebase.view()).head;
      const other = place.engine({
        embedder: new FakeEmbedder({ dimension: 16, knowsDimension: false }),
        config: { freshnessMs: how === "by a question" ? 1e9 : 0 },
      });
      if (how !== "by a question") place.tree.write("a.py", "def changed(): pass\n");
      expect(await other.call(tool, args)).toMatchObject(expected);
      await expectMismatch(other, ["embeddingDimension"]);
      expect((await first.codebase.view()).head).toEqual(before);
      expect(await first.call("manage_index", { action: "sync" })).toMatchObject({
        status: "ok",
        stats: { modified: how === "by a question" ? 0 : 1 },
      });
    },
  );
});

describe("several configurations at a time", () => {
  it("each have their own verdict about one index, whoever asks in between", async () => {
    const place = await indexedPlace();
    const [fits, differs] = [
      place.engine(),
      place.engine({ embedder: new FakeEmbedder({ model: "words-2" }) }),
    ];
    for (let round = 0; round < 3; round++) {
      expect((await fits.codebase.view()).state).toBe("indexed");
      await expectMismatch(differs, ["embeddingModel"]);
    }
    await differs.call("manage_index", { action: "reindex" });
    await differs.engine.waitForRun(place.tree.root, "/");
    for (let round = 0; round < 3; round++) {
      expect((await differs.codebase.view()).state).toBe("indexed");
      await expectMismatch(fits, ["embeddingModel"]);
    }
  });
});

describe("a store that cannot be reached", () => {
  const options = {
    config: {
      store: "milvus",
      milvus: { address: "127.0.0.1:1", token: null, database: null, layout: "collection" },
    },
  } as const;
  const unavailable = {
    status: "error",
    error: {
      code: "STORE_UNAVAILABLE",
      message: expect.stringContaining("Milvus at 127.0.0.1:1 cannot be reached"),
    },
  };
  const files = ({ home }: TestPlace): string[] => readdirSync(home, { recursive: true }).map(String).sort();

  it("lets the gates answer about an index of another store, and refuses to rebuild it", async () => {
    const place = await indexedPlace();
    const engine = place.engine(options);
    await expectMismatch(engine, ["vectorStoreProvider"]);
    const before = await answersOf(place.engine());
    for (const args of [{ action: "reindex" }, { action: "create", force: true, ignorePatterns: ["*.py"] }])
      expect(await engine.call("manage_index", args)).toMatchObject(unavailable);
    await expectMismatch(engine, ["vectorStoreProvider"]);
    expect(await answersOf(place.engine())).toEqual(before);
    expect(await place.engine().call("search_codebase", { query: "alpha" })).toMatchObject({
      status: "ok",
      results: [{ file: "a.py" }],
    });
  });

  it("leaves nothing behind where there was nothing", async () => {
    const place = new TestPlace({ "a.py": "def alpha(): pass\n" });
    onTestFinished(() => place[Symbol.asyncDispose]());
    const engine = place.engine(options);
    for (const [tool, args] of CALLS.filter(([, args]) => !("action" in args && args.action === "create")))
      expect(await engine.call(tool, args)).toMatchObject({
        status: "not_indexed",
        hints: { create: { tool: "manage_index" } },
      });
    for (const args of [{ action: "create" }, { action: "create", force: true }, { action: "reindex" }]) {
      expect(await engine.call("manage_index", args)).toMatchObject(unavailable);
      expect(files(place)).toEqual(["indexes"]);
    }
    expect(await engine.call("manage_index", { action: "status" })).toMatchObject({ status: "not_indexed" });
    expect(await engine.call("list_codebases", {})).toMatchObject({ codebases: { ready: [], failed: [] } });
    expect(await engine.call("read_file", { path: join(place.tree.root, "a.py") })).toMatchObject({
      status: "ok",
    });
    const built = place.engine();
    await built.index();
    expect((await built.codebase.view()).state).toBe("indexed");
  });

  it("can clear the index of another one", async () => {
    const place = await indexedPlace();
    expect(await place.engine(options).call("manage_index", { action: "clear" })).toMatchObject({
      status: "ok",
    });
    expect(files(place)).toEqual(["indexes"]);
    expect(await place.engine().call("manage_index", { action: "status" })).toMatchObject({
      status: "not_indexed",
    });
  });

  it("tells of a run of another one while it is active, and of one that failed", async () => {
    const place = new TestPlace({ "a.py": "def alpha(): pass\n" });
    onTestFinished(() => place[Symbol.asyncDispose]());
    const embedder = new FakeEmbedder();
    embedder.failure = "no answer";
    await place.engine({ embedder }).index();
    expect(await place.engine(options).call("manage_index", { action: "status" })).toMatchObject({
      status: "error",
      error: { code: "INDEX_FAILED", message: expect.stringContaining("no answer") },
    });
  });

  it("says of a damaged index why it could not be made anew, and leaves room for the next attempt", async () => {
    const place = await indexedPlace();
    const path = join(place.engine().codebase.folder, "index.db");
    writeFileSync(path, "no database ".repeat(500));
    const engine = place.engine(options);
    expect(await engine.call("manage_index", { action: "status" })).toMatchObject({
      status: "error",
      error: { details: { code: "STORE_CORRUPT" } },
    });
    expect(await engine.call("manage_index", { action: "create" })).toMatchObject(unavailable);
    const other = place.engine();
    await other.index();
    expect(await other.call("search_codebase", { query: "alpha" })).toMatchObject({
      status: "ok",
      results: [{ file: "a.py" }],
    });
  });
});

describe("an embedder that cannot be reached", () => {
  it("fails its own run with its reason, and the index of another one goes on answering that one", async () => {
    const place = await indexedPlace();
    const unreachable = new FakeEmbedder({ model: "words-2" });
    unreachable.failure = "connection refused";
    const [fits, differs] = [place.engine(), place.engine({ embedder: unreachable })];
    expect(await differs.call("manage_index", { action: "reindex" })).toMatchObject({
      status: "ok",
      runId: expect.any(String),
    });
    await differs.engine.waitForRun(place.tree.root, "/");
    expect(differs.log).toContainEqual({
      level: "error",
      event: "run_failed",
      fields: expect.objectContaining({ code: "EMBEDDER_FAILED", message: "connection refused" }),
    });
    await expectMismatch(differs, ["embeddingModel"]);
    expect(await fits.call("search_codebase", { query: "alpha" })).toMatchObject({
      status: "ok",
      warnings: expect.arrayContaining(["LAST_RUN_FAILED"]),
      results: [{ file: "a.py" }],
    });
    expect(await fits.call("manage_index", { action: "status" })).toMatchObject({
      status: "ok",
      warnings: ["LAST_RUN_FAILED"],
      index: { lastFailure: { message: "connection refused" } },
    });
  });
});
