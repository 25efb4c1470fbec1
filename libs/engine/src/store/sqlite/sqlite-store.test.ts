import { chmodSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type Child, startChild } from "../../testing/child-script.ts";
import { itAsOrdinaryUser } from "../../testing/trees/ordinary-user.ts";
import { batchOf, completeRun, endOf, markerOf, runOf, sync } from "../../testing/store-content.ts";
import { temporaryFolder } from "../../testing/trees/tree.ts";
import type { Store } from "../store.ts";
import { type Database, openDatabase } from "../../sqlite/driver.ts";
import { writeBaseCheck } from "./checks/base-check.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";
import type { SqliteSnapshot } from "./snapshot/snapshot.ts";

function newFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return folder.path;
}

function openIn(folder: string): Store {
  const store = openSqliteStore(folder, "/code");
  onTestFinished(() => store[Symbol.asyncDispose]());
  return store;
}

/** The file of a closed index with a few hundred pages. */
async function indexFile(folder = newFolder()): Promise<string> {
  await using store = openSqliteStore(folder, "/code");
  const texts = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [
      `f${at}.txt`,
      Array.from({ length: 50 }, (_, line) => `word${at} and w${line}`).join("\n"),
    ]),
  );
  await completeRun(store, "r1", texts);
  return join(folder, "index.db");
}

async function textsOf(store: Store): Promise<object | null> {
  using snapshot = await store.snapshot();
  if (!snapshot) return null;
  const contents = await snapshot.contents([...snapshot.files.paths.keys()]);
  return Object.fromEntries(snapshot.files.paths.map((path, at) => [path, contents[at]?.text]));
}

/** Reads everything that a reader and the next sync would read. */
async function readAll(store: Store): Promise<void> {
  await store.head();
  await store.manifest("r1");
  await store.statistics("r1");
  using snapshot = await store.snapshot();
  await snapshot?.contents([...snapshot.files.paths.keys()]);
  await snapshot?.lexical(["word1"], 1_000, null);
}

/** The store's own connection, which SQLite's settings apply to. */
function connectionOf(store: Store): Database {
  return (store as unknown as { readonly database: Database }).database;
}

it("calls a file damaged that is no index", () => {
  const folder = newFolder();
  writeFileSync(
    join(folder, "index.db"),
    "This is no database, but a text that somebody put there by mistake.".repeat(20),
  );
  expect(() => openSqliteStore(folder, "/code")).toThrow(expect.objectContaining({ code: "STORE_CORRUPT" }));
});

it.each(["zeros", "noise"])("notices %s in the middle of the file when it reads them", async (what) => {
  const path = await indexFile();
  const bytes = readFileSync(path);
  // The first page is left intact, so that the file can be opened.
  for (let at = 4_096; at < bytes.length; at++)
    bytes[at] = what === "zeros" ? 0 : (at * 2_654_435_761) >>> 13;
  writeFileSync(path, bytes);
  await expect((async () => readAll(openIn(join(path, ".."))))()).rejects.toMatchObject({
    name: "EngineError",
    code: "STORE_CORRUPT",
  });
});

it("notices that the end of the file is missing", async () => {
  const path = await indexFile();
  truncateSync(path, 8 * 4_096);
  await expect((async () => readAll(openIn(join(path, ".."))))()).rejects.toMatchObject({
    name: "EngineError",
    code: "STORE_CORRUPT",
  });
});

it("refuses a file of a newer version, and leaves it as it is", async () => {
  const path = await indexFile();
  const database = openDatabase(path);
  database.exec("PRAGMA user_version=99");
  database.close();
  expect(() => openSqliteStore(join(path, ".."), "/code")).toThrow(
    expect.objectContaining({ code: "STORE_NEWER", message: expect.stringContaining("newer version") }),
  );
  const again = openDatabase(path);
  expect(Number(again.prepare("PRAGMA user_version").get()?.[0])).toBe(99);
  again.close();
});

it("says that it is unavailable where its folder cannot be made", () => {
  const folder = newFolder();
  writeFileSync(join(folder, "file"), "");
  expect(() => openSqliteStore(join(folder, "file", "index"), "/code")).toThrow(
    expect.objectContaining({ code: "STORE_UNAVAILABLE" }),
  );
});

itAsOrdinaryUser("says that it is unavailable where its folder is read-only", () => {
  const folder = newFolder();
  chmodSync(folder, 0o500);
  onTestFinished(() => chmodSync(folder, 0o700));
  expect(() => openSqliteStore(folder, "/code")).toThrow(
    expect.objectContaining({ code: "STORE_UNAVAILABLE" }),
  );
});

it("asks to come back later when another connection is writing", async () => {
  const path = await indexFile();
  const store = openIn(join(path, ".."));
  connectionOf(store).exec("PRAGMA busy_timeout=0");
  const other = openDatabase(path);
  other.exec("BEGIN IMMEDIATE");
  await expect(sync(store, "r1", { texts: { "a.txt": "late" } })).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
    message: "Another process is writing the index",
    retryAfterMs: 500,
  });
  expect((await store.head()).sequence).toBe(1);
  other.exec("ROLLBACK");
  other.close();
  await sync(store, "r1", { texts: { "a.txt": "now" } });
  expect((await store.head()).sequence).toBe(2);
});

it("undoes a batch as a whole when the disk is full, and goes on when it is not", async () => {
  const folder = newFolder();
  const store = openIn(folder);
  await completeRun(store, "r1", { "a.txt": "one", "b.txt": "two" });
  const before = [await store.head(), await textsOf(store)];
  const database = connectionOf(store);
  database.exec(`PRAGMA max_page_count=${Number(database.prepare("PRAGMA page_count").get()?.[0]) + 4}`);
  const noise = Array.from({ length: 40_000 }, (_, at) => Math.imul(at, 0x9e3779b1).toString(36)).join(" ");
  await expect(
    sync(store, "r1", { texts: { "a.txt": "changed", "c.txt": noise }, removed: ["b.txt"] }),
  ).rejects.toMatchObject({ code: "STORE_UNAVAILABLE", message: "The disk is full" });
  expect([await store.head(), await textsOf(store)]).toEqual(before);
  database.exec("PRAGMA max_page_count=1000000");
  await sync(store, "r1", { texts: { "a.txt": "changed" }, removed: ["b.txt"] });
  expect(await textsOf(store)).toEqual({ "a.txt": "changed" });
  using snapshot = await store.snapshot();
  // One row, one word: the counts of the batch that was rolled back must not be subtracted again.
  expect(await snapshot?.frequencies(["chang", "two"])).toEqual(
    new Map([
      ["chang", 1],
      ["two", 0],
    ]),
  );
  expect(Number((await snapshot?.lexical(["chang"], 1, null))?.[0]?.score)).toBeGreaterThan(0);
});

it("writes nothing and waits for nobody when it is only opened", async () => {
  const path = await indexFile();
  const folder = join(path, "..");
  openIn(folder);
  const bytes = (): Buffer[] => [path, `${path}-wal`].map((file) => readFileSync(file));
  const before = bytes();
  const other = openDatabase(path);
  other.exec("BEGIN IMMEDIATE");
  const store = openIn(folder);
  expect((await store.head()).complete?.run.id).toBe("r1");
  expect(Object.keys((await textsOf(store)) ?? {})).toHaveLength(200);
  other.exec("ROLLBACK");
  other.close();
  expect(bytes()).toEqual(before);
});

it("completes a run though what it took cannot be given back, and waits for others as before", async () => {
  const folder = newFolder();
  const store = openIn(folder);
  await completeRun(store, "r1", { "a.txt": "one" });
  await store.beginRun(runOf("r2"));
  connectionOf(store).exec("PRAGMA busy_timeout=0");
  const other = openDatabase(join(folder, "index.db"));
  const completed = store.completeRun(markerOf("r2"), endOf("r2"));
  other.exec("BEGIN IMMEDIATE");
  await completed;
  other.exec("ROLLBACK");
  other.close();
  expect((await store.head()).complete?.run.id).toBe("r2");
  expect(Number(connectionOf(store).prepare("PRAGMA busy_timeout").get()?.[0])).toBe(5_000);
});

/** Runs `other` as soon as a store prepares a statement that contains this text. */
function interrupt(store: Store, query: string, other: () => void): void {
  const database = connectionOf(store);
  const prepare = database.prepare.bind(database);
  database.prepare = (sql) => {
    if (sql.includes(query)) {
      database.prepare = prepare;
      other();
    }
    return prepare(sql);
  };
}

it("counts and tells of one state, though another connection replaces the run meanwhile", async () => {
  const folder = newFolder();
  const [reader, writer] = [openIn(folder), openIn(folder)];
  await completeRun(writer, "r1", { "a.txt": "one" });
  await writer.beginRun(runOf("r2"));
  let completed: Promise<void> | undefined;
  interrupt(reader, "FROM skipped", () => (completed = writer.completeRun(markerOf("r2"), endOf("r2"))));
  expect(await reader.statistics("r1")).toMatchObject({ files: 1, languages: [{ files: 1 }] });
  await completed;
  await writer.beginRun(runOf("r3"));
  interrupt(
    reader,
    "FROM marker NOT INDEXED WHERE view",
    () => (completed = writer.completeRun(markerOf("r3"), endOf("r3"))),
  );
  expect(await reader.head()).toMatchObject({
    complete: { run: { id: "r2" } },
    latest: { id: "r3" },
    merkleRoot: "r2",
  });
  await completed;
  await expect(reader.statistics("r2")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  expect(await reader.head()).toMatchObject({
    complete: { run: { id: "r3" } },
    latest: null,
    merkleRoot: "r3",
  });
});

it("reads the manifest once, until something is written", async () => {
  const folder = newFolder();
  const [reader, writer] = [openIn(folder), openIn(folder)];
  await completeRun(writer, "r1", { "a.txt": "one" });
  const first = await reader.manifest("r1");
  expect(await reader.manifest("r1")).toBe(first);
  await sync(writer, "r1", { texts: { "a.txt": "two" } });
  expect(await reader.manifest("r1")).not.toBe(first);
});

it("keeps no more connections after many searches at a time than the next ones are likely to need", async () => {
  const store = openIn(newFolder());
  await completeRun(store, "r1", { "a.txt": "one" });
  const snapshots = await Promise.all(Array.from({ length: 10 }, () => store.snapshot()));
  for (const snapshot of snapshots) snapshot?.[Symbol.dispose]();
  const { reader } = store as unknown as {
    readonly reader: { readonly memory: { readonly idle: readonly Database[] } };
  };
  expect(reader.memory.idle).toHaveLength(4);
  expect(await textsOf(store)).toEqual({ "a.txt": "one" });
});

it("gives space back that an earlier run took", async () => {
  const path = await indexFile();
  const store = openIn(join(path, ".."));
  const large = await store.sizeBytes();
  await completeRun(store, "r2", { "a.txt": "small" });
  expect(await store.sizeBytes()).toBeLessThan(large * 0.6);
});

/** Writes batch after batch, into a run or, with `sync`, into the complete one; prints a line per batch. */
const ENDLESS_WRITER = `
  import { openSqliteStore } from "./open-sqlite-store.ts";
  import { batchOf, runOf } from "../../testing/store-content.ts";
  const [folder, mode] = process.argv.slice(2);
  const store = openSqliteStore(folder, "/code");
  const runId = mode === "sync" ? "r1" : "r2";
  if (mode !== "sync") await store.beginRun(runOf(runId, { owner: { pid: process.pid, startedAt: "1" } }));
  for (let round = 1; ; round++) {
    const texts = Object.fromEntries(Array.from({ length: 20 }, (_, at) => ["f" + at + ".txt", "round " + round]));
    await store.write(runId, await batchOf({ texts }));
    console.log(round);
  }
`;

async function startWriter(folder: string, mode: "run" | "sync"): Promise<Child> {
  const child = await startChild(ENDLESS_WRITER, import.meta.url, newFolder(), [folder, mode]);
  onTestFinished(() => child.kill());
  for (let line = 0; line < 3; line++) await child.nextLine();
  return child;
}

it("lets others read whole batches while a process is writing, and survives its being killed", async () => {
  const folder = newFolder();
  const store = openIn(folder);
  await completeRun(
    store,
    "r1",
    Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`f${at}.txt`, "round 0"])),
  );
  const writer = await startWriter(folder, "sync");
  const rounds: number[] = [];
  const look = async (): Promise<void> => {
    const texts = new Set(Object.values((await textsOf(store)) ?? {}));
    expect(texts.size).toBe(1);
    rounds.push(Number(String([...texts][0]).slice("round ".length)));
  };
  for (let reads = 0; reads < 10; reads++) {
    await look();
    await writer.nextLine();
  }
  await writer.kill();
  await look();
  expect(rounds).toEqual([...rounds].sort((left, right) => left - right));
  expect(rounds.at(-1)).toBeGreaterThan(rounds[0] ?? 0);
  // The next writer can write at once.
  await sync(store, "r1", { texts: { "f0.txt": "after" } });
  expect(await textsOf(store)).toMatchObject({ "f0.txt": "after" });
});

it("keeps the last complete run when the process that builds the next one is killed", async () => {
  const folder = newFolder();
  const store = openIn(folder);
  await completeRun(store, "r1", { "a.txt": "whole" });
  const writer = await startWriter(folder, "run");
  await writer.kill();
  expect(await textsOf(store)).toEqual({ "a.txt": "whole" });
  expect(await store.head()).toMatchObject({
    complete: { run: { id: "r1" } },
    latest: { id: "r2", state: "active", owner: { pid: writer.pid } },
  });
  await store.beginRun(runOf("r3"));
  await store.write("r3", await batchOf({ texts: { "b.txt": "next" } }));
  await store.completeRun(markerOf("r3"), endOf("r3"));
  expect(await textsOf(store)).toEqual({ "b.txt": "next" });
});

it("takes no run for complete but the one that its marker proves, whatever else is in the file", async () => {
  const folder = newFolder();
  const store = openIn(folder);
  await completeRun(store, "r1", { "a.txt": "one" });
  const database = connectionOf(store);
  const marker = (part: object): void =>
    void database
      .prepare("UPDATE marker SET run_id = 'r1', document = ?")
      .run(JSON.stringify({ ...markerOf("r1"), ...part }));
  for (const part of [
    { runId: "r9" },
    { kind: "satori_index_completion_v0" },
    { fingerprint: { ...markerOf("r1").fingerprint, schemaVersion: 99 } },
  ]) {
    marker(part);
    writeBaseCheck(database);
    expect(await store.head(), JSON.stringify(part)).toMatchObject({ complete: null, latest: null });
  }
  database.exec("DELETE FROM marker");
  await expect(store.snapshot()).rejects.toMatchObject({ code: "STORE_CORRUPT" });
  writeBaseCheck(database);
  expect([await store.snapshot(), await store.head()]).toMatchObject([
    null,
    { complete: null, latest: null },
  ]);
});

it(
  "a reader whose transaction SQLite has ended, as at an error of the disk, is let go, and the next one " +
    "reads",
  async () => {
    const store = openIn(newFolder());
    await completeRun(store, "r1", { "a.txt": "alpha" });
    const snapshot = (await store.snapshot()) as SqliteSnapshot;
    snapshot["database"].exec("ROLLBACK");
    expect(() => snapshot[Symbol.dispose]()).not.toThrow();
    expect(await textsOf(store)).toEqual({ "a.txt": "alpha" });
  },
);

it("removes views that are gone, but none that was begun after it looked for the first time", async () => {
  const folder = newFolder();
  const openView = (view: string): Store => {
    const store = openSqliteStore(folder, view, { isShared: true });
    onTestFinished(() => store[Symbol.asyncDispose]());
    return store;
  };
  const [main, gone, late] = ["/main", "/gone", "/late"].map(openView) as [Store, Store, Store];
  await completeRun(main, "r1", { "a.ts": "a" });
  await completeRun(gone, "r2", { "a.ts": "a" });
  const users = new Set(["/main"]);
  let begun: Promise<void> | null = null;
  await main.keepViews((view) => {
    if (begun === null) {
      users.add("/late");
      begun = late.beginRun(runOf("r3"));
    }
    return users.has(view);
  });
  await begun;
  expect((await gone.head()).complete).toBeNull();
  expect([(await main.head()).complete?.run.id, (await late.head()).latest?.id]).toEqual(["r1", "r3"]);
});

it("keeps a view whose identity appears between two looks", async () => {
  const folder = newFolder();
  const main = openSqliteStore(folder, "/main", { isShared: true });
  const other = openSqliteStore(folder, "/other", { isShared: true });
  onTestFinished(async () => {
    await main[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });
  await completeRun(main, "r1", { "a.ts": "a" });
  await completeRun(other, "r2", { "a.ts": "a" });
  let asked = 0;
  await main.keepViews((view) => view === "/main" || asked++ > 0);
  expect(asked).toBe(2);
  expect((await other.head()).complete?.run.id).toBe("r2");
});

it("writes nothing of a batch that lists a version which another view has removed", async () => {
  const folder = newFolder();
  const [main, other] = ["/main", "/other"].map((view) =>
    openSqliteStore(folder, view, { isShared: true }),
  ) as [Store, Store];
  onTestFinished(async () => {
    await main[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });
  await completeRun(main, "r1", { "a.ts": "a", "b.ts": "b" });
  await other.beginRun(runOf("r2"));
  const versions = await other.storedVersions("r2", ["a.ts", "b.ts"]);
  const listed = ["a.ts", "b.ts"].map((path) => ({
    path,
    hash: versions.get(path)?.[0] ?? "",
    indexedAtMs: 1,
  }));
  await sync(main, "r1", { texts: { "a.ts": "changed" } });
  const batch = { ...(await batchOf({ texts: { "c.ts": "c" } })), listed };
  expect(await other.write("r2", batch)).toMatchObject({ gone: ["a.ts"] });
  expect((await other.statistics("r2")).files).toBe(0);
  expect(await other.write("r2", { ...batch, listed: listed.slice(1) })).toMatchObject({ gone: [] });
  expect((await other.statistics("r2")).files).toBe(2);
});
