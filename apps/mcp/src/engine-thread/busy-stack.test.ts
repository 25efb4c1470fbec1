/** A thread whose stack is asked for goes on, whether it was told in time or not. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { busyStackOf } from "./busy-stack.ts";

/** States of a thread, in shared memory. */
const STATES = { idle: 0, blocked: 1, busy: 2, released: 3 } as const;

/** Blocks its thread: outside of JavaScript for a time, then inside until it is released. */
const BLOCKING = `
  const { parentPort, workerData: { state, outsideMs } } = require("node:worker_threads");
  function busy() {
    Atomics.compareExchange(state, 0, ${STATES.blocked}, ${STATES.busy});
    while (Atomics.load(state, 0) !== ${STATES.released});
  }
  parentPort.on("message", () => {
    Atomics.store(state, 0, ${STATES.blocked});
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, outsideMs);
    busy();
    parentPort.postMessage("done");
  });
  parentPort.postMessage("started");
`;

interface Blocked {
  readonly worker: Worker;
  readonly release: () => void;
  /** What it says in the end. */
  readonly done: Promise<unknown[]>;
}

/** A thread that has got to a state, or further. */
async function threadThatIs(state: "blocked" | "busy", outsideMs: number): Promise<Blocked> {
  const now = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(BLOCKING, { eval: true, workerData: { state: now, outsideMs } });
  await once(worker, "message");
  const done = once(worker, "message");
  worker.postMessage("go");
  while (Atomics.load(now, 0) < STATES[state]) await new Promise((resolve) => setTimeout(resolve, 1));
  return { worker, done, release: () => void Atomics.store(now, 0, STATES.released) };
}

describe("the stack of a busy thread", () => {
  it("is told while it runs JavaScript", async () => {
    const { worker, done, release } = await threadThatIs("busy", 1);
    const stack = await busyStackOf(worker.threadId, 60_000);
    release();
    expect(stack?.frames.join(" ")).toContain("busy");
    expect(await done).toEqual(["done"]);
    await worker.terminate();
  });

  it("is null if the thread is elsewhere, and the thread goes on afterwards", async () => {
    for (const waitMs of [1, 5, 20, 60]) {
      const { worker, done, release } = await threadThatIs("blocked", 50);
      await busyStackOf(worker.threadId, waitMs);
      release();
      expect(await done).toEqual(["done"]);
      await worker.terminate();
    }
  });
});
