import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { compress, decompress } from "./compress.ts";

const SIZES = [0, 1, 249, 250, 251, 4_000, 16_000, 32_505, 32_507, 70_000, 1_000_000];
/** Words that repeat at varying distances. */
const wordsOf = (chars: number): string =>
  Array.from({ length: Math.ceil(chars / 7) }, (_, at) => `w${(at * at * 31) % 99_991} `)
    .join("")
    .slice(0, chars);

it.each(SIZES)(
  "what was compressed is what it was, and as small as with tables of the full size: %i characters",
  (chars) => {
    for (const text of [wordsOf(chars), "é€ß ".repeat(chars).slice(0, chars)]) {
      const bytes = Buffer.from(text, "utf8");
      for (const data of [text, bytes]) expect(decompress(compress(data)).equals(bytes)).toBe(true);
      expect(compress(text).length).toBeLessThanOrEqual(
        deflateRawSync(text, { level: 4 }).length * 1.01 + 12,
      );
    }
  },
);

it("whatever byte is another one, or missing, what was compressed is refused", () => {
  const sound = compress(wordsOf(2_000));
  fc.assert(
    fc.property(fc.nat(sound.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const damaged = Uint8Array.from(sound, (byte, place) => (place === at ? byte ^ change : byte));
      expect(() => decompress(damaged)).toThrow(RangeError);
      expect(() => decompress(sound.subarray(0, at))).toThrow(RangeError);
    }),
  );
});
