/**
 * An index file that another version of Satori has written: what answers say about it, and which calls may
 * rebuild it.
 */
import { chmodSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ToolName } from "@satori/contracts";
import { describe, expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../sqlite/driver.ts";
import { TABLES_VERSION } from "../store/sqlite/schema.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { itAsOrdinaryUser } from "../testing/trees/ordinary-user.ts";

const TEXTS = {
  "a.py": "def alpha(): pass\n",
  "src/b.py": "def beta(): pass\n",
  "left/out.py": "def gamma(): pass\n",
};
/** A call of every tool that reads an index. */
const CALLS: readonly (readonly [ToolName, object])[] = [
  ["search_codebase", { query: "alpha" }],
  ["file_outline", { file: "a.py" }],
  ["call_graph", { symbol: "alpha" }],
  ["read_file", { open_symbol: "alpha" }],
  ["manage_index", { action: "sync" }],
  ["manage_index", { action: "status" }],
];
const REQUIRES_REINDEX = {
  status: "requires_reindex",
  reason: "requires_reindex",
  message: expect.stringContaining("older version"),
  hints: { reindex: { tool: "manage_index" } },
  compatibility: { mismatched: ["schemaVersion"] },
};

/** A place with an index that was changed to look like one of another version. */
async function placeOf(change: string): Promise<{ place: TestPlace; path: string }> {
  const place = new TestPlace(TEXTS);
  onTestFinished(() => place[Symbol.asyncDispose]());
  const { index, codebase } = place.engine();
  await index({ ignorePatterns: ["left/"] });
  await codebase.close();
  const path = join(codebase.folder, "index.db");
  const database = openDatabase(path);
  database.exec(`${change}; PRAGMA wal_checkpoint(TRUNCATE)`);
  database.close();
  return { place, path };
}

/** A version before call graphs, without their column. */
const OLDER =
  "ALTER TABLE content_1 DROP COLUMN flow; ALTER TABLE file_1 DROP COLUMN name_uses; PRAGMA " +
  `user_version=${TABLES_VERSION - 1}`;
const NEWER = `PRAGMA user_version=${TABLES_VERSION + 1}`;

function versionOf(path: string): number {
  const database = openDatabase(path);
  const version = Number(database.prepare("PRAGMA user_version").get()?.[0]);
  database.close();
  return version;
}

async function rebuild(engine: TestEngine, args: object): Promise<void> {
  expect(await engine.call("manage_index", args)).toMatchObject({ status: "ok", runId: expect.any(String) });
  await engine.engine.waitForRun(engine.codebase.root, "/");
}

describe("an index of an older version", () => {
  it("asks to be rebuilt, whichever tool comes upon it, and stays as it is", async () => {
    const { place, path } = await placeOf(OLDER);
    const engine = place.engine();
    for (const [tool, args] of [...CALLS, ["manage_index", { action: "create" }] as const])
      expect([tool, await engine.call(tool, args)]).toMatchObject([tool, REQUIRES_REINDEX]);
    expect(await engine.call("manage_index", { action: "status" })).toMatchObject({
      index: { state: "requires_reindex", files: 2, ignorePatterns: ["left/"] },
    });
    expect(await engine.call("list_codebases", {})).toMatchObject({
      codebases: {
        failed: [],
        requiresReindex: [{ path: place.tree.root, state: "requires_reindex", files: 2 }],
      },
    });
    expect(await engine.call("read_file", { path: "a.py", mode: "annotated" })).toMatchObject({
      status: "ok",
      content: TEXTS["a.py"],
      outlineStatus: "requires_reindex",
    });
    expect(engine.log.filter(({ level }) => level !== "debug")).toEqual([]);
    expect(versionOf(path)).toBe(TABLES_VERSION - 1);
  });

  it.each([
    ["reindex", {}],
    ["create", { force: true }],
  ])("is made anew by %s %o, with the settings that it has", async (action, args) => {
    const { place, path } = await placeOf(OLDER);
    const [engine, other] = [place.engine(), place.engine()];
    expect(await other.call("search_codebase", { query: "alpha" })).toMatchObject({
      status: "requires_reindex",
    });
    await rebuild(engine, { action, ...args });
    expect(versionOf(path)).toBe(TABLES_VERSION);
    for (const { call } of [engine, other]) {
      expect(await call("search_codebase", { query: "alpha" })).toMatchObject({
        status: "ok",
        results: [{ file: "a.py" }],
      });
      expect(await call("manage_index", { action: "status" })).toMatchObject({
        status: "ok",
        index: { files: 2, ignorePatterns: ["left/"], lastFailure: null },
      });
    }
  });

  it("is left alone while somebody else holds its lock", async () => {
    const { place, path } = await placeOf(OLDER);
    using lock = place.engine().codebase.tryLock(0);
    expect(lock).not.toBeNull();
    expect(await place.engine().call("manage_index", { action: "reindex" })).toMatchObject({
      status: "not_ready",
    });
    expect(versionOf(path)).toBe(TABLES_VERSION - 1);
  });

  it("counts as none where none of its runs has completed", async () => {
    const { place, path } = await placeOf(`DELETE FROM marker; DELETE FROM run; ${OLDER}`);
    const engine = place.engine();
    expect(await engine.call("search_codebase", { query: "alpha" })).toMatchObject({ status: "not_indexed" });
    await rebuild(engine, { action: "create" });
    expect(versionOf(path)).toBe(TABLES_VERSION);
    expect(await engine.call("search_codebase", { query: "alpha" })).toMatchObject({
      status: "ok",
      results: [{ file: "a.py" }],
    });
  });

  itAsOrdinaryUser(
    "asks to be rebuilt where nothing can be written, too, and says why it is not",
    async () => {
      const { place, path } = await placeOf(OLDER);
      const files = readdirSync(dirname(path)).map((name) => join(dirname(path), name));
      chmodSync(dirname(path), 0o500);
      for (const file of files) chmodSync(file, 0o400);
      onTestFinished(() => {
        chmodSync(dirname(path), 0o700);
        for (const file of files) chmodSync(file, 0o600);
      });
      const engine = place.engine();
      expect(await engine.call("search_codebase", { query: "alpha" })).toMatchObject(REQUIRES_REINDEX);
      expect(await engine.call("manage_index", { action: "reindex" })).toMatchObject({
        status: "error",
        error: { code: "STORE_UNAVAILABLE" },
      });
      expect(versionOf(path)).toBe(TABLES_VERSION - 1);
    },
  );
});

describe("an index of a newer version", () => {
  const NEWER_ERROR = {
    status: "error",
    message: expect.stringMatching(/newer version.*manage_index clear/),
    error: { code: "STORE_NEWER" },
  };

  it("is an error to every tool, which says so, and is never made anew unless it has been cleared", async () => {
    const { place, path } = await placeOf(NEWER);
    const engine = place.engine();
    const builds = [{ action: "create" }, { action: "create", force: true }, { action: "reindex" }].map(
      (args) => ["manage_index", args] as const,
    );
    for (const [tool, args] of [...CALLS, ...builds])
      expect([tool, args, await engine.call(tool, args)]).toMatchObject([tool, args, NEWER_ERROR]);
    expect(engine.codebase.tryLock(0)?.[Symbol.dispose]()).toBeUndefined();
    expect(await engine.call("list_codebases", {})).toMatchObject({
      codebases: { failed: [{ path: place.tree.root, reason: expect.stringContaining("newer version") }] },
    });
    expect(versionOf(path)).toBe(TABLES_VERSION + 1);

    expect(await engine.call("manage_index", { action: "clear" })).toMatchObject({ status: "ok" });
    await rebuild(engine, { action: "create" });
    expect(versionOf(path)).toBe(TABLES_VERSION);
  });

  it("does not keep the lines of a file from being shown", async () => {
    const { place } = await placeOf(NEWER);
    expect(await place.engine().call("read_file", { path: "a.py", mode: "annotated" })).toMatchObject({
      status: "ok",
      content: TEXTS["a.py"],
      outlineStatus: "not_indexed",
    });
  });
});
