/**
 * Answers of a search while an index is empty, missing, being built, outdated or partly corrupt, and with an
 * embedder that knows none of the words.
 */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noDeadline } from "../deadline.ts";
import { StaticEmbedder } from "../embed/static.ts";
import { EngineError } from "../errors.ts";
import { createInlinePreparer } from "../prepare/preparer.ts";
import { type TestCodebase, indexedTree, openTree } from "../testing/codebase.ts";
import { TestPlace } from "../testing/engine.ts";
import { failingPreparer, heldPreparer, refusingPreparer } from "../testing/fakes/fake-preparers.ts";
import { writeFile } from "../testing/trees/tree.ts";
import { TREE, files } from "./testing/small-codebase.ts";

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
});
afterAll(() => codebase[Symbol.asyncDispose]());

describe("states of the index", () => {
  it("an empty codebase has no results", async () => {
    await using empty = await indexedTree("\n//- folder/\n");
    expect(await empty.search("request")).toMatchObject({
      results: [],
      confidence: "low",
      warnings: ["NO_CONFIDENT_MATCH"],
      unknownTerms: ["request"],
      coverage: { files: 0, chunks: 0, candidates: 0 },
    });
    expect(await empty.search("lang:ts path:a must:b", { debug: true })).toMatchObject({ results: [] });
  });

  it("one of empty files has none either", async () => {
    await using empty = await indexedTree("\n//- a.ts\n//- b.py\n//- c.ts\nconst last = 1;\n");
    expect(await empty.search("b python", { scope: "mixed" })).toMatchObject({
      status: "ok",
      coverage: { files: 3, chunks: 1 },
    });
    expect(files(await empty.search("last"))).toEqual(["c.ts"]);
  });

  it("a folder without an index is answered with the call that makes one", async () => {
    await using none = openTree(TREE);
    expect(await none.call("search_codebase", { path: "src", query: "lang:klingon x" })).toMatchObject({
      status: "not_indexed",
      reason: "not_indexed",
      path: join(none.root, "src"),
      hints: { create: { tool: "manage_index", args: { action: "create", path: join(none.root, "src") } } },
    });
  });

  it("while the first run is active it says so", async () => {
    await using place = new TestPlace({ "a.ts": "export const a = 1;\n" });
    const preparer = heldPreparer(createInlinePreparer(1_000_000));
    const { call, engine } = place.engine({ preparer });
    await call("manage_index", { action: "create" });
    const answer = await call("search_codebase", { query: "lang:klingon a", limit: 3, debug: true });
    for (const argument of ["query", "limit", "scope"]) expect(answer).not.toHaveProperty(argument);
    expect(answer).toMatchObject({
      status: "not_ready",
      reason: "indexing",
      path: place.tree.root,
      hints: { status: { tool: "manage_index" }, debugIndexing: { markerPresent: false } },
    });
    preparer.release();
    await engine.waitForRun(place.tree.root, "/");
    expect(await call("search_codebase", { query: "a" })).toMatchObject({ status: "ok" });
  });

  it("an index of another configuration is not searched", async () => {
    await using place = new TestPlace({ "a.ts": "export const a = 1;\n" });
    await place.engine().index();
    expect(
      await place.engine({ fingerprint: { schemaVersion: 99 } }).call("search_codebase", { query: "a" }),
    ).toMatchObject({ status: "requires_reindex", compatibility: { mismatched: ["schemaVersion"] } });
  });

  it("tells of files that could not be read again, and answers from what was read before", async () => {
    await using place = new TestPlace({ "a.ts": "export const parcel = 1;\n" });
    const preparer = refusingPreparer(createInlinePreparer(1_000_000));
    const { call, index } = place.engine({ preparer });
    await index();
    place.tree.write("a.ts", "export const letter = 22;\n");
    preparer.refused.add("a.ts");
    place.tree.wait(10 * 60_000);
    expect(await call("search_codebase", { query: "parcel" })).toMatchObject({
      status: "ok",
      warnings: ["PARTIAL_SCAN"],
      results: [{ file: "a.ts", preview: "export const parcel = 1;" }],
    });
  });

  it("tells of a rebuild that failed, and answers from the run before it", async () => {
    await using place = new TestPlace({ "a.ts": "export const parcel = 1;\n" });
    const preparer = failingPreparer(createInlinePreparer(1_000_000), new Error("a defect"));
    const { call, engine, index } = place.engine({ preparer });
    await index();
    preparer.remainingFiles = 0;
    await call("manage_index", { action: "reindex" });
    await engine.waitForRun(place.tree.root, "/");
    expect(await call("search_codebase", { query: "parcel" })).toMatchObject({
      status: "ok",
      warnings: ["LAST_RUN_FAILED"],
      results: [{ file: "a.ts" }],
    });
  });

  it("what changed on disk is indexed first when the index may be old", async () => {
    await using live = await indexedTree(TREE);
    await live.search("quetzalcoatlus");
    writeFile(join(live.root, "src/fresh.ts"), "export const quetzalcoatlus = 1;\n");
    expect((await live.search("quetzalcoatlus")).freshnessDecision.mode).toBe("fresh");
    live.advance(10 * 60_000);
    const answer = await live.search("quetzalcoatlus");
    expect(answer.freshnessDecision).toMatchObject({
      mode: "synced",
      changes: { added: 1, removed: 0, modified: 0 },
    });
    expect(files(answer)[0]).toBe("src/fresh.ts");
  });

  it.each(["grouped", "raw"] as const)("tells how old a result is unless it is fresh: %s", async (mode) => {
    await using old = await indexedTree(TREE, { config: { freshnessMs: Number.MAX_SAFE_INTEGER } });
    const age = async (): Promise<readonly unknown[]> => {
      const [first] = (await old.search("request", { resultMode: mode })).results;
      return [first?.stalenessBucket, first?.indexedAt];
    };
    const seen = [await age()];
    for (const minutes of [29, 1, 23 * 60, 30]) {
      old.advance(minutes * 60_000);
      seen.push(await age());
    }
    const indexedAt = "2026-01-01T00:00:10.000Z";
    expect(seen).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      ["aging", indexedAt],
      ["aging", indexedAt],
      ["stale", indexedAt],
    ]);
  });

  it("a folder with accents in its name is found however they are spelled on disk", async () => {
    await using accents = await indexedTree("\n//- cafe\u0301/menu.ts\nexport const espresso = 1;\n");
    expect(files(await accents.search("espresso", { path: "cafe\u0301" }))).toEqual(["caf\u00e9/menu.ts"]);
  });

  it("a search that is cancelled ends", async () => {
    const abort = new AbortController();
    abort.abort();
    const call = {
      baseFolder: codebase.root,
      roots: [],
      signal: abort.signal,
      elapsedMs: () => 0,
      deadline: noDeadline(abort.signal),
    };
    await expect(
      codebase.engine.tools.search_codebase({ path: codebase.root, query: "request" }, call),
    ).rejects.toMatchObject({ code: "CANCELLED" });
  });
});

describe("without vectors", () => {
  it("finds by words when there is no embedder", async () => {
    await using plain = await indexedTree(TREE, { embedder: null });
    const answer = await plain.search("send a request again");
    expect(files(answer)[0]).toBe("src/http/retry.ts");
    expect(answer).not.toHaveProperty("warnings");
    expect(await plain.search("evict_expired")).toMatchObject({ confidence: "high" });
  });

  it("finds by words when the embedder fails, and says so", async () => {
    class Failing extends StaticEmbedder {
      override embedQuery(): Promise<Float32Array> {
        return Promise.reject(new EngineError("EMBEDDER_FAILED", "The provider does not answer"));
      }
    }
    await using failing = await indexedTree(TREE, { embedder: new Failing() });
    const answer = await failing.search("send a request again");
    expect(answer.warnings).toEqual(["SEMANTIC_SEARCH_UNAVAILABLE"]);
    expect(files(answer)[0]).toBe("src/http/retry.ts");
    expect(failing.log.map(({ event }) => event)).toContain("query_embedding_failed");
  });

  it("finds by words when the embedder knows none of the question's", async () => {
    const answer = await codebase.search("検索索引", { scope: "docs" });
    expect(answer).not.toHaveProperty("warnings");
    expect(files(answer)).toContain("docs/größe.md");
  });
});
