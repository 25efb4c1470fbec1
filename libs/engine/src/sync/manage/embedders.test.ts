/** What happens to an index if its embedder is replaced, fails or has no key. */
import { describe, expect, it } from "vitest";
import { FakeEmbedder } from "../../embed/fake.ts";
import { openaiProvider } from "../../embed/remote/providers.ts";
import { RemoteEmbedder } from "../../embed/remote/remote-embedder.ts";
import { TestTime } from "../../testing/fakes/fake-service.ts";
import { ended, manage, newPlace } from "../testing/managed.ts";

describe("a fingerprint that differs", () => {
  it("asks for a rebuild from whoever has it, and stops asking when it is restored", async () => {
    const place = newPlace();
    const [engine, other] = [
      place.engine(),
      place.engine({ embedder: new FakeEmbedder({ model: "words-2" }) }),
    ];
    await engine.index();
    for (const action of ["status", "create", "sync"] as const)
      expect(await manage(other, action)).toMatchObject({
        status: "requires_reindex",
        action,
        compatibility: { mismatched: ["embeddingModel"] },
      });
    expect(await other.call("list_codebases", {})).toMatchObject({
      codebases: {
        ready: [],
        requiresReindex: [{ path: place.tree.root, reason: "fingerprint differs in embeddingModel" }],
      },
    });
    expect(await manage(engine, "status")).toMatchObject({ status: "ok" });
    await manage(other, "reindex");
    await ended(other);
    expect([await manage(other, "status"), await manage(engine, "status")]).toMatchObject([
      { status: "ok" },
      { status: "requires_reindex" },
    ]);
    await engine.index({ force: true });
    expect([await manage(other, "status"), await manage(engine, "status")]).toMatchObject([
      { status: "requires_reindex" },
      { status: "ok" },
    ]);
  });

  it("is no matter of a dimension that is not known yet", async () => {
    const place = newPlace();
    await place.engine().index();
    const engine = place.engine({ embedder: new FakeEmbedder({ knowsDimension: false }) });
    expect(await manage(engine, "status")).toMatchObject({ status: "ok" });
    place.tree.write("a.txt", "changed");
    expect(await manage(engine, "sync")).toMatchObject({ stats: { modified: 1 } });
  });
});

describe("an embedder that fails", () => {
  it("fails the first run, with its reason", async () => {
    const place = newPlace();
    const embedder = new FakeEmbedder();
    const engine = place.engine({ embedder });
    embedder.failure = "the quota is used up";
    await engine.index();
    expect(await manage(engine, "status")).toMatchObject({
      status: "error",
      error: {
        code: "INDEX_FAILED",
        message: expect.stringContaining("the quota is used up"),
        details: { code: "EMBEDDER_FAILED", at: new Date(place.tree.nowMs).toISOString() },
      },
      hints: { create: { args: { action: "create", path: place.tree.root } } },
      index: { state: "indexfailed", lastFailure: { code: "EMBEDDER_FAILED" } },
    });
    expect(await engine.call("search_codebase", { query: "alpha" })).toMatchObject({ status: "not_indexed" });
    expect(await engine.call("list_codebases", {})).toMatchObject({
      codebases: { failed: [{ state: "indexfailed", reason: "the quota is used up" }] },
    });
    embedder.failure = null;
    await engine.index();
    expect(await manage(engine, "status")).toMatchObject({ status: "ok", index: { lastFailure: null } });
  });

  it("leaves the old index to answer, and says that a later run failed", async () => {
    const place = newPlace();
    const embedder = new FakeEmbedder();
    const engine = place.engine({ embedder });
    await engine.index();
    embedder.failure = "no answer";
    place.tree.write("a.txt", "changed");
    await manage(engine, "reindex");
    await ended(engine);
    expect(await manage(engine, "status")).toMatchObject({
      status: "ok",
      warnings: ["LAST_RUN_FAILED"],
      index: { state: "indexed", files: 2, lastFailure: { code: "EMBEDDER_FAILED", message: "no answer" } },
    });
    embedder.failure = null;
    expect(await manage(engine, "sync")).toMatchObject({
      status: "ok",
      warnings: ["LAST_RUN_FAILED"],
      stats: { modified: 1 },
    });
    expect(await engine.call("search_codebase", { query: "beta" })).toMatchObject({
      status: "ok",
      warnings: expect.arrayContaining(["LAST_RUN_FAILED"]),
      results: [expect.objectContaining({ file: "src/b.py" })],
    });
    await engine.index({ force: true });
    expect(await manage(engine, "status")).not.toHaveProperty("warnings");
  });

  it("costs a question its meaning, but not its words", async () => {
    const place = newPlace();
    const embedder = new FakeEmbedder();
    const engine = place.engine({ embedder });
    await engine.index();
    embedder.failure = "no answer";
    expect(await engine.call("search_codebase", { query: "beta" })).toMatchObject({
      status: "ok",
      warnings: expect.arrayContaining(["SEMANTIC_SEARCH_UNAVAILABLE"]),
      results: [expect.objectContaining({ file: "src/b.py" })],
    });
  });
});

describe("an embedder that has no key", () => {
  const options = {
    embedder: new RemoteEmbedder(
      openaiProvider({ model: "m", key: null, url: "https://api.openai.com/v1" }),
      new TestTime(),
    ),
  };

  it("stops nothing before it has to work", async () => {
    const place = newPlace();
    const engine = place.engine(options);
    expect(await manage(engine, "status")).toMatchObject({ status: "not_indexed" });
    expect(await engine.call("list_codebases", {})).toMatchObject({ status: "ok" });
    await place.engine().index();
    expect(await manage(engine, "status")).toMatchObject({
      status: "requires_reindex",
      compatibility: {
        runtimeFingerprint: { embeddingProvider: "openai", embeddingModel: "m", embeddingDimension: null },
      },
    });
    expect(await engine.call("search_codebase", { query: "alpha" })).toMatchObject({
      status: "requires_reindex",
    });
    await manage(engine, "reindex");
    await ended(engine);
    expect(await manage(place.engine(), "status")).toMatchObject({
      status: "ok",
      warnings: ["LAST_RUN_FAILED"],
      index: { lastFailure: { code: "EMBEDDER_FAILED" } },
    });
  });

  it("fails a first run that has something to embed, and only such a one", async () => {
    const [some, none] = [
      newPlace().engine(options),
      newPlace({ "empty.txt": "", "b.dat": Uint8Array.of(0) }).engine(options),
    ];
    await some.index();
    expect(await manage(some, "status")).toMatchObject({
      status: "error",
      error: {
        code: "INDEX_FAILED",
        message: expect.stringContaining("OpenAI needs a key: set OPENAI_API_KEY"),
        details: { code: "EMBEDDER_FAILED" },
      },
    });
    await none.index();
    expect(await manage(none, "status")).toMatchObject({ status: "ok", index: { files: 1, chunks: 0 } });
  });
});
