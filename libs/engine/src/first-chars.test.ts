import fc from "fast-check";
import { expect, it } from "vitest";
import { firstChars } from "./first-chars.ts";

it("cuts no character in two, and no more off than one", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat({ max: 20 }), (text, most) => {
      const cut = firstChars(text, most);
      expect(text.startsWith(cut) && !/\p{Surrogate}/u.test(cut)).toBe(true);
      expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, most - 1));
      expect(cut.length).toBeLessThanOrEqual(most);
    }),
  );
  expect(["a😀", "😀", "é"].map((text) => firstChars(text, 2))).toEqual(["a", "😀", "é"]);
});
