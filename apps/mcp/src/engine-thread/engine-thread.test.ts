/**
 * The engine's thread as the server sees it: real threads, in which a script of the test replaces the engine.
 */
import { describe, expect, it } from "vitest";
import type { Call } from "../calls/call.ts";
import { EngineThread, type EngineThreadLimits } from "./engine-thread.ts";

const CALL: Call = {
  tool: "search_codebase",
  args: { path: "/code", query: "q" },
  baseFolder: "/code",
  sessionRoot: null,
  roots: [],
  requestId: "r1",
  session: { header: null, transport: null },
  signal: new AbortController().signal,
  onProgress: undefined,
};
const QUICK: EngineThreadLimits = {
  standstillLookMs: 10,
  standstillLogMs: 30,
  busyStackMs: 5_000,
  lostThreadMs: 60_000,
};

/**
 * A thread that runs a script for each call.
 *
 * @param onCall may use `tell`, `call`, `id`, `isCancelled` and `spin`, which blocks the thread
 */
function threadDoing(
  onCall: string,
  {
    deadlineMs = 60_000,
    limits = QUICK,
  }: { readonly deadlineMs?: number; readonly limits?: EngineThreadLimits } = {},
) {
  const script = `
    import { parentPort, workerData } from "node:worker_threads";
    const tell = (message) => parentPort.postMessage(message);
    const cancelled = new Int32Array(workerData.cancellations);
    globalThis[Symbol.for("satori.currentCall")] = () => ({ tool: "search_codebase", requestId: "r1" });
    function spin(isOver = () => false) { while (!isOver()); }
    parentPort.on("message", ({ kind, id, call }) => {
      const isCancelled = () => Atomics.load(cancelled, id % cancelled.length) === id;
      const answer = (values = {}) => tell({ kind: "answer", id, answer: { tool: call.tool, status: "ok", ...values } });
      if (kind === "ping") tell({ kind: "pong" });
      if (kind === "warm_up") globalThis.isWarm = true;
      if (kind === "close") tell({ kind: "closed" });
      if (kind === "problems") tell({ kind: "problems", id, problems: ["none"] });
      if (kind === "call") { ${onCall} }
    });
    tell({ kind: "ready" });
  `;
  const logged: { event: string; fields: Readonly<Record<string, unknown>> }[] = [];
  const counted: unknown[] = [];
  let onLog: (event: string) => void = () => undefined;
  /** Resolves when the event is logged. */
  const logs = (wanted: string): Promise<void> =>
    new Promise((resolve) => (onLog = (event) => (event === wanted ? resolve() : undefined)));
  const thread = new EngineThread({
    config: {
      logLevel: "warn",
      logFormat: "json",
      deadlinesMs: {
        SATORI_SEARCH_DEADLINE_MS: deadlineMs,
        SATORI_CALL_GRAPH_DEADLINE_MS: deadlineMs,
        SATORI_REVIEW_DEADLINE_MS: deadlineMs,
        SATORI_TEXT_SEARCH_DEADLINE_MS: deadlineMs,
        SATORI_ANSWER_DEADLINE_MS: deadlineMs,
      },
    },
    sources: { flags: {}, fileValues: {} },
    logFields: () => ({}),
    limits,
    log: (_level, event, fields) => {
      logged.push({ event, fields });
      onLog(event);
    },
    metrics: {
      count: (...values) => void counted.push(values),
      observe: () => undefined,
      gauge: () => undefined,
    },
    script: new URL(`data:text/javascript,${encodeURIComponent(script)}`),
  });
  return { thread, logged, counted, logs };
}

describe("a call", () => {
  it("is answered by the thread, with progress before and counts that are there with the answer", async () => {
    const { thread, counted } = threadDoing(`
      tell({ kind: "progress", id, values: ["scanning", { filesDone: 1, filesTotal: null, chunks: 0 }] });
      tell({ kind: "metrics", events: [{ method: "count", values: ["satori_index_runs_total", { outcome: "complete" }] }] });
      answer({ path: call.args.path });
    `);
    await using _ = thread;
    const progress: unknown[] = [];
    expect(await thread.call({ ...CALL, onProgress: (...values) => void progress.push(values) })).toEqual({
      tool: "search_codebase",
      status: "ok",
      path: "/code",
    });
    expect(progress).toEqual([["scanning", { filesDone: 1, filesTotal: null, chunks: 0 }]]);
    expect(counted).toEqual([["satori_index_runs_total", { outcome: "complete" }]]);
  });

  it("that is cancelled is heard of by work that holds the thread", async () => {
    const { thread } = threadDoing(`tell({ kind: "log", line: "" }); spin(isCancelled); answer();`);
    await using _ = thread;
    const controller = new AbortController();
    const answer = thread.call({ ...CALL, signal: controller.signal });
    controller.abort();
    expect(await answer).toMatchObject({ status: "ok" });
  });

  it("fails where the engine cannot be opened, and the next one tries again", async () => {
    const { thread } = threadDoing(
      `id === 1 ? tell({ kind: "failed", id, error: "no such module" }) : answer();`,
    );
    await using _ = thread;
    await expect(thread.call(CALL)).rejects.toThrow("no such module");
    expect(await thread.call(CALL)).toMatchObject({ status: "ok" });
  });

  it.each([
    ["ends", "process.exit(3)", "exited with code 3"],
    ["meets an error that nobody catches", 'setImmediate(() => { throw new Error("lost"); })', "lost"],
  ])("fails where the thread %s, and another thread answers the next one", async (_, ending, said) => {
    const { thread } = threadDoing(`if (call.args.query === "end") { ${ending}; } else answer();`);
    await using _thread = thread;
    await expect(thread.call({ ...CALL, args: { query: "end" } })).rejects.toThrow(said);
    expect(await thread.call(CALL)).toMatchObject({ status: "ok" });
  });
});

describe("a thread that stands still", () => {
  it("lets this one go on, and is told of with the call that holds it and where", async () => {
    const { thread, logged, logs } = threadDoing(
      `function busySearch() { spin(isCancelled); } setTimeout(() => { busySearch(); answer(); });`,
    );
    await using _ = thread;
    const controller = new AbortController();
    const told = logs("engine_stands_still");
    const answer = thread.call({ ...CALL, signal: controller.signal });
    await told;
    controller.abort();
    expect(await answer).toMatchObject({ status: "ok" });
    expect(logged).toEqual([
      {
        event: "engine_stands_still",
        fields: expect.objectContaining({
          tool: "search_codebase",
          requestId: "r1",
          calls: ["search_codebase r1"],
          stack: expect.arrayContaining([expect.stringMatching(/^busySearch /)]),
        }),
      },
    ]);
  });

  it("does not keep calls past their deadlines, but those that have none", async () => {
    const { thread } = threadDoing("spin(isCancelled); answer();", { deadlineMs: 50 });
    await using _ = thread;
    const controller = new AbortController();
    const sync = thread.call({
      ...CALL,
      tool: "manage_index",
      args: { action: "sync", path: "/code" },
      signal: controller.signal,
    });
    expect(await thread.call(CALL)).toMatchObject({
      tool: "search_codebase",
      status: "error",
      error: { code: "DEADLINE_REACHED", message: expect.stringContaining("SATORI_SEARCH_DEADLINE_MS") },
    });
    controller.abort();
    expect(await sync).toMatchObject({ tool: "manage_index", status: "ok" });
  });

  it("for far too long is given up, and another one answers", async () => {
    const { thread, logged } = threadDoing(`if (call.args.query === "hang") spin(); answer();`, {
      limits: { ...QUICK, standstillLogMs: 60_000, lostThreadMs: 100 },
    });
    await using _ = thread;
    await expect(thread.call({ ...CALL, args: { query: "hang" } })).rejects.toThrow("has not responded for");
    expect(logged).toEqual([{ event: "engine_thread_lost", fields: { standingMs: expect.any(Number) } }]);
    expect(await thread.call(CALL)).toMatchObject({ status: "ok" });
  });
});

it("is started before the first call, and answers it", async () => {
  const { thread } = threadDoing("answer({ isWarm: globalThis.isWarm === true });");
  await using _ = thread;
  thread.warmUp();
  expect(await thread.call(CALL)).toMatchObject({ isWarm: true });
  expect(await thread.call(CALL)).toMatchObject({ isWarm: true });
});

it("says of the engine what keeps it from answering, and closes before it has begun", async () => {
  const { thread } = threadDoing("answer();");
  expect(await thread.problems()).toEqual(["none"]);
  await thread[Symbol.asyncDispose]();
  await threadDoing("answer();").thread[Symbol.asyncDispose]();
});
