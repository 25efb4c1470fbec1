import fc from "fast-check";
import { expect, it } from "vitest";
import { type Segment, dueForMerge } from "./segments.ts";

const KILOBYTE = 1_024;

function segment(bytes: number, dead = 0): Segment {
  return { id: 1, firstChunk: 1, blocks: 1, bytes, tokens: 100, deadTokens: dead };
}

/** Adds segments of these sizes one after another and merges what is due; returns all states. */
function grown(sizes: readonly number[]): { readonly segments: Segment[]; readonly rewritten: number } {
  let segments: Segment[] = [];
  let rewritten = 0;
  for (const size of sizes) {
    segments = [...segments, segment(size)];
    for (let due = dueForMerge(segments); due; due = dueForMerge(segments)) {
      const bytes = segments.slice(due.from, due.end).reduce((sum, own) => sum + own.bytes, 0);
      rewritten += bytes;
      segments = segments.toSpliced(due.from, due.end - due.from, segment(bytes));
    }
    expect(segments.length).toBeLessThanOrEqual(12);
  }
  return { segments, rewritten };
}

it("merges the last segments of about one size, and no larger ones with them", () => {
  const sizes = (...megabytes: number[]): Segment[] =>
    megabytes.map((size) => segment(size * 1_024 * KILOBYTE));
  expect(dueForMerge([])).toBeNull();
  expect(dueForMerge(sizes(9, 1, 1, 1))).toBeNull();
  expect(dueForMerge(sizes(9, 1, 1, 1, 1))).toEqual({ from: 1, end: 5 });
  expect(dueForMerge(sizes(9, 3, 1, 1, 1, 1, 2))).toEqual({ from: 1, end: 7 });
  expect(dueForMerge(sizes(9, 0.01, 0.02, 0.001, 0.03))).toEqual({ from: 1, end: 5 });
});

it("writes a segment anew of which more than a quarter is dead", () => {
  const alive = segment(9_000_000, 25);
  expect(dueForMerge([alive, alive])).toBeNull();
  expect(dueForMerge([alive, segment(9_000_000, 26), alive])).toEqual({ from: 1, end: 2 });
});

it("keeps few segments, and writes each posting few times", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(1, 3, 40, 300, 4_000), { minLength: 1, maxLength: 300 }),
      (kilobytes) => {
        const sizes = kilobytes.map((size) => size * KILOBYTE);
        const total = sizes.reduce((sum, size) => sum + size, 0);
        expect(grown(sizes).rewritten).toBeLessThan(total * (2 + Math.log(sizes.length) / Math.log(2)));
      },
    ),
    { numRuns: 100 },
  );
  const { rewritten } = grown(Array.from({ length: 500 }, () => 300 * KILOBYTE));
  expect(rewritten / (500 * 300 * KILOBYTE)).toBeLessThan(4);
});
