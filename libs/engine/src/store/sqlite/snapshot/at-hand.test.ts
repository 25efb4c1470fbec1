import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { completeRun, sync, textsOf } from "../../../testing/store-content.ts";
import { temporaryFolder } from "../../../testing/trees/tree.ts";
import type { Store } from "../../store.ts";
import { openSqliteStore } from "../open-sqlite-store.ts";
import { AtHand } from "./at-hand.ts";
import type { SnapshotTables } from "./snapshot-tables.ts";

/** Stores of that many codebases, at most two of which keep data in memory. */
async function storesOf(count: number): Promise<Store[]> {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const atHand = new AtHand(2);
  const stores = Array.from({ length: count }, (_, at) =>
    openSqliteStore(join(folder.path, `${at}`), `/code${at}`, { atHand }),
  );
  for (const [at, store] of stores.entries()) {
    onTestFinished(() => store[Symbol.asyncDispose]());
    await completeRun(store, "r1", { "a.txt": `apple ${at}` });
  }
  return stores;
}

interface Inside {
  readonly reader: {
    readonly tables: SnapshotTables | null;
    readonly memory: { readonly idle: readonly unknown[] };
  };
}

/** Whether the store keeps data that a reader has read. */
function isAtHand(store: Store): boolean {
  // Cached data is only visible in memory.
  const { reader } = store as unknown as Inside;
  return reader.tables !== null || reader.memory.idle.length > 0;
}

it("keeps in memory what it has read of the indexes that were asked last, and of no others", async () => {
  const stores = await storesOf(4);
  const [first, second, third, fourth] = stores as [Store, Store, Store, Store];
  for (const store of [first, second, third, second, fourth]) await textsOf(store);
  expect(stores.map(isAtHand)).toEqual([false, true, false, true]);
  expect(await Promise.all(stores.map(textsOf))).toEqual(
    [0, 1, 2, 3].map((at) => ({ "a.txt": `apple ${at}` })),
  );
});

it("disturbs nobody who is reading, and shows what changed since", async () => {
  const [first, second, third] = (await storesOf(3)) as [Store, Store, Store];
  {
    using snapshot = await first.snapshot();
    await textsOf(second);
    await textsOf(third);
    await sync(first, "r1", { texts: { "a.txt": "pear" } });
    expect((await snapshot?.contents([0]))?.map(({ text }) => text)).toEqual(["apple 0"]);
  }
  expect(await textsOf(first)).toEqual({ "a.txt": "pear" });
});

it("does not keep one that is closed", async () => {
  const atHand = new AtHand(1);
  const rested: string[] = [];
  const [one, other] = ["one", "other"].map((name) => ({ rest: () => void rested.push(name) })) as [
    { rest(): void },
    { rest(): void },
  ];
  atHand.use(one);
  atHand.drop(one);
  atHand.use(other);
  atHand.use(other);
  expect(rested).toEqual([]);
  atHand.use(one);
  expect(rested).toEqual(["other"]);
});
