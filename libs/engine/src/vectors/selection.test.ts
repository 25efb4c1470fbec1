import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { highest, nthSmallest, spreadOf } from "./selection.ts";

const valuesArbitrary = fc.oneof(
  fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 60 }),
  // Enough values to be counted first, with many that are equal, far away from the rest, or all the same.
  fc.array(fc.oneof(fc.constantFrom(0, 0.5, 0.5000001, -1e9), fc.double({ min: 0, max: 1, noNaN: true })), {
    minLength: 1_000,
    maxLength: 1_500,
  }),
  fc.integer({ min: 1_000, max: 1_100 }).map((length) => Array.from({ length }, () => 0.25)),
);

it("selects what sorting would put there, and leaves the values as they are", () => {
  fc.assert(
    fc.property(valuesArbitrary, fc.double({ min: 0, max: 0.999_999, noNaN: true }), (list, share) => {
      for (const values of [Float64Array.from(list), Float32Array.from(list)]) {
        const before = [...values];
        const position = Math.floor(share * values.length);
        // The two zeros are equal.
        expect(nthSmallest(values, position) + 0).toBe((values.slice().sort()[position] ?? Number.NaN) + 0);
        expect([...values]).toEqual(before);
      }
    }),
    { numRuns: 60 },
  );
});

it("takes the ids with the highest values, of equal ones the lowest ids", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 1_500 }), fc.nat(40), (list, limit) => {
      const ids = Uint32Array.from(list.keys()).reverse();
      const expected = [...list.keys()]
        .sort((left, right) => (list[right] ?? 0) - (list[left] ?? 0) || left - right)
        .slice(0, limit);
      expect(highest(ids, Float64Array.from(list), limit).sort((left, right) => left - right)).toEqual(
        expected.sort((left, right) => left - right),
      );
    }),
  );
});

it("takes of equal values those that are the first in an order of the caller's", () => {
  expect(highest(Uint32Array.of(0, 1, 2, 3), Float64Array.of(5, 7, 5, 5), 2, (id) => -id)).toEqual([1, 3]);
});

describe("spread", () => {
  it.each<[number[], number, number]>([
    [[], 0, 0],
    [[5], 5, 5],
    [[1, 2], 2, 2],
    [[3, 1, 2], 2, 3],
    [[4, 1, 3, 2], 3, 4],
    [[7, 7, 7], 7, 7],
    [[-1, 0, -3], -1, 0],
  ])("of %j has median %d and maximum %d", (values, median, max) =>
    expect(spreadOf(Float32Array.from(values))).toEqual({ median, max }),
  );

  it("finds the median that sorting finds", () => {
    fc.assert(
      fc.property(fc.float32Array({ noNaN: true, noDefaultInfinity: true, minLength: 1 }), (values) => {
        const { median, max } = spreadOf(values);
        const sorted = [...values].sort((left, right) => left - right);
        // Zero and minus zero count as equal.
        expect([median + 0, max + 0]).toEqual([
          (sorted[sorted.length >> 1] as number) + 0,
          (sorted.at(-1) as number) + 0,
        ]);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it("leaves its values as they were", () => {
    const values = Float32Array.of(3, 1, 2);
    spreadOf(values);
    expect([...values]).toEqual([3, 1, 2]);
  });
});
