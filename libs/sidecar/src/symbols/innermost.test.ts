import fc from "fast-check";
import { expect, test } from "vitest";
import { innermost } from "./innermost.ts";

interface Place {
  readonly start: number;
  readonly end: number;
  readonly parent: number;
}

/** Nested ranges; `closes` is how many of the open ranges end before the next one starts. */
const nested = fc.array(fc.record({ gap: fc.nat(2), closes: fc.nat(3) }), { maxLength: 30 }).map((steps) => {
  const places: { start: number; end: number; parent: number }[] = [];
  const open: number[] = [];
  let offset = 0;
  const close = (): void => {
    const at = open.pop();
    if (at !== undefined) places[at] = { ...(places[at] as Place), end: offset };
  };
  for (const { gap, closes } of steps) {
    for (let count = 0; count < closes; count++, offset += gap) close();
    open.push(places.push({ start: offset, end: offset, parent: open.at(-1) ?? -1 }) - 1);
    offset += gap;
  }
  for (offset++; open.length > 0; offset++) close();
  return places;
});

test("what is around an offset is the last that begins before it and ends behind it", () => {
  fc.assert(
    fc.property(nested, (places) => {
      const around = innermost(places);
      for (let offset = -1; offset < 120; offset++)
        expect(around(offset)).toBe(
          places.findLastIndex(({ start, end }) => start <= offset && offset < end),
        );
    }),
    { numRuns: 200, seed: 5 },
  );
});

test("places that nest deep are not gone through for each offset", () => {
  // Quadratic time on this many would be minutes.
  const count = 300_000;
  const around = innermost(
    Array.from({ length: count }, (_, at) => ({ start: at, end: 3 * count - at, parent: at - 1 })),
  );
  const found = Array.from({ length: count }, (_, at) => around(3 * count - 1 - at));
  expect(found.every((place, at) => place === at)).toBe(true);
});
