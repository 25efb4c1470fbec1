import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { syncCodebase } from "../sync/sync-codebase.ts";
import { createInlinePreparer } from "../prepare/preparer.ts";
import { type TestEngine, type TestEngineOptions, TestPlace } from "../testing/engine.ts";
import { heldPreparer, refusingPreparer } from "../testing/fakes/fake-preparers.ts";
import type { FreshnessOutcome } from "../model/staleness.ts";
import { ensureFresh } from "./ensure-fresh.ts";

async function indexed(
  texts: Readonly<Record<string, string>>,
  options: TestEngineOptions = {},
): Promise<{ place: TestPlace; engine: TestEngine }> {
  const place = new TestPlace(texts);
  onTestFinished(() => place[Symbol.asyncDispose]());
  await place.engine().index();
  return { place, engine: place.engine(options) };
}

const ALWAYS: TestEngineOptions = { config: { freshnessPolicy: "always" } };

async function freshened(
  { context, codebase }: TestEngine,
  signal?: AbortSignal,
  comparesNow = false,
): Promise<FreshnessOutcome> {
  const head = await codebase.store().head();
  if (!head.complete) throw new Error("There is no complete run");
  return ensureFresh(
    context,
    codebase,
    { kind: "open", head: { ...head, complete: head.complete }, isPreviousRun: false, warnings: [] },
    { signal, comparesNow },
  );
}

describe("outcome", () => {
  it("syncs what is older than the configuration allows, and only that", async () => {
    const { place, engine } = await indexed({ "a.txt": "1" }, { config: { freshnessMs: 60_000 } });
    await freshened(engine);
    place.tree.write("a.txt", "2");
    place.tree.wait(59_000);
    expect(await freshened(engine)).toEqual({
      decision: {
        mode: "fresh",
        checkedAt: new Date(place.tree.nowMs - 59_000).toISOString(),
        reason: expect.stringContaining("changes are not watched"),
      },
      isPartial: false,
    });
    place.tree.wait(1_000);
    const checkedAt = new Date(place.tree.nowMs).toISOString();
    expect((await freshened(engine)).decision).toEqual({
      mode: "synced",
      checkedAt,
      changes: { added: 0, removed: 0, modified: 1 },
    });
    // A comparison with the disk counts, even if it found nothing to write.
    place.tree.wait(60_000);
    expect((await freshened(engine)).decision).toMatchObject({
      mode: "fresh",
      checkedAt: new Date(place.tree.nowMs).toISOString(),
    });
    place.tree.write("a.txt", "3");
    place.tree.wait(59_000);
    expect((await freshened(engine)).decision.mode).toBe("fresh");
  });

  it("does not trust an age that a clock gives which was set back", async () => {
    const { place, engine } = await indexed({ "a.txt": "1" }, { config: { freshnessMs: 60_000 } });
    await freshened(engine);
    place.tree.wait(-3_600_000);
    place.tree.write("a.txt", "2");
    expect((await freshened(engine)).decision).toMatchObject({ mode: "synced", changes: { modified: 1 } });
  });

  it("takes the last look for the last one, whichever process it was", async () => {
    const { place, engine } = await indexed({ "a.txt": "1" }, { config: { freshnessMs: 60_000 } });
    await freshened(engine);
    place.tree.wait(50_000);
    place.tree.write("a.txt", "2");
    const other = place.engine();
    await freshened(other);
    place.tree.wait(50_000);
    expect((await freshened(engine)).decision).toMatchObject({
      mode: "fresh",
      checkedAt: new Date(place.tree.nowMs - 50_000).toISOString(),
    });
  });

  it("looks at the disk at the first time, however young the index is", async () => {
    const { place, engine } = await indexed({ "a.txt": "1" }, { config: { freshnessMs: 60_000 } });
    place.tree.write("a.txt", "2");
    expect((await freshened(engine)).decision).toMatchObject({ mode: "synced", changes: { modified: 1 } });
  });

  it(
    "says of a young index too that parts of the tree could not be read when it was compared, until they " +
      "can",
    async () => {
      const preparer = refusingPreparer(createInlinePreparer(1_000_000));
      const { place, engine } = await indexed(
        { "a.txt": "1" },
        { preparer, config: { freshnessMs: 60_000 } },
      );
      place.tree.write("a.txt", "2");
      preparer.refused.add("a.txt");
      expect((await freshened(engine)).isPartial).toBe(true);
      place.tree.wait(1_000);
      expect(await freshened(engine)).toMatchObject({
        decision: { mode: "fresh", reason: expect.stringContaining("changes are not watched") },
        isPartial: true,
      });
      preparer.refused.clear();
      place.tree.wait(60_000);
      expect(await freshened(engine)).toMatchObject({ decision: { mode: "synced" }, isPartial: false });
      place.tree.wait(1_000);
      expect(await freshened(engine)).toMatchObject({ decision: { mode: "fresh" }, isPartial: false });
    },
  );

  it("looks at the disk every time where it is told to", async () => {
    const { place, engine } = await indexed({ "a.txt": "1" }, ALWAYS);
    expect((await freshened(engine)).decision.mode).toBe("fresh");
    place.tree.write("b.txt", "2");
    expect((await freshened(engine)).decision).toMatchObject({ mode: "synced", changes: { added: 1 } });
  });

  it("looks at the disk for a call that wants that, however young the index is", async () => {
    const { place, engine } = await indexed({ "a.txt": "1" }, { config: { freshnessMs: 60_000 } });
    await freshened(engine);
    place.tree.write("a.txt", "2");
    place.tree.wait(1_000);
    expect((await freshened(engine)).decision.mode).toBe("fresh");
    expect((await freshened(engine, undefined, true)).decision).toMatchObject({
      mode: "synced",
      changes: { modified: 1 },
    });
  });

  it("does not take an index for fresh that a sync left half done, however young it is", async () => {
    const files = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}.txt`, "old"]));
    const { place, engine } = await indexed(files, { config: { freshnessMs: 60_000 } });
    const other = place.engine();
    place.tree.writeAll(Object.fromEntries(Object.keys(files).map((path) => [path, "new"])));
    const abort = new AbortController();
    await expect(
      syncCodebase(other.context, other.codebase, "everything", {
        signal: abort.signal,
        onProgress: (_, { filesDone }) => filesDone > 128 && abort.abort(),
      }),
    ).rejects.toMatchObject({ code: "CANCELLED" });
    expect((await freshened(engine)).decision).toMatchObject({ mode: "synced", changes: { modified: 72 } });
    expect((await freshened(engine)).decision.mode).toBe("fresh");
  });

  it("notes that a run has completed, if whoever completed it could not", async () => {
    const { place, engine } = await indexed({ "src/a.txt": "1" }, ALWAYS);
    const identity = join(engine.codebase.folder, "codebase.json");
    writeFileSync(identity, readFileSync(identity, "utf8").replace("true", "false"));
    const rootOfFolder = () => engine.context.codebases.covering(place.tree.at("src"), "/").codebase.root;
    expect(rootOfFolder()).toBe(place.tree.at("src"));
    await freshened(engine);
    expect(rootOfFolder()).toBe(place.tree.root);
  });

  it("says that ignore rules changed, with what that did", async () => {
    const { place, engine } = await indexed(
      { "a.txt": "1", "b.log": "2", "src/c.txt": "3", "src/d.log": "4" },
      ALWAYS,
    );
    place.tree.write(".gitignore", "/*.log\n");
    expect((await freshened(engine)).decision).toMatchObject({
      mode: "reconciled_ignore_change",
      changes: { added: 1, removed: 1, modified: 0 },
    });
    expect((await freshened(engine)).decision.mode).toBe("fresh");
    place.tree.write("src/.gitignore", "*.log\n");
    expect((await freshened(engine)).decision).toMatchObject({
      mode: "reconciled_ignore_change",
      changes: { added: 1, removed: 1 },
    });
    expect((await freshened(engine)).decision.mode).toBe("fresh");
    place.tree.write("src/.gitignore", "*.txt\n*.log\n");
    expect((await freshened(engine)).decision).toMatchObject({
      mode: "reconciled_ignore_change",
      changes: { removed: 1, modified: 1 },
    });
  });

  it("sees new and removed ignore files at once where nothing watches, however young the index is", async () => {
    const { place, engine } = await indexed(
      { "a.txt": "1", "src/deep/c.txt": "3", "src/d.log": "4" },
      { config: { freshnessMs: 60_000 } },
    );
    expect((await freshened(engine)).decision.mode).toBe("fresh");
    for (const name of ["src/.gitignore", "src/deep/.satoriignore"]) {
      place.tree.wait();
      place.tree.write(name, "*.txt\n");
      expect((await freshened(engine)).decision.mode).toBe("reconciled_ignore_change");
      place.tree.wait();
      expect((await freshened(engine)).decision.checkedAt).toBe(new Date(place.tree.nowMs).toISOString());
      place.tree.wait();
      expect((await freshened(engine)).decision).toMatchObject({
        mode: "fresh",
        checkedAt: new Date(place.tree.nowMs - 10_000).toISOString(),
      });
      place.tree.remove(name);
      expect((await freshened(engine)).decision).toMatchObject({
        mode: "reconciled_ignore_change",
        changes: { removed: 1 },
      });
    }
  });

  it("sees edited ignore files at once where nothing watches, however young the index is", async () => {
    const { place, engine } = await indexed(
      { "a.txt": "1", "src/c.txt": "3", "src/.gitignore": "*.log\n" },
      { config: { freshnessMs: 60_000 } },
    );
    expect((await freshened(engine)).decision.mode).toBe("fresh");
    place.tree.write("src/.gitignore", "*.txt\n*.log\n");
    expect((await freshened(engine)).decision).toMatchObject({
      mode: "reconciled_ignore_change",
      changes: { removed: 1, modified: 1 },
    });
    place.tree.wait();
    expect((await freshened(engine)).decision.mode).toBe("fresh");
    place.tree.write(".satoriignore", "a.txt\n");
    expect((await freshened(engine)).decision).toMatchObject({
      mode: "reconciled_ignore_change",
      changes: { removed: 1 },
    });
  });

  it("is left to whoever holds the lock", async () => {
    const { place, engine } = await indexed({ "a.txt": "1" });
    using _lock = place.engine().codebase.tryLock(place.tree.nowMs);
    expect((await freshened(engine)).decision).toMatchObject({ mode: "skipped_locked" });
  });

  it("changes nothing while a run builds the index anew, and says so", async () => {
    const preparer = heldPreparer(createInlinePreparer(1_000));
    const { place, engine } = await indexed({ "a.txt": "1" }, { ...ALWAYS, preparer });
    expect(await engine.call("manage_index", { action: "create", force: true })).toMatchObject({
      status: "ok",
    });
    await preparer.reached;
    place.tree.write("b.txt", "2");
    const before = await engine.codebase.store().head();
    const checkedAt = before.syncedAt;
    expect((await freshened(engine)).decision).toEqual({
      mode: "skipped_indexing",
      checkedAt,
      reason: "a rebuild has started",
    });
    expect(await engine.codebase.store().head()).toEqual(before);
    preparer.release();
    await engine.engine.waitForRun(place.tree.root, "/");
    expect((await freshened(engine)).decision).toMatchObject({ mode: "synced", changes: { added: 1 } });
  });

  it(
    "changes nothing of an index that another process has rebuilt with another configuration since the " +
      "gate",
    async () => {
      const { place, engine } = await indexed({ "a.txt": "1" }, ALWAYS);
      await place.engine({ fingerprint: { schemaVersion: 99 } }).index({ force: true });
      place.tree.write("b.txt", "2");
      const before = await engine.codebase.store().head();
      expect((await freshened(engine)).decision).toEqual({
        mode: "skipped_requires_reindex",
        checkedAt: before.syncedAt,
        reason: expect.stringContaining("configuration"),
      });
      expect(await engine.codebase.store().head()).toEqual(before);
    },
  );

  it("that fails says so, and is tried again", async () => {
    const { place, engine } = await indexed({ "a.txt": "1" }, ALWAYS);
    place.tree.rename(".", "../elsewhere");
    expect((await freshened(engine)).decision).toMatchObject({
      mode: "failed",
      reason: expect.stringContaining("does not exist"),
    });
    expect(engine.log).toMatchObject([{ level: "warn", event: "freshen_failed" }]);
    place.tree.folder(".");
    place.tree.rename("../elsewhere", ".");
    expect((await freshened(engine)).decision.mode).toBe("fresh");
  });

  it("ends when its caller has no more use for it", async () => {
    const { engine } = await indexed({ "a.txt": "1" });
    await expect(freshened(engine, AbortSignal.abort())).rejects.toMatchObject({ code: "CANCELLED" });
  });
});

describe("syncs at the same time", () => {
  async function held(): Promise<{
    place: TestPlace;
    engine: TestEngine;
    preparer: ReturnType<typeof heldPreparer>;
  }> {
    const preparer = heldPreparer(createInlinePreparer(1_000));
    const { place, engine } = await indexed({ "a.txt": "1" }, { preparer });
    place.tree.write("b.txt", "2");
    return { place, engine, preparer };
  }

  it("are one for all who ask before it has begun", async () => {
    const { engine, preparer } = await held();
    const [first, second, third] = [freshened(engine), freshened(engine), freshened(engine)];
    await preparer.reached;
    preparer.release();
    expect((await first).decision).toMatchObject({ mode: "synced", changes: { added: 1 } });
    for (const shared of [second, third])
      expect((await shared).decision).toMatchObject({ mode: "coalesced" });
  });

  it("tell when the disk was looked at, not when that had been applied", async () => {
    const { place, engine, preparer } = await held();
    const lookedAt = new Date(place.tree.nowMs).toISOString();
    const long = freshened(engine);
    await preparer.reached;
    place.tree.wait(50_000);
    preparer.release();
    expect((await long).decision).toMatchObject({ mode: "synced", checkedAt: lookedAt });
    expect((await engine.codebase.store().head()).syncedAt).toBe(lookedAt);
  });

  it(
    "are followed by one more for those who ask later: what they have just saved may have been passed " +
      "already",
    async () => {
      const { place, engine, preparer } = await held();
      const first = freshened(engine);
      await preparer.reached;
      place.tree.write("a.txt", "saved meanwhile");
      const [second, third] = [freshened(engine), freshened(engine)];
      preparer.release();
      expect((await first).decision).toMatchObject({ mode: "synced", changes: { added: 1, modified: 0 } });
      expect((await second).decision).toMatchObject({ mode: "synced", changes: { added: 0, modified: 1 } });
      expect((await third).decision).toMatchObject({ mode: "coalesced" });
    },
  );
});
