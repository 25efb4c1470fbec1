/**
 * SQLite 3.7.0 to 3.51.2 can corrupt a database if one connection writes while another one runs a checkpoint,
 * which it does at the end of a commit. Therefore a process holds the writer lock whenever it commits to an
 * index or requests a checkpoint.
 */
import type { RawDatabase } from "../sqlite/raw-driver.ts";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { tryLock } from "../codebase/home/lock.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { createInlinePreparer } from "../prepare/preparer.ts";
import { replaceDriver } from "../sqlite/driver.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { failingPreparer } from "../testing/fakes/fake-preparers.ts";
import { FakeSchedule } from "../testing/fakes/fake-schedule.ts";

interface Write {
  readonly sql: string;
  readonly isLocked: boolean;
}

/** Calls `onWrite` before every statement that ends a writing transaction or moves pages from the log. */
function recording(raw: RawDatabase, onWrite: (sql: string) => void): RawDatabase {
  const note = (sql: string): void => {
    if (
      /^(?:COMMIT|INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|VACUUM)\b|; *COMMIT|PRAGMA (?:wal_checkpoint|incremental_vacuum)/im.test(
        sql.trim(),
      )
    )
      onWrite(sql);
  };
  return {
    exec: (sql) => {
      note(sql);
      return raw.exec(sql);
    },
    prepare: (sql) => {
      const statement = raw.prepare(sql);
      return {
        ...statement,
        run: (values) => (note(sql), statement.run(values)),
        get: (values) => (note(sql), statement.get(values)),
      };
    },
    close: () => raw.close(),
  };
}

let writes: Write[] = [];

beforeEach(() => {
  writes = [];
  const onWrite = (path: string, sql: string): void => {
    if (!path.endsWith("index.db")) return;
    // The lock also excludes its own process: if it can be taken here, nobody held it.
    const found = tryLock(dirname(path), 0);
    found?.[Symbol.dispose]();
    writes.push({ sql, isLocked: found === null });
  };
  const replaced = replaceDriver((open) => (path) => recording(open(path), (sql) => onWrite(path, sql)));
  return () => replaced[Symbol.dispose]();
});

function withoutLock(): readonly string[] {
  expect(writes.length).toBeGreaterThan(0);
  return writes.filter(({ isLocked }) => !isLocked).map(({ sql }) => sql);
}

function newPlace(): TestPlace {
  const place = new TestPlace({ "a.py": "import b\n\ndef alpha(): pass\n", "b.py": "def beta(): pass\n" });
  onTestFinished(() => place[Symbol.asyncDispose]());
  return place;
}

async function manage(engine: TestEngine, place: TestPlace, args: object): Promise<void> {
  await engine.call("manage_index", args);
  await engine.engine.waitForRun(place.tree.root, "/");
}

it("an index is written under the lock by a first run, a sync, a search that syncs, a rebuild and a clear", async () => {
  const place = newPlace();
  const engine = place.engine({ config: { freshnessPolicy: "always" } });
  await manage(engine, place, { action: "create" });
  place.tree.writeAll({ "c.py": "def gamma(): return alpha()\n" });
  place.tree.wait();
  await manage(engine, place, { action: "sync" });
  place.tree.remove("b.py");
  place.tree.wait();
  await engine.call("search_codebase", { query: "alpha" });
  await manage(engine, place, { action: "reindex" });
  expect(withoutLock()).toEqual([]);
  await engine.call("manage_index", { action: "clear" });
  expect(existsSync(engine.codebase.folder)).toBe(false);
  expect(withoutLock()).toEqual([]);
});

it("readers and doctor write nothing", async () => {
  const place = newPlace();
  await place.engine().index();
  writes = [];
  const engine = place.engine();
  await engine.call("search_codebase", { query: "alpha" });
  await engine.call("file_outline", { file: "a.py" });
  engine.codebase.inspect();
  expect(writes).toEqual([]);
});

it("why a run failed is written down later under the lock, and not while another process holds it", async () => {
  const place = newPlace();
  const time = new FakeSchedule(place.tree);
  const preparer = failingPreparer(createInlinePreparer(1_000), new Error("the disk is full"));
  const engine = place.engine({ preparer, schedule: time.schedule });
  preparer.remainingFiles = 0;
  await engine.call("manage_index", { action: "create" });
  const store = engine.codebase.store();
  const failRun = vi.spyOn(store, "failRun").mockRejectedValueOnce(new Error("the disk is full"));
  await engine.codebase.activeRun?.ended;
  expect(failRun).toHaveBeenCalledTimes(1);
  const other = tryLock(engine.codebase.folder, 0);
  await time.pass(ENGINE_LIMITS.recordFailureMs);
  expect(failRun).toHaveBeenCalledTimes(1);
  other?.[Symbol.dispose]();
  await time.pass(ENGINE_LIMITS.recordFailureMs);
  expect(failRun).toHaveBeenCalledTimes(2);
  expect((await store.head()).latest).toMatchObject({ state: "failed" });
  expect(withoutLock()).toEqual([]);
});
