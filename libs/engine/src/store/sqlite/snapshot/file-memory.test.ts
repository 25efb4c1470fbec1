import { copyFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import {
  type Texts,
  closenessOf,
  completeRun,
  opened,
  sync,
  textsOf,
} from "../../../testing/store-content.ts";
import { temporaryFolder } from "../../../testing/trees/tree.ts";
import type { Store } from "../../store.ts";
import { openSqliteStore } from "../open-sqlite-store.ts";
import { FileMemories, type PoolMemory } from "./file-memory.ts";
import type { SnapshotTables } from "./snapshot-tables.ts";

const SHARED = { "a.ts": "export function a() {}\n", "b.ts": "export function b() { return 2; }\n" };

interface Views {
  readonly folder: string;
  readonly memories: FileMemories;
  readonly stores: readonly [Store, Store];
}

/** Two views in one file, which have two of their three files in common. */
async function twoViews(): Promise<Views> {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const memories = new FileMemories();
  const open = (root: string): Store => {
    const store = openSqliteStore(folder.path, root, { isShared: true, memories });
    onTestFinished(() => store[Symbol.asyncDispose]());
    return store;
  };
  const stores = [open("/first"), open("/second")] as const;
  await completeRun(stores[0], "r1", { ...SHARED, "c.ts": "export const one = 1;\n" });
  await completeRun(stores[1], "r2", { ...SHARED, "c.ts": "export const second = 2;\n" });
  return { folder: folder.path, memories, stores };
}

/** What the view of a store shares; null if it keeps nothing in memory. */
function memoryOf(store: Store): PoolMemory | null {
  // Cached data is only visible in memory.
  const { reader } = store as unknown as { readonly reader: { readonly tables: SnapshotTables | null } };
  return reader.tables?.memory ?? null;
}

function cached(memory: PoolMemory | null): readonly number[] {
  const sizeOf = (cache: unknown): number =>
    (cache as { readonly entries: ReadonlyMap<number, unknown> }).entries.size;
  if (!memory) return [];
  const { places } = memory.vectors as unknown as { readonly places: ReadonlyMap<number, unknown> };
  return [sizeOf(memory.contents), sizeOf(memory.flows), memory.nameUses.size, places.size];
}

/** The table that the vectors of a store's pool are in. */
function tableOf(store: Store): unknown {
  const { table } = (memoryOf(store) as PoolMemory).vectors as unknown as { readonly table: unknown };
  return table;
}

const QUERY = new Float32Array([0.3, -0.1, 0.7, 0.2, 0.5, -0.4, 0.1, 0.6]);

/** Everything that shared memory is used for. */
async function readAll(store: Store): Promise<unknown> {
  using snapshot = await opened(store);
  const files = [...snapshot.files.paths.keys()];
  const contents = await snapshot.contents(files);
  return [
    contents.map(({ text, symbols }) => [text, symbols]),
    files.map((file) => snapshot.calls.flow(file)?.scopes.length),
    snapshot.calls.filesUsing("call", "b"),
    await closenessOf(snapshot, QUERY),
  ];
}

/** The same from an index of its own. */
async function readAlone(texts: Texts): Promise<unknown> {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  await using store = openSqliteStore(folder.path, "/alone");
  await completeRun(store, "r1", texts);
  return await readAll(store);
}

it("has the versions of two views once, and each view reads its own files", async () => {
  const { stores } = await twoViews();
  const [first, second] = stores;
  expect(await readAll(first)).toEqual(await readAlone({ ...SHARED, "c.ts": "export const one = 1;\n" }));
  expect(await readAll(second)).toEqual(await readAlone({ ...SHARED, "c.ts": "export const second = 2;\n" }));
  expect(memoryOf(first)).toBe(memoryOf(second));
  // Two in common, and one of each.
  expect(cached(memoryOf(first))).toEqual([4, 4, 4, 4]);
});

it("drops versions that no view lists any more, and no others", async () => {
  const { stores } = await twoViews();
  const [first, second] = stores;
  for (const store of stores) await readAll(store);
  const changed = { "a.ts": "export function changed() { b(); }\n", "c.ts": "export const third = 3;\n" };
  await sync(first, "r1", { texts: changed });
  expect(await readAll(first)).toEqual(await readAlone({ ...SHARED, ...changed }));
  // `a.ts` of before is still listed by the second view, the `c.ts` of before by none.
  expect(cached(memoryOf(first))).toEqual([5, 5, 5, 5]);
  expect(await readAll(second)).toEqual(await readAlone({ ...SHARED, "c.ts": "export const second = 2;\n" }));
});

it("keeps vectors right while versions come and go often enough to move them", async () => {
  const { stores } = await twoViews();
  const [first, second] = stores;
  const tables = new Set<unknown>();
  const long = (round: number): string =>
    Array.from({ length: 6_000 }, (_, at) => `word${round} and ${at % 97} of line ${at}`).join("\n");
  for (let round = 0; round < 9; round++) {
    const texts = { "long.txt": long(round), "other.txt": long(round * 7 + 1) };
    await sync(first, "r1", { texts });
    if (round % 2 === 0) await readAll(second);
    const all = { ...SHARED, "c.ts": "export const one = 1;\n", ...texts };
    expect(await readAll(first)).toEqual(await readAlone(all));
    tables.add(tableOf(first));
  }
  expect(await readAll(second)).toEqual(await readAlone({ ...SHARED, "c.ts": "export const second = 2;\n" }));
  // Neither copied with each sync nor never.
  expect(tables.size).toBeGreaterThan(1);
  expect(tables.size).toBeLessThan(5);
});

it("is dropped with the last view that keeps data in memory", async () => {
  const { stores } = await twoViews();
  const [first, second] = stores as unknown as readonly [Store & { rest(): void }, Store & { rest(): void }];
  for (const store of stores) await readAll(store);
  const before = memoryOf(first);
  first.rest();
  expect(memoryOf(second)).toBe(before);
  await readAll(first);
  expect(memoryOf(first)).toBe(before);
  for (const store of [first, second]) store.rest();
  await readAll(first);
  expect(memoryOf(first)).not.toBe(before);
});

it("is not that of another file that has the path since then", async () => {
  const { folder, memories, stores } = await twoViews();
  const file = join(folder, "index.db");
  copyFileSync(file, `${file}.new`);
  renameSync(`${file}.new`, file);
  // No connection was open for readers.
  expect(await textsOf(stores[0])).toBeNull();
  await using later = openSqliteStore(folder, "/second", { isShared: true, memories });
  expect(await textsOf(later)).toEqual({ ...SHARED, "c.ts": "export const second = 2;\n" });
});
