/**
 * The engine in its own thread: however expensive a call is, the other thread keeps answering pings, health
 * checks and signals. The first message that needs the engine opens it, and it stays open until `close`.
 */
import { parentPort, workerData } from "node:worker_threads";
import type { Engine, Metrics, callTool } from "@satori/engine";
import { createLogger } from "@satori/engine/log";
import { surviveDefects } from "../defects.ts";
import { isCancelledIn } from "./cancellations.ts";
import {
  CURRENT_CALL,
  type CallId,
  type EngineThreadData,
  type FromEngine,
  type MetricEvent,
  type ToEngine,
} from "./messages.ts";

if (!parentPort) throw new Error("This file must run in a worker thread");
const port = parentPort;
// Written by `EngineThread`, which starts this thread.
const {
  sources,
  log: { logLevel, logFormat, fields },
  countsMetrics,
  cancellations,
} = workerData as EngineThreadData;

const tell = (message: FromEngine): void => port.postMessage(message);
const metrics = countsMetrics ? gatheredMetrics() : null;
const calls = new Map<CallId, AbortController>();
const log = createLogger(logLevel, logFormat, fields, (line) =>
  tell({ kind: "log", line, session: sessionOfCall() }),
);
let engine: Promise<OpenedEngine> | null = null;

// Installed before the engine is loaded, which takes a while.
surviveDefects(log);

port.on("message", (message: ToEngine) => void receive(message));

async function receive(message: ToEngine): Promise<void> {
  switch (message.kind) {
    case "call":
      return answer(message);
    case "cancel":
      return calls.get(message.id)?.abort();
    case "problems":
      return withEngine(message.id, ({ engine: { problems } }) =>
        tell({ kind: "problems", id: message.id, problems: problems() }),
      );
    case "lost_scope":
      return withEngine(message.id, ({ engine: { noteLostScope } }) => {
        noteLostScope(message.session);
        tell({ kind: "noted", id: message.id });
      });
    case "is_running":
      return tell({
        kind: "is_running",
        id: message.id,
        // An engine that was never opened has no runs, and is not opened to find that out.
        isRunning: (await engine?.catch(() => null))?.engine.isRunning() ?? false,
      });
    case "warm_up":
      // If this fails, the first call reports it.
      return void loaded().catch(() => undefined);
    case "ping":
      return tell({ kind: "pong" });
    case "close":
      return close();
  }
}

async function answer({
  id,
  call: { tool, args, ...context },
  wantsProgress,
}: Extract<ToEngine, { kind: "call" }>): Promise<void> {
  const controller = new AbortController();
  calls.set(id, controller);
  await withEngine(id, async (opened) => {
    const onProgress = wantsProgress
      ? (...values: Extract<FromEngine, { kind: "progress" }>["values"]): void =>
          tell({ kind: "progress", id, values })
      : undefined;
    const answered = await opened.callTool(opened.engine, tool, args, {
      ...context,
      signal: controller.signal,
      isCancelled: isCancelledIn(cancellations, id),
      onProgress,
      log,
    });
    // Sent before the answer, so that the metrics include a call once its answer has arrived.
    metrics?.flush();
    tell({ kind: "answer", id, answer: answered });
  });
  calls.delete(id);
}

/** Runs work with the engine; reports `failed` if the engine cannot be opened. */
async function withEngine(id: CallId, work: (opened: OpenedEngine) => void | Promise<void>): Promise<void> {
  try {
    await work(await opened());
  } catch (error) {
    tell({
      kind: "failed",
      id,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
}

/** The session of the call in whose context this thread runs; null outside of calls. */
function sessionOfCall(): string | null {
  const fields = (globalThis as Record<symbol, unknown>)[CURRENT_CALL] as
    | typeof import("@satori/engine").currentLogFields
    | undefined;
  const session = fields?.()["session"];
  return typeof session === "string" ? session : null;
}

interface OpenedEngine {
  readonly engine: Engine;
  readonly callTool: typeof callTool;
}

/** Opens the engine at the first message that needs it. If that fails, the next message tries again. */
function opened(): Promise<OpenedEngine> {
  return (engine ??= open().catch((error: unknown) => {
    engine = null;
    throw error;
  }));
}

function loaded(): Promise<typeof import("@satori/engine")> {
  return import("@satori/engine");
}

async function open(): Promise<OpenedEngine> {
  const { callTool, currentLogFields, openEngine, readConfig } = await loaded();
  // Lets the other thread find out which call this thread works on while it blocks.
  (globalThis as Record<symbol, unknown>)[CURRENT_CALL] = currentLogFields;
  tell({ kind: "ready" });
  const config = readConfig({ ...sources, environment: process.env, freshnessPolicy: "by_age" });
  return { callTool, engine: openEngine({ config, log, ...(metrics ? { metrics: metrics.metrics } : {}) }) };
}

/** Ends runs, and closes what is open. */
async function close(): Promise<void> {
  try {
    await (await engine)?.engine[Symbol.asyncDispose]();
  } catch {
    // The error has been logged.
  }
  metrics?.flush();
  tell({ kind: "closed" });
}

/** Batches metric events: some answers count hundreds of things. */
function gatheredMetrics(): { readonly metrics: Metrics; readonly flush: () => void } {
  let events: MetricEvent[] = [];
  const flush = (): void => {
    if (events.length === 0) return;
    tell({ kind: "metrics", events });
    events = [];
  };
  const gather = (event: MetricEvent): void => {
    if (events.push(event) === 1) setImmediate(flush);
  };
  return {
    metrics: {
      count: (...values) => gather({ method: "count", values: values as Parameters<Metrics["count"]> }),
      observe: (...values) => gather({ method: "observe", values: values as Parameters<Metrics["observe"]> }),
      gauge: (...values) => gather({ method: "gauge", values }),
    },
    flush,
  };
}
