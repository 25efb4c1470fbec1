/** Call graphs that wait for others to be answered. */
import { expect, it, onTestFinished } from "vitest";
import type { CallGraphOutput } from "@satori/contracts";
import type { CallContext } from "../engine-context.ts";
import { NOT_BEHIND } from "../freshness/behind.ts";
import { Slots } from "../slots.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { callGraph } from "./call-graph.ts";

/** A question that waits behind work which ends when it is told to. */
async function waitingQuestion(signal?: AbortSignal): Promise<TestEngine & { readonly asked: Promise<CallGraphOutput>; readonly isAnswered: () => Promise<boolean>; readonly letGo: () => void }> {
  const place = new TestPlace({ "a.ts": "export function log(): void {}\nexport function run(): void { log(); }\n" });
  onTestFinished(() => place[Symbol.asyncDispose]());
  const engine = place.engine();
  await engine.index();
  const slots = new Slots(1);
  let letGo = (): void => undefined;
  void slots.run(() => new Promise<void>((resolve) => (letGo = resolve)));
  const { root } = place.tree;
  const call: CallContext = { baseFolder: root, roots: [root], elapsedMs: () => 0, signal };
  const asked = callGraph({ context: engine.context, freshen: () => Promise.resolve(NOT_BEHIND), slots }, { path: root, symbol: "log" }, call);
  const isAnswered = async (): Promise<boolean> => {
    let isSettled = false;
    void asked.then(() => (isSettled = true), () => (isSettled = true));
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => void setImmediate(resolve));
    return isSettled;
  };
  return Object.assign(engine, { asked, isAnswered, letGo: () => letGo() });
}

it("is answered when there is room, and not before", async () => {
  const { asked, isAnswered, letGo } = await waitingQuestion();
  expect(await isAnswered()).toBe(false);
  letGo();
  expect(await asked).toMatchObject({ status: "ok", edges: [{ confidence: "resolved" }] });
});

it("says that there is no index where it was removed meanwhile", async () => {
  const { asked, isAnswered, letGo, call } = await waitingQuestion();
  expect(await isAnswered()).toBe(false);
  expect(await call("manage_index", { action: "clear" })).toMatchObject({ status: "ok" });
  letGo();
  expect(await asked).toMatchObject({ status: "not_indexed", hints: { create: { tool: "manage_index" } } });
});

it("ends at once, and begins nothing, for a client that has left meanwhile", async () => {
  const gone = new AbortController();
  const { asked, isAnswered, letGo } = await waitingQuestion(gone.signal);
  expect(await isAnswered()).toBe(false);
  gone.abort();
  await expect(asked).rejects.toMatchObject({ code: "CANCELLED" });
  letGo();
});
