/**
 * Lexical search in an index after many syncs, with high ids of chunks, gives exactly the results of a new
 * index.
 */
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type Texts, completeRun, opened, sync } from "../../../testing/store-content.ts";
import { temporaryFolder } from "../../../testing/trees/tree.ts";
import { openDatabase } from "../../../sqlite/driver.ts";
import type { Snapshot } from "../../store.ts";
import { Digests } from "../checks/digests.ts";
import { openSqliteStore } from "../open-sqlite-store.ts";

const TOKENS = ["apple", "plum", "fig", "shared", "nowher"];
const NAMES = ["a.ts", "b/one.txt", "b/two.py", "c.md", "z.txt"];
const EMPTY = "zz-empty.txt";

/** Simulates months of syncs: the next chunk gets this id, or its regular one if that is higher. */
async function raiseIds(store: Parameters<typeof sync>[0], folder: string, id: number): Promise<void> {
  await sync(store, "r1", { texts: { [EMPTY]: "" } });
  const database = openDatabase(join(folder, "index.db"));
  const digests = new Digests(database, 1);
  const digest = digests.read();
  digests.write({ ...digest, nextChunk: Math.max(id, digest.nextChunk) });
  database.close();
}

/** Files of one chunk and of many, with words that give many of them equal scores. */
const textArbitrary = fc
  .record({ word: fc.constantFrom(...TOKENS.slice(0, -1)), lines: fc.constantFrom(0, 1, 2, 120) })
  .map(({ word, lines }) =>
    Array.from({ length: lines }, (_, at) => `${word} shared ${at % 9 === 0 ? "fig" : ""}\n`).join(""),
  );
const stepArbitrary = fc.record({
  put: fc.dictionary(fc.constantFrom(...NAMES), textArbitrary, { maxKeys: 4 }),
  removed: fc.subarray(NAMES, { maxLength: 2 }),
  nextId: fc.option(fc.constantFrom(50, 3_000_000, 2 ** 31 - 3, 2 ** 32 - 3, 2 ** 45), { freq: 3 }),
  isSearched: fc.boolean(),
});

async function saidBy(snapshot: Snapshot): Promise<unknown> {
  const rows = Array.from({ length: snapshot.files.firstRows.at(-1) ?? 0 }, (_, row) => row);
  const last = Uint8Array.from(snapshot.files.paths, (_, at) => at % 2);
  const asked = [
    await snapshot.lexical(TOKENS, 3, null),
    await snapshot.lexical(["shared"], 2, null),
    await snapshot.lexical(["fig", "plum"], 9, last),
  ];
  return {
    paths: snapshot.files.paths,
    asked,
    frequencies: await snapshot.frequencies(TOKENS),
    held: await snapshot.matchedTokens(rows, TOKENS),
  };
}

async function saidByNew(texts: Texts): Promise<unknown> {
  using folder = temporaryFolder();
  await using store = openSqliteStore(folder.path, "/code");
  await completeRun(store, "r1", texts);
  using snapshot = await opened(store);
  return await saidBy(snapshot);
}

it(
  "is what a new index says, whatever was put, removed and searched before; a reader says what it said, " +
    "whatever is written",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 1, maxLength: 8 }), async (steps) => {
        using folder = temporaryFolder();
        await using store = openSqliteStore(folder.path, "/code");
        let texts: Texts = { "a.ts": "apple shared", "c.md": "fig shared" };
        await completeRun(store, "r1", texts);
        for (const { put, removed, nextId, isSearched } of steps) {
          using before = await opened(store);
          const said = isSearched ? await saidBy(before) : null;
          const from = Object.fromEntries(Object.entries(texts).filter(([path]) => !removed.includes(path)));
          if (nextId !== null) await raiseIds(store, folder.path, nextId);
          texts = { ...from, ...(nextId === null ? {} : { [EMPTY]: "" }), ...put };
          await sync(store, "r1", { texts: put, removed: removed.filter((path) => !(path in put)) });
          if (isSearched) expect(await saidBy(before)).toEqual(said);
          using snapshot = await opened(store);
          if (isSearched) expect(await saidBy(snapshot)).toEqual(await saidByNew(texts));
        }
        using snapshot = await opened(store);
        expect(await saidBy(snapshot)).toEqual(await saidByNew(texts));
      }),
      {
        numRuns: Number(process.env["SATORI_TEST_RUNS"] ?? 20),
        seed: Number(process.env["SATORI_TEST_SEED"] ?? 7),
      },
    );
  },
);

it("takes memory by the number of chunks, not by how high their ids are", async () => {
  using folder = temporaryFolder();
  await using store = openSqliteStore(folder.path, "/code");
  await completeRun(store, "r1", { "a.txt": "apple", "b.txt": "plum" });
  await raiseIds(store, folder.path, 20_000_000);
  await sync(store, "r1", { texts: { "a.txt": "apple fig" } });
  const before = process.memoryUsage().arrayBuffers;
  using snapshot = await opened(store);
  expect(await snapshot.lexical(["fig"], 5, null)).toMatchObject([{ row: 0 }]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
});
