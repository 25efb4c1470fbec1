/** Of an index whose words and vectors are kept elsewhere. */
import { expect, it } from "vitest";
import { completeRun, sync } from "../../testing/store-content.ts";
import { temporaryFolder } from "../../testing/trees/tree.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";
import type { SqliteStore } from "./sqlite-store.ts";

it("a version goes out of use at the time of the clock that the store was given", async () => {
  using folder = temporaryFolder();
  let nowMs = 1_000;
  // Of a new folder there is nothing older that would be opened in another form.
  await using store = openSqliteStore(folder.path, "/code", { searchData: "elsewhere", nowMs: () => nowMs }) as SqliteStore;
  await completeRun(store, "r1", { "a.txt": "one", "b.txt": "two" });
  const staleAt = (untilMs: number) => store.changeVersions("r1", (versions) => versions.stale(untilMs).length);
  nowMs = 2_000;
  await sync(store, "r1", { removed: ["a.txt"] });
  nowMs = 3_000;
  await sync(store, "r1", { texts: { "b.txt": "three" } });
  expect([await staleAt(1_999), await staleAt(2_000), await staleAt(3_000)]).toEqual([0, 1, 2]);
});
