import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { CachedEmbedder, withCache } from "./cached.ts";
import { EngineError } from "../errors.ts";
import type { DocumentText, EmbedEvent, EmbedOptions } from "./embedder.ts";
import { describeEmbedder } from "./embedder.suite.ts";
import { FakeEmbedder, type FakeEmbedderOptions } from "./fake.ts";
import { StaticEmbedder } from "./static.ts";

interface Home {
  readonly path: string;
  readonly cacheFile: string;
  readonly log: string[];
  /** Simulates another process: a new embedder over the same home's cache. */
  open(options?: FakeEmbedderOptions, cacheBytes?: number): { fake: FakeEmbedder; embedder: CachedEmbedder };
}

function newHome(): Home {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return homeIn(folder.path);
}

function homeIn(path: string): Home {
  const log: string[] = [];
  const open: Home["open"] = (options = {}, cacheBytes = 1e9) => {
    const fake = new FakeEmbedder({ cacheable: true, ...options });
    const embedder = withCache(fake, {
      config: { home: path, cacheBytes },
      clock: { nowMs: () => 0 },
      log: (level, event, fields) => void log.push(`${level} ${event} ${String(fields["cause"])}`),
    });
    if (!(embedder instanceof CachedEmbedder)) throw new Error("It is not behind the cache");
    onTestFinished(() => embedder[Symbol.asyncDispose]());
    return { fake, embedder };
  };
  return { path, cacheFile: join(path, "cache.db"), log, open };
}

const documentsOf = (texts: readonly string[], folder = "src"): DocumentText[] =>
  texts.map((text) => ({ path: `${folder}/${text.split(" ")[0]}.txt`, text }));
const manyTexts = (count: number): string[] => Array.from({ length: count }, (_, at) => `text ${at}`);

const shared = temporaryFolder();
afterAll(() => shared[Symbol.dispose]());

describeEmbedder("behind an empty cache", () => newHome().open().embedder);
describeEmbedder(
  "behind an empty cache, of an unknown dimension",
  () => newHome().open({ dimension: 24, knowsDimension: false }).embedder,
);
describeEmbedder(
  "behind a cache that others fill",
  () => homeIn(shared.path).open({ knowsDimension: false }).embedder,
);
describeEmbedder("without a cache, for which there is no room", () => newHome().open({}, 0).embedder);

describe("an embedder behind the cache", () => {
  it("is asked in order for what is missing alone, and answers in the order of the question", async () => {
    const { open } = newHome();
    await open().embedder.embedDocuments(documentsOf(["b", "d"]));
    const { fake, embedder } = open();
    const texts = ["d", "c", "b", "a", "c"];
    const vectors = await embedder.embedDocuments(documentsOf(texts));
    expect(fake.embedded).toEqual(["c", "a"]);
    expect(vectors).toEqual(await newHome().open().embedder.embedDocuments(documentsOf(texts)));
    expect(embedder.counts).toEqual({ hits: 3, misses: 2 });
  });

  it("tells each of several who ask at a time what was found of theirs", async () => {
    const { embedder } = newHome().open();
    await embedder.embedDocuments(documentsOf(["a", "b"]));
    const foundOf = async (texts: readonly string[]): Promise<number> => {
      let found = 0;
      await embedder.embedDocuments(documentsOf(texts), {
        onEvent: (event) => void (found += event.kind === "from_cache" ? event.texts : 0),
      });
      return found;
    };
    expect(
      await Promise.all([foundOf(["a", "b", "c"]), foundOf(["d", "e", "f", "g"]), foundOf(["h"])]),
    ).toEqual([2, 0, 0]);
    expect(embedder.counts).toEqual({ hits: 2, misses: 8 });
  });

  it("is asked for nothing at all when everything is there, and knows the dimension nonetheless", async () => {
    const { open, log } = newHome();
    const options = { knowsDimension: false };
    const texts = documentsOf(manyTexts(1_000));
    const first = [
      ...(await open(options).embedder.embedDocuments(texts)),
      ...(await open(options).embedder.embedPaths(["a", "b"])),
    ];
    const { fake, embedder } = open(options);
    expect(embedder.dimension).toBeNull();
    expect([...(await embedder.embedDocuments(texts)), ...(await embedder.embedPaths(["a", "b"]))]).toEqual(
      first,
    );
    expect([fake.embedded, fake.embeddedPaths, fake.dimension, embedder.dimension]).toEqual([
      [],
      [],
      null,
      8,
    ]);
    expect([embedder.counts, log]).toEqual([{ hits: 1_002, misses: 0 }, []]);
  });

  it.each<[string, FakeEmbedderOptions, number]>([
    ["its own texts wherever they lie", {}, 0],
    ["those of its own paths, if paths count", { usesPaths: true }, 2],
    ["none of another model", { model: "words-2" }, 2],
    ["none of a model of the same name at another address", { address: "http://127.0.0.1:1234/v1" }, 2],
  ])("finds %s", async (_, options, missing) => {
    const { open } = newHome();
    await open({ usesPaths: options.usesPaths === true }).embedder.embedDocuments(documentsOf(["a", "b"]));
    const { fake, embedder } = open(options);
    await embedder.embedDocuments(documentsOf(["a", "b"], "moved"));
    expect(fake.embedded).toHaveLength(missing);
  });

  it("keeps what came of a request that failed half way, and once only what it was told of before the end", async () => {
    class HalfWay extends FakeEmbedder {
      fails = true;
      override async embedDocuments(
        documents: readonly DocumentText[],
        options: EmbedOptions = {},
      ): Promise<Float32Array[]> {
        const vectors = await super.embedDocuments(documents, options);
        await options.onVectors?.(new Map([[1, vectors[1] as Float32Array]]));
        if (this.fails) throw new EngineError("EMBEDDER_FAILED", "half way");
        return vectors;
      }
    }
    const home = newHome();
    const broken = new HalfWay({ cacheable: true });
    const context = {
      config: { home: home.path, cacheBytes: 1e9 },
      clock: { nowMs: () => 0 },
      log: () => undefined,
    };
    const embedder = withCache(broken, context);
    await expect(embedder.embedDocuments(documentsOf(["a", "b", "c"]))).rejects.toThrow("half way");
    const { fake, embedder: next } = home.open();
    await next.embedDocuments(documentsOf(["a", "b", "c"]));
    expect(fake.embedded).toEqual(["a", "c"]);
    broken.fails = false;
    await embedder.embedDocuments(documentsOf(["x", "y", "z"]));
    expect(await home.open().embedder.embedDocuments(documentsOf(["x", "y", "z"]))).toEqual(
      await newHome()
        .open()
        .embedder.embedDocuments(documentsOf(["x", "y", "z"])),
    );
  });

  it("tells how many texts were found, besides what the embedder tells", async () => {
    const { open } = newHome();
    await open().embedder.embedDocuments(documentsOf(["a"]));
    const events: EmbedEvent[] = [];
    await open().embedder.embedDocuments(documentsOf(["a", "b", "a"]), {
      onEvent: (event) => void events.push(event),
    });
    expect(events).toEqual([
      { kind: "embedded", texts: 1 },
      { kind: "from_cache", texts: 2 },
    ]);
  });

  it("does not take a path for a document", async () => {
    const { fake, embedder } = newHome().open();
    await embedder.embedDocuments(documentsOf(["a"]));
    await embedder.embedPaths(["a"]);
    expect([fake.embedded, fake.embeddedPaths]).toEqual([["a"], ["a"]]);
  });

  it("leaves vectors of a dimension that the model no longer has, known before or only now", async () => {
    for (const knowsDimension of [true, false]) {
      const { open } = newHome();
      const texts = ["a", "b", "c"];
      await open().embedder.embedDocuments(documentsOf(["a", "c"]));
      const { fake, embedder } = open({ dimension: 16, knowsDimension });
      const vectors = await embedder.embedDocuments(documentsOf(texts));
      expect([vectors.map(({ length }) => length), embedder.dimension]).toEqual([[16, 16, 16], 16]);
      expect([...fake.embedded].sort()).toEqual(texts);
      expect(embedder.counts).toEqual({ hits: 0, misses: 3 });
      const again = open({ dimension: 16, knowsDimension });
      expect(await again.embedder.embedDocuments(documentsOf(texts))).toEqual(vectors);
      expect(again.fake.embedded).toEqual([]);
    }
  });

  it("gives the same vectors from the cache, past it and without one", async () => {
    const texts = documentsOf(manyTexts(20));
    const { open, cacheFile, log } = newHome();
    const kept = await open().embedder.embedDocuments(texts);
    expect(await open().embedder.embedDocuments(texts)).toEqual(kept);
    expect(await open({}, 0).embedder.embedDocuments(texts)).toEqual(kept);
    expect(log).toEqual([]);
    const broken = newHome();
    writeFileSync(broken.cacheFile, "no database ".repeat(1_000));
    const { fake, embedder } = broken.open();
    expect(await embedder.embedDocuments(texts)).toEqual(kept);
    expect(fake.embedded).toHaveLength(20);
    expect(broken.log).toEqual([expect.stringMatching(/^warn embedding_cache_failed .*not a database/)]);
    expect(existsSync(cacheFile)).toBe(true);
  });
});

describe("no cache is opened", () => {
  it("for an embedder that is faster than a look", async () => {
    const { path, cacheFile } = newHome();
    const embedder = new StaticEmbedder();
    expect(
      withCache(embedder, {
        config: { home: path, cacheBytes: 1e9 },
        clock: { nowMs: () => 0 },
        log: () => undefined,
      }),
    ).toBe(embedder);
    expect(
      withCache(null, {
        config: { home: path, cacheBytes: 1e9 },
        clock: { nowMs: () => 0 },
        log: () => undefined,
      }),
    ).toBeNull();
    expect(existsSync(cacheFile)).toBe(false);
  });

  it("where there is no room for one, nor for a question", async () => {
    const { cacheFile, open } = newHome();
    await open({}, 0).embedder.embedDocuments(documentsOf(["a"]));
    await open().embedder.embedQuery("a");
    expect(existsSync(cacheFile)).toBe(false);
  });
});
