import { rmSync } from "node:fs";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { RunPhase } from "@satori/contracts";
import { currentProcess } from "../codebase/home/process-identity.ts";
import { EngineError } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import type { RunCounts } from "../model/run.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import type { Store } from "../store/store.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { failingPreparer, hangingPreparer, heldPreparer } from "../testing/fakes/fake-preparers.ts";
import { FakeSchedule, settled } from "../testing/fakes/fake-schedule.ts";
import { type FilePreparer, createInlinePreparer } from "../prepare/preparer.ts";
import { startRun } from "./runs.ts";
import { Watchdog } from "./watchdog.ts";

function newPlace(
  texts: Readonly<Record<string, string>> = { "a.txt": "alpha", "b.txt": "beta" },
): TestPlace {
  const place = new TestPlace(texts);
  onTestFinished(() => place[Symbol.asyncDispose]());
  return place;
}

const SETTINGS = { customExtensions: [], ignorePatterns: ["*.own"] };
const FULL_DISK = new EngineError("STORE_UNAVAILABLE", "The disk is full");

/** Starts a run as `manage_index` does. */
async function start(
  { context, codebase }: TestEngine,
  onProgress?: (phase: RunPhase, counts: RunCounts) => void,
): Promise<void> {
  const lock = codebase.tryLock(context.clock.nowMs());
  if (!lock) throw new Error("Somebody has the lock");
  await startRun(context, codebase, { kind: "create", settings: SETTINGS, lock, onProgress });
}

/** A store with one method that fails while it is told to. */
function failing(method: keyof Store): {
  readonly open: (folder: string, root: string) => Store;
  isFailing: boolean;
} {
  const state = {
    isFailing: true,
    open: (folder: string, root: string): Store =>
      new Proxy(openSqliteStore(folder, root), {
        get: (store, name) => {
          const member: unknown = Reflect.get(store, name);
          if (typeof member !== "function") return member;
          return (...args: unknown[]): unknown =>
            name === method && state.isFailing ? Promise.reject(FULL_DISK) : member.apply(store, args);
        },
      }),
  };
  return state;
}

describe("a run", () => {
  it(
    "goes into the index that is there, though another process has cleared the one that this process has " +
      "open",
    async () => {
      const place = newPlace();
      const [engine, other] = [place.engine(), place.engine()];
      await engine.index();
      await other.call("manage_index", { action: "clear" });
      await start(engine);
      await engine.codebase.activeRun?.ended;
      expect(await engine.codebase.view()).toMatchObject({ state: "indexed" });
      expect(await other.codebase.view()).toMatchObject({ state: "indexed", head: { settings: SETTINGS } });
    },
  );

  it("is registered before it does anything, and complete with its marker at its end", async () => {
    const place = newPlace();
    const engine = place.engine();
    await start(engine);
    const at = new Date(place.tree.nowMs).toISOString();
    const begun = {
      kind: "create",
      state: "active",
      owner: currentProcess(),
      startedAt: at,
      finishedAt: null,
      failure: null,
      fingerprint: engine.context.fingerprint(),
    };
    expect(await engine.codebase.store().head()).toMatchObject({
      complete: null,
      latest: begun,
      settings: SETTINGS,
    });
    place.tree.wait(5_000);
    await engine.codebase.activeRun?.ended;
    const completedAt = new Date(place.tree.nowMs).toISOString();
    const marker = {
      kind: "satori_index_completion_v1",
      codebasePath: place.tree.root,
      fingerprint: engine.context.fingerprint(),
      indexedFiles: 2,
      totalChunks: 2,
      completedAt,
    };
    expect(await engine.codebase.store().head()).toMatchObject({
      complete: { run: { ...begun, state: "complete", finishedAt: completedAt }, marker },
      latest: null,
      syncedAt: begun.startedAt,
    });
    const fields = { effectiveRoot: place.tree.root, runId: expect.any(String) };
    expect(engine.log).toEqual([
      { level: "info", event: "run_started", fields: { ...fields, kind: "create" } },
      { level: "info", event: "run_completed", fields: { ...fields, files: 2, chunks: 2 } },
    ]);
    expect(engine.codebase.activeRun).toBeNull();
  });

  it("tells its progress to its listener, and now and then to others", async () => {
    const place = newPlace(
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}.txt`, "text"])),
    );
    const engine = place.engine();
    const heard: string[] = [];
    const noted: (number | undefined)[] = [];
    await start(engine, (phase, { filesDone }) => {
      heard.push(`${phase} ${filesDone}`);
      // Other processes are informed again half a second after the last time.
      if (filesDone === 100) place.tree.wait(100);
      if (filesDone === 250) place.tree.wait(400);
    });
    const store = engine.codebase.store();
    const { reportProgress } = store;
    store.reportProgress = (runId, phase, counts, at) => {
      noted.push(counts.filesDone);
      return reportProgress.call(store, runId, phase, counts, at);
    };
    await engine.codebase.activeRun?.ended;
    expect([...new Set(heard)]).toEqual([
      "scanning 0",
      ...Array.from({ length: 301 }, (_, files) => `indexing ${files}`),
      "publishing 300",
    ]);
    expect(noted.slice(-1)).toEqual([250]);
  });

  it("lets go of the lock, whichever way it ends", async () => {
    const place = newPlace();
    const preparer = failingPreparer(createInlinePreparer(1_000), new Error("a defect"));
    const engine = place.engine({ preparer });
    for (const remainingFiles of [Number.POSITIVE_INFINITY, 1]) {
      preparer.remainingFiles = remainingFiles;
      await start(engine);
      expect(engine.codebase.lockOwner()?.pid).toBe(process.pid);
      await engine.codebase.activeRun?.ended;
      using lock = engine.codebase.tryLock(place.tree.nowMs);
      expect(lock).not.toBeNull();
    }
  });
});

describe("a run that fails", () => {
  it.each<[string, Error, object]>([
    [
      "an error of the outside world",
      new EngineError("EMBEDDER_FAILED", "no answer"),
      { code: "EMBEDDER_FAILED", message: "no answer" },
    ],
    [
      "a folder that is gone",
      Object.assign(new Error("ENOENT: no such file or directory, scandir '/secret'"), { code: "ENOENT" }),
      { code: "PATH_NOT_FOUND", message: expect.stringContaining("disappeared") },
    ],
    [
      "a folder that may not be read",
      Object.assign(new Error("EACCES"), { code: "EACCES" }),
      { code: "PATH_UNREADABLE", message: "The folder cannot be read" },
    ],
    [
      "a defect",
      new TypeError("undefined is not a function"),
      { code: "INTERNAL", message: "Indexing stopped because of a bug" },
    ],
  ])("at %s says so, without words that are not ours", async (_, error, failure) => {
    const place = newPlace();
    const preparer = failingPreparer(createInlinePreparer(1_000), error);
    const engine = place.engine({ preparer });
    preparer.remainingFiles = 1;
    await start(engine);
    await engine.codebase.activeRun?.ended;
    expect(await engine.codebase.store().head()).toMatchObject({
      complete: null,
      latest: { state: "failed", failure },
    });
    expect(engine.log).toMatchObject([
      { event: "run_started" },
      { level: "error", event: "run_failed", fields: { ...failure, cause: String(error) } },
    ]);
  });

  it("because its folder vanished leaves the last index as it was", async () => {
    const place = newPlace();
    const engine = place.engine();
    await engine.index();
    place.tree.remove(".");
    await start(engine);
    await engine.codebase.activeRun?.ended;
    expect(await engine.codebase.view()).toMatchObject({
      state: "indexed",
      failure: { code: "PATH_NOT_FOUND" },
    });
  });

  it("before it began throws, and lets go of the lock", async () => {
    const place = newPlace();
    const store = failing("beginRun");
    const engine = place.engine({ openStore: store.open });
    expect(await engine.call("manage_index", { action: "create" })).toMatchObject({
      status: "error",
      error: { code: "STORE_UNAVAILABLE", message: "The disk is full" },
    });
    expect([engine.codebase.activeRun, engine.codebase.lockOwner(), engine.codebase.isTracked]).toEqual([
      null,
      null,
      false,
    ]);
    store.isFailing = false;
    await engine.index();
    expect((await engine.codebase.view()).state).toBe("indexed");
    // The previous index stays.
    store.isFailing = true;
    expect(await engine.call("manage_index", { action: "create", force: true })).toMatchObject({
      status: "error",
      error: { code: "STORE_UNAVAILABLE" },
    });
    expect(await engine.codebase.view()).toMatchObject({ state: "indexed", failure: null });
  });

  it.each(["write", "completeRun", "writeInDegrees"] as const)("in %s can be tried again", async (method) => {
    const place = newPlace({ "a.py": "import b\n", "b.py": "" });
    const store = failing(method);
    const engine = place.engine({ openStore: store.open });
    await engine.index();
    expect(await engine.codebase.view()).toMatchObject({
      state: "indexfailed",
      failure: { code: "STORE_UNAVAILABLE", message: "The disk is full" },
    });
    store.isFailing = false;
    await engine.index();
    expect(await engine.codebase.view()).toMatchObject({ state: "indexed", failure: null });
  });

  it("and cannot even say so counts as dead to others, who cannot know why", async () => {
    const place = newPlace();
    const store = failing("failRun");
    const preparer = failingPreparer(createInlinePreparer(1_000), new Error("a defect"));
    preparer.remainingFiles = 0;
    const engine = place.engine({ preparer, openStore: store.open });
    await engine.index();
    expect(await engine.codebase.view()).toMatchObject({
      state: "indexfailed",
      failure: { code: "INTERNAL", message: "Indexing stopped because of a bug" },
    });
    // To a process, its own runs that it no longer works on are as dead as those of other processes.
    const other = place.engine();
    expect(await other.codebase.view()).toMatchObject({
      state: "indexfailed",
      failure: { code: "INDEX_FAILED", message: expect.stringContaining("exited before it finished") },
    });
    await other.index();
    expect(await engine.codebase.view()).toMatchObject({ state: "indexed", failure: null });
  });
});

it(
  "a rebuild that fails leaves the settings of the index that goes on answering; a first run's are kept " +
    "for the next try",
  async () => {
    const place = newPlace();
    const preparer = failingPreparer(createInlinePreparer(1_000), FULL_DISK);
    const engine = place.engine({ preparer });
    const settings = async (): Promise<unknown> =>
      (await engine.codebase.view()).head?.settings.ignorePatterns;
    const rebuilt = async (pattern: string): Promise<void> => {
      await engine.call("manage_index", { action: "create", force: true, ignorePatterns: [pattern] });
      await engine.codebase.activeRun?.ended;
    };
    preparer.remainingFiles = 0;
    await rebuilt("*.first");
    expect(await settings()).toEqual(["*.first"]);
    preparer.remainingFiles = Number.POSITIVE_INFINITY;
    await rebuilt("*.second");
    preparer.remainingFiles = 0;
    await rebuilt("*.third");
    expect(await settings()).toEqual(["*.second"]);
  },
);

it("why a run failed is written down as soon as that can be, so that others may begin one", async () => {
  const place = newPlace();
  const store = failing("failRun");
  const time = new FakeSchedule(place.tree);
  const engine = place.engine({
    preparer: failingPreparer(createInlinePreparer(1_000), FULL_DISK),
    openStore: store.open,
    schedule: time.schedule,
  });
  const recorded = async (): Promise<unknown> => (await place.engine().codebase.store().head()).latest;
  (engine.context.preparer as ReturnType<typeof failingPreparer>).remainingFiles = 0;
  await start(engine);
  await engine.codebase.activeRun?.ended;
  await time.pass(ENGINE_LIMITS.recordFailureMs);
  expect(await recorded()).toMatchObject({ state: "active" });
  store.isFailing = false;
  await time.pass(ENGINE_LIMITS.recordFailureMs);
  expect(await recorded()).toMatchObject({
    state: "failed",
    failure: { code: "STORE_UNAVAILABLE", message: "The disk is full" },
  });
  expect(time.count).toBe(0);
});

it("a run whose index was removed by hand ends before another begins, and does that one no harm", async () => {
  const place = newPlace();
  const preparer = heldPreparer(createInlinePreparer(1_000));
  const engine = place.engine({ preparer });
  await engine.call("manage_index", { action: "create" });
  await preparer.reached;
  const lost = engine.codebase.activeRun;
  rmSync(place.home, { recursive: true });
  const { runId } = (await engine.call("manage_index", { action: "create" })) as { runId?: string };
  expect(engine.codebase.activeRun?.record().id).toBe(runId);
  preparer.release();
  await lost?.ended;
  await engine.codebase.activeRun?.ended;
  expect(await engine.call("manage_index", { action: "status" })).toMatchObject({
    status: "ok",
    index: { files: 2, lastFailure: null },
  });
  expect(engine.log.map(({ event }) => event)).toEqual([
    "run_started",
    "run_cancelled",
    "run_started",
    "run_completed",
  ]);
});

it("a sync that hangs is given up after a while, and a search answers from the index as it is", async () => {
  const place = newPlace();
  await place.engine().index();
  const time = new FakeSchedule(place.tree);
  const engine = place.engine({ preparer: hangingPreparer(), schedule: time.schedule });
  place.tree.write("a.txt", "changed");
  place.tree.wait();
  const search = engine.call("search_codebase", { query: "changed" });
  await vi.waitUntil(() => engine.codebase.syncs.isBusy);
  await time.pass(2 * ENGINE_LIMITS.stalledRunMs);
  expect(await search).toMatchObject({
    status: "ok",
    freshnessDecision: { mode: "failed", reason: expect.stringContaining("no progress for 60 s") },
  });
  expect(engine.codebase.syncs.isBusy).toBe(false);
});

describe("a run that hangs", () => {
  async function hanging(
    texts?: Readonly<Record<string, string>>,
  ): Promise<{ place: TestPlace; engine: TestEngine; time: FakeSchedule }> {
    const place = newPlace(texts);
    const time = new FakeSchedule(place.tree);
    const engine = place.engine({ preparer: hangingPreparer(), schedule: time.schedule });
    return { place, engine, time };
  }

  it(
    "is given up after a while, names the stage that stands still, and leaves the index before it to " +
      "answer",
    async () => {
      const { place, engine, time } = await hanging();
      await place.engine().index();
      await engine.call("manage_index", { action: "create", force: true });
      await time.pass(ENGINE_LIMITS.stalledRunMs - 1);
      expect(await engine.call("manage_index", { action: "status" })).toMatchObject({ status: "not_ready" });
      await time.pass(1);
      const failure = {
        code: "RUN_STALLED",
        message: 'Indexing made no progress for 60 s in the phase "indexing"',
      };
      expect(await engine.call("manage_index", { action: "status" })).toMatchObject({
        status: "ok",
        warnings: ["LAST_RUN_FAILED"],
        index: { lockOwner: null, lastFailure: failure },
      });
      await place.engine().index({ force: true });
    },
  );

  it("is given longer where it waits for what has a time limit of its own", async () => {
    const time = new FakeSchedule({ nowMs: 0 });
    using watchdog = new Watchdog({ schedule: time.schedule }, ENGINE_LIMITS.stalledRunMs);
    let outcome: unknown = "waiting";
    watchdog.gaveUp.catch((error: unknown) => (outcome = error));
    watchdog.wait(120_000);
    await time.pass(ENGINE_LIMITS.stalledRunMs + 119_000);
    expect(outcome).toBe("waiting");
    await time.pass(1_000);
    expect(outcome).toMatchObject({ code: "RUN_STALLED", message: expect.stringContaining("180 s") });
  });

  it("is not one whose process was stopped for a while, as by Ctrl-Z", async () => {
    const { engine, time } = await hanging();
    await engine.call("manage_index", { action: "create" });
    await time.pass(1_000);
    await time.stand(2 * ENGINE_LIMITS.stalledRunMs);
    expect(await engine.call("manage_index", { action: "status" })).toMatchObject({ status: "not_ready" });
    await time.pass(ENGINE_LIMITS.stalledRunMs);
    expect(await engine.call("manage_index", { action: "status" })).toMatchObject({
      status: "error",
      error: { details: { code: "RUN_STALLED" } },
    });
  });

  it("is a failed one where it was the first, and can be begun again", async () => {
    const { place, engine, time } = await hanging();
    await engine.call("manage_index", { action: "create" });
    await time.pass(ENGINE_LIMITS.stalledRunMs);
    expect(await engine.call("manage_index", { action: "status" })).toMatchObject({
      status: "error",
      error: { code: "INDEX_FAILED", details: { code: "RUN_STALLED" } },
    });
    await place.engine().index();
  });

  it("ends some time after it was cancelled, though it does not hear", async () => {
    const { place, engine, time } = await hanging();
    await engine.call("manage_index", { action: "create" });
    const cleared = engine.call("manage_index", { action: "clear" });
    await settled();
    await time.pass(ENGINE_LIMITS.cancelGraceMs);
    expect(await cleared).toMatchObject({ status: "ok" });
    expect(await place.engine().call("manage_index", { action: "status" })).toMatchObject({
      status: "not_indexed",
    });
  });

  it("harms nobody when it comes back after it was given up, whatever it brings", async () => {
    const place = newPlace();
    const time = new FakeSchedule(place.tree);
    let comeBack: (error: Error) => void = () => undefined;
    const preparer: FilePreparer = {
      // oxlint-disable-next-line require-yield -- it never comes to that
      async *prepare() {
        await new Promise<never>((_, reject) => (comeBack = reject));
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
    const engine = place.engine({ preparer, schedule: time.schedule });
    await engine.call("manage_index", { action: "create" });
    await time.pass(ENGINE_LIMITS.stalledRunMs);
    await place.engine().index();
    comeBack(new EngineError("STORE_CORRUPT", "damaged"));
    await settled();
    expect(await place.engine().call("manage_index", { action: "status" })).toMatchObject({
      status: "ok",
      index: { files: 2 },
    });
  });

  it("is not taken for one while it is getting on, however long it takes", async () => {
    const place = newPlace(
      Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at}.txt`, "alpha"])),
    );
    const time = new FakeSchedule(place.tree);
    const inner = createInlinePreparer(1_000);
    const slow: FilePreparer = {
      async *prepare(tasks, signal) {
        for await (const outcome of inner.prepare(tasks, signal)) {
          await time.pass(ENGINE_LIMITS.stalledRunMs / 2);
          yield outcome;
        }
      },
      [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
    };
    const engine = place.engine({ preparer: slow, schedule: time.schedule });
    await engine.index();
    expect(await engine.codebase.view()).toMatchObject({ state: "indexed" });
  });
});
