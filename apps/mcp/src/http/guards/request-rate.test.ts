import { expect, it } from "vitest";
import { RequestRate } from "./request-rate.ts";

const limits = { requestsPerSecond: 10, requestBurst: 3, maxClients: 2 };

it("lets a burst through, then so many a second, and says when the next one may come", () => {
  const rate = new RequestRate(limits);
  expect([1_000, 1_000, 1_000, 1_000, 1_050, 1_100, 1_100].map((nowMs) => rate.take("a", nowMs))).toEqual([
    0, 0, 0, 100, 50, 0, 100,
  ]);
});

it("saves up no more than a burst", () => {
  const rate = new RequestRate(limits);
  rate.take("a", 0);
  expect([9_000, 9_000, 9_000, 9_000].map((nowMs) => rate.take("a", nowMs))).toEqual([0, 0, 0, 100]);
});

it("counts addresses apart, and forgets the one that was heard of longest ago", () => {
  const rate = new RequestRate(limits);
  for (let at = 0; at < 4; at++) rate.take("a", 0);
  expect([rate.take("b", 0), rate.take("a", 0)]).toEqual([0, 100]);
  rate.take("c", 0);
  expect([rate.size, rate.take("a", 0)]).toEqual([2, 100]);
});

it("stands still when the clock goes back", () => {
  const rate = new RequestRate(limits);
  for (let at = 0; at < 3; at++) rate.take("a", 5_000);
  expect(rate.take("a", 1_000)).toBe(100);
});
