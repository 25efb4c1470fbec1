import { expect, it } from "vitest";
import { type ProgressNotification, createProgress } from "./progress.ts";

/** Progress of a call with a clock that the test moves. */
function progressWith(token: string | number | undefined) {
  const sent: ProgressNotification[] = [];
  const waits: number[] = [];
  const clock = { nowMs: 1_000 };
  const progress = createProgress({
    token,
    notify: (params) => void sent.push(params),
    intervalMs: 200,
    quietMs: 20,
    nowMs: () => clock.nowMs,
    wait: (delayMs) => Promise.resolve(void waits.push(delayMs)),
  });
  const tell = (atMs: number, filesDone: number, filesTotal: number | null = 10) => {
    clock.nowMs = atMs;
    progress.listener?.(filesTotal === null ? "scanning" : "indexing", { filesDone, filesTotal, chunks: 0 });
  };
  return { sent, waits, clock, progress, tell };
}

it("tells nothing without a token", async () => {
  const { progress } = progressWith(undefined);
  expect(progress.listener).toBeUndefined();
  await progress.end();
});

it("sends at most one in an interval, and only what has grown", () => {
  const { sent, tell } = progressWith("t");
  tell(1_000, 0, null);
  tell(1_100, 3);
  tell(1_200, 4);
  tell(1_400, 4);
  tell(1_600, 2);
  tell(1_601, 10);
  expect(sent).toEqual([
    { progressToken: "t", progress: 0, message: "scanning" },
    { progressToken: "t", progress: 4, total: 10, message: "indexing: 4 of 10 files" },
    { progressToken: "t", progress: 10, total: 10, message: "indexing: 10 of 10 files" },
  ]);
});

it("holds the answer back until the last notification is old enough", async () => {
  const { sent, waits, clock, progress, tell } = progressWith(7);
  tell(1_000, 1);
  clock.nowMs = 1_005;
  await progress.end();
  tell(2_000, 5);
  expect([waits, sent.length]).toEqual([[15], 1]);
  clock.nowMs = 1_020;
  await progress.end();
  expect(waits).toEqual([15]);
});
