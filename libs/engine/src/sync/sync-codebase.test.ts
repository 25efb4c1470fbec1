import { existsSync, statSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { ENGINE_LIMITS } from "../limits.ts";
import { STATS_PER_ENTRY } from "../model/manifest.ts";
import { type TestEngine, type TestEngineOptions, TestPlace } from "../testing/engine.ts";
import { heldPreparer } from "../testing/fakes/fake-preparers.ts";
import { batchOf, runOf } from "../testing/store-content.ts";
import { createInlinePreparer } from "../prepare/preparer.ts";
import { syncCodebase } from "./sync-codebase.ts";

async function indexed(
  texts: Readonly<Record<string, string>>,
  options: TestEngineOptions = {},
): Promise<{ place: TestPlace; engine: TestEngine }> {
  const place = new TestPlace(texts);
  onTestFinished(() => place[Symbol.asyncDispose]());
  await place.engine().index();
  return { place, engine: place.engine(options) };
}

describe("a sync of an index that another process has cleared since this one opened it", () => {
  it("goes into the one that was made anew", async () => {
    const { place, engine } = await indexed({ "a.txt": "1" });
    await engine.codebase.view();
    const other = place.engine();
    await other.call("manage_index", { action: "clear" });
    await other.index();
    place.tree.write("b.txt", "2");
    expect(await syncCodebase(engine.context, engine.codebase, "everything", {})).toMatchObject({
      stats: { added: 1 },
    });
    expect(await other.call("manage_index", { action: "status" })).toMatchObject({
      status: "ok",
      index: { files: 2 },
    });
  });

  it("fails where none was made, and makes none", async () => {
    const { place, engine } = await indexed({ "a.txt": "1" });
    await engine.codebase.view();
    await place.engine().call("manage_index", { action: "clear" });
    await expect(syncCodebase(engine.context, engine.codebase, "everything", {})).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: expect.stringContaining("removed"),
    });
    expect(await engine.codebase.view()).toMatchObject({ state: "not_found", head: null });
    expect(existsSync(engine.codebase.folder)).toBe(false);
  });
});

describe("content that changed behind the same size, times and inode", () => {
  /** Writes to a file, and makes the index believe that it has seen the present state of the file. */
  async function disguise(
    { tree }: TestPlace,
    { codebase }: TestEngine,
    path: string,
    content: string,
  ): Promise<void> {
    tree.rewriteUnseen(path, content);
    const store = codebase.store();
    const { complete, syncedAt, merkleRoot, ignoreSignature } = await store.head();
    const runId = complete?.run.id ?? "";
    const [root] = await store.manifest(runId);
    if (!root) throw new Error("There is no manifest");
    root.stats[root.names.indexOf(path) * STATS_PER_ENTRY + 3] = statSync(tree.at(path)).ctimeMs;
    await store.write(runId, await batchOf({ folders: [root] }));
    await store.endSync({
      syncedAt: syncedAt ?? "",
      merkleRoot: merkleRoot ?? "",
      ignoreSignature: ignoreSignature ?? "",
    });
  }

  it("is found when every file is read for once, and not before", async () => {
    const { place, engine } = await indexed({ "a.txt": "alpha", "b.txt": "beta" });
    await disguise(place, engine, "a.txt", "gamma");
    const sync = (): Promise<unknown> => syncCodebase(engine.context, engine.codebase, "everything", {});
    for (let scan = 1; scan < ENGINE_LIMITS.fullHashScans; scan++)
      expect(await sync()).toMatchObject({ stats: { added: 0, removed: 0, modified: 0 } });
    expect(await sync()).toMatchObject({ stats: { added: 0, removed: 0, modified: 1 } });
    expect(await engine.call("search_codebase", { query: "gamma", scope: "mixed" })).toMatchObject({
      results: [expect.objectContaining({ file: "a.txt" })],
    });
  });
});

describe("syncs at the same time", () => {
  it("go on for the others when the one that began is cancelled", async () => {
    const preparer = heldPreparer(createInlinePreparer(1_000));
    const { place, engine } = await indexed({ "a.txt": "1" }, { preparer });
    place.tree.write("b.txt", "2");
    const abort = new AbortController();
    const first = syncCodebase(engine.context, engine.codebase, "everything", { signal: abort.signal });
    const second = syncCodebase(engine.context, engine.codebase, "everything", {});
    await preparer.reached;
    abort.abort();
    preparer.release();
    await expect(first).rejects.toMatchObject({ code: "CANCELLED" });
    expect(await second).toMatchObject({ kind: "synced", isShared: true, stats: { added: 1 } });
  });
});

describe("a sync", () => {
  it("writes nothing into an index of another configuration", async () => {
    const { place, engine } = await indexed({ "a.txt": "1" }, { fingerprint: { schemaVersion: 99 } });
    place.tree.write("b.txt", "2");
    expect(await syncCodebase(engine.context, engine.codebase, "everything", {})).toEqual({
      kind: "requires_reindex",
      isShared: false,
    });
    expect(await place.engine().call("manage_index", { action: "status" })).toMatchObject({
      status: "ok",
      index: { files: 1 },
    });
  });

  it("takes away what a rebuild left whose process died, and says of it what was said before", async () => {
    const { place, engine } = await indexed({ "a.txt": "1" });
    const store = engine.codebase.store();
    await store.beginRun(runOf("dead", { fingerprint: engine.context.fingerprint() }));
    await store.write("dead", await batchOf({ texts: { "half.txt": "half" } }));
    const failure = {
      code: "INDEX_FAILED",
      message: expect.stringContaining("exited before it finished"),
    };
    expect(await engine.codebase.view()).toMatchObject({
      state: "indexed",
      failure,
      head: { latest: { state: "active" } },
    });
    place.tree.wait();
    place.tree.write("b.txt", "2");
    expect(await syncCodebase(engine.context, engine.codebase, "everything", {})).toMatchObject({
      stats: { added: 1 },
    });
    expect(await engine.codebase.view()).toMatchObject({
      state: "sync_completed",
      failure,
      head: { latest: { id: "dead", state: "failed" } },
    });
    await expect(store.write("dead", await batchOf({ texts: { "more.txt": "more" } }))).rejects.toThrow();
  });

  it("leaves the index to a run that has begun", async () => {
    const preparer = heldPreparer(createInlinePreparer(1_000));
    const { engine } = await indexed({ "a.txt": "1" }, { preparer });
    await engine.call("manage_index", { action: "create", force: true });
    await preparer.reached;
    expect(await syncCodebase(engine.context, engine.codebase, "everything", {})).toMatchObject({
      kind: "indexing",
    });
    preparer.release();
    await engine.codebase.activeRun?.ended;
  });
});
