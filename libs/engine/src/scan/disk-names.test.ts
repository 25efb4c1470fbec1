import fc from "fast-check";
import { expect, it } from "vitest";
import { nameableAmong } from "./disk-names.ts";

/** Compares each name with every other one. */
function isNameable(name: string, names: readonly string[]): boolean {
  const composed = name.normalize("NFC");
  return (
    !name.includes("\u{fffd}") &&
    (name === composed ||
      !names.some((other) => other === composed || (other < name && other.normalize("NFC") === composed)))
  );
}

it("says of each name what a look at all others says, in whatever order they are listed", () => {
  // Three letters that each have several spellings: composed, decomposed, and with marks in another order.
  const name = fc
    .array(
      fc.constantFrom("a", "\u00e9", "e\u0301", "\u1e69", "s\u0323\u0307", "s\u0307\u0323", "\u{fffd}"),
      { minLength: 1, maxLength: 2 },
    )
    .map((letters) => letters.join(""));
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 12 }), (names) => {
      const canBe = nameableAmong(() => names);
      expect(names.filter(canBe)).toEqual(names.filter((each) => isNameable(each, names)));
    }),
  );
});

it("asks for the names once, and not where all are composed", () => {
  let asked = 0;
  const canBe = nameableAmong(() => (asked++, ["e\u0301", "\u00e9", "o\u0308"]));
  expect([canBe("a"), canBe("\u00e9"), asked]).toEqual([true, true, 0]);
  expect([canBe("e\u0301"), canBe("o\u0308"), asked]).toEqual([false, true, 1]);
});
