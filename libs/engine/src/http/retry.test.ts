import { describe, expect, it } from "vitest";
import { TestTime } from "../testing/fakes/fake-service.ts";
import { type RetryPolicy, pause, waitAfter, withRetries } from "./retry.ts";
import { type FailureKind, ServiceFailure } from "./service-failure.ts";

const POLICY: RetryPolicy = {
  attempts: 4,
  rateLimitedAttempts: 6,
  firstWaitMs: 100,
  maxWaitMs: 350,
  maxAskedWaitMs: 5_000,
};
const waitsOf = (kind: FailureKind, random: number, retryAfterMs: number | null = null): (number | null)[] =>
  Array.from({ length: 6 }, (_, at) =>
    waitAfter(new ServiceFailure(kind, "", retryAfterMs), at + 1, POLICY, () => random),
  );

describe("the wait before the next try", () => {
  it.each<[string, FailureKind, number, (number | null)[]]>([
    ["doubles up to a limit, and ends", "unavailable", 1, [100, 200, 350, null, null, null]],
    ["is by chance as short as half of that", "unreachable", 0, [50, 100, 175, null, null, null]],
    ["comes more often where only the pace is too fast", "rate_limited", 1, [100, 200, 350, 350, 350, null]],
    [
      "does not come where the next try would fail the same way",
      "unauthorised",
      1,
      [null, null, null, null, null, null],
    ],
  ])("%s", (_, kind, random, waits) => {
    expect(waitsOf(kind, random)).toEqual(waits);
  });

  it("is as long as the service asks for, and not shorter than it would be", () => {
    expect(waitsOf("rate_limited", 1, 150).slice(0, 3)).toEqual([150, 200, 350]);
    expect(waitsOf("unavailable", 1, 4_000).slice(0, 2)).toEqual([4_000, 4_000]);
  });

  it("does not come where the service asks for more patience than we have", () => {
    expect(waitsOf("rate_limited", 1, 5_001)[0]).toBeNull();
  });
});

describe("tries", () => {
  const failing = (times: number, error: Error): (() => Promise<string>) => {
    let left = times;
    return () => (left-- > 0 ? Promise.reject(error) : Promise.resolve("done"));
  };

  it("go on until one succeeds, and each wait is told", async () => {
    const time = new TestTime();
    const told: number[] = [];
    const listener = { onWait: (_: unknown, waitMs: number) => void told.push(waitMs) };
    expect(await withRetries(failing(3, new ServiceFailure("timeout", "")), POLICY, time, listener)).toBe(
      "done",
    );
    expect([time.waits, told]).toEqual([
      [50, 100, 175],
      [50, 100, 175],
    ]);
  });

  it("end with the last failure, and with any other error at once", async () => {
    const time = new TestTime();
    const silent = { onWait: () => undefined };
    await expect(
      withRetries(failing(4, new ServiceFailure("timeout", "")), POLICY, time, silent),
    ).rejects.toMatchObject({ kind: "timeout" });
    await expect(withRetries(failing(1, new TypeError("defect")), POLICY, time, silent)).rejects.toThrow(
      "defect",
    );
    expect(time.waits).toHaveLength(3);
  });

  it("end at once when they are cancelled during a wait", async () => {
    const time = Object.assign(new TestTime(), { isFrozen: true });
    const abort = new AbortController();
    const cancelled = pause(60_000, time, abort.signal);
    abort.abort();
    await expect(cancelled).rejects.toMatchObject({ code: "CANCELLED" });
    await expect(pause(1, time, abort.signal)).rejects.toMatchObject({ code: "CANCELLED" });
  });
});
