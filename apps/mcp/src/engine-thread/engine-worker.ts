/**
 * The engine in a thread of its own: whatever a call costs, the other thread goes on answering pings, health checks and signals.
 * It opens the engine with the first message that needs it, and stays until it is told to close.
 */
import { parentPort, workerData } from "node:worker_threads";
import { type Engine, type LogEvent, type Metrics, createLogger, callTool, currentLogFields, openEngine, readConfig } from "@satori/engine";
import { surviveDefects } from "../defects.ts";
import { isCancelledIn } from "./cancellations.ts";
import { CURRENT_CALL, type CallId, type EngineThreadData, type FromEngine, type MetricEvent, type ToEngine } from "./messages.ts";

if (!parentPort) throw new Error("This file runs in a worker thread");
const port = parentPort;
// Written by `EngineThread`, which starts this thread.
const { sources, logFields, countsMetrics, cancellations } = workerData as EngineThreadData;

const tell = (message: FromEngine): void => port.postMessage(message);
const metrics = countsMetrics ? gatheredMetrics() : null;
const calls = new Map<CallId, AbortController>();
let engine: Engine | null = null;
let log: LogEvent = () => undefined;

// Whoever looks into this thread while it stands still learns which call it works at.
(globalThis as Record<symbol, unknown>)[CURRENT_CALL] = currentLogFields;
port.on("message", (message: ToEngine) => void receive(message));
tell({ kind: "ready" });

async function receive(message: ToEngine): Promise<void> {
  switch (message.kind) {
    case "call":
      return answer(message);
    case "cancel":
      return calls.get(message.id)?.abort();
    case "problems":
      return withEngine(message.id, (opened) => tell({ kind: "problems", id: message.id, problems: opened.problems() }));
    case "ping":
      return tell({ kind: "pong" });
    case "close":
      return close();
  }
}

async function answer({ id, call: { tool, args, ...context }, wantsProgress }: Extract<ToEngine, { kind: "call" }>): Promise<void> {
  const controller = new AbortController();
  calls.set(id, controller);
  await withEngine(id, async (opened) => {
    const onProgress = wantsProgress ? (...values: Extract<FromEngine, { kind: "progress" }>["values"]): void => tell({ kind: "progress", id, values }) : undefined;
    const answered = await callTool(opened, tool, args, { ...context, signal: controller.signal, isCancelled: isCancelledIn(cancellations, id), onProgress, log });
    // Before the answer, so that whoever has it finds it counted.
    metrics?.flush();
    tell({ kind: "answer", id, answer: answered });
  });
  calls.delete(id);
}

/** Tells of an engine that cannot be opened; the next message tries again. */
async function withEngine(id: CallId, work: (opened: Engine) => void | Promise<void>): Promise<void> {
  try {
    await work((engine ??= open()));
  } catch (error) {
    tell({ kind: "failed", id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function open(): Engine {
  const config = readConfig({ ...sources, environment: process.env, freshnessPolicy: "by_age" });
  log = createLogger(config.logLevel, config.logFormat, logFields, (line) => tell({ kind: "log", line }));
  surviveDefects((level, event, fields) => log(level, event, fields));
  return openEngine({ config, log, ...(metrics ? { metrics: metrics.metrics } : {}) });
}

/** Ends runs, and closes what is open. */
async function close(): Promise<void> {
  try {
    await engine?.[Symbol.asyncDispose]();
  } catch {
    // It has been logged.
  }
  metrics?.flush();
  tell({ kind: "closed" });
}

/** Counts are told together: some answers count hundreds of things. */
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
