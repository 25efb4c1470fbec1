/** Call graphs that wait for a free slot. */
import { UP_TO_DATE } from "../model/staleness.ts";
import { expect, it, onTestFinished } from "vitest";
import { noDeadline } from "../deadline.ts";
import type { CallGraphOutput } from "@satori/contracts";
import type { CallContext } from "../engine-context.ts";
import { type Session, withSession } from "../scope/session.ts";
import { Semaphore } from "../semaphore.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { callGraph } from "./call-graph.ts";

/** One request, and further ones with `ask`, which wait for work that ends when the test says so. */
async function waitingQuestion(signal?: AbortSignal): Promise<
  TestEngine & {
    readonly ask: () => Promise<CallGraphOutput>;
    readonly asked: Promise<CallGraphOutput>;
    readonly isAnswered: () => Promise<boolean>;
    readonly letGo: () => void;
  }
> {
  const place = new TestPlace({
    "a.ts": "export function log(): void {}\nexport function run(): void { log(); }\n",
  });
  onTestFinished(() => place[Symbol.asyncDispose]());
  const engine = place.engine();
  await engine.index();
  const slots = new Semaphore(1);
  let letGo = (): void => undefined;
  void slots.run(() => new Promise<void>((resolve) => (letGo = resolve)));
  const { root } = place.tree;
  const call: CallContext = {
    baseFolder: root,
    roots: [root],
    elapsedMs: () => 0,
    signal,
    deadline: noDeadline(signal),
  };
  const ask = (): Promise<CallGraphOutput> =>
    callGraph(
      { context: engine.context, ensureFresh: () => Promise.resolve(UP_TO_DATE), slots },
      { path: root, symbol: "log" },
      call,
    );
  const asked = ask();
  const isAnswered = async (): Promise<boolean> => {
    let isSettled = false;
    void asked.then(
      () => (isSettled = true),
      () => (isSettled = true),
    );
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => void setImmediate(resolve));
    return isSettled;
  };
  return Object.assign(engine, { ask, asked, isAnswered, letGo: () => letGo() });
}

it("is answered when there is room, and not before", async () => {
  const { asked, isAnswered, letGo } = await waitingQuestion();
  expect(await isAnswered()).toBe(false);
  letGo();
  expect(await asked).toMatchObject({ status: "ok", edges: [{ confidence: "resolved" }] });
});

it("fails where its index was removed meanwhile, so that the call is made again", async () => {
  const { asked, isAnswered, letGo, call } = await waitingQuestion();
  expect(await isAnswered()).toBe(false);
  expect(await call("manage_index", { action: "clear" })).toMatchObject({ status: "ok" });
  letGo();
  await expect(asked).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
    message: "The index was removed in the meantime",
  });
});

it("ends at once, and begins nothing, for a client that has left meanwhile", async () => {
  const gone = new AbortController();
  const { asked, isAnswered, letGo } = await waitingQuestion(gone.signal);
  expect(await isAnswered()).toBe(false);
  gone.abort();
  await expect(asked).rejects.toMatchObject({ code: "CANCELLED" });
  letGo();
});

it("lets sessions take turns, and takes all that name none for one", async () => {
  const { ask, asked, isAnswered, letGo } = await waitingQuestion();
  const order: string[] = [];
  const askAs = (name: string, session: Session): Promise<void> =>
    withSession(session, async () => {
      await ask();
      order.push(name);
    });
  expect(await isAnswered()).toBe(false);
  const named = (id: string): Session => ({ id, name: id, isNew: false, isAsked: false });
  const unnamed = (id: string): Session => ({ id, name: id, isNew: true, isAsked: false });
  const questions: (readonly [string, Session])[] = [
    ["busy", named("1")],
    ["busy", named("1")],
    ["busy", named("1")],
    ["other", named("2")],
    ["unnamed", unnamed("3")],
    ["unnamed", unnamed("4")],
  ];
  const all: Promise<void>[] = [];
  for (const question of questions) {
    all.push(askAs(...question));
    // Each waits before the next one is made.
    expect(await isAnswered()).toBe(false);
  }
  letGo();
  await Promise.all([asked, ...all]);
  // The first request belongs to no session; such requests share a turn.
  expect(order).toEqual(["busy", "other", "unnamed", "busy", "unnamed", "busy"]);
});
