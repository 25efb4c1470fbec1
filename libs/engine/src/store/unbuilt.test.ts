import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { batchOf, completeRun, endOf, markerOf, runOf } from "../testing/store-content.ts";
import { temporaryFolder } from "../testing/tree.ts";
import { openStore } from "./open-store.ts";
import type { Store } from "./store.ts";

function newFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return folder.path;
}

function open(name: "sqlite" | "milvus", folder: string): Store {
  const store = openStore(name, folder, "/code");
  onTestFinished(() => store[Symbol.asyncDispose]());
  return store;
}

it("knows of nothing where there is no local file, and makes none", async () => {
  const folder = newFolder();
  const store = open("milvus", join(folder, "index"));
  expect(await store.head()).toEqual({ codebasePath: "/code", settings: { customExtensions: [], ignorePatterns: [] }, complete: null, latest: null, sequence: 0, syncedAt: null, merkleRoot: null, ignoreSignature: null });
  expect([await store.sizeBytes(), store.isFrozen]).toEqual([0, false]);
  await expect(store.statistics("r1")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  expect(readdirSync(folder)).toEqual([]);
});

it("tells of the local file what the local store tells, as soon as it is there", async () => {
  const folder = newFolder();
  const [local, store] = [open("sqlite", folder), open("milvus", folder)];
  const told = (of: Store): Promise<unknown[]> => Promise.all([of.head(), of.sizeBytes(), of.isFrozen]);
  expect(await told(store)).toEqual(await told(local));
  await local.saveSettings({ customExtensions: [".x"], ignorePatterns: ["own"] });
  await completeRun(local, "r1", { "a.py": "def alpha(): pass\n" });
  expect(await told(store)).toEqual(await told(local));
  expect(await store.head()).toMatchObject({ complete: { run: { id: "r1" } }, settings: { ignorePatterns: ["own"] } });
  expect(await store.statistics("r1")).toEqual(await local.statistics("r1"));
});

it("refuses all work, and leaves the local file as it is", async () => {
  const folder = newFolder();
  await using local = openStore("sqlite", folder, "/code");
  await completeRun(local, "r1", { "a.txt": "one" });
  const bytes = (): Buffer[] => ["index.db", "index.db-wal"].map((name) => readFileSync(join(folder, name)));
  const before = bytes();
  const store = open("milvus", folder);
  await store.head();
  const refused = { code: "STORE_UNAVAILABLE", message: "The store milvus is not built into this version: set SATORI_STORE=sqlite" };
  const batch = await batchOf({ texts: { "a.txt": "two" } });
  const work: { readonly [Name in Exclude<keyof Store, "isFrozen" | "head" | "statistics" | "sizeBytes" | typeof Symbol.asyncDispose>]: () => Promise<unknown> } = {
    saveSettings: () => store.saveSettings({ customExtensions: [], ignorePatterns: [] }), beginRun: () => store.beginRun(runOf("r2")), write: () => store.write("r1", batch),
    reportProgress: () => store.reportProgress("r1", "indexing", { filesDone: 1, filesTotal: 1, chunks: 1 }, "now"), completeRun: () => store.completeRun(markerOf("r1"), endOf("r1")),
    failRun: () => store.failRun("r1", { code: "INTERNAL", message: "" }, "now"), endSync: () => store.endSync(endOf("r1")), writeInDegrees: () => store.writeInDegrees("r1", new Map()),
    importWords: () => store.importWords("r1"), manifest: () => store.manifest("r1"), snapshot: () => store.snapshot(),
  };
  for (const [name, method] of Object.entries(work)) await expect(method(), name).rejects.toMatchObject(refused);
  expect(bytes()).toEqual(before);
});

it("says that the local file is damaged", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "index.db"), "no database ".repeat(500));
  await expect(open("milvus", folder).head()).rejects.toMatchObject({ code: "STORE_CORRUPT" });
});
