import { expect, it } from "vitest";
import { Cooldown } from "./cooldown.ts";

it("lasts as long as was asked for, and no longer where the clock is set back", () => {
  let now = 1_000;
  const rest = new Cooldown(() => now);
  const leftAt = (ms: number): number => ((now = ms), rest.remainingMs);
  expect(leftAt(1_000)).toBe(0);
  rest.begin(500);
  expect([1_000, 1_400, 1_500, 9_000, 999].map(leftAt)).toEqual([500, 100, 0, 0, 0]);
});
