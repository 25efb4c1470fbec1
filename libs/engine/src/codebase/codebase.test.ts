import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ENGINE_LIMITS } from "../limits.ts";
import { MemoryDisk } from "../store/memory/memory-store.ts";
import type { Store } from "../store/store.ts";
import { FINGERPRINT, completeRun, endOf, runOf } from "../testing/store-content.ts";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { Codebase } from "./codebase.ts";
import { currentProcess } from "./home/process-identity.ts";

/** A tracked codebase over a store in memory, and the same codebase as another process sees it. */
async function newCodebase(): Promise<{
  codebase: Codebase;
  store: Store;
  again: (part: Partial<typeof FINGERPRINT>) => Codebase;
}> {
  const home = temporaryFolder();
  onTestFinished(() => home[Symbol.dispose]());
  const disk = new MemoryDisk();
  const open = (part: Partial<typeof FINGERPRINT>): Codebase =>
    new Codebase("/code", {
      home: home.path,
      fingerprint: () => ({ ...FINGERPRINT, ...part }),
      stores: {
        open: (folder, root) => disk.open(folder, root),
        remove: () => undefined,
        inspect: () => ({ kind: "sound" }),
        identity: () => null,
        heldElsewhere: () => Promise.resolve(null),
        canShareFiles: false,
      },
    });
  const codebase = open({});
  return { codebase, store: await codebase.createStore(), again: open };
}

const ALIVE = { owner: { pid: process.ppid, startedAt: "unknown" } };
const DEAD = { owner: { pid: process.ppid, startedAt: "never" } };

describe("the state of a codebase", () => {
  it("is not_found without an index folder, and without a run", async () => {
    const home = temporaryFolder();
    onTestFinished(() => home[Symbol.dispose]());
    const openStore = (): Store => {
      throw new Error("There is nothing to open");
    };
    const untracked = new Codebase("/code", {
      home: home.path,
      fingerprint: () => FINGERPRINT,
      stores: {
        open: openStore,
        remove: () => undefined,
        inspect: () => ({ kind: "sound" }),
        identity: () => null,
        heldElsewhere: () => Promise.resolve(null),
        canShareFiles: false,
      },
    });
    expect(await untracked.view()).toEqual({
      root: "/code",
      head: null,
      state: "not_found",
      active: null,
      failure: null,
      compatibility: null,
      isPreviousUsable: false,
    });
    expect(await (await newCodebase()).codebase.view()).toMatchObject({
      state: "not_found",
      head: { complete: null },
    });
  });

  it("is indexing while the process of a run lives", async () => {
    const { codebase, store } = await newCodebase();
    await store.beginRun(runOf("r1", ALIVE));
    expect(await codebase.view()).toMatchObject({ state: "indexing", active: { id: "r1" }, failure: null });
    await completeRun(store, "r1", {});
    await store.beginRun(runOf("r2", ALIVE));
    expect(await codebase.view()).toMatchObject({ state: "indexing", active: { id: "r2" } });
  });

  it.runIf(process.platform === "linux")(
    "is indexfailed when that process died, unless an earlier run answers",
    async () => {
      const { codebase, store } = await newCodebase();
      await store.beginRun(runOf("r1", DEAD));
      const failure = {
        runId: "r1",
        code: "INDEX_FAILED",
        message: expect.stringContaining("exited before it finished"),
        at: runOf("r1").updatedAt,
      };
      expect(await codebase.view()).toMatchObject({ state: "indexfailed", active: null, failure });
      await completeRun(store, "r2", {});
      await store.beginRun(runOf("r3", DEAD));
      expect(await codebase.view()).toMatchObject({
        state: "indexed",
        active: null,
        failure: { ...failure, runId: "r3" },
      });
    },
  );

  it("takes a run of this process for dead that it knows nothing of", async () => {
    const { codebase, store } = await newCodebase();
    await store.beginRun(runOf("r1", { owner: currentProcess() }));
    expect(await codebase.view()).toMatchObject({ state: "indexfailed" });
  });

  it("shows a run of this process as this process knows it", async () => {
    const { codebase, store } = await newCodebase();
    await store.beginRun(runOf("r1", { owner: currentProcess() }));
    const counts = { filesDone: 7, filesTotal: 9, chunks: 20 };
    codebase.activeRun = {
      record: () => runOf("r1", { counts }),
      cancel: () => undefined,
      ended: Promise.resolve(),
    };
    expect(await codebase.view()).toMatchObject({ state: "indexing", active: { counts } });
  });

  it("is indexed after a run, and sync_completed after a later sync", async () => {
    const { codebase, store } = await newCodebase();
    await completeRun(store, "r1", {});
    expect((await codebase.view()).state).toBe("indexed");
    await store.endSync({ ...endOf("r1"), syncedAt: "2026-01-01T00:00:05.001Z" });
    expect((await codebase.view()).state).toBe("sync_completed");
  });

  it("is requires_reindex for whoever has another fingerprint, and for nobody else", async () => {
    const { codebase, store, again } = await newCodebase();
    await completeRun(store, "r1", {});
    const other = again({ embeddingModel: "words-2" });
    expect(await other.view()).toMatchObject({
      state: "requires_reindex",
      compatibility: { mismatched: ["embeddingModel"] },
    });
    expect(await codebase.view()).toMatchObject({ state: "indexed", compatibility: null });
  });

  it("is compared by the run that is active, so that a repairing one is no obstacle", async () => {
    const { codebase, store, again } = await newCodebase();
    await completeRun(store, "r1", {});
    await store.beginRun(
      runOf("r2", { ...ALIVE, fingerprint: { ...FINGERPRINT, embeddingModel: "words-2" } }),
    );
    expect(await again({ embeddingModel: "words-2" }).view()).toMatchObject({
      state: "indexing",
      compatibility: null,
    });
    expect(await codebase.view()).toMatchObject({
      state: "indexing",
      compatibility: { mismatched: ["embeddingModel"] },
    });
  });

  it("is indexfailed after a first run that failed, and the reason stays", async () => {
    const { codebase, store } = await newCodebase();
    await store.beginRun(runOf("r1"));
    await store.failRun("r1", { code: "EMBEDDER_FAILED", message: "no answer" }, "2026-01-01T00:00:09.000Z");
    expect(await codebase.view()).toMatchObject({
      state: "indexfailed",
      failure: { runId: "r1", code: "EMBEDDER_FAILED", message: "no answer", at: "2026-01-01T00:00:09.000Z" },
    });
  });
});

it("an index is removed and its lock let go, though its store cannot be closed", async () => {
  const { codebase, store } = await newCodebase();
  vi.spyOn(store, Symbol.asyncDispose).mockRejectedValue(new Error("no disk"));
  const lock = codebase.tryLock(0);
  await expect(codebase.remove(lock as Disposable)).rejects.toThrow("no disk");
  expect([codebase.isTracked, codebase.lockOwner()]).toEqual([false, null]);
});

it("a look for once, too, tells why a run failed of which the store could take no note", async () => {
  const { codebase, store } = await newCodebase();
  await store.beginRun(runOf("r1", { owner: currentProcess() }));
  await codebase.close();
  codebase.unrecordedFailure = { runId: "r1", code: "STORE_UNAVAILABLE", message: "The disk is full" };
  expect(await codebase.withTemporaryStore((one) => one.view())).toMatchObject({
    state: "indexfailed",
    failure: { code: "STORE_UNAVAILABLE", message: "The disk is full" },
  });
});

it(
  "a store whose folder was cleared and made anew is not taken for the one that is there, though its run " +
    "completes",
  async () => {
    const { codebase, again } = await newCodebase();
    const opened = codebase.store();
    const other = again({});
    const lock = other.tryLock(0);
    if (lock) await other.remove(lock);
    await other.createStore();
    codebase.establish();
    await codebase.closeIfReplaced();
    expect(codebase.store()).not.toBe(opened);
  },
);

it("a store that can only be read is opened anew for each look, as it shows nothing that came later", async () => {
  const home = temporaryFolder();
  onTestFinished(() => home[Symbol.dispose]());
  const disk = new MemoryDisk();
  let opened = 0;
  const openStore = (folder: string, root: string): Store =>
    Object.assign(disk.open(folder, root), { isFrozen: ++opened > 0 });
  const codebase = new Codebase("/code", {
    home: home.path,
    fingerprint: () => FINGERPRINT,
    stores: {
      open: openStore,
      identity: () => null,
      remove: () => undefined,
      inspect: () => ({ kind: "sound" }),
      heldElsewhere: () => Promise.resolve(null),
      canShareFiles: false,
    },
  });
  await codebase.createStore();
  for (const looks of [2, 3]) {
    await codebase.view();
    expect(opened).toBe(looks);
  }
});

it("a store that is discarded is not gone on with by those who looked at it meanwhile", async () => {
  const home = temporaryFolder();
  onTestFinished(() => home[Symbol.dispose]());
  const disk = new MemoryDisk();
  const events: string[] = [];
  const openStore = (folder: string, root: string): Store => {
    events.push("open");
    return disk.open(folder, root);
  };
  const codebase = new Codebase("/code", {
    home: home.path,
    fingerprint: () => FINGERPRINT,
    stores: {
      open: openStore,
      remove: () => void events.push("remove"),
      inspect: () => ({ kind: "sound" }),
      identity: () => null,
      heldElsewhere: () => Promise.resolve(null),
      canShareFiles: false,
    },
  });
  await codebase.createStore();
  const discarded = codebase.discardStore();
  codebase.store();
  await discarded;
  codebase.store();
  expect(events).toEqual(["open", "open", "remove", "open"]);
});

describe("the last look at the disk", () => {
  it("is the later one of this process's and the store's", async () => {
    const { codebase, store } = await newCodebase();
    expect(codebase.comparisons.lastCheck(await store.head())).toBeNull();
    codebase.noteCheck({ at: "2026-01-01T00:00:03.000Z", folders: [], look: "everything", isPartial: false });
    expect(codebase.comparisons.lastCheck(await store.head())).toBe("2026-01-01T00:00:03.000Z");
    await completeRun(store, "r1", {});
    expect(codebase.comparisons.lastCheck(await store.head())).toBe(endOf("r1").syncedAt);
    codebase.noteCheck({ at: "2026-01-01T00:00:11.000Z", folders: [], look: "everything", isPartial: false });
    expect(codebase.comparisons.lastCheck(await store.head())).toBe("2026-01-01T00:00:11.000Z");
  });

  it("is forgotten with the index", async () => {
    const { codebase } = await newCodebase();
    codebase.noteCheck({ at: "2026-01-01T00:00:07.000Z", folders: [], look: "everything", isPartial: false });
    const lock = codebase.tryLock(0);
    if (lock) await codebase.remove(lock);
    expect([codebase.isTracked, codebase.comparisons.lastCheck(null)]).toEqual([false, null]);
  });
});

describe("the next comparison of everything", () => {
  const looks = (codebase: Codebase, count: number): string[] =>
    Array.from({ length: count }, () => {
      const look = codebase.comparisons.nextLook();
      codebase.noteCheck({ at: "2026-01-01T00:00:03.000Z", folders: [], look, isPartial: false });
      return look;
    });

  it("reads every file now and then, whatever they look like", async () => {
    const { codebase } = await newCodebase();
    const round = [
      ...Array.from({ length: ENGINE_LIMITS.fullHashScans - 1 }, () => "everything"),
      "contents",
    ];
    expect(looks(codebase, 2 * ENGINE_LIMITS.fullHashScans)).toEqual([...round, ...round]);
  });

  it("is not brought nearer by looks at what was told", async () => {
    const { codebase } = await newCodebase();
    for (let at = 0; at < 2 * ENGINE_LIMITS.fullHashScans; at++)
      codebase.noteCheck({ at: "2026-01-01T00:00:03.000Z", folders: [], look: "pending", isPartial: false });
    expect(codebase.comparisons.nextLook()).toBe("everything");
  });

  it("stays due when it did not come to its end", async () => {
    const { codebase } = await newCodebase();
    looks(codebase, ENGINE_LIMITS.fullHashScans - 1);
    expect([codebase.comparisons.nextLook(), codebase.comparisons.nextLook()]).toEqual([
      "contents",
      "contents",
    ]);
  });
});
