import { chmodSync, cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { currentProcess } from "../../codebase/home/process-identity.ts";
import { openDatabase } from "../../sqlite/driver.ts";
import { damageTable } from "../../testing/damage-table.ts";
import { TestPlace } from "../../testing/engine.ts";
import { committed, git } from "../../testing/trees/git.ts";
import { itAsOrdinaryUser } from "../../testing/trees/ordinary-user.ts";
import { gatherIndexes } from "./indexes.ts";

function newPlace(texts: Readonly<Record<string, string>>): TestPlace {
  const place = new TestPlace(texts);
  onTestFinished(() => place[Symbol.asyncDispose]());
  return place;
}

it("tells of each index what it holds, and how many folders its tree has", async () => {
  const place = newPlace({ "a.py": "def f(): pass\n", "sub/deep/b.py": "def g(): pass\n" });
  const engine = place.engine();
  await engine.index();
  const { indexes, orphans, problem } = await gatherIndexes(place.home, engine.context.codebases);
  expect({ orphans, problem }).toEqual({ orphans: [], problem: null });
  expect(indexes).toMatchObject([
    {
      root: place.tree.root,
      state: "indexed",
      files: 2,
      chunks: 2,
      folders: 3,
      failure: null,
      damage: null,
      mismatched: [],
      rootState: "folder",
      isWritable: true,
      lock: null,
    },
  ]);
  expect(indexes[0]?.sizeBytes).toBeGreaterThan(0);
});

it("tells what SQLite finds amiss in an index that answers all the same", async () => {
  const place = newPlace({ "a.py": "def f(): pass\n" });
  const engine = place.engine();
  await engine.index();
  await engine.codebase.close();
  damageTable(join(engine.codebase.folder, "index.db"), "symbol_name_1");
  expect((await gatherIndexes(place.home, engine.context.codebases)).indexes).toMatchObject([
    { state: "indexed", failure: null, damage: expect.stringMatching(/page/i) },
  ]);
});

it.each([
  [
    "a text",
    "UPDATE content_1 SET text = (SELECT text FROM content_1 WHERE file_id = 2) WHERE file_id = 1",
    /^content_1 of file 1: text/,
  ],
  ["a file", "UPDATE file_1 SET language = 'pythom' WHERE id = 2", /^file_1, id 2: /],
  [
    "what only syncs read of a file",
    "UPDATE file_1 SET imports = 'other' WHERE id = 2",
    /^file_1, id 2: .*imports/,
  ],
  ["uses of names", "UPDATE file_1 SET name_uses = NULL WHERE id = 1", /^file_1, id 1: name_uses/],
  ["a row", "DELETE FROM file_1 WHERE id = 2", /^member_1: 1 of 2 rows/],
  ["a symbol's name", "DELETE FROM symbol_name_1 WHERE file_id = 2", /^symbol_name_1, bucket \d+: /],
  ["a folder", "UPDATE folder_1 SET hashes = zeroblob(length(hashes))", /^folder_1, .*row_check/],
  ["settings", "UPDATE meta SET value = '{}' WHERE key = 'settings'", /^meta, run and marker: /],
])("finds damage of %s that SQLite takes for sound", async (_, sql, expected) => {
  const place = newPlace({ "a.py": "def f(): g()\n", "b.py": "def g(): pass\n" });
  const engine = place.engine();
  await engine.index();
  await engine.codebase.close();
  const database = openDatabase(join(engine.codebase.folder, "index.db"));
  database.exec(sql);
  expect(database.prepare("PRAGMA integrity_check").get()).toEqual(["ok"]);
  database.close();
  expect((await gatherIndexes(place.home, engine.context.codebases)).indexes).toMatchObject([
    { damage: expect.stringMatching(expected) },
  ]);
});

it("tells of an index that does not fit, of one whose folder went, and of a writer that died", async () => {
  const place = newPlace({ "a.py": "def f(): pass\n" });
  await place.engine().index();
  const other = place.engine({ fingerprint: { embeddingModel: "another" } });
  const { folder } = other.codebase;
  writeFileSync(
    join(folder, "lock-owner.json"),
    JSON.stringify({ ...currentProcess(), startedAt: "long ago", since: "2026-01-01T00:00:00.000Z" }),
  );
  renameSync(place.tree.root, `${place.tree.root}-moved`);
  const { indexes } = await gatherIndexes(place.home, other.context.codebases);
  expect(indexes).toMatchObject([
    {
      state: "requires_reindex",
      mismatched: ["embeddingModel"],
      rootState: "gone",
      lock: { pid: process.pid, isAlive: false },
    },
  ]);
});

it(
  "a root that may not be looked at, or leads nowhere, is told as such, and keeps no other from being " +
    "told",
  async () => {
    const place = newPlace({ "a/a.py": "", "b/b.py": "", "c/c.py": "" });
    const engine = place.engine();
    const [a, b, c] = ["a", "b", "c"].map((name) => place.tree.at(name)) as [string, string, string];
    for (const path of [a, b, c])
      await engine
        .call("manage_index", { action: "create", path })
        .then(() => engine.engine.waitForRun(path, "/"));
    for (const path of [a, b]) rmSync(path, { recursive: true });
    symlinkSync(a, a);
    writeFileSync(b, "");
    const { indexes } = await gatherIndexes(place.home, engine.context.codebases);
    expect(indexes).toMatchObject([
      { root: a, state: "indexed", rootState: { code: "ELOOP" } },
      { root: b, rootState: "gone" },
      { root: c, rootState: "folder" },
    ]);
  },
);

it("a root whose place a link has taken leads elsewhere", async () => {
  const place = newPlace({ "old/a.py": "" });
  const engine = place.engine();
  const [old, moved] = [place.tree.at("old"), place.tree.at("new")];
  await engine
    .call("manage_index", { action: "create", path: old })
    .then(() => engine.engine.waitForRun(old, "/"));
  renameSync(old, moved);
  symlinkSync(moved, old);
  expect((await gatherIndexes(place.home, engine.context.codebases)).indexes).toMatchObject([
    { root: old, rootState: { leadsTo: moved } },
  ]);
});

itAsOrdinaryUser("a root in a folder that is shut is not one that is gone", async () => {
  const place = newPlace({ "shut/code/a.py": "" });
  const engine = place.engine();
  const [path, above] = [place.tree.at("shut/code"), place.tree.at("shut")];
  await engine.call("manage_index", { action: "create", path });
  await engine.engine.waitForRun(path, "/");
  chmodSync(above, 0o000);
  onTestFinished(() => chmodSync(above, 0o755));
  expect((await gatherIndexes(place.home, engine.context.codebases)).indexes).toMatchObject([
    { root: path, rootState: { code: "EACCES" } },
  ]);
});

it("an index that cannot be read is one among the others", async () => {
  const place = newPlace({ "a.py": "def f(): pass\n" });
  const engine = place.engine();
  await engine.index();
  const { folder } = engine.codebase;
  await engine.codebase.close();
  for (const name of ["index.db", "index.db-wal", "index.db-shm"])
    rmSync(join(folder, name), { force: true });
  writeFileSync(join(folder, "index.db"), "no database at all ".repeat(100));
  expect((await gatherIndexes(place.home, engine.context.codebases)).indexes).toMatchObject([
    { state: "indexfailed", failure: expect.stringContaining("corrupt"), files: 0 },
  ]);
});

it("an index that a newer version has written is told apart: this one does not make it anew", async () => {
  const place = newPlace({ "a.py": "def f(): pass\n" });
  const engine = place.engine();
  await engine.index();
  const { folder } = engine.codebase;
  await engine.codebase.close();
  const database = openDatabase(join(folder, "index.db"));
  database.exec("PRAGMA user_version=99");
  database.close();
  expect((await gatherIndexes(place.home, engine.context.codebases)).indexes).toMatchObject([
    { state: "newer", failure: expect.stringContaining("newer version"), damage: null },
  ]);
});

it("a folder that belongs to no codebase, or has another one's name, is an orphan", async () => {
  const place = newPlace({ "a.py": "def f(): pass\n" });
  const engine = place.engine();
  await engine.index();
  const indexes = join(place.home, "indexes");
  mkdirSync(join(indexes, "left-over"));
  writeFileSync(join(indexes, "left-over", "index.db"), "x".repeat(10));
  cpSync(join(engine.codebase.folder, "codebase.json"), join(indexes, "copied", "codebase.json"), {
    recursive: true,
  });
  const found = await gatherIndexes(place.home, engine.context.codebases);
  expect(found.indexes).toHaveLength(1);
  expect(found.orphans).toMatchObject([
    { folder: join(indexes, "copied"), claimedRoot: place.tree.root },
    { folder: join(indexes, "left-over"), sizeBytes: 10, claimedRoot: null },
  ]);
});

it("the index of a commit is one of its codebase, after that of the files on disk", async () => {
  const place = newPlace({ "a.py": "def f(): pass\n" });
  const commit = git(committed(place.tree.root), "rev-parse", "HEAD").trim();
  place.tree.wait();
  const engine = place.engine();
  await engine.index();
  await engine.call("search_codebase", { query: "f", ref: commit });
  const version = engine.context.codebases.atCommit(place.tree.root, commit);
  await version.activeRun?.ended;
  const { indexes, orphans } = await gatherIndexes(place.home, engine.context.codebases);
  expect(orphans).toEqual([]);
  const { root } = place.tree;
  expect(indexes).toMatchObject([
    { root, commit: null, folder: engine.codebase.folder, state: "indexed", files: 1, folders: 1 },
    { root, commit, folder: version.folder, state: "indexed", files: 1, folders: 0 },
  ]);
  const copy = join(place.home, "indexes", "copied");
  cpSync(join(version.folder, "codebase.json"), join(copy, "codebase.json"), { recursive: true });
  expect((await gatherIndexes(place.home, engine.context.codebases)).orphans).toMatchObject([
    { folder: copy, claimedRoot: root },
  ]);
});

it("a home without indexes has none", async () => {
  const place = newPlace({});
  expect(await gatherIndexes(place.home, place.engine().context.codebases)).toEqual({
    indexes: [],
    orphans: [],
    problem: null,
  });
});
