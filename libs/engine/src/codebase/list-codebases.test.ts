import { readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { callTool } from "../call-tool.ts";
import { FakeEmbedder } from "../embed/fake.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import type { Store } from "../store/store.ts";
import { TestPlace } from "../testing/engine.ts";

function newPlace(texts: Readonly<Record<string, string>> = {}): TestPlace {
  const place = new TestPlace(texts);
  onTestFinished(() => place[Symbol.asyncDispose]());
  return place;
}

it("lists nothing where nothing is indexed, and says what to do", async () => {
  const empty = { ready: [], indexing: [], requiresReindex: [], failed: [] };
  expect(await newPlace().engine().call("list_codebases", {})).toMatchObject({
    status: "ok",
    codebases: empty,
    humanText: expect.stringContaining("manage_index create"),
  });
});

it("names the folders that a call is confined to, resolved, and none where it is not", async () => {
  const place = newPlace({ "open/a.txt": "a", "other/b.txt": "b" });
  symlinkSync(place.tree.at("other"), place.tree.at("link"));
  const { engine } = place.engine();
  const list = async (confinedTo?: readonly string[]): Promise<unknown> => {
    const answer = await callTool(
      engine,
      "list_codebases",
      {},
      {
        baseFolder: place.tree.root,
        roots: [],
        log: () => undefined,
        ...(confinedTo ? { confinedTo } : {}),
      },
    );
    return answer.status === "ok" ? answer.allowedRoots : answer;
  };
  const [open, other, link] = ["open", "other", "link"].map((name) => place.tree.at(name)) as [
    string,
    string,
    string,
  ];
  expect(await list([open, link, other])).toEqual([open, other]);
  expect(await list()).toBeUndefined();
});

it("lists every codebase by what can be done with it, by path", async () => {
  const place = newPlace({
    "good/a.py": "def f(): pass\n",
    "better/b.md": "# B\n",
    "other/c.txt": "c",
    "damaged/d.txt": "d",
    "failing/e.txt": "e",
  });
  const embedder = new FakeEmbedder();
  const engine = place.engine({ embedder });
  for (const path of ["good", "better", "damaged"]) await index(path);
  embedder.failure = "no answer";
  await index("failing");
  embedder.failure = null;
  const old = place.engine({ fingerprint: { schemaVersion: 0 } });
  await old.call("manage_index", { action: "create", path: "other" });
  await old.engine.waitForRun("other", place.tree.root);
  const { folder } = engine.context.codebases.at(place.tree.at("damaged"));
  await engine.context.codebases.at(place.tree.at("damaged")).close();
  for (const name of readdirSync(folder).filter((file) => file.startsWith("index.db")))
    rmSync(join(folder, name));
  writeFileSync(join(folder, "index.db"), "no database at all ".repeat(100));

  const answer = await engine.call("list_codebases", {});
  const sizeOf = (path: string): number => {
    const of = engine.context.codebases.at(place.tree.at(path)).folder;
    return readdirSync(of).reduce((sum, name) => sum + statSync(join(of, name)).size, 0);
  };
  expect(sizeOf("good")).toBeGreaterThan(1_000);
  const lastIndexedAt = new Date(place.tree.nowMs).toISOString();
  expect(answer).toMatchObject({
    codebases: {
      ready: [
        {
          path: place.tree.at("better"),
          state: "indexed",
          files: 1,
          chunks: 1,
          languages: [{ language: "markdown", files: 1 }],
          lastIndexedAt,
          fingerprint: engine.context.fingerprint(),
        },
        {
          path: place.tree.at("good"),
          state: "indexed",
          files: 1,
          chunks: 1,
          languages: [{ language: "python", files: 1 }],
          lastIndexedAt,
          sizeBytes: sizeOf("good"),
        },
      ],
      indexing: [],
      requiresReindex: [
        {
          path: place.tree.at("other"),
          state: "requires_reindex",
          files: 1,
          reason: "fingerprint differs in schemaVersion",
        },
      ],
      failed: [
        {
          path: place.tree.at("damaged"),
          state: "indexfailed",
          files: 0,
          lastIndexedAt: null,
          fingerprint: null,
          reason: expect.stringContaining("corrupt"),
        },
        {
          path: place.tree.at("failing"),
          state: "indexfailed",
          files: 0,
          lastIndexedAt: null,
          reason: "no answer",
        },
      ],
    },
  });
  expect((answer as { humanText: string }).humanText.split("\n")).toEqual([
    `${place.tree.at("better")}: indexed, 1 file, 1 chunk`,
    `${place.tree.at("good")}: indexed, 1 file, 1 chunk`,
    `${place.tree.at("other")}: requires_reindex, 1 file, 1 chunk (fingerprint differs in schemaVersion)`,
    expect.stringMatching(/damaged: indexfailed/),
    `${place.tree.at("failing")}: indexfailed, 0 files, 0 chunks (no answer)`,
  ]);

  async function index(path: string): Promise<void> {
    await engine.call("manage_index", { action: "create", path });
    await engine.engine.waitForRun(path, place.tree.root);
  }
});

it("says of a codebase whose folder is gone that it is", async () => {
  const place = newPlace({ "gone/a.txt": "a" });
  const engine = place.engine();
  await engine.call("manage_index", { action: "create", path: "gone" });
  await engine.engine.waitForRun("gone", place.tree.root);
  const gone = place.tree.at("gone");
  rmSync(gone, { recursive: true });
  const reason = `${gone} does not exist`;
  expect(await engine.call("list_codebases", {})).toMatchObject({
    codebases: { ready: [{ path: gone, state: "indexed", files: 1, reason }] },
    humanText: `${gone}: indexed, 1 file, 1 chunk (${reason})`,
  });
});

it("leaves open what was open, and nothing else", async () => {
  const place = newPlace({ "a/a.txt": "a", "b/b.txt": "b", "c/c.txt": "c" });
  const first = place.engine();
  for (const path of ["a", "b", "c"]) {
    await first.call("manage_index", { action: "create", path });
    await first.engine.waitForRun(path, place.tree.root);
  }
  const open = new Map<Store, string>();
  const engine = place.engine({
    openStore: (folder, root) => noted(openSqliteStore(folder, root), root, open),
  });
  await engine.call("manage_index", { action: "status", path: "b" });
  expect(await engine.call("list_codebases", {})).toMatchObject({
    codebases: { ready: [{ files: 1 }, { files: 1 }, { files: 1 }], failed: [] },
  });
  expect([...open.values()]).toEqual([place.tree.at("b")]);
  expect(await engine.call("manage_index", { action: "status", path: "b" })).toMatchObject({ status: "ok" });
});

it("gives way to others between two codebases, so that what was closed can be given back", async () => {
  const place = newPlace({ "a/a.txt": "a", "b/b.txt": "b", "c/c.txt": "c" });
  const first = place.engine();
  for (const path of ["a", "b", "c"]) {
    await first.call("manage_index", { action: "create", path });
    await first.engine.waitForRun(path, place.tree.root);
  }
  let turns = 0;
  let next = setImmediate(function count() {
    turns++;
    next = setImmediate(count);
  });
  onTestFinished(() => clearImmediate(next));
  const openedIn: number[] = [];
  const engine = place.engine({
    openStore: (folder, root) => {
      openedIn.push(turns);
      return openSqliteStore(folder, root);
    },
  });
  await engine.call("list_codebases", {});
  expect(new Set(openedIn).size).toBe(3);
});

/** A store that is in a list while it is open. */
function noted(store: Store, root: string, open: Map<Store, string>): Store {
  open.set(store, root);
  const close = store[Symbol.asyncDispose].bind(store);
  store[Symbol.asyncDispose] = () => {
    open.delete(store);
    return close();
  };
  return store;
}
