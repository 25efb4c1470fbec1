import { describe, expect, it } from "vitest";
import { type Deadline, noDeadline, openDeadline } from "./deadline.ts";

const SETTING = "SATORI_SEARCH_DEADLINE_MS";
const REACHED = expect.objectContaining({
  code: "DEADLINE_REACHED",
  message: `No answer within the deadline of 1 ms (${SETTING})`,
});

/** Blocks the thread until the deadline throws. */
function holdThread(deadline: Deadline): never {
  for (;;) deadline.check();
}

describe("a deadline", () => {
  it("ends work that never gives the thread away", () => {
    using deadline = openDeadline({ limitMs: 1, setting: SETTING });
    expect(() => holdThread(deadline)).toThrow(REACHED);
    expect([deadline.isReached, deadline.signal.aborted]).toEqual([true, true]);
  });

  it("ends work that takes turns with others", async () => {
    using deadline = openDeadline({ limitMs: 1, setting: SETTING });
    const work = async (): Promise<void> => {
      for (;;) await deadline.pause();
    };
    await expect(work()).rejects.toEqual(REACHED);
  });

  it("aborts its signal, with the reason", async () => {
    using deadline = openDeadline({ limitMs: 1, setting: SETTING });
    // Keeps the process alive; the timer of a deadline does not.
    const alive = setInterval(() => undefined, 1);
    await new Promise((resolve) => deadline.signal.addEventListener("abort", resolve));
    clearInterval(alive);
    expect(deadline.signal.reason).toEqual(REACHED);
  });

  it("does not pass while what does not count is done, and passes afterwards", async () => {
    using deadline = openDeadline({ limitMs: 20, setting: SETTING });
    const alive = setInterval(() => undefined, 1);
    await deadline.suspend(() => new Promise((resolve) => setTimeout(resolve, 60)));
    expect(deadline.isReached).toBe(false);
    await new Promise((resolve) => deadline.signal.addEventListener("abort", resolve));
    clearInterval(alive);
    expect(deadline.isReached).toBe(true);
  });
});

describe("a portion of a deadline", () => {
  it("passes before the deadline, under its name", () => {
    using deadline = openDeadline({ limitMs: 60_000, setting: SETTING });
    using portion = deadline.portion(0.000_001);
    expect(() => holdThread(portion)).toThrow(`No answer within the deadline of 60 s (${SETTING})`);
    expect([portion.isReached, deadline.isReached]).toEqual([true, false]);
  });

  it("ends with the deadline, for its reason", () => {
    const caller = new AbortController();
    using deadline = openDeadline({ limitMs: 60_000, setting: SETTING, signal: caller.signal });
    using portion = deadline.portion(0.5);
    caller.abort();
    expect(() => holdThread(portion)).toThrow(expect.objectContaining({ code: "CANCELLED" }));
  });
});

describe("a caller that cancels", () => {
  it("ends the work as cancelled", () => {
    const caller = new AbortController();
    using deadline = openDeadline({ limitMs: 60_000, setting: SETTING, signal: caller.signal });
    caller.abort();
    expect(() => holdThread(deadline)).toThrow(expect.objectContaining({ code: "CANCELLED" }));
    expect(deadline.isReached).toBe(false);
  });

  it("is heard while the work holds the thread, where a flag tells of it", () => {
    let looks = 0;
    using deadline = openDeadline({ limitMs: 60_000, setting: SETTING, isCancelled: () => ++looks === 3 });
    expect(() => holdThread(deadline)).toThrow(expect.objectContaining({ code: "CANCELLED" }));
  });
});

it("without a limit nothing ends", async () => {
  using deadline = noDeadline();
  for (let step = 0; step < 1_000; step++) deadline.check();
  await deadline.pause();
  expect(deadline.isReached).toBe(false);
});
