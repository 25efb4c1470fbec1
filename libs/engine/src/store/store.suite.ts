/** How every store behaves; run for each of them in `store.test.ts`. */
import { afterEach, describe, expect, it } from "vitest";
import { FakeEmbedder } from "../embed/fake.ts";
import { commitsOf } from "../model/history.ts";
import { type BatchParts, FINGERPRINT, type Texts, batchOf, closenessOf, completeRun, endOf, folder, markerOf, opened, pathOfRow, runOf, seen, storable, sync, textsOf } from "../testing/store-content.ts";
import type { LexicalHit, Snapshot, Store } from "./store.ts";

/** Where a store keeps what it holds. */
export interface StorePlace extends Disposable {
  /** Another connection to the same index. */
  open(): Store;
}

/** The files of the hits, and whether their scores fall. */
async function found(snapshot: Snapshot, tokens: readonly string[], limit = 10, allowed: Uint8Array | null = null): Promise<(string | undefined)[]> {
  const hits = await snapshot.lexical(tokens, limit, allowed);
  expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((left, right) => right - left));
  return hits.map(({ row }) => pathOfRow(snapshot, row));
}

const UNAVAILABLE = { code: "STORE_UNAVAILABLE" };
/** A refusal, whether it is thrown or a promise is rejected. */
async function expectRefusal(work: () => Promise<unknown>, error: object = UNAVAILABLE): Promise<void> {
  await expect((async () => work())()).rejects.toMatchObject(error);
}

export function describeStore(name: string, openPlace: () => StorePlace): void {
  describe(`store ${name}`, () => {
    const stack: AsyncDisposable[] = [];
    afterEach(async () => {
      for (const resource of stack.splice(0).reverse()) await resource[Symbol.asyncDispose]();
    });

    function place(): { open: () => Store } {
      const folder = openPlace();
      stack.push({ [Symbol.asyncDispose]: async () => folder[Symbol.dispose]() });
      return {
        open: () => {
          const store = folder.open();
          stack.push(store);
          return store;
        },
      };
    }
    const open = (): Store => place().open();
    async function openWith(texts: Texts): Promise<Store> {
      const store = open();
      await completeRun(store, "r1", texts);
      return store;
    }
    async function openSnapshot(store: Store): Promise<Snapshot> {
      const snapshot = await opened(store);
      stack.push({ [Symbol.asyncDispose]: async () => snapshot[Symbol.dispose]() });
      return snapshot;
    }

    describe("head", () => {
      it("of a new store says that there is nothing", async () => {
        const store = open();
        expect(await store.head()).toEqual({
          codebasePath: "/code", settings: { customExtensions: [], ignorePatterns: [] }, complete: null, latest: null, sequence: 0, syncedAt: null, merkleRoot: null, ignoreSignature: null,
        });
        expect(await store.snapshot()).toBeNull();
      });

      it("keeps settings, the last ones", async () => {
        const store = open();
        const settings = { customExtensions: [".tmpl"], ignorePatterns: ["*.gen", "# \u{1f98a}"] };
        await store.saveSettings({ customExtensions: [], ignorePatterns: ["old"] });
        await store.saveSettings(settings);
        expect((await store.head()).settings).toEqual(settings);
        await completeRun(store, "r1", {});
        expect((await store.head()).settings).toEqual(settings);
        await store.beginRun(runOf("r2"));
        await store.completeRun(markerOf("r2"), endOf("r2"), { customExtensions: [], ignorePatterns: ["new"] });
        expect((await store.head()).settings).toEqual({ customExtensions: [], ignorePatterns: ["new"] });
      });

      it("shows a run as it goes on", async () => {
        const store = open();
        await store.beginRun(runOf("r1"));
        expect((await store.head()).latest).toMatchObject(runOf("r1"));
        const counts = { filesDone: 3, filesTotal: 9, chunks: 20 };
        await store.reportProgress("r1", "indexing", counts, "2026-01-01T00:00:01.000Z");
        expect((await store.head()).latest).toMatchObject(runOf("r1", { phase: "indexing", counts, updatedAt: "2026-01-01T00:00:01.000Z" }));
      });
    });

    describe("a run", () => {
      it("is invisible until it is complete, and then visible as a whole", async () => {
        const store = open();
        await store.beginRun(runOf("r1"));
        await store.write("r1", await batchOf({ texts: { "a.txt": "one" } }));
        await store.write("r1", await batchOf({ texts: { "b.txt": "two" } }));
        expect([await store.snapshot(), (await store.head()).sequence]).toEqual([null, 0]);
        await store.completeRun(markerOf("r1"), endOf("r1"));
        expect(await textsOf(store)).toEqual({ "a.txt": "one", "b.txt": "two" });
        const times = { finishedAt: markerOf("r1").completedAt, updatedAt: markerOf("r1").completedAt };
        expect(await store.head()).toMatchObject({ ...endOf("r1"), complete: { run: runOf("r1", { state: "complete", phase: "publishing", ...times }), marker: markerOf("r1") }, latest: null, sequence: 1 });
      });

      it("leaves the one before it to readers until it takes its place", async () => {
        const store = await openWith({ "a.txt": "old" });
        await store.beginRun(runOf("r2", { kind: "reindex" }));
        await store.write("r2", await batchOf({ texts: { "a.txt": "new" } }));
        expect(await textsOf(store)).toEqual({ "a.txt": "old" });
        expect(await store.head()).toMatchObject({ complete: { run: { id: "r1" } }, latest: { id: "r2", kind: "reindex" }, sequence: 1, merkleRoot: "r1" });
        await store.completeRun(markerOf("r2"), endOf("r2"));
        expect(await textsOf(store)).toEqual({ "a.txt": "new" });
        expect(await store.head()).toMatchObject({ complete: { run: { id: "r2" }, marker: { runId: "r2" } }, latest: null, sequence: 2, merkleRoot: "r2" });
        await expectRefusal(() => store.manifest("r1"));
      });

      it("that fails says why, and takes what it wrote with it", async () => {
        const store = await openWith({ "a.txt": "old" });
        await store.beginRun(runOf("r2"));
        await store.write("r2", await batchOf({ texts: { "b.txt": "half" } }));
        const failure = { code: "EMBEDDER_FAILED", message: "no answer" } as const;
        await store.failRun("r2", failure, "2026-01-01T00:01:00.000Z");
        const at = "2026-01-01T00:01:00.000Z";
        expect(await store.head()).toMatchObject({ complete: { run: { id: "r1" } }, latest: runOf("r2", { state: "failed", failure, finishedAt: at, updatedAt: at }), sequence: 1 });
        expect(await textsOf(store)).toEqual({ "a.txt": "old" });
        await expectRefusal(async () => store.write("r2", await batchOf({ texts: { "c.txt": "late" } })));
        await expectRefusal(() => store.completeRun(markerOf("r2"), endOf("r2")));
        expect((await store.head()).complete?.run.id).toBe("r1");
      });

      it.each(["failed", "died"])("that %s is dropped by the next one", async (how) => {
        const store = await openWith({ "a.txt": "old" });
        await store.beginRun(runOf("r2"));
        await store.write("r2", await batchOf({ texts: { "b.txt": "half" } }));
        if (how === "failed") await store.failRun("r2", { code: "INTERNAL", message: "" }, "2026-01-01T00:01:00.000Z");
        await store.beginRun(runOf("r3"));
        expect(await store.head()).toMatchObject({ complete: { run: { id: "r1" } }, latest: { id: "r3", state: "active" } });
        await expectRefusal(() => store.statistics("r2"));
        await store.completeRun(markerOf("r3"), endOf("r3"));
        expect(await textsOf(store)).toEqual({});
      });

      it("that is complete cannot fail any more", async () => {
        const store = await openWith({ "a.txt": "whole" });
        await store.failRun("r1", { code: "STORE_UNAVAILABLE", message: "too late" }, "2026-01-01T00:01:00.000Z");
        expect(await store.head()).toMatchObject({ complete: { run: { id: "r1", state: "complete", failure: null } }, latest: null });
        expect(await textsOf(store)).toEqual({ "a.txt": "whole" });
      });

      it("is completed by a marker of its own alone", async () => {
        const store = await openWith({ "a.txt": "whole" });
        await store.beginRun(runOf("r2"));
        const other = { ...FINGERPRINT, embeddingModel: "another" };
        for (const marker of [markerOf("r1"), markerOf("r2", { fingerprint: other })]) await expectRefusal(() => store.completeRun(marker, endOf("r2")));
        expect(await store.head()).toMatchObject({ complete: { run: { id: "r1" }, marker: { runId: "r1" } }, latest: { id: "r2", state: "active" } });
        // A dimension that was not known when it began is no other one.
        await store.beginRun(runOf("r3", { fingerprint: { ...FINGERPRINT, embeddingDimension: null } }));
        await store.completeRun(markerOf("r3"), endOf("r3"));
        expect(await store.head()).toMatchObject({ complete: { run: { id: "r3" } }, latest: null });
      });

      it("that nobody began takes nothing, and proves nothing", async () => {
        const store = await openWith({ "a.txt": "whole" });
        await expectRefusal(async () => store.write("r9", await batchOf({ texts: { "b.txt": "lost" } })));
        await expectRefusal(() => store.writeInDegrees("r9", new Map()));
        await expectRefusal(() => store.importWords("r9"));
        await expectRefusal(() => store.completeRun(markerOf("r9"), endOf("r9")));
        await store.failRun("r9", { code: "INTERNAL", message: "" }, "2026-01-01T00:01:00.000Z");
        expect(await store.head()).toMatchObject({ complete: { run: { id: "r1" } }, latest: null, merkleRoot: "r1" });
        expect(await textsOf(store)).toEqual({ "a.txt": "whole" });
      });
    });

    describe("a sync", () => {
      it("shows each batch as soon as it is written", async () => {
        const store = await openWith({ "a.txt": "one", "b.txt": "two", "c.txt": "three" });
        await sync(store, "r1", { texts: { "b.txt": "TWO", "d.txt": "four" }, removed: ["a.txt"] });
        expect(await textsOf(store)).toEqual({ "b.txt": "TWO", "c.txt": "three", "d.txt": "four" });
        await sync(store, "r1", { texts: { "a.txt": "back" }, removed: ["d.txt", "never-there.txt"] });
        expect(await textsOf(store)).toEqual({ "a.txt": "back", "b.txt": "TWO", "c.txt": "three" });
      });

      it("notes its end", async () => {
        const store = await openWith({});
        await store.endSync({ syncedAt: "2026-02-02T00:00:00.000Z", merkleRoot: "later", ignoreSignature: "other" });
        expect(await store.head()).toMatchObject({ syncedAt: "2026-02-02T00:00:00.000Z", merkleRoot: "later", ignoreSignature: "other", complete: { marker: markerOf("r1") } });
      });

      it.each([["files", { texts: { "b.txt": "two" } }], ["removals", { removed: ["a.txt"] }], ["folders", { folders: [folder("", ["a.txt"])] }]])("has no Merkle root from its first %s to its end", async (_, parts) => {
        const store = await openWith({ "a.txt": "one" });
        await sync(store, "r1", {});
        expect((await store.head()).merkleRoot).toBe("r1");
        await sync(store, "r1", parts);
        expect(await store.head()).toMatchObject({ merkleRoot: null, syncedAt: endOf("r1").syncedAt, ignoreSignature: endOf("r1").ignoreSignature });
        await store.endSync(endOf("later"));
        expect((await store.head()).merkleRoot).toBe("later");
        await store.beginRun(runOf("r2"));
        await sync(store, "r2", { texts: { "c.txt": "three" } });
        expect((await store.head()).merkleRoot).toBe("later");
      });

      it("has a higher sequence number after whatever readers can see", async () => {
        const store = await openWith({ "a.txt": "one" });
        const numbers = [(await store.head()).sequence];
        const note = async (work: Promise<void>): Promise<void> => {
          await work;
          numbers.push((await store.head()).sequence);
        };
        await note(sync(store, "r1", { texts: { "a.txt": "two" } }));
        await note(sync(store, "r1", { skipped: { "big.bin": "too_large" } }));
        await note(store.writeInDegrees("r1", new Map([["a.txt", 2]])));
        await note(sync(store, "r1", { removed: ["a.txt"] }));
        expect(numbers).toEqual([1, 2, 3, 4, 5]);
      });

      it("keeps its sequence number while there is nothing new to see", async () => {
        const store = await openWith({ "a.txt": "one" });
        await store.writeInDegrees("r1", new Map([["a.txt", 2]]));
        const before = (await store.head()).sequence;
        await sync(store, "r1", {});
        await sync(store, "r1", { folders: [folder("", ["a.txt"])] });
        await store.writeInDegrees("r1", new Map([["a.txt", 2]]));
        await store.beginRun(runOf("r2"));
        await sync(store, "r2", { texts: { "x.txt": "unseen" } });
        await store.writeInDegrees("r2", new Map([["x.txt", 7]]));
        expect((await store.head()).sequence).toBe(before);
      });

      it("gives each path one fate: indexed, skipped or gone", async () => {
        const store = await openWith({ "a.txt": "text", "b.txt": "text", "c.txt": "text" });
        const fates = async (parts: BatchParts): Promise<object> => {
          await sync(store, "r1", parts);
          const { skipped, files } = await store.statistics("r1");
          using snapshot = await opened(store);
          expect([await snapshot.skipped(), snapshot.skippedFiles, snapshot.files.count]).toEqual([skipped, skipped.length, files]);
          return { files: snapshot.files.paths, skipped: Object.fromEntries(skipped.map(({ path, cause }) => [path, cause])) };
        };
        expect(await fates({ skipped: { "a.txt": "binary" } })).toEqual({ files: ["b.txt", "c.txt"], skipped: { "a.txt": "binary" } });
        expect(await fates({ skipped: { "a.txt": "encoding" } })).toEqual({ files: ["b.txt", "c.txt"], skipped: { "a.txt": "encoding" } });
        expect(await fates({ texts: { "a.txt": "text again" } })).toEqual({ files: ["a.txt", "b.txt", "c.txt"], skipped: {} });
        // What was indexed is removed as such, and is skipped from now on.
        expect(await fates({ removed: ["b.txt"], skipped: { "b.txt": "too_large" } })).toEqual({ files: ["a.txt", "c.txt"], skipped: { "b.txt": "too_large" } });
        expect(await fates({ removed: ["b.txt"] })).toEqual({ files: ["a.txt", "c.txt"], skipped: {} });
        // A name of the disk that cannot be a path of the index, beside the file that has that path.
        expect(await fates({ removed: ["c.txt"], texts: { "c.txt": "new" } })).toEqual({ files: ["a.txt", "c.txt"], skipped: {} });
      });

      it("counts importing files, and sets the others to zero", async () => {
        const store = await openWith({ "a.py": "import b\n", "b.py": "import c\n", "c.py": "" });
        const degrees = async (): Promise<number[]> => {
          using snapshot = await opened(store);
          return [...snapshot.files.inDegrees];
        };
        expect([...(await store.importWords("r1"))]).toEqual([["a.py", "b"], ["b.py", "c"], ["c.py", ""]]);
        await store.writeInDegrees("r1", new Map([["b.py", 1], ["c.py", 4], ["gone.py", 3]]));
        expect(await degrees()).toEqual([0, 1, 4]);
        await store.writeInDegrees("r1", new Map([["a.py", 2], ["b.py", 1]]));
        expect(await degrees()).toEqual([2, 1, 0]);
        // Who imports a file does not depend on what is in it.
        await sync(store, "r1", { texts: { "a.py": "import b\n# more\n" } });
        expect(await degrees()).toEqual([2, 1, 0]);
        await sync(store, "r1", { removed: ["a.py"] });
        await sync(store, "r1", { skipped: { "b.py": "binary" } });
        await sync(store, "r1", { texts: { "a.py": "import b\n", "b.py": "" } });
        expect(await degrees()).toEqual([0, 0, 0]);
      });

      it("keeps the history that was written last, which readers see at once", async () => {
        const { open: openStore } = place();
        const store = openStore();
        await store.beginRun(runOf("r1"));
        expect(await store.historyHead("r1")).toBeNull();
        const write = (head: string, subject: string): Promise<void> => store.writeHistory("r1", { head, commits: [{ words: [subject, "shared"], paths: ["a.txt"] }, { words: ["shared"], paths: ["a.txt", "b.txt"] }] });
        await write("c1", "first");
        await store.completeRun(markerOf("r1"), endOf("r1"));
        const reader = openStore();
        const read = async (): Promise<unknown> => {
          using snapshot = await opened(reader);
          const history = await snapshot.history();
          return history && commitsOf(history);
        };
        expect(await read()).toEqual([{ words: ["first", "shared"], paths: ["a.txt"] }, { words: ["shared"], paths: ["a.txt", "b.txt"] }]);
        const before = (await store.head()).sequence;
        await write("c2", "second");
        expect([await store.historyHead("r1"), (await store.head()).sequence > before]).toEqual(["c2", true]);
        expect(await read()).toMatchObject([{ words: ["second", "shared"] }, {}]);
        // Of another run there is none before it was read.
        await completeRun(store, "r2", { "a.txt": "text" });
        expect([await store.historyHead("r2"), await read()]).toEqual([null, null]);
      });

      it("says whether files import others than before", async () => {
        const store = await openWith({ "a.py": "import b\n", "b.py": "" });
        const changes = async (parts: BatchParts): Promise<boolean> => (await store.write("r1", await batchOf(parts))).changesImports;
        expect(await changes({ texts: { "a.py": "import b\nx = 1\n" } })).toBe(false);
        expect(await changes({ removed: ["gone.py"], skipped: { "c.bin": "binary" } })).toBe(false);
        expect(await changes({ texts: { "a.py": "import c\n" } })).toBe(true);
        expect(await changes({ texts: { "c.py": "" } })).toBe(true);
        expect(await changes({ removed: ["c.py"] })).toBe(true);
        expect(await changes({ skipped: { "b.py": "too_large" } })).toBe(true);
      });
    });

    describe("the manifest", () => {
      const ODD = [" ", "a\nb", "quote'\".txt", "\u{1f98a}.md", "e\u0301.txt", "\\", "%_"];

      const manifestOf = (store: Store): ReturnType<Store["manifest"]> => store.manifest("r1");

      it("comes back as it was written, by path", async () => {
        const store = open();
        const folders = [folder("", ODD), folder("src/deep", []), folder("src", ["a.ts"])];
        await store.beginRun(runOf("r1"));
        await sync(store, "r1", { folders: folders.slice(0, 1) });
        await sync(store, "r1", { folders: folders.slice(1) });
        expect(await manifestOf(store)).toEqual([folders[0], folders[2], folders[1]]);
      });

      it("is replaced and removed folder by folder", async () => {
        const store = await openWith({});
        await sync(store, "r1", { folders: [folder("", ["src"]), folder("a", ["x"]), folder("b", ["y"])] });
        await sync(store, "r1", { folders: [folder("a", ["x", "z"], 2)], removedFolders: ["b", "never-there"] });
        expect(await manifestOf(store)).toEqual([folder("", ["src"]), folder("a", ["x", "z"], 2)]);
      });

      it("is a copy on the way in and on the way out", async () => {
        const store = await openWith({});
        const written = folder("", ["a"]);
        await sync(store, "r1", { folders: [written] });
        written.kinds.fill(9);
        (await store.manifest("r1"))[0]?.stats.fill(7);
        expect(await manifestOf(store)).toEqual([folder("", ["a"])]);
      });
    });

    describe("a snapshot", () => {
      it("stays in one state while syncs go on", async () => {
        const store = await openWith({ "a.py": "def alpha(): pass\n", "b.py": "def beta(): pass\n" });
        const old = await openSnapshot(store);
        const query = await new FakeEmbedder().embedQuery("alpha");
        const look = async (): Promise<unknown> => [
          old.runId, old.sequence, old.files, old.skippedFiles, await seen(old), await old.lexical(["alpha"], 5, null), await old.frequencies(["alpha", "gamma"]), await old.filesDefining("alpha"), await closenessOf(old, query),
        ];
        const before = await look();
        await sync(store, "r1", { texts: { "a.py": "def gamma(): pass\n", "c.py": "def alpha(): pass\n" }, removed: ["b.py"], skipped: { "d.bin": "binary" } });
        await store.writeInDegrees("r1", new Map([["a.py", 3]]));
        expect(await look()).toEqual(before);
        const fresh = await openSnapshot(store);
        expect([fresh.files.paths, await fresh.filesDefining("alpha"), [...fresh.files.inDegrees], fresh.skippedFiles]).toEqual([["a.py", "c.py"], [1], [3, 0], 1]);
      });

      it("outlives the run that it shows", async () => {
        const store = await openWith({ "a.py": "def alpha(): pass\n" });
        const old = await openSnapshot(store);
        await completeRun(store, "r2", { "b.py": "def beta(): pass\n" });
        expect([old.marker.runId, await seen(old), await found(old, ["alpha"]), await old.filesDefining("alpha")]).toEqual(["r1", { "a.py": "def alpha(): pass\n" }, ["a.py"], [0]]);
        expect(await textsOf(store)).toEqual({ "b.py": "def beta(): pass\n" });
      });

      it("has its files in the order of their paths, by UTF-16 units", async () => {
        const paths = ["b.txt", "a/z.txt", "a.txt", "B.txt", "\uff5e.txt", "\u{1f98a}.txt", "\u00e9.txt", "a b.txt"];
        const store = await openWith(Object.fromEntries(paths.map((path) => [path, path])));
        await sync(store, "r1", { skipped: Object.fromEntries(["\uff5e", "\u{1f98a}", "b"].map((path) => [path, "binary" as const])), folders: ["\uff5e", "\u{1f98a}", ""].map((path) => folder(path, [])) });
        const snapshot = await openSnapshot(store);
        expect(snapshot.files.paths).toEqual(paths.sort());
        expect(paths.map((path) => snapshot.fileAt(path))).toEqual([...paths.keys()]);
        expect([snapshot.fileAt("a"), snapshot.fileAt("")]).toEqual([-1, -1]);
        expect([...(await store.importWords("r1")).keys()]).toEqual(paths);
        expect((await store.statistics("r1")).skipped.map(({ path }) => path)).toEqual(["b", "\u{1f98a}", "\uff5e"]);
        expect((await store.manifest("r1")).map(({ path }) => path)).toEqual(["", "\u{1f98a}", "\uff5e"]);
      });

      it("knows of each file what ranking asks for", async () => {
        const store = await openWith({ "src/http_client.py": "import os\nx = 1\n", "tests/test_it.py": "", "z.py": "def f(: pass\n" });
        const { files } = await openSnapshot(store);
        expect(files).toMatchObject({ count: 3, languages: ["python", "python", "python"], nameParts: ["http client", "test it", "z"], indexedAtMs: Float64Array.of(1_000, 1_000, 1_000), withSyntaxErrors: Uint8Array.of(0, 0, 1) });
        expect([[...files.lineCounts], [...files.firstRows], files.pathClasses[0], files.pathClasses[1] !== 0]).toEqual([[2, 0, 1], [0, 1, 1, 2], 0, true]);
      });

      it("returns texts, chunks and symbols of the files that are asked for, in that order", async () => {
        const store = await openWith({ "a.py": "def alpha():\n    return 1\n", "b.txt": "\u{1f98a} fox\r\nend", "c.txt": "" });
        const snapshot = await openSnapshot(store);
        const [c, a, b, again] = await snapshot.contents([2, 0, 1, 0]);
        expect([c?.text, b?.text, again?.text]).toEqual(["", "\u{1f98a} fox\r\nend", a?.text]);
        expect(a?.symbols).toMatchObject([{ name: "alpha", kind: "function", startLine: 1, endLine: 2 }]);
        expect([a, b, c].map((content) => content?.chunks.length)).toEqual([1, 1, 0]);
        expect(await snapshot.contents([])).toEqual([]);
      });
    });

    describe("the lexical arm", () => {
      it("ranks chunks that hold any of the words, best first", async () => {
        const store = await openWith({ "a.txt": "apple", "b.txt": "apple banana", "c.txt": "cherry and other fruit", "d.txt": "banana banana apple", "e.txt": "words", "f.txt": "more words" });
        const snapshot = await openSnapshot(store);
        expect(await found(snapshot, ["cherri"])).toEqual(["c.txt"]);
        expect(new Set(await found(snapshot, ["cherri", "banana"]))).toEqual(new Set(["b.txt", "c.txt", "d.txt"]));
        expect(await found(snapshot, ["banana"], 1)).toEqual(["d.txt"]);
        expect([await found(snapshot, []), await found(snapshot, ["nowher"])]).toEqual([[], []]);
        expect(await snapshot.lexical(["appl", "appl"], 9, null)).toEqual(await snapshot.lexical(["appl"], 9, null));
      });

      it("settles equal scores by row, those at the cut too, whichever file was written last", async () => {
        const store = await openWith(Object.fromEntries(["d", "b", "a", "c"].map((name) => [`same-${name}.txt`, "equal words here"])));
        await sync(store, "r1", { texts: { "same-b.txt": "equal words here" } });
        const [hits = [], ...cut] = await Promise.all([10, 1, 2, 3].map(async (limit) => (await openSnapshot(store)).lexical(["equal"], limit, null)));
        expect(hits).toEqual([0, 1, 2, 3].map((row) => ({ ...hits[0], row })));
        expect(cut).toEqual([1, 2, 3].map((limit) => hits.slice(0, limit)));
      });

      it("looks into names and paths too, and counts comments apart", async () => {
        const store = await openWith({ "zebra/a.py": "x = 1\n", "b.py": "# a zebra\ny = 2\n", "c.py": "def zebra(): pass\n", "d.py": "z = 3\n" });
        const snapshot = await openSnapshot(store);
        const byPath = new Map((await snapshot.lexical(["zebra"], 9, null)).map((hit): [string | undefined, LexicalHit] => [pathOfRow(snapshot, hit.row), hit]));
        expect([...byPath.keys()].sort()).toEqual(["b.py", "c.py", "zebra/a.py"]);
        expect([...byPath].filter(([, { docScore }]) => docScore > 0).map(([path]) => path)).toEqual(["b.py"]);
      });

      it("finds what is allowed behind any number of better chunks", async () => {
        const store = await openWith({ ...Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`f${at}.txt`, "needle needle needle"])), "z.txt": `needle ${"hay ".repeat(60)}` });
        const snapshot = await openSnapshot(store);
        const only = (path: string): Uint8Array => Uint8Array.from(snapshot.files.paths, (other) => (other === path ? 1 : 0));
        expect(await found(snapshot, ["needl"], 1, only("z.txt"))).toEqual(["z.txt"]);
        expect(await found(snapshot, ["needl"], 5, only("f7.txt"))).toEqual(["f7.txt"]);
        expect(await found(snapshot, ["needl"], 5, only("none"))).toEqual([]);
      });

      it("tells rows of files apart that have no chunks, one, or many", async () => {
        const long = Array.from({ length: 400 }, (_, at) => `line${at} of the long text`).join("\n");
        const store = await openWith({ "a.txt": "", "b.txt": "first", "c.txt": "", "d.txt": long, "e.txt": "", "f.txt": "last" });
        await sync(store, "r1", { texts: { "b.txt": "", "c.txt": "third", "a.txt": "" } });
        await sync(store, "r1", { texts: { "e.txt": "fifth", "g.txt": "" } });
        const snapshot = await openSnapshot(store);
        expect((snapshot.files.firstRows[4] ?? 0) - (snapshot.files.firstRows[3] ?? 0)).toBeGreaterThan(3);
        expect(await Promise.all(["third", "fifth", "last"].map((word) => found(snapshot, [word])))).toEqual([["c.txt"], ["e.txt"], ["f.txt"]]);
        const [content] = await snapshot.contents([3]);
        const rows = (await snapshot.lexical(["line397"], 9, null)).map(({ row }) => row - (snapshot.files.firstRows[3] ?? 0));
        expect(rows).toEqual([content?.chunks.findIndex(({ start, end }) => content.text.slice(start, end).includes("line397"))]);
      });

      it("counts in how many chunks a word occurs, whatever was written before", async () => {
        const store = await openWith({ "a.txt": "red blue blue", "b.txt": "blue" });
        await sync(store, "r1", { texts: { "b.txt": "green blue", "c.txt": "green" } });
        await sync(store, "r1", { removed: ["c.txt"] });
        expect(await (await openSnapshot(store)).frequencies(["blue", "green", "red", "white", "blue"])).toEqual(new Map([["blue", 2], ["green", 1], ["red", 1], ["white", 0]]));
      });

      it("scores as if the index had always been as it is", async () => {
        const texts = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`f${at}.txt`, `common ${at % 3 === 0 ? "rare " : ""}${"pad ".repeat(at)}`]));
        const fresh = await openWith(texts);
        const edited = await openWith(Object.fromEntries(Object.keys(texts).map((path) => [path, "something quite different at first"])));
        for (let round = 0; round < 3; round++) await sync(edited, "r1", { texts, removed: ["f3.txt"] });
        const scores = async (store: Store): Promise<number[]> => (await (await openSnapshot(store)).lexical(["rare", "common"], 50, null)).map(({ score }) => Number(score.toFixed(6)));
        expect(await scores(edited)).toEqual(await scores(fresh));
      });
    });

    describe("names and vectors", () => {
      it("lead to the files that define a symbol", async () => {
        const store = await openWith({ "b.py": "def run(): pass\n", "a.py": "class Task:\n    def run(self): pass\n", "c.py": "run()\n" });
        const snapshot = await openSnapshot(store);
        expect([await Promise.all(["run", "Task", "task", "Run", ""].map((name) => snapshot.filesDefining(name))), await snapshot.symbolNames(4, 4), (await snapshot.symbolNames(3, 9)).length, await snapshot.namesInAnyCase("tASK")]).toEqual([[[0, 1], [0], [], [], []], ["Task"], 2, ["Task"]]);
        await sync(store, "r1", { texts: { "a.py": "class Task: pass\n" }, removed: ["b.py"] });
        expect(await (await openSnapshot(store)).filesDefining("run")).toEqual([]);
      });

      it("give the cosine of a question with every file, path and chunk", async () => {
        const long = Array.from({ length: 300 }, (_, at) => `line ${at} about ${at < 150 ? "apples" : "pears"}`).join("\n");
        const store = await openWith({ "a.txt": "red fox", "empty.txt": "", "long.txt": long });
        await sync(store, "r1", { texts: { "b.txt": "blue whale" } });
        const embedder = new FakeEmbedder();
        const query = await embedder.embedQuery("red fox");
        const snapshot = await openSnapshot(store);
        const scores = await closenessOf(snapshot, query);
        const [empty, end] = [snapshot.fileAt("empty.txt"), snapshot.files.firstRows.at(-1)];
        expect([scores?.files.length, scores?.paths.length, scores?.chunks.length]).toEqual([4, 4, end]);
        expect([scores?.files[0], scores?.chunks[0]].map((score) => score?.toFixed(1))).toEqual(["1.0", "1.0"]);
        expect([scores?.files[empty], scores?.paths[empty]]).toEqual([0, 0]);
        const [pathVector] = await embedder.embedPaths(["b.txt"]);
        expect(scores?.paths[1]).toBeCloseTo(query.reduce((sum, value, at) => sum + value * (pathVector?.[at] ?? 0), 0), 1);
      });

      it("have the dimension that came with the first vectors of a run that knew none, and keep it", async () => {
        const store = open();
        const fingerprint = { ...runOf("r1").fingerprint, embeddingDimension: null };
        await store.beginRun(runOf("r1", { fingerprint }));
        await store.completeRun({ ...markerOf("r1"), fingerprint }, endOf("r1"));
        const query = await new FakeEmbedder().embedQuery("red fox");
        expect(await closenessOf(await openSnapshot(store), query)).toBeNull();
        await store.write("r1", { ...(await batchOf({ texts: { "a.txt": "red fox" } })), dimension: query.length });
        expect((await closenessOf(await openSnapshot(store), query))?.chunks[0]).toBeCloseTo(1, 1);
        await store.write("r1", { ...(await batchOf({})), skipped: [{ path: "b", cause: "binary" }], dimension: 99 });
        expect((await store.head()).complete?.marker.fingerprint).toEqual({ ...fingerprint, embeddingDimension: query.length });
      });

      it("say nothing to a question of another dimension", async () => {
        const snapshot = await openSnapshot(await openWith({ "a.txt": "red fox" }));
        expect(await closenessOf(snapshot, await new FakeEmbedder({ dimension: 16 }).embedQuery("red fox"))).toBeNull();
      });

      it("are missing where there is no embedder", async () => {
        const store = open();
        const fingerprint = { ...runOf("r1").fingerprint, embeddingDimension: 0 };
        await store.beginRun(runOf("r1", { fingerprint }));
        await store.write("r1", { ...(await batchOf({})), files: await storable({ "a.txt": "words" }, null) });
        await store.completeRun(markerOf("r1", { fingerprint }), endOf("r1"));
        const snapshot = await openSnapshot(store);
        expect([await closenessOf(snapshot, new Float32Array(8)), await found(snapshot, ["word"])]).toEqual([null, ["a.txt"]]);
      });
    });

    describe("statistics", () => {
      it("count files, chunks, symbols, languages and what was left out, or given up by its parser", async () => {
        const store = await openWith({ "a.py": "def f(): pass\n)\n", "b.py": "class C:\n    x = 1\n", "c.txt": "text", "d.md": "# Title\n", "e.txt": "" });
        const [degraded] = await storable({ "f.py": "def f(: pass\n" });
        if (degraded) await store.write("r1", { ...(await batchOf({ skipped: { "z.bin": "binary", "big.txt": "too_large" } })), files: [{ ...degraded, isDegraded: true }] });
        expect(await store.statistics("r1")).toMatchObject({
          files: 6, chunks: 5, degraded: ["f.py"], skipped: [{ path: "big.txt", cause: "too_large" }, { path: "z.bin", cause: "binary" }],
          languages: [{ language: "python", files: 3 }, { language: "plaintext", files: 2 }, { language: "markdown", files: 1 }],
        });
        // What a parser gave up on has no syntax errors, whatever it made of it before.
        expect((await openSnapshot(store)).files).toMatchObject({ withSyntaxErrors: Uint8Array.of(1, 0, 0, 0, 0, 0), unparsed: Uint8Array.of(0, 0, 0, 0, 0, 1) });
        expect((await store.statistics("r1")).symbols).toBeGreaterThanOrEqual(3);
        expect(await store.sizeBytes()).toBeGreaterThan(0);
      });

      it("of a run without files are zeros", async () => {
        expect(await (await openWith({})).statistics("r1")).toEqual({ files: 0, chunks: 0, symbols: 0, degraded: [], languages: [], skipped: [] });
      });
    });

    describe("connections", () => {
      it("find everything again after the store was closed", async () => {
        const { open: reopen } = place();
        const first = reopen();
        await first.saveSettings({ customExtensions: [".x"], ignorePatterns: [] });
        await completeRun(first, "r1", { "a.py": "def alpha(): pass\n" });
        await sync(first, "r1", { folders: [folder("", ["a.py"])], skipped: { "b.bin": "binary" } });
        await first.beginRun(runOf("r2"));
        const before = [await first.head(), await first.manifest("r1"), await first.statistics("r1"), await textsOf(first)];
        await first[Symbol.asyncDispose]();
        const second = reopen();
        expect([await second.head(), await second.manifest("r1"), await second.statistics("r1"), await textsOf(second)]).toEqual(before);
        await second.write("r2", await batchOf({ texts: { "c.txt": "goes on" } }));
        await second.completeRun(markerOf("r2"), endOf("r2"));
        expect(await textsOf(second)).toEqual({ "c.txt": "goes on" });
      });

      it("see what others have written", async () => {
        const { open: connect } = place();
        const [writer, reader] = [connect(), connect()];
        expect(await textsOf(reader)).toBeNull();
        await completeRun(writer, "r1", { "a.txt": "one" });
        expect(await textsOf(reader)).toEqual({ "a.txt": "one" });
        const pinned = await openSnapshot(reader);
        await sync(writer, "r1", { texts: { "a.txt": "two" } });
        expect([await seen(pinned), await textsOf(reader), (await reader.head()).sequence]).toEqual([{ "a.txt": "one" }, { "a.txt": "two" }, 2]);
        await completeRun(writer, "r2", { "b.txt": "three" });
        expect([await seen(pinned), await textsOf(reader)]).toEqual([{ "a.txt": "one" }, { "b.txt": "three" }]);
        // Whoever wrote last, the next one goes on from there.
        await sync(reader, "r2", { texts: { "c.txt": "four" } });
        await sync(writer, "r2", { texts: { "d.txt": "five" } });
        expect(await textsOf(reader)).toEqual({ "b.txt": "three", "c.txt": "four", "d.txt": "five" });
      });
    });
  });
}
