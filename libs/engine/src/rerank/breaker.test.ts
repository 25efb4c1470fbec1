import { expect, it } from "vitest";
import { type FailureKind, ServiceFailure } from "../http/service-failure.ts";
import { Breaker } from "./remote-reranker.ts";

/** How long the service is paused after each of several failures in a row, in seconds. */
function restsAfter(failures: readonly ServiceFailure[]): number[] {
  let now = 0;
  const breaker = new Breaker(() => now);
  return failures.map((failure) => {
    if (!breaker.admits()) throw new Error("the rest is not over");
    breaker.failed(failure);
    const from = now;
    while (!breaker.admits()) now += 1_000;
    breaker.gaveUp();
    return (now - from) / 1_000;
  });
}

const times = (kind: FailureKind, count: number): ServiceFailure[] =>
  Array.from({ length: count }, () => new ServiceFailure(kind, ""));

it.each<[string, FailureKind, number[]]>([
  ["doubles up to five minutes where the failure may pass", "unavailable", [10, 20, 40, 80, 160, 300, 300]],
  [
    "does so too where the failure may have to do with what was asked",
    "malformed",
    [10, 20, 40, 80, 160, 300, 300],
  ],
  ["is long from the beginning where the next try would fail the same way", "unauthorised", [300, 300]],
])("the rest %s", (_, kind, seconds) => {
  expect(restsAfter(times(kind, seconds.length))).toEqual(seconds);
});

it("the rest is as long as the service asks for, up to an hour, and not shorter than it would be", () => {
  const asked = [1_000, 60_000, 86_400_000].map((ms) => new ServiceFailure("rate_limited", "", ms));
  expect(restsAfter(asked)).toEqual([10, 60, 3_600]);
});

it("a service that works is asked by everybody, and several failures at once are one", () => {
  let now = 0;
  const breaker = new Breaker(() => now);
  expect([breaker.admits(), breaker.admits(), breaker.admits()]).toEqual([true, true, true]);
  for (const failure of times("timeout", 3)) breaker.failed(failure);
  now = 9_999;
  expect(breaker.admits()).toBe(false);
  now = 10_000;
  expect([breaker.admits(), breaker.admits()]).toEqual([true, false]);
});

it("after a success the next failure is the first again", () => {
  let now = 0;
  const breaker = new Breaker(() => now);
  for (const failure of times("timeout", 2)) {
    breaker.admits();
    breaker.failed(failure);
    now += 60_000;
  }
  breaker.admits();
  breaker.succeeded();
  breaker.failed(new ServiceFailure("timeout", ""));
  now += 10_000;
  expect(breaker.admits()).toBe(true);
});

it("a clock that is set back ends the rest", () => {
  let now = 1_000_000;
  const breaker = new Breaker(() => now);
  breaker.failed(new ServiceFailure("unauthorised", ""));
  expect(breaker.admits()).toBe(false);
  now = 0;
  expect(breaker.admits()).toBe(true);
});
