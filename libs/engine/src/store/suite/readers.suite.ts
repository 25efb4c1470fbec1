/** Tests of snapshots for every store: readers see one state, whatever is written meanwhile. */
import { describe, expect, it } from "vitest";
import { FakeEmbedder } from "../../embed/fake.ts";
import {
  batchOf,
  closenessOf,
  completeRun,
  folder,
  markerOf,
  endOf,
  runOf,
  seen,
  storable,
  sync,
  textsOf,
} from "../../testing/store-content.ts";
import { type Openings, hitFiles } from "./openings.ts";

export function describeReaders({ place, openWith, openSnapshot }: Openings): void {
  describe("a snapshot", () => {
    it("stays in one state while syncs go on", async () => {
      const store = await openWith({ "a.py": "def alpha(): pass\n", "b.py": "def beta(): pass\n" });
      const old = await openSnapshot(store);
      const query = await new FakeEmbedder().embedQuery("alpha");
      const look = async (): Promise<unknown> => [
        old.runId,
        old.sequence,
        old.files,
        old.skippedFiles,
        await seen(old),
        await old.lexical(["alpha"], 5, null),
        await old.frequencies(["alpha", "gamma"]),
        await old.filesDefining("alpha"),
        await closenessOf(old, query),
      ];
      const before = await look();
      await sync(store, "r1", {
        texts: { "a.py": "def gamma(): pass\n", "c.py": "def alpha(): pass\n" },
        removed: ["b.py"],
        skipped: { "d.bin": "binary" },
      });
      await store.writeInDegrees("r1", new Map([["a.py", 3]]));
      expect(await look()).toEqual(before);
      const fresh = await openSnapshot(store);
      expect([
        fresh.files.paths,
        await fresh.filesDefining("alpha"),
        [...fresh.files.inDegrees],
        fresh.skippedFiles,
      ]).toEqual([["a.py", "c.py"], [1], [3, 0], 1]);
    });

    it("outlives the run that it shows", async () => {
      const store = await openWith({ "a.py": "def alpha(): pass\n" });
      const old = await openSnapshot(store);
      await completeRun(store, "r2", { "b.py": "def beta(): pass\n" });
      expect([
        old.marker.runId,
        await seen(old),
        await hitFiles(old, ["alpha"]),
        await old.filesDefining("alpha"),
      ]).toEqual(["r1", { "a.py": "def alpha(): pass\n" }, ["a.py"], [0]]);
      expect(await textsOf(store)).toEqual({ "b.py": "def beta(): pass\n" });
    });

    it("has its files in the order of their paths, by UTF-16 units", async () => {
      const paths = [
        "b.txt",
        "a/z.txt",
        "a.txt",
        "B.txt",
        "\uff5e.txt",
        "\u{1f98a}.txt",
        "\u00e9.txt",
        "a b.txt",
      ];
      const store = await openWith(Object.fromEntries(paths.map((path) => [path, path])));
      await sync(store, "r1", {
        skipped: Object.fromEntries(["\uff5e", "\u{1f98a}", "b"].map((path) => [path, "binary" as const])),
        folders: ["\uff5e", "\u{1f98a}", ""].map((path) => folder(path, [])),
      });
      const snapshot = await openSnapshot(store);
      expect(snapshot.files.paths).toEqual(paths.sort());
      expect(paths.map((path) => snapshot.fileAt(path))).toEqual([...paths.keys()]);
      expect([snapshot.fileAt("a"), snapshot.fileAt("")]).toEqual([-1, -1]);
      expect([...(await store.importWords("r1")).keys()]).toEqual(paths);
      expect((await store.statistics("r1")).skipped.map(({ path }) => path)).toEqual([
        "b",
        "\u{1f98a}",
        "\uff5e",
      ]);
      expect((await store.manifest("r1")).map(({ path }) => path)).toEqual(["", "\u{1f98a}", "\uff5e"]);
    });

    it("knows of each file what ranking asks for", async () => {
      const store = await openWith({
        "src/http_client.py": "import os\nx = 1\n",
        "tests/test_it.py": "",
        "z.py": "def f(: pass\n",
      });
      const { files } = await openSnapshot(store);
      expect(files).toMatchObject({
        count: 3,
        languages: ["python", "python", "python"],
        nameParts: ["http client", "test it", "z"],
        indexedAtMs: Float64Array.of(1_000, 1_000, 1_000),
        withSyntaxErrors: Uint8Array.of(0, 0, 1),
      });
      expect([
        [...files.lineCounts],
        [...files.firstRows],
        files.pathClasses[0],
        files.pathClasses[1] !== 0,
      ]).toEqual([[2, 0, 1], [0, 1, 1, 2], 0, true]);
    });

    it("returns texts, chunks and symbols of the files that are asked for, in that order", async () => {
      const store = await openWith({
        "a.py": "def alpha():\n    return 1\n",
        "b.txt": "\u{1f98a} fox\r\nend",
        "c.txt": "",
      });
      const snapshot = await openSnapshot(store);
      const [c, a, b, again] = await snapshot.contents([2, 0, 1, 0]);
      expect([c?.text, b?.text, again?.text]).toEqual(["", "\u{1f98a} fox\r\nend", a?.text]);
      expect(a?.symbols).toMatchObject([{ name: "alpha", kind: "function", startLine: 1, endLine: 2 }]);
      expect([a, b, c].map((content) => content?.chunks.length)).toEqual([1, 1, 0]);
      expect(await snapshot.contents([])).toEqual([]);
      expect(await snapshot.encodings([2, 0])).toEqual(["utf-8", "utf-8"]);
    });
  });

  describe("statistics", () => {
    it("count files, chunks, symbols, languages and what was left out, or given up by its parser", async () => {
      const store = await openWith({
        "a.py": "def f(): pass\n)\n",
        "b.py": "class C:\n    x = 1\n",
        "c.txt": "text",
        "d.md": "# Title\n",
        "e.txt": "",
      });
      const [degraded] = await storable({ "f.py": "def f(: pass\n" });
      if (degraded)
        await store.write("r1", {
          ...(await batchOf({ skipped: { "z.bin": "binary", "big.txt": "too_large" } })),
          files: [{ ...degraded, isDegraded: true }],
        });
      expect(await store.statistics("r1")).toMatchObject({
        files: 6,
        chunks: 5,
        degraded: ["f.py"],
        partlyParsed: ["a.py"],
        skipped: [
          { path: "big.txt", cause: "too_large" },
          { path: "z.bin", cause: "binary" },
        ],
        languages: [
          { language: "python", files: 3 },
          { language: "plaintext", files: 2 },
          { language: "markdown", files: 1 },
        ],
      });
      // A degraded file has no syntax errors, whatever the parser reported before.
      expect((await openSnapshot(store)).files).toMatchObject({
        withSyntaxErrors: Uint8Array.of(1, 0, 0, 0, 0, 0),
        unparsed: Uint8Array.of(0, 0, 0, 0, 0, 1),
      });
      expect((await store.statistics("r1")).symbols).toBeGreaterThanOrEqual(3);
      expect(await store.sizeBytes()).toBeGreaterThan(0);
    });

    it("of a run without files are zeros", async () => {
      expect(await (await openWith({})).statistics("r1")).toEqual({
        files: 0,
        chunks: 0,
        symbols: 0,
        degraded: [],
        partlyParsed: [],
        languages: [],
        skipped: [],
      });
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
      const before = [
        await first.head(),
        await first.manifest("r1"),
        await first.statistics("r1"),
        await textsOf(first),
      ];
      await first[Symbol.asyncDispose]();
      const second = reopen();
      expect([
        await second.head(),
        await second.manifest("r1"),
        await second.statistics("r1"),
        await textsOf(second),
      ]).toEqual(before);
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
      expect([await seen(pinned), await textsOf(reader), (await reader.head()).sequence]).toEqual([
        { "a.txt": "one" },
        { "a.txt": "two" },
        2,
      ]);
      await completeRun(writer, "r2", { "b.txt": "three" });
      expect([await seen(pinned), await textsOf(reader)]).toEqual([{ "a.txt": "one" }, { "b.txt": "three" }]);
      // Whichever connection wrote last, the next writer continues from there.
      await sync(reader, "r2", { texts: { "c.txt": "four" } });
      await sync(writer, "r2", { texts: { "d.txt": "five" } });
      expect(await textsOf(reader)).toEqual({ "b.txt": "three", "c.txt": "four", "d.txt": "five" });
    });
  });
}
