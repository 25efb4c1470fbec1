import fc from "fast-check";
import { expect, it } from "vitest";
import { packHalves, unpackHalves } from "./half-bytes.ts";

it("gives every value back, in half the bytes", () => {
  fc.assert(
    fc.property(fc.int8Array({ min: -8, max: 7, maxLength: 99 }), (values) => {
      const bytes = packHalves(values);
      expect(bytes.length).toBe(Math.ceil(values.length / 2));
      expect([...unpackHalves(bytes, values.length)]).toEqual([...values]);
    }),
  );
});

it("keeps the first of two in the lower half, so that every machine reads the same", () => {
  expect([...packHalves(Int8Array.of(1, -1, 7))]).toEqual([0xf1, 0x07]);
  expect([...unpackHalves(Uint8Array.of(0xf1, 0x87), 4)]).toEqual([1, -1, 7, -8]);
});
