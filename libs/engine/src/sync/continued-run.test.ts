/** A first run that was cancelled: the next one continues, and its index is that of an uninterrupted run. */
import type { IndexFacts } from "@satori/contracts";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import type { Store, WriteBatch } from "../store/store.ts";
import { FakeEmbedder } from "../embed/fake.ts";
import { type FilePreparer, createInlinePreparer } from "../prepare/preparer.ts";
import { type TestEngine, type TestEngineOptions, TestPlace } from "../testing/engine.ts";
import { ended, manage } from "./testing/managed.ts";

const FILES = 400;
/** Two folders: one with more files than a write has, so that it is cut in its middle. */
const TEXTS = Object.fromEntries(
  Array.from({ length: FILES }, (_, at) => [
    `${at < 100 ? "a" : "flat"}/f${String(at).padStart(3, "0")}.py`,
    `def parcel_${at}():\n    return ${at}\n`,
  ]),
);

function newPlace(): TestPlace {
  const place = new TestPlace(TEXTS);
  onTestFinished(() => place[Symbol.asyncDispose]());
  return place;
}

/** A preparer that notes what it prepares, and calls back before a file. */
function watched(
  before: (count: number) => void = () => undefined,
): FilePreparer & { readonly paths: string[] } {
  const inner = createInlinePreparer(1_000);
  const paths: string[] = [];
  return {
    paths,
    async *prepare(tasks, signal) {
      for await (const outcome of inner.prepare(tasks, signal)) {
        before(paths.length);
        paths.push(outcome.path);
        yield outcome;
      }
    },
    [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
  };
}

/** Cancels a run when it has prepared this many files. */
async function cancelAfter(
  place: TestPlace,
  files: number,
  options: TestEngineOptions = {},
): Promise<TestEngine> {
  const engine: TestEngine = place.engine({
    ...options,
    preparer: watched((count) => {
      if (count === files) void engine.engine.cancelRun(place.tree.root, "/");
    }),
  });
  await manage(engine, "create");
  await ended(engine);
  return engine;
}

async function continueIn(
  place: TestPlace,
  args: object = {},
  options: TestEngineOptions = {},
): Promise<{ prepared: string[]; engine: TestEngine }> {
  const preparer = watched();
  const engine = place.engine({ ...options, preparer });
  await manage(engine, "create", args);
  await ended(engine);
  return { prepared: preparer.paths, engine };
}

async function indexOf(engine: TestEngine): Promise<unknown> {
  const { status, index } = (await manage(engine, "status")) as { status: string; index: IndexFacts };
  const { files, chunks, symbols, merkleRoot, languages, skipped } = index;
  return { status, files, chunks, symbols, merkleRoot, languages, skipped };
}

describe("after a cancelled first run", () => {
  it("status says how much is kept, and nothing answers yet", async () => {
    const place = newPlace();
    const engine = await cancelAfter(place, 300);
    const { index } = (await manage(engine, "status")) as { index: { lastFailure: { keptFiles: number } } };
    const { keptFiles } = index.lastFailure;
    expect(keptFiles).toBeGreaterThan(200);
    expect(keptFiles).toBeLessThanOrEqual(300);
    expect(await manage(engine, "status")).toMatchObject({
      status: "error",
      message:
        `Indexing of ${place.tree.root} was cancelled; nothing is indexed yet, but ${keptFiles} files are kept. ` +
        "Run `manage_index create` to continue.",
      error: { details: { code: "CANCELLED" } },
    });
    expect(await engine.call("search_codebase", { query: "parcel_7" })).toMatchObject({
      status: "not_indexed",
    });
  });

  it("the next run prepares only the files that are left, and its index is that of a run without a pause", async () => {
    const place = newPlace();
    const cancelled = await cancelAfter(place, 300);
    const { index } = (await manage(cancelled, "status")) as {
      index: { lastFailure: { keptFiles: number } };
    };
    const { prepared, engine } = await continueIn(place);
    expect(prepared).toHaveLength(FILES - index.lastFailure.keptFiles);
    const whole = newPlace().engine();
    await whole.index();
    expect(await indexOf(engine)).toEqual(await indexOf(whole));
    expect(await engine.call("search_codebase", { query: "parcel_7" })).toMatchObject({
      status: "ok",
      coverage: { files: FILES },
    });
  });

  it("several pauses cost nothing either", async () => {
    const place = newPlace();
    for (const files of [300, 130]) await cancelAfter(place, files);
    const { prepared, engine } = await continueIn(place);
    expect(prepared.length).toBeLessThan(FILES - 250);
    const whole = newPlace().engine();
    await whole.index();
    expect(await indexOf(engine)).toEqual(await indexOf(whole));
  });

  it("files that were changed, added or removed meanwhile are as they are now", async () => {
    const place = newPlace();
    await cancelAfter(place, 300);
    place.tree.write("a/f001.py", "def changed_parcel():\n    return 1\n");
    place.tree.write("flat/new.py", "def new_parcel():\n    return 1\n");
    place.tree.remove("a/f002.py");
    place.tree.remove("flat/f150.py");
    place.tree.wait();
    const { engine } = await continueIn(place);
    const whole = place.engine();
    const before = await indexOf(engine);
    await manage(whole, "create", { force: true });
    await ended(whole);
    expect(before).toEqual(await indexOf(whole));
    expect(before).toMatchObject({ files: FILES - 1 });
  });

  it("files written before the process could note them are removed if they are gone", async () => {
    const place = newPlace();
    // The note of an unfinished folder is the only write without files.
    const openStore = (folder: string, root: string): Store =>
      new Proxy(openSqliteStore(folder, root), {
        get: (store, name) => {
          const member: unknown = Reflect.get(store, name);
          if (typeof member !== "function") return member;
          return (...args: unknown[]): unknown =>
            name === "write" && (args[1] as WriteBatch).files.length === 0
              ? Promise.reject(new Error("The disk is gone"))
              : member.apply(store, args);
        },
      });
    const engine = await cancelAfter(place, 300, { openStore });
    expect((await engine.codebase.store().head()).latest?.failure?.keptFiles).toBe(256);
    await engine[Symbol.asyncDispose]();
    for (const folder of ["a", "flat"]) place.tree.remove(folder);
    place.tree.write("only.py", "def only():\n    return 1\n");
    place.tree.wait();
    const { engine: next } = await continueIn(place);
    expect(await indexOf(next)).toMatchObject({ status: "ok", files: 1 });
  });

  it.each<[string, object, TestEngineOptions]>([
    ["other patterns", { ignorePatterns: ["*.md"] }, {}],
    ["another fingerprint", {}, { fingerprint: { schemaVersion: 0 } }],
  ])("a run with %s starts from the beginning", async (_, args, options) => {
    const place = newPlace();
    await cancelAfter(place, 300);
    const { prepared, engine } = await continueIn(place, args, options);
    expect(prepared).toHaveLength(FILES);
    expect(await indexOf(engine)).toMatchObject({ status: "ok", files: FILES });
  });

  describe("whose embedder tells its dimension only with its first answer", () => {
    const embedderOf = (dimension: number): TestEngineOptions => ({
      embedder: new FakeEmbedder({ knowsDimension: false, dimension }),
    });

    it("is continued", async () => {
      const place = newPlace();
      await cancelAfter(place, 300, embedderOf(8));
      const { prepared, engine } = await continueIn(place, {}, embedderOf(8));
      expect(prepared.length).toBeLessThan(FILES / 2);
      expect(await indexOf(engine)).toMatchObject({ status: "ok", files: FILES });
    });

    it("fails if the dimension is another one now, and then starts from the beginning", async () => {
      const place = newPlace();
      await cancelAfter(place, 300, embedderOf(8));
      const { engine } = await continueIn(place, {}, embedderOf(9));
      expect(await manage(engine, "status")).toMatchObject({
        status: "error",
        message: expect.stringContaining("9 dimensions, the index has 8"),
      });
      const { prepared, engine: next } = await continueIn(place, {}, embedderOf(9));
      expect(prepared).toHaveLength(FILES);
      expect(await indexOf(next)).toMatchObject({ status: "ok", files: FILES });
    });
  });
});
