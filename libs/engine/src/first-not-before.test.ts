import fc from "fast-check";
import { expect, it } from "vitest";
import { firstNotBefore } from "./first-not-before.ts";

it("finds what a search from the start finds", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 20 })),
      fc.integer({ min: 0, max: 21 }),
      (values, wanted) => {
        const sorted = [...values].sort((left, right) => left - right);
        const found = sorted.findIndex((value) => value >= wanted);
        expect(firstNotBefore(sorted, (value) => value < wanted)).toBe(found === -1 ? sorted.length : found);
      },
    ),
    { seed: 1 },
  );
});
