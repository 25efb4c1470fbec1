import fc from "fast-check";
import { expect, it } from "vitest";
import { slipsBetween } from "./edit-distance.ts";

it("counts slips as they are counted without a bound", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
  fc.assert(
    fc.property(word, word, fc.nat({ max: 3 }), (left, right, most) => {
      expect(slipsBetween(left, right, most)).toBe(Math.min(slipsBetween(left, right, 100), most + 1));
      expect(slipsBetween(left, right, most)).toBe(slipsBetween(right, left, most));
    }),
  );
  expect(
    ["retry", "retyr", "rtry", "rettry", "rezzy", ""].map((other) => slipsBetween("retry", other, 9)),
  ).toEqual([0, 1, 1, 1, 2, 5]);
});
