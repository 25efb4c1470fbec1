import fc from "fast-check";
import { expect, it } from "vitest";
import { ChunkRows } from "./chunk-rows.ts";

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
      expect(rows.lastId).toBe(Math.max(0, ...ids));
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
      for (const id of idle) expect(() => rows.lookUp()(id)).toThrow("corrupt");
      const ascending = ids.toSorted((left, right) => left - right).map((id) => expected.get(id));
      expect(
        [...rows.ranges()].flatMap(({ row, count }) => Array.from({ length: count }, (_, at) => row + at)),
      ).toEqual(ascending);
    }),
  );
});

it(
  "keeps one range of files that were written in the order of their paths, be there empty ones between " +
    "them",
  () => {
    const rows = ChunkRows.of(
      placesOf([
        [1, 3],
        [4, 0],
        [4, 2],
        [6, 1],
      ]),
      1,
    );
    expect([...rows.ranges()]).toEqual([{ row: 0, count: 6 }]);
  },
);

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
  expect([ChunkRows.of(placesOf([]), 1).lastId, ChunkRows.NONE.lastId]).toEqual([0, 0]);
});
