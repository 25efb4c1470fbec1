/**
 * A clock that is set back by hours, for example after a dual boot or with a weak battery: nothing waits for
 * it to catch up, and nothing counts as young.
 */
import { describe, expect, it, onTestFinished } from "vitest";
import { ENGINE_LIMITS } from "../limits.ts";
import { createInlinePreparer } from "../prepare/preparer.ts";
import { type TestEngine, type TestEngineOptions, TestPlace } from "../testing/engine.ts";
import { hangingPreparer, heldPreparer } from "../testing/fakes/fake-preparers.ts";
import { FakeSchedule, settled } from "../testing/fakes/fake-schedule.ts";
import { foundFiles, said } from "../testing/said.ts";

const BACK = -6 * 3_600_000;

function newPlace(): TestPlace {
  const place = new TestPlace({ "a.py": "def alpha(): pass\n", "b.py": "def beta(): pass\n" });
  onTestFinished(() => place[Symbol.asyncDispose]());
  return place;
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

describe("during a run", () => {
  it("its progress goes on, is told to others, and the run completes", async () => {
    const place = newPlace();
    const preparer = heldPreparer(createInlinePreparer(1_000));
    const engine = place.engine({ preparer });
    await engine.call("manage_index", { action: "create" });
    await preparer.reached;
    place.tree.wait(BACK);
    expect(await engine.call("manage_index", { action: "status" })).toMatchObject({
      status: "not_ready",
      reason: "indexing",
      indexing: { progressPct: 0, phase: "indexing" },
      progress: { etaMs: null },
    });
    preparer.release();
    await engine.engine.waitForRun(place.tree.root, "/");
    expect(said(await engine.call("manage_index", { action: "status" }))).toEqual({ status: "ok" });
    const { latest, complete } = await engine.codebase.store().head();
    expect([latest, complete?.marker.completedAt, complete?.run.updatedAt]).toEqual([
      null,
      iso(place.tree.nowMs),
      iso(place.tree.nowMs),
    ]);
  });

  it("its lock holds", async () => {
    const place = newPlace();
    const preparer = heldPreparer(createInlinePreparer(1_000));
    const engine = place.engine({ preparer });
    await engine.call("manage_index", { action: "create" });
    await preparer.reached;
    place.tree.wait(BACK);
    const status = { tool: "manage_index", args: { action: "status", path: place.tree.root } };
    for (const action of ["create", "reindex", "sync"])
      expect(said(await engine.call("manage_index", { action })), action).toEqual({
        status: "not_ready",
        reason: "indexing",
        hints: { status },
      });
    expect([place.engine().codebase.tryLock(place.tree.nowMs), engine.codebase.lockOwner()]).toEqual([
      null,
      expect.objectContaining({ pid: process.pid }),
    ]);
    preparer.release();
    await engine.engine.waitForRun(place.tree.root, "/");
  });

  it("that hangs, it is given up no later than without", async () => {
    const place = newPlace();
    const time = new FakeSchedule(place.tree);
    const engine = place.engine({ preparer: hangingPreparer(), schedule: time.schedule });
    await engine.call("manage_index", { action: "create" });
    await time.pass(ENGINE_LIMITS.stalledRunMs - 1);
    place.tree.wait(BACK);
    expect(await engine.call("manage_index", { action: "status" })).toMatchObject({ status: "not_ready" });
    await time.pass(1);
    expect(said(await engine.call("manage_index", { action: "status" }))).toMatchObject({
      status: "error",
      code: "INDEX_FAILED",
      hints: { create: { args: { action: "create" } } },
    });
  });
});

describe("an index that comes from the future", () => {
  const config = { freshnessMs: 60_000 };

  async function fromTheFuture(
    options: TestEngineOptions,
  ): Promise<{ place: TestPlace; engine: TestEngine }> {
    const place = newPlace();
    await place.engine().index();
    const engine = place.engine(options);
    await engine.call("search_codebase", { query: "alpha" });
    place.tree.wait(BACK);
    return { place, engine };
  }

  it("is compared with the disk rather than taken for young, and what changed is found", async () => {
    const { place, engine } = await fromTheFuture({ config });
    place.tree.write("c.py", "def gamma(): pass\n");
    const answer = await engine.call("search_codebase", { query: "must:gamma gamma" });
    expect([said(answer), foundFiles(answer)]).toEqual([
      { status: "ok", mode: "synced", changes: { added: 1, removed: 0, modified: 0 } },
      ["c.py"],
    ]);
    // The sync has stamped the index with the present time.
    place.tree.wait(59_000);
    expect(await engine.call("search_codebase", { query: "alpha" })).toMatchObject({
      freshnessDecision: { mode: "fresh", checkedAt: iso(place.tree.nowMs - 59_000) },
    });
  });

  it("says of what it found that nobody knows how old it is, and of itself when it was synced", async () => {
    const { place, engine } = await fromTheFuture({ config });
    expect(await engine.call("search_codebase", { query: "alpha", limit: 1 })).toMatchObject({
      status: "ok",
      results: [{ stalenessBucket: "unknown", indexedAt: iso(place.tree.nowMs - BACK) }],
    });
    place.tree.write("c.py", "def gamma(): pass\n");
    expect(said(await engine.call("manage_index", { action: "sync" }))).toEqual({ status: "ok" });
    expect(await engine.call("manage_index", { action: "status" })).toMatchObject({
      status: "ok",
      index: { state: "sync_completed", lastIndexedAt: iso(place.tree.nowMs - BACK) },
    });
    expect(await engine.call("list_codebases", {})).toMatchObject({
      status: "ok",
      codebases: {
        ready: [{ state: "sync_completed", files: 3 }],
        indexing: [],
        requiresReindex: [],
        failed: [],
      },
    });
  });

  it("is current with a live watch all the same, and brought up to date in the background", async () => {
    const place = newPlace();
    await place.engine().index();
    const time = new FakeSchedule(place.tree);
    const engine = place.engine({
      schedule: time.schedule,
      config: { watch: true, freshnessMs: 24 * 3_600_000 },
    });
    for (let looks = 0; looks < 4; looks++) await engine.call("search_codebase", { query: "alpha" });
    await time.pass(ENGINE_LIMITS.watchMaxDelayMs);
    place.tree.write("c.py", "def gamma(): pass\n");
    await settled();
    place.tree.wait(BACK);
    await time.pass(ENGINE_LIMITS.watchDebounceMs);
    expect(await place.engine().call("manage_index", { action: "status" })).toMatchObject({
      index: { files: 3 },
    });
    expect(said(await engine.call("search_codebase", { query: "alpha" }))).toEqual({
      status: "ok",
      mode: "fresh",
    });
  });

  it("may be rebuilt by a reindex, which is neither refused nor required for it", async () => {
    const { engine, place } = await fromTheFuture({ config });
    const hints = { status: { tool: "manage_index", args: { action: "status", path: place.tree.root } } };
    expect(said(await engine.call("manage_index", { action: "reindex" }))).toEqual({
      status: "ok",
      reason: "preflight_unknown",
      warnings: ["REINDEX_PREFLIGHT_UNKNOWN"],
      hints,
    });
    await engine.engine.waitForRun(place.tree.root, "/");
    expect(await engine.call("manage_index", { action: "status" })).toMatchObject({
      status: "ok",
      index: { state: "indexed", lastIndexedAt: iso(place.tree.nowMs) },
    });
  });
});
