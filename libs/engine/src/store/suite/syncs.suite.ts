/** Tests of syncs for every store: how a complete run is updated, and what is stored for the next sync. */
import { describe, expect, it } from "vitest";
import { commitsOf } from "../../testing/commits.ts";
import {
  type BatchParts,
  batchOf,
  completeRun,
  endOf,
  folder,
  markerOf,
  opened,
  runOf,
  sync,
  textsOf,
} from "../../testing/store-content.ts";
import type { Store } from "../store.ts";
import type { Openings } from "./openings.ts";

export function describeSyncs({ place, open, openWith }: Openings): void {
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
      await store.endSync({
        syncedAt: "2026-02-02T00:00:00.000Z",
        merkleRoot: "later",
        ignoreSignature: "other",
      });
      expect(await store.head()).toMatchObject({
        syncedAt: "2026-02-02T00:00:00.000Z",
        merkleRoot: "later",
        ignoreSignature: "other",
        complete: { marker: markerOf("r1") },
      });
    });

    it.each([
      ["files", { texts: { "b.txt": "two" } }],
      ["removals", { removed: ["a.txt"] }],
      ["folders", { folders: [folder("", ["a.txt"])] }],
    ])("has no Merkle root from its first %s to its end", async (_, parts) => {
      const store = await openWith({ "a.txt": "one" });
      await sync(store, "r1", {});
      expect((await store.head()).merkleRoot).toBe("r1");
      await sync(store, "r1", parts);
      expect(await store.head()).toMatchObject({
        merkleRoot: null,
        syncedAt: endOf("r1").syncedAt,
        ignoreSignature: endOf("r1").ignoreSignature,
      });
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
        expect([await snapshot.skipped(), snapshot.skippedFiles, snapshot.files.count]).toEqual([
          skipped,
          skipped.length,
          files,
        ]);
        return {
          files: snapshot.files.paths,
          skipped: Object.fromEntries(skipped.map(({ path, cause }) => [path, cause])),
        };
      };
      expect(await fates({ skipped: { "a.txt": "binary" } })).toEqual({
        files: ["b.txt", "c.txt"],
        skipped: { "a.txt": "binary" },
      });
      expect(await fates({ skipped: { "a.txt": "encoding" } })).toEqual({
        files: ["b.txt", "c.txt"],
        skipped: { "a.txt": "encoding" },
      });
      expect(await fates({ texts: { "a.txt": "text again" } })).toEqual({
        files: ["a.txt", "b.txt", "c.txt"],
        skipped: {},
      });
      // A file that was indexed is removed, and skipped from now on.
      expect(await fates({ removed: ["b.txt"], skipped: { "b.txt": "too_large" } })).toEqual({
        files: ["a.txt", "c.txt"],
        skipped: { "b.txt": "too_large" },
      });
      expect(await fates({ removed: ["b.txt"] })).toEqual({ files: ["a.txt", "c.txt"], skipped: {} });
      // The removal is for a name on disk that cannot be a path of the index, next to the file that has that
      // path.
      expect(await fates({ removed: ["c.txt"], texts: { "c.txt": "new" } })).toEqual({
        files: ["a.txt", "c.txt"],
        skipped: {},
      });
    });

    it("counts importing files, and sets the others to zero", async () => {
      const store = await openWith({ "a.py": "import b\n", "b.py": "import c\n", "c.py": "" });
      const degrees = async (): Promise<number[]> => {
        using snapshot = await opened(store);
        return [...snapshot.files.inDegrees];
      };
      expect([...(await store.importWords("r1"))]).toEqual([
        ["a.py", "b"],
        ["b.py", "c"],
        ["c.py", ""],
      ]);
      await store.writeInDegrees(
        "r1",
        new Map([
          ["b.py", 1],
          ["c.py", 4],
          ["gone.py", 3],
        ]),
      );
      expect(await degrees()).toEqual([0, 1, 4]);
      await store.writeInDegrees(
        "r1",
        new Map([
          ["a.py", 2],
          ["b.py", 1],
        ]),
      );
      expect(await degrees()).toEqual([2, 1, 0]);
      // A file's in-degree does not depend on its content.
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
      const write = (head: string, subject: string): Promise<void> =>
        store.writeHistory("r1", {
          head,
          commits: [
            { words: [subject, "shared"], paths: ["a.txt"] },
            { words: ["shared"], paths: ["a.txt", "b.txt"] },
          ],
        });
      await write("c1", "first");
      await store.completeRun(markerOf("r1"), endOf("r1"));
      const reader = openStore();
      const read = async (): Promise<unknown> => {
        using snapshot = await opened(reader);
        const history = await snapshot.history();
        return history && commitsOf(history);
      };
      expect(await read()).toEqual([
        { words: ["first", "shared"], paths: ["a.txt"] },
        { words: ["shared"], paths: ["a.txt", "b.txt"] },
      ]);
      const before = (await store.head()).sequence;
      await write("c2", "second");
      expect([await store.historyHead("r1"), (await store.head()).sequence > before]).toEqual(["c2", true]);
      expect(await read()).toMatchObject([{ words: ["second", "shared"] }, {}]);
      // Another run has no history until it is read.
      await completeRun(store, "r2", { "a.txt": "text" });
      expect([await store.historyHead("r2"), await read()]).toEqual([null, null]);
    });

    it("says whether files import others than before", async () => {
      const store = await openWith({ "a.py": "import b\n", "b.py": "" });
      const changes = async (parts: BatchParts): Promise<boolean> =>
        (await store.write("r1", await batchOf(parts))).changesImports;
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
      await sync(store, "r1", {
        folders: [folder("a", ["x", "z"], 2)],
        removedFolders: ["b", "never-there"],
      });
      expect(await manifestOf(store)).toEqual([folder("", ["src"]), folder("a", ["x", "z"], 2)]);
    });

    it("does not change with the data it was written from", async () => {
      const store = await openWith({});
      const written = folder("", ["a"]);
      await sync(store, "r1", { folders: [written] });
      written.kinds.fill(9);
      expect(await manifestOf(store)).toEqual([folder("", ["a"])]);
    });

    it("is current after a write through another connection", async () => {
      const { open: connect } = place();
      const store = connect();
      await completeRun(store, "r1", {});
      await sync(store, "r1", { folders: [folder("", ["a"])] });
      expect(await manifestOf(store)).toEqual([folder("", ["a"])]);
      await sync(connect(), "r1", { folders: [folder("", ["a", "b"], 2)] });
      expect(await manifestOf(store)).toEqual([folder("", ["a", "b"], 2)]);
    });
  });
}
