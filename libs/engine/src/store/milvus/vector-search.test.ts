import { expect, test } from "vitest";
import type { FoundRow, SearchOptions } from "./collection.ts";
import { VectorSample } from "./vector-sample.ts";
import { searchVectors } from "./vector-search.ts";
import type { HeldIndex } from "./word-search.ts";

/** Rows of a collection whose index finds the first `reach` of all, whatever the filter lets through. */
class NearsightedCollection {
  readonly fetched: string[] = [];

  constructor(private readonly rows: ReadonlyMap<string, readonly number[]>, private readonly reach: number) {}

  searchVectors(vector: readonly number[], { limit }: SearchOptions): Promise<FoundRow[]> {
    const found = [...this.rows].slice(0, Math.min(limit, this.reach)).map(([id, dense]) => ({ id, score: dense.reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0) }));
    return Promise.resolve(found);
  }

  get(ids: readonly string[]): Promise<FoundRow[]> {
    this.fetched.push(...ids);
    return Promise.resolve(ids.flatMap((id) => (this.rows.has(id) ? [{ id, score: 0, dense: this.rows.get(id) }] : [])));
  }

  list(): Promise<FoundRow[]> {
    return Promise.resolve([]);
  }
}

test("closeness that an index leaves out is fetched, of chunks, files and paths", async () => {
  const rows = new Map([["c:a:0", [1, 0]], ["c:a:-2", [0, 1]], ["c:b:0", [0.5, 0.5]], ["c:b:1", [0.25, 0]], ["c:b:-1", [0.75, 0]], ["c:b:-2", [0.125, 0]]]);
  const collection = new NearsightedCollection(rows, 2);
  const files = { count: 2, firstRows: Uint32Array.of(0, 1, 3), paths: ["a", "b"], languages: ["text", "text"], pathClasses: new Uint8Array(2) };
  // What a search does not ask for is left out.
  const held = { collection, codebase: "c", files, versions: ["a", "b"], fileOfVersion: new Map([["a", 0], ["b", 1]]), stale: [], tokens: 0 } as unknown as HeldIndex;
  const scores = await searchVectors(held, new VectorSample().of(held), Float32Array.of(1, 0), { candidates: [0, 1], closest: 0, allowed: null });
  expect([...scores.chunks]).toEqual([1, 0.5, 0.25]);
  expect([...scores.files]).toEqual([1, 0.75]);
  expect([...scores.paths]).toEqual([0, 0.125]);
  expect(collection.fetched).toEqual(["c:b:-2", "c:b:-1", "c:b:0", "c:b:1"]);
});
