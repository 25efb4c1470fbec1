import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../sqlite/driver.ts";
import { FileLock } from "../sqlite/file-lock.ts";
import { startChild } from "../testing/child-script.ts";
import { itAsOrdinaryUser } from "../testing/trees/ordinary-user.ts";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { EmbeddingCache, type EmbeddingCacheOptions } from "./embedding-cache.ts";

interface Opened {
  readonly cache: EmbeddingCache;
  /** Failures that the cache reported. */
  readonly failures: unknown[];
  readonly clock: { nowMs: number };
}

function newPath(): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return join(folder.path, "home", "cache.db");
}

function open(path: string, options: Partial<EmbeddingCacheOptions> = {}): Opened {
  const failures: unknown[] = [];
  const clock = { nowMs: 0 };
  const cache = new EmbeddingCache({
    path,
    maxBytes: 1e9,
    busyTimeoutMs: 0,
    nowMs: () => clock.nowMs,
    onFailure: (error) => void failures.push(error),
    ...options,
  });
  onTestFinished(() => cache[Symbol.dispose]());
  return { cache, failures, clock };
}

/** A vector of a kilobyte that is identified by its number. */
const vector = (number: number): Int8Array => new Int8Array(1_024).fill((number % 255) - 127);
const keyOf = (number: number): string => `key ${number}`;
const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, at) => from + at);
const entries = (from: number, to: number): Map<string, Int8Array> =>
  new Map(numbers(from, to).map((number) => [keyOf(number), vector(number)]));

/** Numbers of the vectors in a file. */
function numbersIn(path: string): number[] {
  const database = openDatabase(path);
  const rows = database.prepare("SELECT key FROM embedding ORDER BY id").all();
  database.close();
  return rows.map(([key]) => Number(String(key).slice(4)));
}

/** Size of a file together with its log. */
function sizeOf(path: string): number {
  sql(path, "PRAGMA wal_checkpoint(TRUNCATE)");
  return statSync(path).size;
}

describe("the cache of embeddings", () => {
  it("finds what was kept, and nothing else, in whichever process", async () => {
    const path = newPath();
    const vectors = new Map([
      ["a", Int8Array.of(-127, 0, 1, 127)],
      ["b", new Int8Array(3_072).fill(-1)],
      ["c", new Int8Array(8)],
    ]);
    const { cache, failures } = open(path);
    await cache.write(vectors);
    for (const each of [cache, open(path).cache]) expect(each.read(["c", "d", "a", "b"])).toEqual(vectors);
    expect(failures).toEqual([]);
  });

  it("keeps the vector that came last", async () => {
    const { cache } = open(newPath());
    await cache.write(new Map([["a", Int8Array.of(1)]]));
    await cache.write(new Map([["a", Int8Array.of(2, 3)]]));
    expect(cache.read(["a"])).toEqual(new Map([["a", Int8Array.of(2, 3)]]));
  });

  it("says what there is without using it, and makes no file for that", async () => {
    const path = newPath();
    expect(open(path).cache.keysAmong(["a"])).toEqual(new Set());
    expect(existsSync(path)).toBe(false);
    const { cache } = open(path);
    await cache.write(entries(0, 3));
    expect(cache.keysAmong([keyOf(0), "other", keyOf(2)])).toEqual(new Set([keyOf(0), keyOf(2)]));
    expect(numbersIn(path)).toEqual([0, 1, 2]);
  });

  it("makes no file before it is asked", () => {
    const path = newPath();
    open(path);
    expect(readdirSync(join(path, "../.."))).toEqual([]);
  });
});

describe("a cache that grows too large", () => {
  const MAX_BYTES = 400_000;

  it("loses what was used longest ago, and stays within its limit", async () => {
    const path = newPath();
    const { cache } = open(path, { maxBytes: MAX_BYTES });
    // A hundred entries are used again and again, first in the order of writing, last in that of reading.
    await cache.write(entries(0, 100));
    for (let from = 100; from < 2_000; from += 50) {
      await cache.write(entries(from, from + 50));
      expect(cache.read(numbers(0, 100).map(keyOf)).size).toBe(100);
    }
    cache[Symbol.dispose]();
    const left = numbersIn(path);
    const others = left.filter((number) => number >= 100);
    expect(left.slice(-100)).toEqual(numbers(0, 100));
    // Of the rest, the newest are there without a gap, and more than a few of them.
    expect(others).toEqual(numbers(2_000 - others.length, 2_000));
    expect(others.length).toBeGreaterThan(100);
    expect(sizeOf(path)).toBeLessThanOrEqual(MAX_BYTES);
    expect(sizeOf(path)).toBeGreaterThan(MAX_BYTES / 2);
  });

  it("gives space back when its limit is lowered", async () => {
    const path = newPath();
    const large = open(path).cache;
    await large.write(entries(0, 5_000));
    large[Symbol.dispose]();
    expect(sizeOf(path)).toBeGreaterThan(5_000_000);
    const small = open(path, { maxBytes: MAX_BYTES }).cache;
    await small.write(entries(5_000, 5_001));
    small[Symbol.dispose]();
    const left = numbersIn(path);
    expect(left).toEqual(numbers(5_001 - left.length, 5_001));
    expect(left.length).toBeGreaterThan(100);
    expect(sizeOf(path)).toBeLessThanOrEqual(MAX_BYTES);
  });

  it("holds nothing where nothing fits", async () => {
    const { cache, failures } = open(newPath(), { maxBytes: 1 });
    await cache.write(entries(0, 10));
    expect([cache.read(numbers(0, 10).map(keyOf)).size, failures]).toEqual([0, []]);
  });
});

describe("a cache that cannot be used", () => {
  it("is told once, left alone for a minute, and tried again", async () => {
    const path = newPath();
    const { cache, failures, clock } = open(path);
    await cache.write(entries(0, 2));
    const other = openDatabase(path);
    onTestFinished(() => other.close());
    other.exec("BEGIN IMMEDIATE");
    // Reads do not wait for writers; only their use cannot be recorded.
    expect(cache.read([keyOf(0)]).size).toBe(1);
    expect(failures).toMatchObject([{ code: "STORE_UNAVAILABLE", retryAfterMs: 500 }]);
    other.exec("ROLLBACK");
    await cache.write(entries(2, 3));
    expect(cache.read([keyOf(0)]).size).toBe(0);
    clock.nowMs += 60_000;
    expect(cache.read(numbers(0, 3).map(keyOf)).size).toBe(2);
    await cache.write(entries(2, 3));
    expect([cache.read([keyOf(2)]).size, failures.length]).toEqual([1, 1]);
  });

  it.each<[string, (cache: EmbeddingCache) => Promise<unknown>]>([
    ["to keep vectors", (cache) => cache.write(entries(2, 3))],
    ["to note that they were used", (cache) => Promise.resolve(cache.read([keyOf(0)]))],
    ["to evict others", (cache) => cache.write(new Map())],
  ])("waits for whoever holds the lock %s, and writes nothing without it", async (_, use) => {
    const path = newPath();
    const { cache, failures } = open(path, { maxBytes: 1 });
    await open(path).cache.write(entries(0, 2));
    expect(cache.read([]).size).toBe(0);
    using lock = new FileLock(join(path, "..", "cache-lock.db"), 0);
    const before = [path, `${path}-wal`].map((file) => readFileSync(file));
    await lock.hold(() => use(cache));
    expect([path, `${path}-wal`].map((file) => readFileSync(file))).toEqual(before);
    expect(failures).toMatchObject([{ code: "STORE_UNAVAILABLE", retryAfterMs: 500 }]);
  });

  it("is tried again at once when the clock was set back meanwhile", async () => {
    const path = newPath();
    mkdirSync(path, { recursive: true });
    const { cache, failures, clock } = open(path);
    await cache.write(entries(0, 1));
    clock.nowMs -= 3_600_000;
    await cache.write(entries(0, 1));
    expect(failures).toHaveLength(2);
  });

  it.each<[string, (path: string) => void]>([
    ["no database", (path) => writeFileSync(path, "a text that somebody put there ".repeat(1_000))],
    ["of another version", (path) => sql(path, "PRAGMA user_version=99")],
    [
      "full of noise behind its beginning",
      (path) =>
        writeFileSync(
          path,
          readFileSync(path).map((byte, at) => (at < 8_192 ? byte : (at * 31) & 0xff)),
        ),
    ],
  ])("because it is %s gives way to a new one", async (_, damage) => {
    const path = newPath();
    const first = open(path).cache;
    await first.write(entries(0, 500));
    first[Symbol.dispose]();
    sql(path, "PRAGMA wal_checkpoint(TRUNCATE)");
    damage(path);
    const { cache, failures, clock } = open(path);
    expect(cache.read(numbers(0, 500).map(keyOf)).size).toBeLessThan(500);
    expect(failures).toMatchObject([{ code: "STORE_CORRUPT" }]);
    clock.nowMs += 60_000;
    await cache.write(entries(0, 10));
    expect(cache.read(numbers(0, 500).map(keyOf))).toEqual(entries(0, 10));
    expect(failures).toHaveLength(1);
  });

  it("because a folder has its name fails nobody", async () => {
    const path = newPath();
    mkdirSync(path, { recursive: true });
    const { cache, failures } = open(path);
    await cache.write(entries(0, 1));
    expect([cache.read([keyOf(0)]).size, failures.length]).toEqual([0, 1]);
  });

  itAsOrdinaryUser("because nothing may be written there fails nobody", async () => {
    const path = newPath();
    const home = join(path, "..");
    mkdirSync(home);
    chmodSync(home, 0o500);
    onTestFinished(() => chmodSync(home, 0o700));
    const { cache, failures } = open(path);
    await cache.write(entries(0, 1));
    expect([cache.read([keyOf(0)]).size, failures]).toMatchObject([0, [{ code: "STORE_UNAVAILABLE" }]]);
  });

  it("does not hide a defect", () => {
    const { cache } = open(newPath(), {
      nowMs: () => {
        throw new TypeError("a defect");
      },
    });
    expect(() => cache.read(["a"])).toThrow("a defect");
  });
});

function sql(path: string, statement: string): void {
  const database = openDatabase(path);
  database.exec(statement);
  database.close();
}

/**
 * Waits for a signal, then writes numbers from a first one to a last in batches, reads each, and reports its
 * progress.
 */
const WRITER = `
  import { once } from "node:events";
  import { EmbeddingCache } from "./embedding-cache.ts";
  await once(process.stdin, "data");
  process.stdin.destroy();
  const [path, first, last] = process.argv.slice(2);
  const cache = new EmbeddingCache({ path, maxBytes: 1e9, nowMs: () => Date.now(), onFailure: (error) => console.log("failed: " + error + " " + error.cause) });
  const vector = (number) => new Int8Array(1024).fill((number % 255) - 127);
  for (let from = Number(first); from < Number(last); from += 50) {
    const numbers = Array.from({ length: 50 }, (_, at) => from + at);
    await cache.write(new Map(numbers.map((number) => ["key " + number, vector(number)])));
    const found = cache.read(numbers.map((number) => "key " + number));
    if (found.size !== 50) console.log("lost: " + (50 - found.size));
    console.log(from + 50);
  }
  cache[Symbol.dispose]();
`;

describe("several processes", () => {
  /** Numbers that each of two processes writes. */
  const EACH = 500;

  it("make and fill one cache at the same time", async () => {
    const path = newPath();
    const children = await Promise.all(
      [0, EACH].map(async (first) => {
        const folder = temporaryFolder();
        onTestFinished(() => folder[Symbol.dispose]());
        return startChild(WRITER, import.meta.url, folder.path, [path, String(first), String(first + EACH)]);
      }),
    );
    for (const child of children) child.tell("begin");
    const said = await Promise.all(
      children.map(async (child, at) => {
        const lines: string[] = [];
        while (lines.at(-1) !== String((at + 1) * EACH)) lines.push(await child.nextLine());
        expect(await child.ended).toBe(0);
        return lines.filter((line) => Number.isNaN(Number(line)));
      }),
    );
    expect(said).toEqual([[], []]);
    expect(open(path).cache.read(numbers(0, 2 * EACH).map(keyOf))).toEqual(entries(0, 2 * EACH));
  });

  it("find what one that was killed had kept, again and again", async () => {
    const path = newPath();
    const folder = temporaryFolder();
    onTestFinished(() => folder[Symbol.dispose]());
    let kept = 0;
    for (const lines of [1, 12, 3]) {
      const child = await startChild(WRITER, import.meta.url, folder.path, [path, String(kept), "1000000"]);
      onTestFinished(() => child.kill());
      child.tell("begin");
      for (let line = 0; line < lines; line++) kept = Number(await child.nextLine());
      await child.kill();
      const { cache, failures } = open(path);
      expect(cache.read(numbers(0, kept).map(keyOf))).toEqual(entries(0, kept));
      await cache.write(entries(1_000_000, 1_000_001));
      expect([cache.read([keyOf(1_000_000)]).size, failures]).toEqual([1, []]);
      const database = openDatabase(path);
      expect(database.prepare("PRAGMA integrity_check").get()).toEqual(["ok"]);
      database.close();
    }
  });
});
