import { expect, it } from "vitest";
import { type EndCause, createEnding } from "./lifetime.ts";

/** An ending that records its steps; its waits end when the test says so. */
function ending(steps: { drain?: Promise<void>; disconnect?: Promise<void>; release?: Promise<void> } = {}) {
  const events: string[] = [];
  const timers = new Map<number, () => void>();
  const step =
    (name: string, until: Promise<void> = Promise.resolve()) =>
    () => {
      events.push(name);
      return until;
    };
  const end = createEnding({
    drain: step("drain", steps.drain),
    disconnect: step("disconnect", steps.disconnect),
    release: step("release", steps.release),
    exit: () => void events.push("exit"),
    onFailure: (error) => void events.push(String(error)),
    onCause: (cause) => void events.push(cause),
    drainOn: "input_ended",
    drainMs: 1,
    shutdownMs: 2,
    wait: (delayMs) => new Promise((resolve) => void timers.set(delayMs, resolve)),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { events, end, settle, elapse: (delayMs: number) => timers.get(delayMs)?.() };
}

const never = new Promise<void>(() => undefined);

it("lets calls finish when the input ends", async () => {
  const { events, end, settle } = ending();
  end("input_ended");
  await settle();
  expect(events).toEqual(["input_ended", "drain", "disconnect", "release", "exit"]);
});

it("does so for a bounded time", async () => {
  const { events, end, settle, elapse } = ending({ drain: never });
  end("input_ended");
  await settle();
  expect(events).toEqual(["input_ended", "drain"]);
  elapse(1);
  await settle();
  expect(events.slice(2)).toEqual(["disconnect", "release", "exit"]);
});

for (const cause of ["signal", "output_broken"] satisfies EndCause[]) {
  it(`cancels calls at once on ${cause}`, async () => {
    const { events, end, settle } = ending({ drain: never });
    end(cause);
    await settle();
    expect(events).toEqual([cause, "disconnect", "release", "exit"]);
  });
}

it("ends the process in time whatever hangs, and only once", async () => {
  const { events, end, settle, elapse } = ending({ release: never });
  end("signal");
  end("input_ended");
  elapse(2);
  await settle();
  expect(events).toEqual(["signal", "disconnect", "release", "exit"]);
});

it("takes the steps behind one that fails, and tells of it", async () => {
  const { events, end, settle } = ending({
    disconnect: Promise.reject(new Error("no pipe")),
    release: Promise.reject(new Error("no disk")),
  });
  end("input_ended");
  await settle();
  expect(events).toEqual([
    "input_ended",
    "drain",
    "disconnect",
    "Error: no pipe",
    "release",
    "Error: no disk",
    "exit",
  ]);
});
