import { expect, it } from "vitest";
import { growthExponent, linearithmicExponent } from "./growth.ts";

it.each([
  ["the same work", [1_000, 1_000, 1_000], 0],
  ["work by the size", [1_000, 2_000, 4_000], 1],
  ["work by its square", [1_000, 4_000, 16_000], 2],
  ["less than is noticed", [1, 4, 16], 0],
])("%s grows with an exponent", (_, costs, exponent) =>
  expect(growthExponent([10, 20, 40], costs, 100)).toBeCloseTo(exponent),
);

it("n log n grows a little faster than n", () => {
  expect(linearithmicExponent([4_000, 8_000, 16_000])).toBeCloseTo(1.11, 2);
});
