import { expect, it } from "vitest";
import { keepLatest } from "./keep-latest.ts";

it("keeps so many entries, those that were set last", () => {
  const map = new Map<string, number>();
  for (const [at, key] of ["a", "b", "a", "c", "d"].entries()) keepLatest(map, key, at, 3);
  expect([...map]).toEqual([
    ["a", 2],
    ["c", 3],
    ["d", 4],
  ]);
});
