import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { type Texts, completeRun, endOf, seen, sync, textsOf } from "../../testing/store-content.ts";
import { temporaryFolder } from "../../testing/trees/tree.ts";
import type { Database } from "../../sqlite/driver.ts";
import type { Store } from "../store.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";
import { LOG_BYTES } from "./schema.ts";

/** Some megabytes of words. */
const TEXTS: Texts = Object.fromEntries(
  Array.from({ length: 260 }, (_, at) => [
    `f${at}.txt`,
    Array.from({ length: 400 }, (_, line) => `w${(at * 7_919 + line * 104_729) % 50_000} of${line}\n`).join(
      "",
    ),
  ]),
);

function openIn(folder: string): Store {
  const store = openSqliteStore(folder, "/code");
  onTestFinished(() => store[Symbol.asyncDispose]());
  return store;
}

function newFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return folder.path;
}

/**
 * SQLite's settings and state belong to the store's own connection; a log of sixteen megabytes would take too
 * long in a test.
 */
function insideOf(store: Store): { readonly database: Database; readonly space: { cutFromBytes: number } } {
  return store as unknown as ReturnType<typeof insideOf>;
}

function pragma(store: Store, name: string): number {
  return Number(insideOf(store).database.prepare(`PRAGMA ${name}`).get()?.[0]);
}

function logBytes(folder: string): number {
  return statSync(join(folder, "index.db-wal"), { throwIfNoEntry: false })?.size ?? 0;
}

/** Reads until the signal aborts; returns the number of reads. */
async function readOnAndOn(store: Store, stop: AbortSignal): Promise<number> {
  let count = 0;
  for (; !stop.aborted; count++) {
    using snapshot = await store.snapshot();
    await sleep(8);
    expect(Object.keys((await seen(snapshot)) ?? {})).toHaveLength(3);
  }
  return count;
}

it("cuts the log at the end of a sync, though some reader of the process is always open", async () => {
  const folder = newFolder();
  const store = openIn(folder);
  await completeRun(store, "r1", { "a.txt": "apple", "b.txt": "plum", "c.txt": "fig" });
  const stop = new AbortController();
  const readings = [readOnAndOn(store, stop.signal)];
  await sleep(4);
  readings.push(readOnAndOn(store, stop.signal));
  for (let round = 0; logBytes(folder) < 200_000; round++) {
    await sync(store, "r1", { texts: { "a.txt": `apple ${round}` } });
    await sleep(3);
  }
  insideOf(store).space.cutFromBytes = 0;
  await store.endSync(endOf("end"));
  expect(logBytes(folder)).toBe(0);
  await sleep(20);
  stop.abort();
  expect(Math.min(...(await Promise.all(readings)))).toBeGreaterThan(1);
});

it("waits for no reader for ever: what could not be cut is left for later", async () => {
  const folder = newFolder();
  const store = openIn(folder);
  await completeRun(store, "r1", { "a.txt": "apple" });
  using reader = await store.snapshot();
  await sync(store, "r1", { texts: { "a.txt": "plum" } });
  insideOf(store).space.cutFromBytes = 0;
  await store.endSync(endOf("end"));
  expect(logBytes(folder)).toBeGreaterThan(0);
  expect(insideOf(store).space.cutFromBytes).toBeGreaterThan(LOG_BYTES);
  expect([await seen(reader), await textsOf(store)]).toEqual([{ "a.txt": "apple" }, { "a.txt": "plum" }]);
  expect([pragma(store, "busy_timeout"), pragma(store, "journal_size_limit")]).toEqual([5_000, LOG_BYTES]);
});

it("gives pages back of what was removed, some with each sync, and keeps a few", async () => {
  const folder = newFolder();
  const store = openIn(folder);
  await completeRun(store, "r1", TEXTS);
  const before = pragma(store, "page_count");
  expect(before).toBeGreaterThan(500);
  await sync(store, "r1", { removed: Object.keys(TEXTS).slice(1) });
  await store.endSync(endOf("gone"));
  const once = pragma(store, "page_count");
  expect(before - once).toBeLessThanOrEqual(500);
  expect(before - once).toBeGreaterThan(0);
  for (let round = 0; round < 10; round++) {
    await sync(store, "r1", { texts: { "a.txt": `apple ${round}` } });
    await store.endSync(endOf("later"));
  }
  expect(pragma(store, "freelist_count")).toBeLessThanOrEqual(256);
  expect(pragma(store, "quick_check(1)")).toBeNaN();
  expect(Object.keys((await textsOf(store)) ?? {})).toEqual(["a.txt", "f0.txt"]);
});
