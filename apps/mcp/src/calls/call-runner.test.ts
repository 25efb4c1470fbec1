import { expect, test } from "vitest";
import type { CallingEngine } from "../engine-thread/engine-thread.ts";
import type { Call } from "./call.ts";
import { createCallRunner } from "./call-runner.ts";

const CALL: Call = {
  tool: "list_codebases",
  args: {},
  baseFolder: "/code",
  sessionRoot: null,
  roots: [],
  requestId: "r1",
  session: { header: null, transport: null },
  signal: new AbortController().signal,
  onProgress: undefined,
};

/** An engine that gives each call this answer. */
const engineOf = (answer: () => Promise<unknown>): Pick<CallingEngine, "call"> =>
  ({ call: answer }) as unknown as CallingEngine;

/** The log lines of a call with this answer. */
async function logged(call: Partial<Call>, answer: object): Promise<readonly unknown[]> {
  const lines: unknown[] = [];
  const runner = createCallRunner({
    engine: engineOf(() => Promise.resolve(answer)),
    log: (_level, event, fields) => void lines.push([event, fields?.["session"]]),
  });
  await runner.run({ ...CALL, ...call });
  return lines;
}

test("an engine that cannot be opened is an answer, too", async () => {
  const events: string[] = [];
  const runner = createCallRunner({
    engine: engineOf(() => Promise.reject(new Error("no such module"))),
    log: (_level, event) => void events.push(event),
  });
  expect(await runner.run(CALL)).toMatchObject({
    tool: "list_codebases",
    status: "error",
    error: {
      code: "INTERNAL",
      message: "list_codebases failed: the engine did not start, or has stopped",
    },
  });
  expect(events).toEqual(["engine_unavailable", "tool_answered"]);
});

test.each<[string, Partial<Call>, string | undefined]>([
  ["the header", { session: { header: "h", transport: "t" }, args: { session_id: "a" } }, "h"],
  ["the arguments", { session: { header: null, transport: "t" }, args: { session_id: "a" } }, "a"],
  ["the connection", { session: { header: null, transport: "t" }, args: { session_id: 1 } }, "t"],
  ["the answer", {}, "told"],
])("the log names the session that %s tells of, where nothing before it does", async (_, call, session) => {
  expect(await logged(call, { status: "ok", session_id: "told", meta: { durationMs: 1 } })).toEqual([
    ["tool_answered", session],
  ]);
});

test("calls under way are waited for", async () => {
  let answer = (): void => undefined;
  const answered = new Promise<object>(
    (resolve) => (answer = () => resolve({ status: "ok", meta: { durationMs: 1 } })),
  );
  const runner = createCallRunner({ engine: engineOf(() => answered), log: () => undefined });
  let isSettled = false;
  const call = runner.run(CALL);
  const settled = runner.settled().then(() => (isSettled = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isSettled).toBe(false);
  answer();
  await call;
  await settled;
  expect(isSettled).toBe(true);
});
