/** Tests of runs for every store: how they proceed, end and become visible. */
import { describe, expect, it } from "vitest";
import {
  FINGERPRINT,
  batchOf,
  completeRun,
  endOf,
  markerOf,
  runOf,
  textsOf,
} from "../../testing/store-content.ts";
import type { Openings } from "./openings.ts";

const UNAVAILABLE = { code: "STORE_UNAVAILABLE" };
/** Expects a failure, whether it is thrown or a promise rejects. */
async function expectRefusal(work: () => Promise<unknown>, error: object = UNAVAILABLE): Promise<void> {
  await expect((async () => work())()).rejects.toMatchObject(error);
}

export function describeRuns({ open, openWith }: Openings): void {
  describe("head", () => {
    it("of a new store says that there is nothing", async () => {
      const store = open();
      expect(await store.head()).toEqual({
        codebasePath: "/code",
        settings: { customExtensions: [], ignorePatterns: [] },
        complete: null,
        words: null,
        latest: null,
        sequence: 0,
        syncedAt: null,
        merkleRoot: null,
        ignoreSignature: null,
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
      expect((await store.head()).latest).toMatchObject(
        runOf("r1", { phase: "indexing", counts, updatedAt: "2026-01-01T00:00:01.000Z" }),
      );
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
      expect(await store.head()).toMatchObject({
        ...endOf("r1"),
        complete: {
          run: runOf("r1", { state: "complete", phase: "publishing", ...times }),
          marker: markerOf("r1"),
        },
        latest: null,
        sequence: 1,
      });
    });

    it("leaves the one before it to readers until it takes its place", async () => {
      const store = await openWith({ "a.txt": "old" });
      await store.beginRun(runOf("r2", { kind: "reindex" }));
      await store.write("r2", await batchOf({ texts: { "a.txt": "new" } }));
      expect(await textsOf(store)).toEqual({ "a.txt": "old" });
      expect(await store.head()).toMatchObject({
        complete: { run: { id: "r1" } },
        latest: { id: "r2", kind: "reindex" },
        sequence: 1,
        merkleRoot: "r1",
      });
      await store.completeRun(markerOf("r2"), endOf("r2"));
      expect(await textsOf(store)).toEqual({ "a.txt": "new" });
      expect(await store.head()).toMatchObject({
        complete: { run: { id: "r2" }, marker: { runId: "r2" } },
        latest: null,
        sequence: 2,
        merkleRoot: "r2",
      });
      await expectRefusal(() => store.manifest("r1"));
    });

    it("that fails says why, and takes what it wrote with it", async () => {
      const store = await openWith({ "a.txt": "old" });
      await store.beginRun(runOf("r2"));
      await store.write("r2", await batchOf({ texts: { "b.txt": "half" } }));
      const failure = { code: "EMBEDDER_FAILED", message: "no answer" } as const;
      await store.failRun("r2", failure, "2026-01-01T00:01:00.000Z");
      const at = "2026-01-01T00:01:00.000Z";
      expect(await store.head()).toMatchObject({
        complete: { run: { id: "r1" } },
        latest: runOf("r2", { state: "failed", failure, finishedAt: at, updatedAt: at }),
        sequence: 1,
      });
      expect(await textsOf(store)).toEqual({ "a.txt": "old" });
      await expectRefusal(async () => store.write("r2", await batchOf({ texts: { "c.txt": "late" } })));
      await expectRefusal(() => store.completeRun(markerOf("r2"), endOf("r2")));
      expect((await store.head()).complete?.run.id).toBe("r1");
    });

    it.each(["failed", "died"])("that %s is dropped by the next one", async (how) => {
      const store = await openWith({ "a.txt": "old" });
      await store.beginRun(runOf("r2"));
      await store.write("r2", await batchOf({ texts: { "b.txt": "half" } }));
      if (how === "failed")
        await store.failRun("r2", { code: "INTERNAL", message: "" }, "2026-01-01T00:01:00.000Z");
      await store.beginRun(runOf("r3"));
      expect(await store.head()).toMatchObject({
        complete: { run: { id: "r1" } },
        latest: { id: "r3", state: "active" },
      });
      await expectRefusal(() => store.statistics("r2"));
      await store.completeRun(markerOf("r3"), endOf("r3"));
      expect(await textsOf(store)).toEqual({});
    });

    it("that is cancelled before there is an index is continued by the next one that says so", async () => {
      const store = open();
      if (!store.keepsCancelledRuns) return;
      const cancelled = { code: "CANCELLED", message: "", keptFiles: 1 } as const;
      await store.beginRun(runOf("r1"));
      await store.write("r1", await batchOf({ texts: { "a.txt": "one" } }));
      await store.failRun("r1", cancelled, "2026-01-01T00:01:00.000Z");
      expect([await store.snapshot(), (await store.head()).latest]).toMatchObject([
        null,
        { id: "r1", state: "failed", failure: cancelled },
      ]);
      const late = await batchOf({ texts: { "late.txt": "late" } });
      await expectRefusal(() => store.write("r1", late));
      await store.beginRun(runOf("r2"), "r1");
      await expectRefusal(() => store.write("r1", late));
      expect([...(await store.importWords("r2")).keys()]).toEqual(["a.txt"]);
      await store.write("r2", await batchOf({ texts: { "b.txt": "two" } }));
      await store.completeRun(markerOf("r2"), endOf("r2"));
      expect(await textsOf(store)).toEqual({ "a.txt": "one", "b.txt": "two" });
    });

    it.each(["does not continue it", "names another"])(
      "that is cancelled is dropped by a next one that %s",
      async (how) => {
        const store = open();
        await store.beginRun(runOf("r1"));
        await store.write("r1", await batchOf({ texts: { "a.txt": "one" } }));
        await store.failRun("r1", { code: "CANCELLED", message: "" }, "2026-01-01T00:01:00.000Z");
        await store.beginRun(runOf("r2"), how === "names another" ? "r9" : undefined);
        expect((await store.importWords("r2")).size).toBe(0);
        await store.completeRun(markerOf("r2"), endOf("r2"));
        expect(await textsOf(store)).toEqual({});
      },
    );

    it("that fails otherwise, or beside an index, is not continued", async () => {
      const store = open();
      await store.beginRun(runOf("r1"));
      await store.write("r1", await batchOf({ texts: { "a.txt": "one" } }));
      await store.failRun("r1", { code: "INTERNAL", message: "" }, "2026-01-01T00:01:00.000Z");
      await store.beginRun(runOf("r2"), "r1");
      expect((await store.importWords("r2")).size).toBe(0);
      await store.completeRun(markerOf("r2"), endOf("r2"));
      await store.beginRun(runOf("r3"));
      await store.write("r3", await batchOf({ texts: { "b.txt": "half" } }));
      await store.failRun("r3", { code: "CANCELLED", message: "" }, "2026-01-01T00:02:00.000Z");
      await store.beginRun(runOf("r4"), "r3");
      expect((await store.importWords("r4")).size).toBe(0);
    });

    it("that is complete cannot fail any more", async () => {
      const store = await openWith({ "a.txt": "whole" });
      await store.failRun(
        "r1",
        { code: "STORE_UNAVAILABLE", message: "too late" },
        "2026-01-01T00:01:00.000Z",
      );
      expect(await store.head()).toMatchObject({
        complete: { run: { id: "r1", state: "complete", failure: null } },
        latest: null,
      });
      expect(await textsOf(store)).toEqual({ "a.txt": "whole" });
    });

    it("is completed by a marker of its own alone", async () => {
      const store = await openWith({ "a.txt": "whole" });
      await store.beginRun(runOf("r2"));
      const other = { ...FINGERPRINT, embeddingModel: "another" };
      for (const marker of [markerOf("r1"), markerOf("r2", { fingerprint: other })])
        await expectRefusal(() => store.completeRun(marker, endOf("r2")));
      expect(await store.head()).toMatchObject({
        complete: { run: { id: "r1" }, marker: { runId: "r1" } },
        latest: { id: "r2", state: "active" },
      });
      // A dimension that was unknown at the start matches any.
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
      expect(await store.head()).toMatchObject({
        complete: { run: { id: "r1" } },
        latest: null,
        merkleRoot: "r1",
      });
      expect(await textsOf(store)).toEqual({ "a.txt": "whole" });
    });
  });
}
