import fc from "fast-check";
import { expect, it } from "vitest";
import { ChunkRows, NO_ROW } from "./chunk-rows.ts";

/** Files in the order of their paths, with the id of the first chunk and the number of chunks. */
function placesOf(files: readonly (readonly [first: number, count: number])[]): {
  firstChunks: Float64Array;
  firstRows: Uint32Array;
} {
  const firstRows = new Uint32Array(files.length + 1);
  for (const [at, [, count]] of files.entries()) firstRows[at + 1] = (firstRows[at] as number) + count;
  return { firstChunks: Float64Array.from(files, ([first]) => first), firstRows };
}

/** Files in the order of their paths that were written in another order, with gaps where other files were. */
const filesArbitrary = fc
  .array(fc.record({ gap: fc.constantFrom(0, 0, 0, 1, 70, 2 ** 33), count: fc.nat(4), place: fc.nat(100) }), {
    maxLength: 40,
  })
  .map((written) => {
    let next = 1;
    const files = written.map(({ gap, count, place }) => {
      const first = next + gap;
      next = first + count;
      return { first, count, place };
    });
    return files
      .toSorted((left, right) => left.place - right.place)
      .map(({ first, count }) => [first, count] as const);
  });

it("finds the row of every chunk, in whichever order they are asked about, and none of an id between them", () => {
  fc.assert(
    fc.property(filesArbitrary, fc.array(fc.nat(), { maxLength: 30 }), (files, others) => {
      const rows = ChunkRows.of(placesOf(files), 1);
      const expected = new Map<number, number>();
      for (const [first, count] of files)
        for (let chunk = 0; chunk < count; chunk++) expected.set(first + chunk, expected.size);
      const ids = [...expected.keys()];
      for (const order of [
        ids,
        ids.toSorted((left, right) => left - right),
        ids.toReversed(),
        others.flatMap((other) => ids[other % ids.length] ?? []),
      ]) {
        const rowOf = rows.lookUp();
        expect(order.map(rowOf)).toEqual(order.map((id) => expected.get(id)));
      }
      const idle = [0, ...ids.flatMap((id) => [id - 1, id + 1]), ...others].filter((id) => !expected.has(id));
      expect(idle.map(rows.lookUp()).filter((row) => row !== NO_ROW)).toEqual([]);
      // Ids with a chunk and without one, in turn.
      const mixed = [...ids, ...idle].sort((left, right) => (left % 7) - (right % 7));
      expect(mixed.map(rows.lookUp())).toEqual(mixed.map((id) => expected.get(id) ?? NO_ROW));
    }),
  );
});

it.each([
  [
    "twice the same",
    [
      [1, 2],
      [1, 2],
    ],
  ],
  [
    "one inside of another one's",
    [
      [1, 9],
      [4, 1],
    ],
  ],
  [
    "an overlap",
    [
      [5, 3],
      [3, 3],
    ],
  ],
  ["an id below 1", [[0, 2]]],
] as const)("calls it damage that files have %s", (_, files) => {
  expect(() => ChunkRows.of(placesOf(files), 1)).toThrow("corrupt");
});

it("there are none of no files", () => {
  for (const rows of [ChunkRows.of(placesOf([]), 1), ChunkRows.NONE])
    expect([0, 1, 2 ** 40].map(rows.lookUp())).toEqual([NO_ROW, NO_ROW, NO_ROW]);
});
