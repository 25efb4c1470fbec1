import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type SlotOptions, Semaphore } from "./semaphore.ts";

describe("work in slots", () => {
  it("is done as much of at a time as there are, in the order in which it came", async () => {
    const slots = new Semaphore(2);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const done = [0, 1, 2, 3].map((at) =>
      slots.run(
        () =>
          new Promise<number>((resolve) => {
            begun.push(at);
            ends[at] = () => resolve(at);
          }),
      ),
    );
    await turns();
    expect(begun).toEqual([0, 1]);
    ends[1]?.();
    await turns();
    expect(begun).toEqual([0, 1, 2]);
    ends[0]?.();
    ends[2]?.();
    await turns();
    ends[3]?.();
    expect(await Promise.all(done)).toEqual([0, 1, 2, 3]);
  });

  it("that fails makes room as well", async () => {
    const slots = new Semaphore(1);
    const failed = slots.run(() => Promise.reject(new Error("no")));
    const next = slots.run(() => Promise.resolve("yes"));
    await expect(failed).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });
  it("that is aborted while it waits ends at once, and gives its place to the next", async () => {
    const slots = new Semaphore(1);
    const gone = new AbortController();
    const begun: string[] = [];
    let end = (): void => undefined;
    const first = slots.run(() => new Promise<void>((resolve) => (end = resolve)), gone);
    const left = slots.run(async () => void begun.push("left"), gone);
    const next = slots.run(async () => void begun.push("next"));
    gone.abort();
    await expect(left).rejects.toMatchObject({ code: "CANCELLED" });
    end();
    await Promise.all([first, next]);
    await expect(slots.run(async () => void begun.push("late"), gone)).rejects.toMatchObject({
      code: "CANCELLED",
    });
    await slots.run(async () => void begun.push("last"));
    expect(begun).toEqual(["next", "last"]);
  });

  it.each<[string, string]>([
    // A client with many calls does not keep others waiting, and gets all slots if no other client waits.
    ["a a a a b b c", "a b c a b a a"],
    ["a a b a", "a b a a"],
    ["a b a b", "a b a b"],
  ])("of %s is done as %s", async (asked, done) => {
    const slots = new Semaphore(1);
    const begun: string[] = [];
    let end = (): void => undefined;
    const first = slots.run(() => new Promise<void>((resolve) => (end = resolve)), { by: "a" });
    const others = asked.split(" ").map((by) => slots.run(async () => void begun.push(by), { by }));
    end();
    await Promise.all([first, ...others]);
    expect(begun.join(" ")).toBe(done);
  });

  it(
    "takes the turn of one whose work was aborted from nobody, and keeps the place of what else that one " +
      "asks",
    async () => {
      const slots = new Semaphore(1);
      const gone = new AbortController();
      const begun: string[] = [];
      let end = (): void => undefined;
      const first = slots.run(() => new Promise<void>((resolve) => (end = resolve)));
      const ask = (name: string, options: SlotOptions): Promise<void> =>
        slots.run(async () => void begun.push(name), options);
      const left = [ask("a1", { by: "a", signal: gone.signal }), ask("b1", { by: "b", signal: gone.signal })];
      const kept = [ask("c1", { by: "c" }), ask("a2", { by: "a" }), ask("c2", { by: "c" })];
      gone.abort();
      expect((await Promise.allSettled(left)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
      end();
      await Promise.all([first, ...kept]);
      expect(begun).toEqual(["a2", "c1", "c2"]);
    },
  );
});

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => void setImmediate(resolve));
}

describe("work that takes long", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
  const endless = (): Promise<never> => new Promise(() => undefined);

  it("gives its slot to what waits, and goes on", async () => {
    const slots = new Semaphore(1, { afterMs: 1_000, most: 8, mostOfOne: 8 });
    const events: string[] = [];
    let end = (): void => undefined;
    const long = slots.run(() => new Promise<void>((resolve) => (end = resolve)), {
      onOvertime: () => void events.push("overtime"),
    });
    void slots.run(async () => void events.push("next"));
    await pass(999);
    expect(events).toEqual([]);
    await pass(1);
    expect(events).toEqual(["overtime", "next"]);
    end();
    await long;
  });

  it("keeps its slot where as much is in overtime as may be, until some of that ends", async () => {
    const slots = new Semaphore(1, { afterMs: 1_000, most: 1, mostOfOne: 1 });
    const begun: string[] = [];
    let end = (): void => undefined;
    void slots.run(() => new Promise<void>((resolve) => (end = resolve)));
    void slots.run(() => {
      begun.push("second");
      return endless();
    });
    void slots.run(async () => void begun.push("third"));
    await pass(60_000);
    expect(begun).toEqual(["second"]);
    end();
    await pass(1_000);
    expect(begun).toEqual(["second", "third"]);
  });

  it("of one client lets other clients begin, however much of it there is", async () => {
    const slots = new Semaphore(2, { afterMs: 1_000, most: 100, mostOfOne: 2 });
    for (let at = 0; at < 20; at++) void slots.run(endless, { by: "busy" });
    const answers: number[] = [];
    for (let at = 0; at < 5; at++) void slots.run(async () => void answers.push(at), { by: "other" });
    await pass(20_000);
    expect(answers).toEqual([0, 1, 2, 3, 4]);
  });
});
