/**
 * A snapshot that is read after its release fails. It must not show another state, where missing data looks
 * like corruption.
 */
import { expect, test } from "vitest";
import { completeRun, opened } from "../testing/store-content.ts";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { MemoryDisk } from "./memory/memory-store.ts";
import { openSqliteStore } from "./sqlite/open-sqlite-store.ts";
import type { Store } from "./store.ts";

const TOO_LATE = "The snapshot was released before it was fully read";

async function expectToRefuse(store: Store): Promise<void> {
  await completeRun(store, "r1", { "a.py": "def alpha(): pass\n" });
  const snapshot = await opened(store);
  const { calls } = snapshot;
  snapshot[Symbol.dispose]();
  snapshot[Symbol.dispose]();
  const questions: (() => unknown)[] = [
    () => snapshot.contents([0]),
    () => snapshot.lexical(["alpha"], 5, null),
    () => snapshot.frequencies(["alpha"]),
    () => snapshot.matchedTokens([0], ["alpha"]),
    () => snapshot.filesDefining("alpha"),
    () => snapshot.symbolNames(1, 9),
    () => snapshot.namesInAnyCase("ALPHA"),
    () => calls.text(0),
    () => calls.flow(0),
    () => calls.filesDefining("alpha"),
  ];
  for (const ask of questions) await expect((async () => ask())()).rejects.toThrow(TOO_LATE);
  // The next reader gets a connection of its own.
  using first = await opened(store);
  using second = await opened(store);
  expect([await first.filesDefining("alpha"), await second.filesDefining("alpha")]).toEqual([[0], [0]]);
}

test("of a store in memory", async () => {
  await using store = new MemoryDisk().open("index", "/code");
  await expectToRefuse(store);
});

test("of a file", async () => {
  using folder = temporaryFolder();
  await using store = openSqliteStore(folder.path, "/code");
  await expectToRefuse(store);
});
