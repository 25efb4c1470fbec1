import { seal } from "@satori/sidecar";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type CheckedFile, blobCheck, fileCheck, withInDegree } from "./row-checks.ts";

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
  indexedAtMs: 1_790_000_000_000,
  inDegree: 4,
};

it.each(Object.keys(FILE) as (keyof CheckedFile)[])("any other %s gives a file another check", (column) => {
  const value = FILE[column];
  const others =
    typeof value === "number"
      ? Array.from({ length: 50 }, (_, bit) => value + 2 ** bit)
      : [`${value}x`, value.slice(1), value.toUpperCase()];
  for (const other of others)
    expect(fileCheck({ ...FILE, [column]: other }), `${column}: ${other}`).not.toBe(fileCheck(FILE));
});

it("a new in-degree leaves a check that fitted fitting, and one that did not as it was", () => {
  const after = fileCheck({ ...FILE, inDegree: 9 });
  expect(withInDegree(fileCheck(FILE), 4, 9)).toBe(after);
  expect(withInDegree(fileCheck(FILE) ^ 1, 4, 9)).toBe(after ^ 1);
});

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
