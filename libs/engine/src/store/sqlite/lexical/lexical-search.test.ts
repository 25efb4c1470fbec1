import { expect, it } from "vitest";
import type { Database } from "../../../sqlite/driver.ts";
import { Steps } from "../../../testing/steps.ts";
import type { SnapshotTables } from "../snapshot/snapshot-tables.ts";
import { LexicalSearch } from "./lexical-search.ts";

it("looks at the deadline while it scores the chunks of one token", () => {
  const count = 50_000;
  const numbers = (value: number): Uint32Array => new Uint32Array(count).fill(value);
  const floats = (value: number): Float64Array => new Float64Array(count).fill(value);
  const rows = Uint32Array.from({ length: count }, (_, row) => row);
  const lexical = {
    postings: () => ({
      rows,
      weightedTermFrequency: numbers(2),
      inDoc: numbers(0),
      inBody: new Uint8Array(count),
    }),
    statistics: () => ({ chunks: count, lengthNorms: floats(1) }),
    workspace: () => {
      const matching = new Uint32Array(count + 1);
      return { scores: floats(0), docScores: floats(0), isMatching: new Uint8Array(count), matching };
    },
  };
  // The parts that scoring needs, and no database.
  const tables = { lexical, fileOfChunk: numbers(0) } as unknown as SnapshotTables;
  const search = new LexicalSearch({} as Database, tables);
  const steps = new Steps();
  expect(search.best(["a"], 2, null, steps.check).map(({ row }) => row)).toEqual([0, 1]);
  // Once for the token, and more often within its list.
  expect(steps.count).toBeGreaterThan(2);
});
