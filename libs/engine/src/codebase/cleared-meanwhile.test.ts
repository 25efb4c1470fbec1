/**
 * An index that another process clears while a call reads it: the answer is the gate's, not an error of the
 * disk.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EngineError } from "../errors.ts";
import { ended, manage, newPlace } from "../sync/testing/managed.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import type { Store } from "../store/store.ts";
import type { TestEngine, TestPlace } from "../testing/engine.ts";

const unopened = (): EngineError => new EngineError("STORE_UNAVAILABLE", "The index file cannot be opened");

/** An engine whose store fails once at a given moment, when another engine clears the index. */
function readerBesideClear(
  place: TestPlace,
  at: "open" | "head" | "snapshot",
  then: (other: TestEngine) => Promise<unknown> = () => Promise.resolve(),
): TestEngine {
  const other = place.engine();
  let isDue = true;
  const clears = async (): Promise<never> => {
    isDue = false;
    await manage(other, "clear");
    await then(other);
    throw unopened();
  };
  const openStore = (folder: string, root: string): Store => {
    if (at === "open" && isDue) {
      isDue = false;
      rmSync(folder, { recursive: true });
      throw unopened();
    }
    const store = openSqliteStore(folder, root);
    return new Proxy(store, {
      get(target, name) {
        if (name === at && isDue) return clears;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  };
  return place.engine({ openStore });
}

const CALLS = [
  ["search_codebase", { query: "alpha" }],
  ["file_outline", { file: "src/b.py" }],
  ["call_graph", { symbol: "beta", direction: "callers" }],
  ["semantic_search", { query: "alpha" }],
] as const;

describe.each(["open", "head", "snapshot"] as const)("cleared when its store is asked to %s,", (at) => {
  it.each(CALLS)("%s says that nothing is indexed", async (tool, args) => {
    const place = newPlace();
    await place.engine().index();
    const answer = await readerBesideClear(place, at).call(tool, args);
    expect(JSON.stringify(answer)).not.toContain("STORE_UNAVAILABLE");
    expect(answer.status).toBe("not_indexed");
  });

  it("list_codebases and status do not fail", async () => {
    const place = newPlace();
    await place.engine().index();
    expect(await readerBesideClear(place, at).call("list_codebases", {})).toMatchObject({ status: "ok" });
    await place.engine().index({ force: true });
    expect((await manage(readerBesideClear(place, at), "status")).status).toMatch(/^(ok|not_indexed)$/);
  });
});

it("an index that was cleared and made anew under a call answers it", async () => {
  const place = newPlace();
  await place.engine().index();
  const reader = readerBesideClear(place, "snapshot", (other) => other.index());
  expect(await reader.call("search_codebase", { query: "alpha" })).toMatchObject({ status: "ok" });
});

/** Clears the index after calls have passed the gate and before they read it. */
function clearedBehindTheGate(place: TestPlace, then: (other: TestEngine) => Promise<unknown>): TestEngine {
  const other = place.engine();
  let cleared: Promise<unknown> | null = null;
  const openStore = (folder: string, root: string): Store => {
    const store = openSqliteStore(folder, root);
    return new Proxy(store, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name === "snapshot")
          return async () => {
            await (cleared ??= then(other));
            return target.snapshot();
          };
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  };
  return place.engine({ openStore });
}

it("all calls that meet it at once are made again, whichever finds it first", async () => {
  const place = newPlace();
  await place.engine().index();
  const reader = clearedBehindTheGate(place, (other) => manage(other, "clear"));
  const answers = await Promise.all(CALLS.map(([tool, args]) => reader.call(tool, args)));
  expect(answers.map(({ status }) => status)).toEqual(CALLS.map(() => "not_indexed"));
});

it("an index of another model that took its place is not read, but asked to be rebuilt", async () => {
  const place = newPlace();
  await place.engine().index();
  const reader = clearedBehindTheGate(place, async (other) => {
    await manage(other, "clear");
    await place.engine({ fingerprint: { embeddingModel: "another" } }).index();
  });
  for (const [tool, args] of CALLS)
    expect((await reader.call(tool, args)).status, tool).toBe("requires_reindex");
});

it("a store that cannot be opened, and that nobody clears, says so", async () => {
  const place = newPlace();
  await place.engine().index();
  const engine = place.engine({
    openStore: () => {
      throw unopened();
    },
  });
  expect(await engine.call("search_codebase", { query: "alpha" })).toMatchObject({
    status: "error",
    error: { code: "STORE_UNAVAILABLE" },
  });
});

describe("a folder in the place of a file of the index", () => {
  const FILES = [
    "index.db",
    "index.db-wal",
    "index.db-shm",
    "codebase.json",
    "lock.db",
    "damage.json",
    "cancel",
    "upload.json",
  ];

  async function withFolderAt(name: string, isEmpty: boolean): Promise<{ engine: TestEngine; path: string }> {
    const place = newPlace();
    const first = place.engine();
    await first.index();
    await first[Symbol.asyncDispose]();
    const path = join(first.codebase.folder, name);
    rmSync(path, { force: true });
    mkdirSync(path);
    if (!isEmpty) writeFileSync(join(path, "mine"), "");
    return { engine: place.engine(), path };
  }

  it.each(FILES)("is taken away by a forced create where it is empty: %s", async (name) => {
    const { engine } = await withFolderAt(name, true);
    expect(await manage(engine, "create", { force: true })).toMatchObject({ status: "ok" });
    await ended(engine);
    expect(await engine.call("search_codebase", { query: "beta" })).toMatchObject({
      status: "ok",
      results: [{ file: "src/b.py" }],
    });
  });

  it.each(["index.db", "index.db-wal", "lock.db"])(
    "is named, with the way out, where it holds something: %s",
    async (name) => {
      const { engine, path } = await withFolderAt(name, false);
      const answer = await manage(engine, "create", { force: true });
      expect(answer).toMatchObject({ status: "error", error: { code: "STORE_UNAVAILABLE" } });
      expect(answer.message).toContain(path);
      expect(answer.message).toMatch(/move it away/);
      expect(readdirSync(path)).toEqual(["mine"]);
    },
  );

  it.each(FILES.filter((name) => name !== "codebase.json"))(
    "does not keep the index from being cleared: %s",
    async (name) => {
      const { engine } = await withFolderAt(name, true);
      expect(await manage(engine, "clear")).toMatchObject({ status: "ok" });
      expect(await manage(engine, "create")).toMatchObject({ status: "ok" });
      await ended(engine);
    },
  );

  it("is told of as damage, and to whoever is confined without its path", async () => {
    const { engine, path } = await withFolderAt("index.db", true);
    const answer = await engine.call("search_codebase", { query: "alpha" });
    expect(answer).toMatchObject({ status: "error", error: { code: "STORE_CORRUPT" } });
    const confined = await engine.call(
      "search_codebase",
      { query: "alpha" },
      { confinedTo: [engine.codebase.root] },
    );
    expect(JSON.stringify(confined)).not.toContain(path);
  });
});
