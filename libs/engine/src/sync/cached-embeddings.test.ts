/** Indexing with the embedding cache: no text is embedded twice, whatever happens to the run. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeEmbedder } from "../embed/fake.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { closenessOf } from "../testing/store-content.ts";

/** Files of one chunk each; a run embeds 128 of them at a time. */
function newPlace(files = 300): TestPlace {
  const place = new TestPlace(
    Object.fromEntries(
      Array.from({ length: files }, (_, at) => [`f${String(at).padStart(3, "0")}.txt`, `number ${at}`]),
    ),
  );
  onTestFinished(() => place[Symbol.asyncDispose]());
  return place;
}

interface Opened extends TestEngine {
  readonly fake: FakeEmbedder;
}

function open(place: TestPlace): Opened {
  const fake = new FakeEmbedder({ cacheable: true, knowsDimension: false });
  return Object.assign(place.engine({ embedder: fake }), { fake });
}

async function rebuild(engine: TestEngine): Promise<void> {
  await engine.call("manage_index", { action: "create", force: true });
  await engine.codebase.activeRun?.ended;
}

/** Everything that a query can find, as stored in the index. */
async function vectorsOf(engine: TestEngine): Promise<unknown> {
  using snapshot = await engine.codebase.store().snapshot();
  const dense = snapshot && (await closenessOf(snapshot, await new FakeEmbedder().embedQuery("number 7")));
  return [snapshot?.files.paths, dense];
}

describe("a run", () => {
  it("embeds nothing that an earlier one has, of this process or another", async () => {
    const place = newPlace();
    const first = open(place);
    await rebuild(first);
    const before = await vectorsOf(first);
    expect([first.fake.embedded.length, first.fake.embeddedPaths.length]).toEqual([300, 300]);
    const second = open(place);
    for (const engine of [first, second]) {
      await rebuild(engine);
      expect(await vectorsOf(engine)).toEqual(before);
    }
    expect([first.fake.embedded.length, second.fake.embedded, second.fake.embeddedPaths]).toEqual([
      300,
      [],
      [],
    ]);
    // The cache alone shows which fingerprint the index must match.
    expect((await second.codebase.view()).head?.complete?.marker.fingerprint.embeddingDimension).toBe(8);
  });

  it("that failed is taken up by the next where it stopped", async () => {
    const place = newPlace();
    const failed = open(place);
    failed.fake.requestsLeft = 2;
    await rebuild(failed);
    expect(await failed.codebase.view()).toMatchObject({
      state: "indexfailed",
      failure: { code: "EMBEDDER_FAILED", message: "the quota is used up" },
    });
    expect(failed.fake.embedded).toHaveLength(256);
    const resumed = open(place);
    await rebuild(resumed);
    expect((await resumed.codebase.view()).state).toBe("indexed");
    expect(resumed.fake.embedded).toHaveLength(44);
    expect(new Set([...failed.fake.embedded, ...resumed.fake.embedded]).size).toBe(300);
  });

  it("says where its vectors came from, and goes on saying so", async () => {
    const place = newPlace(20);
    const first = open(place);
    await rebuild(first);
    const facts = async (engine: TestEngine): Promise<unknown> => {
      const answer = await engine.call("manage_index", { action: "status" });
      return answer.status === "ok"
        ? [answer.index?.embedding, answer.humanText.split("\n").filter((line) => line.startsWith("vectors"))]
        : answer;
    };
    expect(await facts(first)).toEqual([
      { fromCache: 0, embedded: 40, truncated: 0 },
      ["vectors: 0 from the cache, 40 from fake"],
    ]);
    place.tree.write("f003.txt", "something new");
    await rebuild(open(place));
    const later = open(place);
    expect(await facts(later)).toEqual([
      { fromCache: 39, embedded: 1, truncated: 0 },
      ["vectors: 39 from the cache, 1 from fake"],
    ]);
    await rebuild(place.engine());
    expect(await facts(place.engine())).toEqual([null, []]);
  });

  it("of another codebase finds what is the same there", async () => {
    const place = newPlace(20);
    const engine = open(place);
    await rebuild(engine);
    place.tree.write("clone/same.txt", "number 7");
    place.tree.write("clone/other.txt", "something else");
    await engine.call("manage_index", {
      action: "create",
      path: join(place.tree.root, "clone"),
      force: true,
    });
    await engine.engine.waitForRun(join(place.tree.root, "clone"), "/");
    expect(engine.fake.embedded.slice(20)).toEqual(["something else"]);
  });

  it("goes on without the cache where there can be none, with a line in the log", async () => {
    for (const obstruct of [
      (path: string) => writeFileSync(path, "no database ".repeat(1_000)),
      (path: string) => mkdirSync(path),
    ]) {
      const place = newPlace(20);
      mkdirSync(place.home, { recursive: true });
      obstruct(join(place.home, "cache.db"));
      const engine = open(place);
      await rebuild(engine);
      expect((await engine.codebase.view()).state).toBe("indexed");
      expect(engine.fake.embedded).toHaveLength(20);
      expect(engine.log.filter(({ event }) => event === "embedding_cache_failed")).toMatchObject([
        { level: "warn", fields: { cause: expect.any(String) } },
      ]);
    }
  });

  it("with an embedder that is faster than a look opens no cache", async () => {
    const place = newPlace(20);
    await place.engine().index();
    expect(existsSync(join(place.home, "cache.db"))).toBe(false);
  });
});

describe("a sync", () => {
  it("embeds nothing when a file comes back", async () => {
    const place = newPlace(20);
    const engine = open(place);
    await rebuild(engine);
    for (const text of ["changed", "number 3"]) {
      place.tree.write("f003.txt", text);
      expect(await engine.call("manage_index", { action: "sync" })).toMatchObject({
        status: "ok",
        stats: { modified: 1 },
      });
    }
    expect(engine.fake.embedded.slice(20)).toEqual(["changed"]);
  });
});
