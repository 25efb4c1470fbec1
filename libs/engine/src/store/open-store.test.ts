import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { ENGINE_LIMITS } from "../limits.ts";
import { completeRun, textsOf } from "../testing/store-content.ts";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { openStores } from "./open-store.ts";

it("keeps in memory what it has read of so many indexes, and reads the others again", async () => {
  const home = temporaryFolder();
  onTestFinished(() => home[Symbol.dispose]());
  await using stores = openStores(
    {
      store: "sqlite",
      home: home.path,
      milvus: { address: "127.0.0.1:1", token: null, database: null, layout: "collection" },
    },
    { nowMs: () => 0 },
    () => null,
  );
  const indexes = Array.from({ length: ENGINE_LIMITS.indexesAtHand + 2 }, (_, at) =>
    stores.open(join(home.path, `${at}`), `/code${at}`),
  );
  onTestFinished(() =>
    Promise.all(indexes.map((index) => index[Symbol.asyncDispose]())).then(() => undefined),
  );
  for (const [at, index] of indexes.entries()) await completeRun(index, "r1", { "a.txt": `apple ${at}` });
  for (const index of indexes) await textsOf(index);
  // Cached data is only visible in memory.
  const rested = indexes.filter(
    (index) => (index as unknown as { readonly reader: { readonly tables: unknown } }).reader.tables === null,
  );
  expect(rested).toEqual(indexes.slice(0, 2));
  expect(await textsOf(indexes[0] as (typeof indexes)[0])).toEqual({ "a.txt": "apple 0" });
});
