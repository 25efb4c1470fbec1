import fc from "fast-check";
import { expect, it } from "vitest";
import { spreadOf } from "./selection.ts";
import { VectorRows } from "./vector-rows.ts";
import { VectorTable } from "./vector-table.ts";

const DIMENSION = 5;

/** A table of rows that all differ. */
function tableOf(count: number): VectorTable {
  const table = new VectorTable(0, DIMENSION);
  for (let row = 0; row < count; row++) {
    const first = table.grow(1);
    const values = Int8Array.from({ length: DIMENSION }, (_, d) => ((row * 37 + d * 11) % 16) - 8);
    table.set(first, values, Float32Array.of(0.01 + row / 100));
  }
  return table;
}

it("scores any rows in any order like the table itself", () => {
  const rowLists = fc.array(fc.nat(29), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(rowLists, fc.nat(39), fc.nat(40), (list, from, length) => {
      const table = tableOf(30);
      const rows = new VectorRows(table);
      for (const row of list) rows.add(row, 1);
      const query = Float32Array.of(0.5, -0.25, 0.125, 0.75, -0.5);
      const all = table.score(query).scores;
      const expected = list.map((row) => all[row]);
      const first = Math.min(from, list.length);
      const count = Math.min(length, list.length - first);
      expect(rows.count).toBe(list.length);
      expect([...rows.score(query).scores]).toEqual(expected);
      const part = rows.score(query, { first, count });
      expect(part.spread).toEqual(spreadOf(part.scores));
      expect([...part.scores]).toEqual(expected.slice(first, first + count));
    }),
  );
});

it("scores rows as before after the table has grown, and new rows are zero after it has shrunk", () => {
  const table = tableOf(3);
  const rows = new VectorRows(table);
  rows.add(1, 2);
  const query = Float32Array.of(1, 2, 3, 4, 5);
  const before = [...rows.score(query).scores];
  // More than a page of memory.
  const first = table.grow(20_000);
  table.set(first, new Int8Array(DIMENSION).fill(7), Float32Array.of(1));
  expect([...rows.score(query).scores]).toEqual(before);
  table.shrink(3);
  expect(table.grow(2)).toBe(3);
  expect([...table.score(query, { first: 3 }).scores]).toEqual([0, 0]);
  expect([...rows.score(query).scores]).toEqual(before);
});

it("gives zeros for a zero query and for no rows", () => {
  const rows = new VectorRows(tableOf(2));
  expect([...rows.score(new Float32Array(DIMENSION).fill(1)).scores]).toEqual([]);
  rows.add(0, 2);
  expect([...rows.score(new Float32Array(DIMENSION)).scores]).toEqual([0, 0]);
});
