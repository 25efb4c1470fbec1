import { createHash } from "node:crypto";
import { chmodSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { RunPhase } from "@satori/contracts";
import { FakeEmbedder } from "../embed/fake.ts";
import type { RunCounts } from "../model/run.ts";
import { commitsOf } from "../testing/commits.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { refusingPreparer } from "../testing/fakes/fake-preparers.ts";
import { committed, git } from "../testing/trees/git.ts";
import { itAsOrdinaryUser } from "../testing/trees/ordinary-user.ts";
import { createInlinePreparer } from "../prepare/preparer.ts";
import type { SyncOutcome } from "../model/sync-outcome.ts";
import { syncCodebase } from "./sync-codebase.ts";

function newPlace(texts: Readonly<Record<string, string | Uint8Array>> = {}): TestPlace {
  const place = new TestPlace(texts);
  onTestFinished(() => place[Symbol.asyncDispose]());
  return place;
}

function syncNow({ context, codebase }: TestEngine): Promise<SyncOutcome> {
  return syncCodebase(context, codebase, "everything", {});
}

/** The counts of a sync. */
async function statsOf(engine: TestEngine): Promise<object> {
  const outcome = await syncNow(engine);
  if (outcome.kind !== "synced") throw new Error("The codebase was locked");
  const { added, removed, modified } = outcome.stats;
  return { added, removed, modified, isPartial: outcome.isPartial };
}

async function textsOf({ codebase }: TestEngine): Promise<Record<string, string | undefined>> {
  using snapshot = await codebase.store().snapshot();
  const contents = (await snapshot?.contents([...snapshot.files.paths.keys()])) ?? [];
  return Object.fromEntries((snapshot?.files.paths ?? []).map((path, at) => [path, contents[at]?.text]));
}

/** Every byte of the files of an index. */
function bytesOf(folder: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder)
    .filter((file) => file.startsWith("index.db") && !file.endsWith("-shm"))
    .sort())
    hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
  return hash.digest("hex");
}

const many = (count: number, text: (at: number) => string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`d${at % 3}/f${at}.txt`, text(at)]));

describe("a sync", () => {
  it("counts what it added, removed and modified", async () => {
    const place = newPlace({
      "a.txt": "1",
      "b.txt": "2",
      "c.txt": "3",
      "src/d.txt": "4",
      "src/e.dat": Uint8Array.of(0),
    });
    const engine = place.engine();
    await engine.index();
    place.tree.writeAll({
      "a.txt": "changed",
      "new.txt": "5",
      "b.txt": Uint8Array.of(0, 1),
      "src/e.dat": "text now",
    });
    place.tree.remove("c.txt");
    place.tree.rename("src/d.txt", "src/moved.txt");
    place.tree.touch("src/moved.txt");
    // A file that turns into a skipped one is removed; one that was skipped until now is added.
    expect(await statsOf(engine)).toEqual({ added: 3, removed: 3, modified: 1, isPartial: false });
    expect(await textsOf(engine)).toEqual({
      "a.txt": "changed",
      "new.txt": "5",
      "src/e.dat": "text now",
      "src/moved.txt": "4",
    });
    expect(await statsOf(engine)).toEqual({ added: 0, removed: 0, modified: 0, isPartial: false });
  });

  it("that finds nothing writes nothing, not a byte", async () => {
    const place = newPlace({
      ...many(20, (at) => `text ${at}`),
      "big.txt": "x".repeat(2_000_000),
      "b.bin": Uint8Array.of(0),
      ".gitignore": "*.log\n",
      "c.log": "",
    });
    const engine = place.engine();
    await engine.index();
    const before = [await engine.codebase.store().head(), bytesOf(engine.codebase.folder)];
    place.tree.wait(3_600_000);
    for (let round = 0; round < 2; round++)
      expect(await statsOf(engine)).toEqual({ added: 0, removed: 0, modified: 0, isPartial: false });
    expect([await engine.codebase.store().head(), bytesOf(engine.codebase.folder)]).toEqual(before);
  });

  it("reads the commits of the repository where another one is checked out, and nothing else", async () => {
    const place = newPlace({ "a.txt": "one", "b.txt": "two" });
    committed(place.tree.root);
    const engine = place.engine();
    await engine.index();
    const told = async (): Promise<unknown> => {
      using snapshot = await engine.codebase.store().snapshot();
      const history = await snapshot?.history();
      return history && commitsOf(history).map(({ words }) => words.join(" "));
    };
    expect(await told()).toEqual(["first"]);
    place.tree.writeAll({ "a.txt": "changed" });
    git(place.tree.root, "commit", "--quiet", "--all", "--message", "second change");
    expect(await statsOf(engine)).toMatchObject({ added: 0, removed: 0, modified: 1 });
    expect(await told()).toEqual(["second chang", "first"]);
    git(place.tree.root, "commit", "--quiet", "--amend", "--message", "other words");
    expect(await statsOf(engine)).toEqual({ added: 0, removed: 0, modified: 0, isPartial: false });
    expect(await told()).toEqual(["other word", "first"]);
    const before = [await engine.codebase.store().head(), bytesOf(engine.codebase.folder)];
    expect(await statsOf(engine)).toEqual({ added: 0, removed: 0, modified: 0, isPartial: false });
    expect([await engine.codebase.store().head(), bytesOf(engine.codebase.folder)]).toEqual(before);
  });

  it("writes nothing about files that have not settled either, as long as they are the same", async () => {
    const place = newPlace();
    place.tree.writeAll(many(300, (at) => `text ${at}`));
    const engine = place.engine();
    await engine.index();
    const before = [await engine.codebase.store().head(), bytesOf(engine.codebase.folder)];
    expect(await statsOf(engine)).toEqual({ added: 0, removed: 0, modified: 0, isPartial: false });
    expect([await engine.codebase.store().head(), bytesOf(engine.codebase.folder)]).toEqual(before);
  });

  it("notices other bytes of the same size at the same time, if the last look was that early", async () => {
    const place = newPlace();
    place.tree.write("a.txt", "one");
    const engine = place.engine();
    await engine.index();
    place.tree.write("a.txt", "two");
    place.tree.wait();
    expect(await statsOf(engine)).toMatchObject({ modified: 1 });
    expect(await textsOf(engine)).toEqual({ "a.txt": "two" });
  });

  it("embeds and stamps only what has changed", async () => {
    const place = newPlace({ "a.txt": "one", "b.txt": "two" });
    const embedder = new FakeEmbedder();
    const engine = place.engine({ embedder });
    await engine.index();
    const indexedAt = place.tree.nowMs;
    place.tree.wait();
    place.tree.write("b.txt", "three");
    place.tree.touch("a.txt");
    await syncNow(engine);
    expect(embedder.embedded).toEqual(["one", "two", "three"]);
    using snapshot = await engine.codebase.store().snapshot();
    expect([...(snapshot?.files.indexedAtMs ?? [])]).toEqual([indexedAt, place.tree.nowMs]);
  });

  it("needs no embedder where there is nothing to embed", async () => {
    const place = newPlace({ "a.txt": "one", "b.txt": "two" });
    const embedder = new FakeEmbedder();
    const engine = place.engine({ embedder });
    await engine.index();
    embedder.failure = "no network";
    place.tree.remove("a.txt");
    expect(await statsOf(engine)).toMatchObject({ removed: 1 });
    place.tree.write("c.txt", "three");
    await expect(syncNow(engine)).rejects.toMatchObject({ code: "EMBEDDER_FAILED" });
    embedder.failure = null;
    expect(await statsOf(engine)).toMatchObject({ added: 1 });
  });

  it("has one Merkle root for one state, however it came about", async () => {
    const [first, second] = [
      newPlace({ "a.txt": "1", "src/b.txt": "2" }),
      newPlace({ "src/b.txt": "0", "gone/c.txt": "3" }),
    ];
    const rootOf = async (engine: TestEngine): Promise<string | null> =>
      (await engine.codebase.store().head()).merkleRoot;
    const [direct, roundabout] = [first.engine(), second.engine({ embedder: null })];
    await direct.index();
    await roundabout.index();
    expect(await rootOf(roundabout)).not.toBe(await rootOf(direct));
    second.tree.remove("gone");
    second.tree.write("src/b.txt", "2");
    await syncNow(roundabout);
    second.tree.write("a.txt", "1");
    await syncNow(roundabout);
    expect(await rootOf(roundabout)).toBe(await rootOf(direct));
  });

  it("tells how far it is", async () => {
    const place = newPlace(many(200, (at) => `text ${at}`));
    const seen: [RunPhase, RunCounts][] = [];
    const { engine, tree } = { engine: place.engine(), tree: place.tree };
    await engine.index();
    tree.wait();
    tree.writeAll(many(200, (at) => `other text ${at}`));
    await syncCodebase(engine.context, engine.codebase, "everything", {
      onProgress: (phase, counts) => void seen.push([phase, { ...counts }]),
    });
    const counts = (filesDone: number, filesTotal: number | null, chunks: number): RunCounts => ({
      filesDone,
      filesTotal,
      chunks,
    });
    // Files are reported one by one, although they are written in batches; chunks as they get their vectors.
    const files = (from: number, to: number, chunks: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => ["indexing", counts(from + at, 200, chunks)]);
    expect(seen).toEqual([
      ["scanning", counts(0, null, 0)],
      ...files(0, 128, 0),
      ...files(128, 128, 128),
      ...files(128, 200, 128),
      ...files(200, 200, 200),
      ...files(200, 200, 200),
      ["publishing", counts(200, 200, 200)],
    ]);
  });
});

describe("what cannot be read", () => {
  it("keeps its entry until it can, and is said to be missing", async () => {
    const place = newPlace({ "a.txt": "one", "b.txt": "two" });
    const preparer = refusingPreparer(createInlinePreparer(1_000));
    const engine = place.engine({ preparer });
    await engine.index();
    preparer.refused.add("a.txt").add("new.txt");
    place.tree.writeAll({ "a.txt": "ONE", "b.txt": "TWO", "new.txt": "three" });
    expect(await statsOf(engine)).toEqual({ added: 0, removed: 0, modified: 1, isPartial: true });
    expect(await textsOf(engine)).toEqual({ "a.txt": "one", "b.txt": "TWO" });
    place.tree.wait();
    expect(await statsOf(engine)).toEqual({ added: 0, removed: 0, modified: 0, isPartial: true });
    preparer.refused.clear();
    expect(await statsOf(engine)).toEqual({ added: 1, removed: 0, modified: 1, isPartial: false });
    expect(await textsOf(engine)).toEqual({ "a.txt": "ONE", "b.txt": "TWO", "new.txt": "three" });
  });

  itAsOrdinaryUser("keeps the entries of a whole folder", async () => {
    const place = newPlace({ "a.txt": "one", "locked/b.txt": "two", "locked/deep/c.txt": "three" });
    const engine = place.engine();
    await engine.index();
    const allow = (mode: number): void => chmodSync(place.tree.at("locked"), mode);
    onTestFinished(() => allow(0o755));
    for (const mode of [0o000, 0o400]) {
      allow(mode);
      place.tree.write("a.txt", `mode ${mode}`);
      expect(await statsOf(engine)).toEqual({ added: 0, removed: 0, modified: 1, isPartial: true });
      expect(await textsOf(engine)).toMatchObject({ "locked/b.txt": "two", "locked/deep/c.txt": "three" });
    }
    allow(0o755);
    place.tree.remove("locked/deep");
    expect(await statsOf(engine)).toEqual({ added: 0, removed: 1, modified: 0, isPartial: false });
    expect(await textsOf(engine)).toEqual({ "a.txt": "mode 256", "locked/b.txt": "two" });
  });
});

describe("a sync that is cut short", () => {
  it("leaves an index that answers, and that the next one finishes", async () => {
    const place = newPlace({ ...many(300, () => "old"), "hub.py": "", "user.py": "" });
    const engine = place.engine();
    await engine.index();
    place.tree.writeAll({ ...many(300, () => "new"), "user.py": "import hub\n" });
    place.tree.wait();
    const abort = new AbortController();
    const onProgress = (_: RunPhase, { filesDone }: RunCounts): void => {
      if (filesDone > 128) abort.abort();
    };
    await expect(
      syncCodebase(engine.context, engine.codebase, "everything", { signal: abort.signal, onProgress }),
    ).rejects.toMatchObject({ code: "CANCELLED" });
    expect(Object.values(await textsOf(engine))).toEqual(expect.arrayContaining(["new", "old"]));
    expect(await engine.codebase.view()).toMatchObject({
      state: "indexed",
      failure: null,
      active: null,
      head: { merkleRoot: null },
    });
    await syncNow(engine);
    expect(new Set(Object.values(await textsOf(engine)))).toEqual(new Set(["new", "import hub\n", ""]));
    const fresh = newPlace({ ...many(300, () => "new"), "hub.py": "", "user.py": "import hub\n" }).engine();
    await fresh.index();
    expect((await engine.codebase.store().head()).merkleRoot).toBe(
      (await fresh.codebase.store().head()).merkleRoot,
    );
    using snapshot = await engine.codebase.store().snapshot();
    expect(snapshot?.files.inDegrees[snapshot.fileAt("hub.py")]).toBe(1);
  });

  it("does not believe what it had written already, if the tree went back", async () => {
    const place = newPlace(many(300, () => "old"));
    const engine = place.engine();
    await engine.index();
    // As if a branch were checked out and left again before the sync had finished.
    place.tree.folder("kept");
    for (let at = 0; at < 300; at++) place.tree.rename(`d${at % 3}/f${at}.txt`, `kept/f${at}.txt`);
    place.tree.writeAll({ ...many(300, () => "new"), "d0/extra.txt": "new" });
    const abort = new AbortController();
    await expect(
      syncCodebase(engine.context, engine.codebase, "everything", {
        signal: abort.signal,
        onProgress: (_, { filesDone }) => filesDone > 256 && abort.abort(),
      }),
    ).rejects.toMatchObject({ code: "CANCELLED" });
    expect(Object.values(await textsOf(engine))).toContain("new");
    for (let at = 0; at < 300; at++) place.tree.rename(`kept/f${at}.txt`, `d${at % 3}/f${at}.txt`);
    for (const path of ["kept", "d0/extra.txt"]) place.tree.remove(path);
    place.tree.wait();
    await syncNow(engine);
    expect(await textsOf(engine)).toEqual(many(300, () => "old"));
  });

  it("asks again for rules that it had applied only in part", async () => {
    const place = newPlace();
    // Two hundred files that have not settled, and are therefore read again, before the one that is no longer
    // ignored.
    const files = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`src/more/f${at}.txt`, "text"]));
    place.tree.writeAll({ ...files, "src/more/x.md": "found", "src/.gitignore": "*.md\n.gitignore\n" });
    const engine = place.engine();
    await engine.index();
    place.tree.wait();
    place.tree.write("src/.gitignore", ".gitignore\n");
    place.tree.wait();
    const abort = new AbortController();
    await expect(
      syncCodebase(engine.context, engine.codebase, "everything", {
        signal: abort.signal,
        onProgress: (_, { filesDone }) => filesDone > 128 && abort.abort(),
      }),
    ).rejects.toMatchObject({ code: "CANCELLED" });
    place.tree.wait();
    expect(await statsOf(engine)).toMatchObject({ added: 1, removed: 0, modified: 0 });
    expect(await textsOf(engine)).toMatchObject({ "src/more/x.md": "found" });
  });
});
