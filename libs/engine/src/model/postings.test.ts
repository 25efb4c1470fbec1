import fc from "fast-check";
import { expect, it } from "vitest";
import { type PostingCounts, PostingCursor, gapNumber, writePosting } from "./postings.ts";
import { ByteWriter, decodeNumbers, encodeNumbers } from "./varints.ts";

interface Posting extends PostingCounts {
  readonly id: number;
}

function encoded(postings: readonly Posting[], base: number): Uint8Array {
  const writer = new ByteWriter();
  let last = base - 1;
  for (const { id, body, symbols, path, doc } of postings) {
    writePosting(writer, id - last, body, symbols, path, doc);
    last = id;
  }
  return writer.copy();
}

function decoded(bytes: Uint8Array, base: number): Posting[] {
  const postings: Posting[] = [];
  for (const cursor = new PostingCursor(bytes, 0, bytes.length, base); cursor.next();) {
    const { id, body, symbols, path, doc } = cursor;
    postings.push({ id, body, symbols, path, doc });
  }
  return postings;
}

const countArbitrary = fc.oneof(fc.nat(4), fc.constantFrom(0, 0, 14, 15, 16, 127, 128, 20_000));
const listArbitrary = fc
  .array(
    fc.record({
      gap: fc.oneof(
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(1, 32, 33, 4_096, 4_097, 2 ** 31, 2 ** 40),
      ),
      body: countArbitrary,
      symbols: countArbitrary,
      path: countArbitrary,
      doc: countArbitrary,
    }),
    { maxLength: 30 },
  )
  .map((postings) => {
    let id = 6;
    return postings.map(({ gap, ...counts }) => ({ id: (id += gap), ...counts }));
  });

it("reads postings as they were written", () => {
  fc.assert(
    fc.property(listArbitrary, (postings) => {
      expect(decoded(encoded(postings, 7), 7)).toEqual(postings);
    }),
    { numRuns: 500 },
  );
});

it("goes on behind another list when the first gap is replaced", () => {
  fc.assert(
    fc.property(listArbitrary, listArbitrary, (left, right) => {
      fc.pre(left.length > 0 && right.length > 0);
      const last = left.at(-1)?.id ?? 0;
      const bytes = encoded(right, 7);
      const cursor = new PostingCursor(bytes, 0, bytes.length, last + 1);
      cursor.next();
      const writer = new ByteWriter();
      const leftBytes = encoded(left, 7);
      writer.append(leftBytes, 0, leftBytes.length);
      writer.number(gapNumber(cursor.id - last, cursor.code));
      writer.append(bytes, cursor.countsAt, bytes.length);
      const moved = right.map((posting) => ({ ...posting, id: posting.id - 6 + last }));
      expect(decoded(writer.copy(), 7)).toEqual([...left, ...moved]);
    }),
  );
});

it.each([
  [[1, 0, 0, 0], 1, 1],
  [[3, 0, 0, 0], 32, 1],
  [[1, 0, 0, 0], 33, 2],
  [[4, 0, 0, 0], 1, 2],
  [[0, 0, 2, 0], 1, 2],
  [[5, 1, 0, 2], 1, 4],
  [[20, 0, 5, 0], 1, 4],
] as const)("a posting with the counts %j and a gap of %i takes %i bytes", (counts, gap, bytes) => {
  const writer = new ByteWriter();
  const [body, symbols, path, doc] = counts;
  writePosting(writer, gap, body, symbols, path, doc);
  expect(writer.size).toBe(bytes);
});

it("notices that a list ends within a posting", () => {
  const bytes = encoded([{ id: 3, body: 0, symbols: 300, path: 0, doc: 1 }], 1);
  for (let end = 1; end < bytes.length; end++)
    expect(() => {
      const cursor = new PostingCursor(bytes, 0, end, 1);
      while (cursor.next());
    }).toThrow(RangeError);
});

it("numbers of every size come back", () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeNat()), (numbers) => {
      expect(decodeNumbers(encodeNumbers(numbers))).toEqual(numbers);
    }),
  );
});
