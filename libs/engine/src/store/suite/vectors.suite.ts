/** Tests of symbol names and vectors for every store. */
import { describe, expect, it } from "vitest";
import { FakeEmbedder } from "../../embed/fake.ts";
import { batchOf, closenessOf, endOf, markerOf, runOf, storable, sync } from "../../testing/store-content.ts";
import { type Openings, hitFiles } from "./openings.ts";

export function describeVectors({ open, openWith, openSnapshot }: Openings): void {
  describe("names and vectors", () => {
    it("lead to the files that define a symbol", async () => {
      const store = await openWith({
        "b.py": "def run(): pass\n",
        "a.py": "class Task:\n    def run(self): pass\n",
        "c.py": "run()\n",
      });
      const snapshot = await openSnapshot(store);
      expect([
        await Promise.all(["run", "Task", "task", "Run", ""].map((name) => snapshot.filesDefining(name))),
        await snapshot.symbolNames(4, 4),
        (await snapshot.symbolNames(3, 9)).length,
        await snapshot.namesInAnyCase("tASK"),
      ]).toEqual([[[0, 1], [0], [], [], []], ["Task"], 2, ["Task"]]);
      await sync(store, "r1", { texts: { "a.py": "class Task: pass\n" }, removed: ["b.py"] });
      expect(await (await openSnapshot(store)).filesDefining("run")).toEqual([]);
    });

    it("give the cosine of a question with every file, path and chunk", async () => {
      const long = Array.from(
        { length: 300 },
        (_, at) => `line ${at} about ${at < 150 ? "apples" : "pears"}`,
      ).join("\n");
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
      expect(scores?.paths[1]).toBeCloseTo(
        query.reduce((sum, value, at) => sum + value * (pathVector?.[at] ?? 0), 0),
        1,
      );
    });

    it("have the dimension that came with the first vectors of a run that knew none, and keep it", async () => {
      const store = open();
      const fingerprint = { ...runOf("r1").fingerprint, embeddingDimension: null };
      await store.beginRun(runOf("r1", { fingerprint }));
      await store.completeRun({ ...markerOf("r1"), fingerprint }, endOf("r1"));
      const query = await new FakeEmbedder().embedQuery("red fox");
      expect(await closenessOf(await openSnapshot(store), query)).toBeNull();
      await store.write("r1", {
        ...(await batchOf({ texts: { "a.txt": "red fox" } })),
        dimension: query.length,
      });
      expect((await closenessOf(await openSnapshot(store), query))?.chunks[0]).toBeCloseTo(1, 1);
      await store.write("r1", {
        ...(await batchOf({})),
        skipped: [{ path: "b", cause: "binary" }],
        dimension: 99,
      });
      expect((await store.head()).complete?.marker.fingerprint).toEqual({
        ...fingerprint,
        embeddingDimension: query.length,
      });
    });

    it("say nothing to a question of another dimension", async () => {
      const snapshot = await openSnapshot(await openWith({ "a.txt": "red fox" }));
      expect(
        await closenessOf(snapshot, await new FakeEmbedder({ dimension: 16 }).embedQuery("red fox")),
      ).toBeNull();
    });

    it("are missing where there is no embedder", async () => {
      const store = open();
      const fingerprint = { ...runOf("r1").fingerprint, embeddingDimension: 0 };
      await store.beginRun(runOf("r1", { fingerprint }));
      await store.write("r1", { ...(await batchOf({})), files: await storable({ "a.txt": "words" }, null) });
      await store.completeRun(markerOf("r1", { fingerprint }), endOf("r1"));
      const snapshot = await openSnapshot(store);
      expect([await closenessOf(snapshot, new Float32Array(8)), await hitFiles(snapshot, ["word"])]).toEqual([
        null,
        ["a.txt"],
      ]);
    });
  });
}
