/** `create` with zillizDropCollection: a successful call drops the collection, and no refused call does. */
import { existsSync } from "node:fs";
import type { ManageIndexInput, ManageIndexOutput } from "@satori/contracts";
import { describe, expect, it, onTestFinished } from "vitest";
import { createInlinePreparer } from "../prepare/preparer.ts";
import { type TestEngine, type TestEngineOptions, TestPlace } from "../testing/engine.ts";
import { withRoot } from "../testing/with-root.ts";
import { heldPreparer } from "../testing/fakes/fake-preparers.ts";

function newPlace(): TestPlace {
  const place = new TestPlace({ "a.txt": "alpha", "src/b.py": "def beta(): pass\n" });
  onTestFinished(() => place[Symbol.asyncDispose]());
  return place;
}

function create(engine: TestEngine, args: Partial<ManageIndexInput> = {}): Promise<ManageIndexOutput> {
  return engine.call("manage_index", { action: "create", ...args });
}

describe("create with zillizDropCollection", () => {
  function dropping(
    place: TestPlace,
    options: TestEngineOptions = {},
  ): { engine: TestEngine; dropped: string[] } {
    const dropped: string[] = [];
    return {
      dropped,
      engine: place.engine({
        ...options,
        dropCollection: (name) => Promise.resolve(void dropped.push(name)),
      }),
    };
  }

  it(
    "drops nothing where it is refused: beside a run, a sync that does not end, and an index that does " +
      "not fit",
    async () => {
      const place = newPlace();
      const preparer = heldPreparer(createInlinePreparer(1_000));
      const { engine, dropped } = dropping(place, { preparer });
      await create(engine);
      await preparer.reached;
      for (const force of [false, true])
        expect(await create(engine, { zillizDropCollection: "c", force })).toMatchObject({
          status: "not_ready",
        });
      preparer.release();
      await engine.engine.waitForRun(place.tree.root, "/");
      const other = dropping(place, { fingerprint: { embeddingModel: "another" } });
      expect(await create(other.engine, { zillizDropCollection: "c" })).toMatchObject({
        status: "requires_reindex",
      });
      {
        using _lock = engine.codebase.tryLock(place.tree.nowMs);
        expect(await create(other.engine, { zillizDropCollection: "c", force: true })).toMatchObject({
          status: "not_ready",
        });
      }
      expect([dropped, other.dropped]).toEqual([[], []]);
      expect(await create(other.engine, { zillizDropCollection: "c", force: true })).toMatchObject({
        status: "ok",
      });
      await other.engine.engine.waitForRun(place.tree.root, "/");
      expect(other.dropped).toEqual(["c"]);
    },
  );

  it("of a folder in a codebase drops it once the folder's own run can begin", async () => {
    const place = newPlace();
    const preparer = heldPreparer(createInlinePreparer(1_000));
    await place.engine().index();
    const { engine, dropped } = dropping(place, { preparer });
    const path = place.tree.at("src");
    expect(withRoot(await create(engine, { path, force: true, zillizDropCollection: "c" }))).toMatchObject({
      status: "ok",
      effectiveRoot: path,
    });
    expect(dropped).toEqual(["c"]);
    await preparer.reached;
    expect(withRoot(await create(engine, { path, force: true, zillizDropCollection: "d" }))).toMatchObject({
      status: "not_ready",
      effectiveRoot: path,
    });
    expect(dropped).toEqual(["c"]);
    preparer.release();
    await engine.engine.waitForRun(path, "/");
  });

  it("drops it beside an index that answers as well", async () => {
    const { engine, dropped } = dropping(newPlace());
    await engine.index();
    expect(await create(engine, { zillizDropCollection: "c" })).toMatchObject({ status: "ok", runId: null });
    expect(dropped).toEqual(["c"]);
  });

  it("is refused by a store without collections, in every state, and leaves nothing behind", async () => {
    const engine = newPlace().engine();
    const refused = {
      status: "error",
      error: {
        code: "INVALID_ARGUMENTS",
        details: [
          {
            path: "zillizDropCollection",
            message:
              "requires Milvus or Zilliz Cloud (SATORI_STORE=milvus), and this server stores its indexes in " +
              "SQLite (SATORI_STORE=sqlite): leave it out",
          },
        ],
      },
    };
    expect(await create(engine, { zillizDropCollection: "c" })).toMatchObject(refused);
    expect([
      await engine.call("manage_index", { action: "status" }),
      existsSync(engine.codebase.folder),
    ]).toMatchObject([{ status: "not_indexed" }, false]);
    await engine.index();
    for (const force of [false, true])
      expect(await create(engine, { zillizDropCollection: "c", force })).toMatchObject(refused);
  });
});
