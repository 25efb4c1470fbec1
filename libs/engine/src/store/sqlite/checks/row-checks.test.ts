import { seal } from "@satori/sidecar";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type CheckedFile, type Membership, blobCheck, fileCheck, memberCheck } from "./row-checks.ts";

const FILE: CheckedFile = {
  id: 7,
  path: "src/a.ts",
  language: "typescript",
  nameParts: "src a",
  sizeBytes: 5_000_000_000,
  lineCount: 9,
  parsing: 0,
  symbolCount: 3,
  firstChunk: 40,
  chunkCount: 2,
  pathClass: 1,
};
const MEMBERSHIP: Membership = { fileId: 7, inDegree: 4, indexedAtMs: 1_790_000_000_000 };

it.each(Object.keys(FILE) as (keyof CheckedFile)[])("any other %s gives a file another check", (column) => {
  const value = FILE[column];
  const others =
    typeof value === "number"
      ? Array.from({ length: 50 }, (_, bit) => value + 2 ** bit)
      : [`${value}x`, value.slice(1), value.toUpperCase()];
  for (const other of others)
    expect(fileCheck({ ...FILE, [column]: other }), `${column}: ${other}`).not.toBe(fileCheck(FILE));
});

it.each(Object.keys(MEMBERSHIP) as (keyof Membership)[])(
  "any other %s gives a listed file another check",
  (column) => {
    for (const bit of Array.from({ length: 50 }).keys())
      expect(memberCheck({ ...MEMBERSHIP, [column]: MEMBERSHIP[column] + 2 ** bit })).not.toBe(
        memberCheck(MEMBERSHIP),
      );
  },
);

it("blobs that end with their own CRC-32 have different checks all the same, and each file its own", () => {
  const bytes = fc.uint8Array({ maxLength: 40 });
  fc.assert(
    fc.property(bytes, bytes, fc.nat(), fc.nat(), (left, right, id, other) => {
      fc.pre(Buffer.compare(left, right) !== 0 && id !== other);
      expect(blobCheck(id, seal(left))).not.toBe(blobCheck(id, seal(right)));
      expect(blobCheck(id, left)).not.toBe(blobCheck(other, left));
    }),
  );
  expect(blobCheck(1, new Uint8Array())).not.toBe(blobCheck(1, null));
});
