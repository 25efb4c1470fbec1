/** The store over Milvus behaves as every store does, in both layouts. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { Collection } from "../../libs/engine/src/store/milvus/connection/collection.ts";
import { MilvusConnection } from "../../libs/engine/src/store/milvus/connection/connection.ts";
import { ROW_KINDS, type Row } from "../../libs/engine/src/store/milvus/file-rows.ts";
import { Generations, type MilvusLayout } from "../../libs/engine/src/store/milvus/generations.ts";
import { MilvusStore } from "../../libs/engine/src/store/milvus/milvus-store.ts";
import { fileOfRow } from "../../libs/engine/src/store/file-of-row.ts";
import { openSqliteStore } from "../../libs/engine/src/store/sqlite/open-sqlite-store.ts";
import type { SqliteStore } from "../../libs/engine/src/store/sqlite/sqlite-store.ts";
import { describeStore } from "../../libs/engine/src/store/store.suite.ts";
import type { StoreFixture } from "../../libs/engine/src/store/suite/openings.ts";
import {
  batchOf,
  completeRun,
  endOf,
  markerOf,
  runOf,
  sync,
} from "../../libs/engine/src/testing/store-content.ts";
import { startMilvus } from "../../tools/milvus/server.ts";

/** That nobody else wants. */
const freeLock = (): Disposable => ({ [Symbol.dispose]: () => undefined });

const server = await startMilvus();
const connection = server && new MilvusConnection({ address: server.address, token: null, database: null });
afterAll(async () => {
  await connection?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

/** Stores of checkouts of one codebase, with a clock that tests turn. */
function newCheckouts(layout: MilvusLayout) {
  const id = randomUUID().replaceAll("-", "").slice(0, 16);
  const clock = { nowMs: 1_000_000 };
  const folders = new Map<string, string>();
  const folderOf = (checkout: string): string => {
    const folder = folders.get(checkout) ?? mkdtempSync(join(tmpdir(), "satori-milvus-store-"));
    folders.set(checkout, folder);
    return folder;
  };
  const open = (checkout: string, by = layout): MilvusStore => {
    const folder = folderOf(checkout);
    const local = openSqliteStore(folder, "/code", { searchData: "elsewhere" }) as SqliteStore;
    const store = new MilvusStore({
      local,
      generations: new Generations(connection as MilvusConnection, by, { id, label: "test", checkout }),
      checkout,
      host: "host",
      codebasePath: "/code",
      nowMs: () => clock.nowMs,
      staleMs: 60_000,
      tryLock: freeLock,
    });
    onTestFinished(async () => {
      await store.release();
      await store[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    });
    return store;
  };
  return { id, open, clock };
}

async function filesWith(store: MilvusStore, token: string): Promise<string[]> {
  using snapshot = await store.snapshot();
  const hits = await snapshot?.lexical([token], 10, null);
  return (hits ?? []).map(({ row }) => snapshot?.files.paths[fileOfRow(snapshot.files, row)] ?? "");
}

function newPlace(layout: MilvusLayout): StoreFixture {
  const folder = mkdtempSync(join(tmpdir(), "satori-milvus-store-"));
  const identity = { id: randomUUID().replaceAll("-", "").slice(0, 16), label: "test", checkout: "here" };
  return {
    open: () => {
      const local = openSqliteStore(folder, "/code", { searchData: "elsewhere" }) as SqliteStore;
      return new MilvusStore({
        local,
        generations: new Generations(connection as MilvusConnection, layout, identity),
        checkout: identity.checkout,
        host: "host",
        codebasePath: "/code",
        nowMs: Date.now,
        staleMs: 60_000,
        tryLock: freeLock,
      });
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

describe.skipIf(server === null)("Milvus", () => {
  // One each: layouts differ in where rows lie, which the tests below look at in both, and each test here
  // takes its time. The length of its name decides, so that a test has the same one beside whatever others it
  // runs.
  describeStore("milvus", () =>
    newPlace((expect.getState().currentTestName ?? "").length % 2 === 0 ? "collection" : "shared"),
  );

  describe.each(["collection", "shared"] as const)("by layout %s", (layout) => {
    test("the index that answers outlives a rebuild that begins long after the one before", async () => {
      const { open, clock } = newCheckouts(layout);
      const store = open("here");
      await completeRun(store, "r1", { "a.ts": "alpha" });
      await completeRun(store, "r2", { "a.ts": "beta" });
      clock.nowMs += 120_000;
      await store.beginRun(runOf("r3"));
      await store.write("r3", await batchOf({ texts: { "a.ts": "gamma" } }));
      expect(await filesWith(store, "beta")).toEqual(["a.ts"]);
      await store.failRun("r3", { code: "INTERNAL", message: "x" }, "2026-01-01T00:00:00.000Z");
      expect(await filesWith(store, "beta")).toEqual(["a.ts"]);
    });

    test("what one checkout takes over stays there, though the other has no use for it any more", async () => {
      const { open, clock } = newCheckouts(layout);
      const [here, there] = [open("here"), open("there")];
      await completeRun(here, "r1", { "a.ts": "alpha" });
      await sync(here, "r1", { texts: { "a.ts": "beta" } });
      await there.beginRun(runOf("s1"));
      const batch = await batchOf({ texts: { "a.ts": "alpha" } });
      expect([...(await there.alreadyStored("s1", batch.files))]).toEqual(["a.ts"]);
      clock.nowMs += 120_000;
      await sync(here, "r1", { texts: { "b.ts": "other" } });
      await there.write("s1", batch);
      await there.completeRun(markerOf("s1"), endOf("s1"));
      expect([
        await filesWith(there, "alpha"),
        await filesWith(here, "alpha"),
        await filesWith(here, "beta"),
      ]).toEqual([["a.ts"], [], ["a.ts"]]);
    });

    test("what none of the given checkouts lists goes, unless another one may list it or a search may read it", async () => {
      const { id, open, clock } = newCheckouts(layout);
      const [here, there] = [open("here"), open("there")];
      // What a file gives up is noted with the time of the system.
      clock.nowMs = Date.now();
      await completeRun(here, "r1", { "a.ts": "alpha", "b.ts": "beta" });
      await completeRun(there, "s1", { "a.ts": "alpha", "c.ts": "gamma" });
      const [{ place } = { place: null }] = await new Generations(connection as MilvusConnection, layout, {
        id,
        label: "test",
        checkout: "x",
      }).all();
      const chunks = async (): Promise<string[]> => {
        const rows = await new Collection(connection as MilvusConnection, place?.collection ?? "").list(
          `codebase == "${place?.codebase}" and kind == ${ROW_KINDS.chunk}`,
          ["terms"],
        );
        return rows.map(({ terms }) => String(terms).split(" ")[0] ?? "").sort();
      };
      await sync(here, "r1", { texts: { "a.ts": "delta", "b.ts": "epsilon" } });
      const all = ["alpha", "beta", "delta", "epsilon", "gamma"];
      await here.removeUnlisted([await there.listing()]);
      expect(await chunks()).toEqual(all);
      clock.nowMs += 120_000;
      await here.removeUnlisted([]);
      expect(await chunks()).toEqual(all);
      await here.endSync(endOf("m1"));
      expect(here.unlistedVersions).toBe(2);
      await here.removeUnlisted([await there.listing()]);
      expect(await chunks()).toEqual(all.filter((word) => word !== "beta"));
      expect([
        here.unlistedVersions,
        await filesWith(there, "alpha"),
        await filesWith(there, "gamma"),
      ]).toEqual([0, ["a.ts"], ["c.ts"]]);
      await there.release();
      await here.removeUnlisted([]);
      expect(await chunks()).toEqual(["delta", "epsilon"]);
      expect([await filesWith(here, "delta"), await filesWith(here, "epsilon")]).toEqual([
        ["a.ts"],
        ["b.ts"],
      ]);
    });

    test("after a change of layout a codebase takes away its own index, and nobody else's", async () => {
      const other = layout === "shared" ? "collection" : "shared";
      const [ours, theirs] = [newCheckouts(layout), newCheckouts(layout)];
      const neighbour = theirs.open("there");
      await completeRun(neighbour, "r1", { "a.ts": "alpha" });
      await completeRun(ours.open("here"), "r1", { "a.ts": "beta" });
      const before = new Generations(connection as MilvusConnection, layout, {
        id: ours.id,
        label: "test",
        checkout: "x",
      });
      const moved = ours.open("here", other);
      expect(await filesWith(moved, "beta")).toEqual(["a.ts"]);
      await completeRun(moved, "r2", { "a.ts": "gamma" });
      ours.clock.nowMs += 120_000;
      await sync(moved, "r2", { texts: { "b.ts": "delta" } });
      expect([
        await filesWith(moved, "gamma"),
        await filesWith(moved, "delta"),
        await filesWith(neighbour, "alpha"),
      ]).toEqual([["a.ts"], ["b.ts"], ["a.ts"]]);
      const [left, ...more] = await before.all();
      expect([left?.place.collection.includes("_shared_"), more]).toEqual([other === "shared", []]);
      await moved.release();
      expect([await before.all(), await filesWith(neighbour, "alpha")]).toEqual([[], ["a.ts"]]);
    });

    test("a run does not complete without what it took over", async () => {
      const { id, open } = newCheckouts(layout);
      const [here, there] = [open("here"), open("there")];
      await completeRun(here, "r1", { "a.ts": "alpha", "b.ts": "beta" });
      await there.beginRun(runOf("s1"));
      const batch = await batchOf({ texts: { "a.ts": "alpha", "b.ts": "beta" } });
      expect((await there.alreadyStored("s1", batch.files)).size).toBe(2);
      await there.write("s1", batch);
      const [generation] = await new Generations(connection as MilvusConnection, layout, {
        id,
        label: "test",
        checkout: "x",
      }).all();
      await new Collection(connection as MilvusConnection, generation?.place.collection ?? "").remove(
        `codebase == "${generation?.place.codebase}" and path == "a.ts"`,
      );
      await expect(there.completeRun(markerOf("s1"), endOf("s1"))).rejects.toMatchObject({
        code: "STORE_UNAVAILABLE",
        message: expect.stringContaining("of 1 files"),
      });
      expect((await there.head()).complete).toBeNull();
    });
  });
});

test.skipIf(connection === null)(
  "a list has every row once, by id, however many pages it takes and in whatever order the rows came",
  async () => {
    const collection = new Collection(
      connection as MilvusConnection,
      `satori_pages_${randomUUID().replaceAll("-", "")}`,
    );
    onTestFinished(() => collection.drop());
    await collection.create(null, false);
    const ids = Array.from(
      { length: 4_400 },
      (_, at) => `row-${((at * 1_999) % 4_400).toString().padStart(4, "0")}`,
    );
    const row = (id: string): Row => ({
      id,
      codebase: "pages",
      kind: ROW_KINDS.path,
      file: id,
      path: `${id}.txt`,
      language: "text",
      category: "docs",
      sample: 0,
      terms: "",
      parts: "",
      doc: "",
      document: "",
    });
    await collection.upsert(ids.slice(0, 3_000).map(row));
    await collection.flush();
    await collection.upsert(ids.slice(3_000).map(row));
    const listed = await collection.list('codebase == "pages"', ["file"]);
    expect(listed.map(({ id }) => id)).toEqual([...ids].sort());
  },
);
