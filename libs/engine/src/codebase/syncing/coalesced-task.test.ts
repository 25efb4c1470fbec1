import { describe, expect, it } from "vitest";
import { CoalescedTask } from "./coalesced-task.ts";

/** A task whose rounds end when the test says so. */
function heldWork(): {
  shared: CoalescedTask<number, [string]>;
  ask: (
    signal?: AbortSignal,
    onProgress?: (text: string) => void,
  ) => Promise<{ result: number; isShared: boolean }>;
  end: () => Promise<void>;
  signals: AbortSignal[];
  tell: ((text: string) => void)[];
} {
  const shared = new CoalescedTask<number, [string]>();
  const ends: (() => void)[] = [];
  const signals: AbortSignal[] = [];
  const tell: ((text: string) => void)[] = [];
  const start = ({
    signal,
    onProgress,
  }: {
    signal: AbortSignal;
    onProgress: (text: string) => void;
  }): Promise<number> => {
    signals.push(signal);
    tell.push(onProgress);
    const round = signals.length;
    return new Promise((resolve) => ends.push(() => resolve(round)));
  };
  const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  return {
    shared,
    signals,
    tell,
    ask: (signal, onProgress) => shared.run({ signal, onProgress }, start),
    end: async () => {
      await turn();
      ends.shift()?.();
      await turn();
    },
  };
}

describe("work that is shared", () => {
  it("is one for all who ask before it begins, and another one for all who ask later", async () => {
    const { shared, ask, end } = heldWork();
    const early = [ask(), ask()];
    await new Promise((resolve) => void setImmediate(resolve));
    const late = [ask(), ask(), ask()];
    await end();
    await end();
    expect(await Promise.all(early)).toEqual([
      { result: 1, isShared: false },
      { result: 1, isShared: true },
    ]);
    expect(await Promise.all(late)).toEqual([
      { result: 2, isShared: false },
      { result: 2, isShared: true },
      { result: 2, isShared: true },
    ]);
    expect(shared.isBusy).toBe(false);
  });

  it("goes on while somebody waits for it, and is cancelled when nobody does", async () => {
    const { ask, end, signals } = heldWork();
    const [one, two] = [new AbortController(), new AbortController()];
    const rounds = [ask(one.signal), ask(two.signal)];
    await new Promise((resolve) => void setImmediate(resolve));
    one.abort();
    await expect(rounds[0]).rejects.toMatchObject({ code: "CANCELLED" });
    expect(signals[0]?.aborted).toBe(false);
    two.abort();
    await expect(rounds[1]).rejects.toMatchObject({ code: "CANCELLED" });
    expect(signals[0]?.aborted).toBe(true);
    const next = ask();
    await end();
    await end();
    expect(await next).toEqual({ result: 2, isShared: false });
  });

  it("is not joined by anybody once all have given it up, though it has not begun", async () => {
    const { ask, end, signals } = heldWork();
    const first = ask();
    await new Promise((resolve) => void setImmediate(resolve));
    const abort = new AbortController();
    const givenUp = ask(abort.signal);
    abort.abort();
    await expect(givenUp).rejects.toMatchObject({ code: "CANCELLED" });
    const later = ask();
    for (let round = 0; round < 3; round++) await end();
    expect((await first).result).toBe(1);
    expect(await later).toEqual({ result: 3, isShared: false });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  });

  it("tells all who wait how it is getting on, and no one else", async () => {
    const { ask, end, tell } = heldWork();
    const heard: string[] = [];
    const rounds = [
      ask(undefined, (text) => void heard.push(`a ${text}`)),
      ask(undefined, (text) => void heard.push(`b ${text}`)),
    ];
    await new Promise((resolve) => void setImmediate(resolve));
    tell[0]?.("half");
    await end();
    await Promise.all(rounds);
    tell[0]?.("over");
    expect(heard).toEqual(["a half", "b half"]);
  });

  it("fails for all who share it, and is tried again by the next", async () => {
    const shared = new CoalescedTask<number, []>();
    const fail = (): Promise<number> => Promise.reject(new Error("no"));
    const both = [shared.run({}, fail), shared.run({}, fail)];
    for (const round of both) await expect(round).rejects.toThrow("no");
    expect(await shared.run({}, () => Promise.resolve(7))).toEqual({ result: 7, isShared: false });
  });
});
