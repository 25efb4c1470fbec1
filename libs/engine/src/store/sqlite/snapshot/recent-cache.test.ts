import { expect, it, onTestFinished } from "vitest";
import { completeRun, sync } from "../../../testing/store-content.ts";
import { temporaryFolder } from "../../../testing/trees/tree.ts";
import { openSqliteStore } from "../open-sqlite-store.ts";
import { RecentCache } from "./recent-cache.ts";
import type { SnapshotTables } from "./snapshot-tables.ts";

it("keeps what was asked for last, up to a size, and none of what is told to be gone", () => {
  const loaded: number[] = [];
  const cache = new RecentCache<string>(10, ({ length }) => length);
  const get = (id: number): string => cache.get(id, () => (loaded.push(id), "abcd"));
  for (const id of [1, 2, 1, 3]) get(id);
  expect(loaded).toEqual([1, 2, 3]);
  cache.keepOnly((id) => id === 3);
  // The removed entries free their room: only now do two more fit next to the third.
  for (const id of [4, 3, 4, 1]) get(id);
  expect(loaded).toEqual([1, 2, 3, 4, 1]);
});

it("keeps nothing of versions of files that syncs have replaced", async () => {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const store = openSqliteStore(folder.path, "/code");
  onTestFinished(() => store[Symbol.asyncDispose]());
  await completeRun(store, "r1", { "a.ts": "export function a() {}", "b.ts": "export function b() {}" });
  let tables: SnapshotTables | undefined;
  for (let round = 0; round < 20; round++) {
    await sync(store, "r1", { texts: { "a.ts": `export function a${round}() {}` } });
    using snapshot = await store.snapshot();
    await snapshot?.contents([0, 1]);
    for (const file of [0, 1]) snapshot?.calls.flow(file);
    tables = (store as unknown as { readonly reader: { readonly tables: SnapshotTables } }).reader.tables;
  }
  const sizes = [tables?.memory.contents, tables?.memory.flows].map(
    (cache) => (cache as unknown as { readonly entries: ReadonlyMap<number, unknown> }).entries.size,
  );
  expect(sizes).toEqual([2, 2]);
});
