import { expect, test } from "vitest";
import { markerOf } from "../../testing/store-content.ts";
import {
  MEMBER_KIND,
  OWNER_KIND,
  type OwnerRecord,
  checkoutIds,
  markerId,
  readRecords,
  recordRow,
} from "./records.ts";

const owner: OwnerRecord = {
  kind: OWNER_KIND,
  identity: "i",
  checkout: "one",
  codebasePath: "/code",
  runId: "r1",
  dimension: 2,
};
const marker = (checkout: string) => ({ ...markerOf("r1"), checkout });
const member = (checkout: string) => ({ kind: MEMBER_KIND, checkout }) as const;
const documents = (...records: Parameters<typeof recordRow>[2][]): string[] =>
  records.map((record) => recordRow("c_1", "i", record, 2).document);

test("records are read as they were written, by checkout", () => {
  expect(readRecords(documents(marker("two"), owner, marker("one"), member("three"), member("one")))).toEqual(
    { owner, markers: [marker("one"), marker("two")], users: ["one", "three", "two"] },
  );
});

test("what is none of ours is no record, and stands in the way of none", () => {
  expect(
    readRecords(["", "null", "[1]", '"x"', "{}", '{"kind":"other"}', undefined, ...documents(owner)]),
  ).toEqual({ owner, markers: [], users: [] });
});

test("each checkout has rows of its own, which no search finds and no sample holds", () => {
  const rows = [owner, marker("one"), marker("two"), member("one")].map((record) =>
    recordRow("c_1", "i", record, 2),
  );
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  for (const row of rows)
    expect(row).toMatchObject({ kind: 9, file: "i", codebase: "c_1", terms: "", dense: [0, 0] });
  expect(rows[1]?.id).toBe(markerId("c_1", "one"));
  expect(checkoutIds("c_1", "one")).toEqual([rows[1]?.id, rows[3]?.id]);
  expect(recordRow("c_1", "i", owner, null)).not.toHaveProperty("dense");
});
