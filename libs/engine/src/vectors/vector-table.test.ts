import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CACHE_LEVELS, INDEX_LEVELS, normalizedSum, quantize, unitOf } from "./quantize.ts";
import { packHalves } from "./half-bytes.ts";
import { spreadOf } from "./selection.ts";
import { VectorTable } from "./vector-table.ts";

const vector = (dimension: number) =>
  fc
    .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: dimension, maxLength: dimension })
    .map((values) => Float32Array.from(values));
const dotOf = (left: Float32Array, right: Float32Array): number =>
  left.reduce((sum, component, d) => sum + component * (right[d] as number), 0);

describe("VectorTable", () => {
  it.each([1, 16, 40, 256])("agrees with plain arithmetic at dimension %i", (dimension) => {
    fc.assert(
      fc.property(
        fc.array(vector(dimension), { minLength: 1, maxLength: 9 }),
        vector(dimension),
        (rows, query) => {
          const { values, scales } = quantize(rows, dimension);
          const table = new VectorTable(rows.length, dimension);
          table.set(0, values, scales);
          const { scores } = table.score(query);
          for (const [row, original] of rows.entries()) {
            const restored = Float32Array.from(
              original,
              (_, d) => (values[row * dimension + d] as number) * (scales[row] as number),
            );
            expect(Math.abs((scores[row] as number) - dotOf(restored, query))).toBeLessThan(1e-4 * dimension);
            expect(Math.abs(dotOf(original, query) - dotOf(restored, query))).toBeLessThanOrEqual(
              0.15 * dimension,
            );
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([1, 5, 16, 33, 40, 256])("agrees with exact sums at dimension %i", (dimension) => {
    const half = fc.integer({ min: -8, max: 7 });
    const row = fc.array(half, { minLength: dimension, maxLength: dimension });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), vector(dimension), (rows, query) => {
        const [table, packed] = [
          new VectorTable(rows.length, dimension),
          new VectorTable(rows.length, dimension),
        ];
        for (const [at, values] of rows.entries()) {
          const scale = Float32Array.of(0.5 + at);
          table.set(at, Int8Array.from(values), scale);
          packed.setPacked(at, packHalves(Int8Array.from(values)), scale);
        }
        const { scores, spread } = table.score(query);
        expect(packed.score(query)).toEqual({ scores, spread });
        expect(spread).toEqual(spreadOf(scores));
        const largest = Math.max(...query.map(Math.abs));
        const unit = largest / 32_767;
        const rounded = query.map((component) => (largest === 0 ? 0 : Math.round(component / unit)));
        for (const [at, values] of rows.entries()) {
          const sum = values.reduce((total, value, d) => total + value * (rounded[d] as number), 0);
          const expected = sum * unit * (0.5 + at);
          expect(Math.abs((scores[at] as number) - expected)).toBeLessThan(1e-6 * Math.abs(expected) + 1e-30);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("cannot overflow when every component is as large as it gets", () => {
    const dimension = 4_096;
    const ones = new Float32Array(dimension).fill(1);
    const { values, scales } = quantize([ones], dimension);
    const table = new VectorTable(1, dimension);
    table.set(0, values, scales);
    expect(table.score(ones).scores[0]).toBeCloseTo(dimension, -1);
  });

  it("scores a part of its rows, and copies of them, like the whole", () => {
    const rows = [0.1, -0.7, 0.4, 0.9].map((value) => Float32Array.from([value, 1 - value, 0.3]));
    const { values, scales } = quantize(rows, 3);
    const table = new VectorTable(4, 3);
    table.set(0, values, scales);
    const copy = new VectorTable(2, 3);
    copy.copy(0, table, 1, 2);
    const query = Float32Array.from([0.5, -0.2, 0.1]);
    expect([...table.score(query, { first: 1, count: 2 }).scores]).toEqual(
      [...table.score(query).scores].slice(1, 3),
    );
    expect([...copy.score(query).scores]).toEqual([...table.score(query, { first: 1, count: 2 }).scores]);
  });

  it("gives zeros for a zero query and for no rows", () => {
    expect([...new VectorTable(2, 16).score(new Float32Array(16)).scores]).toEqual([0, 0]);
    expect([...new VectorTable(0, 16).score(new Float32Array(16).fill(1)).scores]).toEqual([]);
  });
});

describe("normalizedSum", () => {
  it("has length one, or is zero where the vectors cancel out", () => {
    expect(
      dotOf(normalizedSum([Float32Array.of(3, 4)], 2), normalizedSum([Float32Array.of(3, 4)], 2)),
    ).toBeCloseTo(1, 6);
    expect([...normalizedSum([Float32Array.of(1, 0), Float32Array.of(-1, 0)], 2)]).toEqual([0, 0]);
  });
});

describe("unitOf", () => {
  it("gives a vector of length one that is quantized to the same values, however often", () => {
    fc.assert(
      fc.property(vector(40), (given) => {
        for (const levels of [INDEX_LEVELS, CACHE_LEVELS]) {
          const { values } = quantize([given], 40, levels);
          const unit = unitOf(values);
          expect(Math.hypot(...unit)).toBeCloseTo(values.some((value) => value !== 0) ? 1 : 0, 6);
          expect(quantize([unit], 40, levels).values).toEqual(values);
          expect(unitOf(quantize([unit], 40, levels).values)).toEqual(unit);
        }
      }),
    );
  });
});

it("asks between parts of many rows whether the time is up, and scores all of them", () => {
  const rows = Array.from({ length: 40_000 }, (_, row) =>
    Float32Array.from({ length: 16 }, (__, d) => Number(d === row % 16)),
  );
  const { values, scales } = quantize(rows, 16);
  const table = new VectorTable(rows.length, 16);
  table.set(0, values, scales);
  const query = Float32Array.from({ length: 16 }, (_, d) => d / 16);
  let checks = 0;
  const { scores } = table.score(query, { check: () => void checks++ });
  expect(checks).toBe(3);
  expect(
    [0, 16_384, 16_385, 39_999].every((row) => Math.abs((scores[row] as number) - (row % 16) / 16) < 1e-3),
  ).toBe(true);
});
