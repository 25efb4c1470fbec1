import { expect, it } from "vitest";
import { KeepLatest } from "./keep-latest.ts";

it("what was set longest ago goes, and what is set again is new", () => {
  const kept = new KeepLatest<number>(2);
  kept.set("a", 1);
  kept.set("b", 2);
  kept.set("a", 3);
  kept.set("c", 4);
  expect(["a", "b", "c"].map((key) => kept.get(key))).toEqual([3, undefined, 4]);
});
