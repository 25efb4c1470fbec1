import { expect, test } from "vitest";
import type { SearchRow, SearchOptions } from "../connection/collection.ts";
import { VectorSample } from "./vector-sample.ts";
import { searchVectors } from "./vector-search.ts";
import type { MilvusIndexState } from "./word-search.ts";

/** A collection whose index only finds the first `reach` rows of all, whatever the filter lets through. */
class NearsightedCollection {
  readonly fetched: string[] = [];

  constructor(
    private readonly rows: ReadonlyMap<string, readonly number[]>,
    private readonly reach: number,
  ) {}

  searchVectors(vector: readonly number[], { limit }: SearchOptions): Promise<SearchRow[]> {
    const found = [...this.rows].slice(0, Math.min(limit, this.reach)).map(([id, dense]) => ({
      id,
      score: dense.reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0),
    }));
    return Promise.resolve(found);
  }

  get(ids: readonly string[]): Promise<SearchRow[]> {
    this.fetched.push(...ids);
    return Promise.resolve(
      ids.flatMap((id) => (this.rows.has(id) ? [{ id, score: 0, dense: this.rows.get(id) }] : [])),
    );
  }

  list(): Promise<SearchRow[]> {
    return Promise.resolve([]);
  }
}

test("closeness that an index leaves out is fetched, of chunks, files and paths", async () => {
  const rows = new Map([
    ["c:a:0", [1, 0]],
    ["c:a:-2", [0, 1]],
    ["c:b:0", [0.5, 0.5]],
    ["c:b:1", [0.25, 0]],
    ["c:b:-1", [0.75, 0]],
    ["c:b:-2", [0.125, 0]],
  ]);
  const collection = new NearsightedCollection(rows, 2);
  const files = {
    count: 2,
    firstRows: Uint32Array.of(0, 1, 3),
    paths: ["a", "b"],
    languages: ["text", "text"],
    pathClasses: new Uint8Array(2),
  };
  // Parts that a search does not use are left out.
  const held = {
    collection,
    codebase: "c",
    files,
    versions: ["a", "b"],
    fileOfVersion: new Map([
      ["a", 0],
      ["b", 1],
    ]),
    stale: [],
    tokens: 0,
  } as unknown as MilvusIndexState;
  const scores = await searchVectors(held, new VectorSample().of(held), Float32Array.of(1, 0), {
    candidates: [0, 1],
    closest: 0,
    allowed: null,
  });
  expect([...scores.chunks]).toEqual([1, 0.5, 0.25]);
  expect([...scores.files]).toEqual([1, 0.75]);
  expect([...scores.paths]).toEqual([0, 0.125]);
  expect(collection.fetched).toEqual(["c:b:-2", "c:b:-1", "c:b:0", "c:b:1"]);
});

test("the closest files are found behind any number of others' rows", async () => {
  const others = Array.from({ length: 400 }, (_, at) => [`c:other${at}:0`, [1, 0]] as const);
  const ours = Array.from({ length: 60 }, (_, at) => [`c:own${at}:0`, [0.5 - at / 1_000, 0]] as const);
  const names = ours.map((_, at) => `own${at}`);
  const files = {
    count: 60,
    firstRows: Uint32Array.from({ length: 61 }, (_, at) => at),
    paths: names,
    languages: names.map(() => "text"),
    pathClasses: new Uint8Array(60),
  };
  const held = {
    collection: new NearsightedCollection(new Map([...others, ...ours]), 1_000),
    codebase: "c",
    files,
    versions: names,
    fileOfVersion: new Map(names.map((name, at) => [name, at])),
    stale: [],
    tokens: 0,
  } as unknown as MilvusIndexState;
  const closest = async (allowed: Uint8Array | null): Promise<readonly number[]> =>
    (
      await searchVectors(held, new VectorSample().of(held), Float32Array.of(1, 0), {
        candidates: [],
        closest: 40,
        allowed,
      })
    ).closest;
  expect(await closest(null)).toEqual(Array.from({ length: 40 }, (_, at) => at));
  expect(await closest(Uint8Array.from(names, (_, at) => (at < 50 ? 0 : 1)))).toEqual([
    50, 51, 52, 53, 54, 55, 56, 57, 58, 59,
  ]);
});
