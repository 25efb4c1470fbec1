/** Opens stores for the suite. Each test has its own stores, which are closed after it. */
import { afterEach, expect } from "vitest";
import { type Texts, completeRun, opened, pathOfRow } from "../../testing/store-content.ts";
import type { Snapshot, Store } from "../store.ts";

/** Location of a store's data. */
export interface StoreFixture extends Disposable {
  /** Another connection to the same index. */
  open(): Store;
}

export interface Openings {
  /** A new index, to which connections can be opened. */
  place(): { open: () => Store };
  /** A store of a new index. */
  open(): Store;
  /** A store whose run `r1` is complete. */
  openWith(texts: Texts): Promise<Store>;
  openSnapshot(store: Store): Promise<Snapshot>;
}

/** To be called inside a group of tests; everything it opens is closed after each test. */
export function openingsOf(openPlace: () => StoreFixture): Openings {
  const stack: AsyncDisposable[] = [];
  afterEach(async () => {
    for (const resource of stack.splice(0).reverse()) await resource[Symbol.asyncDispose]();
  });

  function place(): { open: () => Store } {
    const folder = openPlace();
    stack.push({ [Symbol.asyncDispose]: async () => folder[Symbol.dispose]() });
    return {
      open: () => {
        const store = folder.open();
        stack.push(store);
        return store;
      },
    };
  }
  const open = (): Store => place().open();
  async function openWith(texts: Texts): Promise<Store> {
    const store = open();
    await completeRun(store, "r1", texts);
    return store;
  }
  async function openSnapshot(store: Store): Promise<Snapshot> {
    const snapshot = await opened(store);
    stack.push({ [Symbol.asyncDispose]: async () => snapshot[Symbol.dispose]() });
    return snapshot;
  }
  return { place, open, openWith, openSnapshot };
}

/** Files of the hits; also checks that their scores descend. */
export async function hitFiles(
  snapshot: Snapshot,
  tokens: readonly string[],
  limit = 10,
  allowed: Uint8Array | null = null,
): Promise<(string | undefined)[]> {
  const hits = await snapshot.lexical(tokens, limit, allowed);
  expect(hits.map(({ score }) => score)).toEqual(
    hits.map(({ score }) => score).sort((left, right) => right - left),
  );
  return hits.map(({ row }) => pathOfRow(snapshot, row));
}
