import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ended, manage, newPlace, withRun } from "../testing/managed.ts";

describe("while a run is active", () => {
  it("nothing else changes the codebase, and its progress can be followed", async () => {
    const place = newPlace();
    const { engine, preparer } = await withRun(place);
    const expected = {
      status: "not_ready",
      reason: "indexing",
      retryAfterMs: 1_000,
      progress: { phase: "indexing", filesDone: 0, filesTotal: 2, pct: 0 },
    };
    for (const [action, args] of [
      ["create", {}],
      ["create", { force: true }],
      ["reindex", {}],
      ["sync", {}],
      ["status", {}],
    ] as const)
      expect(await manage(engine, action, args)).toMatchObject({ ...expected, action });
    expect(await engine.call("list_codebases", {})).toMatchObject({
      codebases: { ready: [], indexing: [{ path: place.tree.root, state: "indexing", progressPct: 0 }] },
    });
    preparer.release();
    await ended(engine);
    expect(await manage(engine, "status")).toMatchObject({ status: "ok" });
  });

  it("other codebases answer as always", async () => {
    const [busy, idle] = [newPlace(), newPlace()];
    const { engine, preparer } = await withRun(busy);
    expect(await manage(engine, "status", { path: idle.tree.root })).toMatchObject({ status: "not_indexed" });
    await idle.engine().index();
    preparer.release();
    await ended(engine);
  });

  it("it does not complete when its index was removed by hand, and leaves nothing", async () => {
    const place = newPlace();
    const { engine, preparer } = await withRun(place);
    const { folder } = engine.codebase;
    rmSync(folder, { recursive: true });
    preparer.release();
    await ended(engine);
    expect(engine.log.find(({ event }) => event === "run_failed")).toMatchObject({
      fields: { code: "STORE_UNAVAILABLE", message: "The run cannot complete: no run is active" },
    });
    expect([await manage(engine, "status"), existsSync(folder)]).toMatchObject([
      { status: "not_indexed" },
      false,
    ]);
    await engine.index();
    expect(await manage(engine, "status")).toMatchObject({ status: "ok", index: { files: 2 } });
  });

  it("clear ends it, and leaves nothing", async () => {
    const place = newPlace();
    const { engine } = await withRun(place);
    const { folder } = engine.codebase;
    expect(await manage(engine, "clear")).toMatchObject({ status: "ok" });
    expect([existsSync(folder), engine.codebase.activeRun]).toEqual([false, null]);
    expect(await manage(engine, "status")).toMatchObject({
      status: "not_indexed",
      index: { lastSyncedAt: null },
    });
    expect(engine.log).toMatchObject([
      { event: "run_started" },
      {
        level: "info",
        event: "run_cancelled",
        fields: { effectiveRoot: place.tree.root, runId: expect.any(String) },
      },
    ]);
  });

  it("another process can ask for its end", async () => {
    const place = newPlace(
      Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}.txt`, "text"])),
    );
    const { engine, preparer } = await withRun(place);
    writeFileSync(join(engine.codebase.folder, "cancel"), "");
    place.tree.wait(1_000);
    preparer.release();
    await ended(engine);
    expect(await manage(engine, "status")).toMatchObject({
      status: "error",
      error: { code: "INDEX_FAILED", details: { code: "CANCELLED" } },
    });
    // The request does not apply to the next run.
    await engine.index();
    expect(await manage(engine, "status")).toMatchObject({ status: "ok" });
  });

  it("an engine that is closed ends it as failed, and waits for that", async () => {
    const place = newPlace();
    const { engine } = await withRun(place);
    await engine[Symbol.asyncDispose]();
    // Nothing is broken that has to be fixed.
    const message = `Indexing of ${place.tree.root} was cancelled; nothing is indexed yet`;
    expect(await manage(place.engine(), "status")).toMatchObject({
      status: "error",
      message: `${message}. Run \`manage_index create\` to start again.`,
      error: { code: "INDEX_FAILED", message, details: { code: "CANCELLED" } },
    });
  });
});
