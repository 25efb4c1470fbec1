/**
 * The engine as the protocol's thread sees it: starts the engine's thread at the first call, passes calls on,
 * and detects when that thread blocks. A lost thread takes its calls with it, and the next call starts a new
 * one.
 */
import { Worker } from "node:worker_threads";
import { deadlineSetting, failure, type ToolName, type ToolOutput } from "@satori/contracts";
import type { EngineConfig, LogEvent, Metrics } from "@satori/engine";
import type { Call } from "../calls/call.ts";
import { SERVER_LIMITS } from "../limits.ts";
import type { BusyStack } from "./busy-stack.ts";
import { noteCancelled, sharedCancellations } from "./cancellations.ts";
import type { CallId, EngineThreadData, FromEngine, MetricEvent, ToEngine } from "./messages.ts";

/** What a server needs from the engine. */
export interface CallingEngine {
  /** Rejects if the engine cannot be opened, or its thread is lost. */
  call(call: Call): Promise<ToolOutput<ToolName>>;
  /** Why calls would not be answered properly, in sentences that contain no path. Rejects as `call` does. */
  problems(): Promise<readonly string[]>;
}

/**
 * Receives the engine's log lines, with their line ends.
 *
 * @param session that of the call that the line is about; null for background work
 */
export type LogLineWriter = (line: string, session: string | null) => void;

export interface EngineThreadOptions {
  readonly config: Pick<EngineConfig, "deadlinesMs" | "logLevel" | "logFormat">;
  readonly sources: EngineThreadData["sources"];
  /** Fields of every log line of the engine; read when the thread starts. */
  readonly logFields: () => Readonly<Record<string, string>>;
  readonly log: LogEvent;
  /** Default: all lines go to stderr. */
  readonly writeLogLine?: LogLineWriter;
  /** Default: nothing is counted. */
  readonly metrics?: Metrics;
  /** The script of the thread. Default: that of this build. */
  readonly script?: URL;
  readonly limits?: EngineThreadLimits;
}

/** As in `SERVER_LIMITS`. */
export type EngineThreadLimits = Readonly<
  Record<"standstillLookMs" | "standstillLogMs" | "lostThreadMs" | "busyStackMs", number>
>;

interface Pending {
  /** Null for requests that are not tool calls. */
  readonly call: Call | null;
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly cancellations: SharedArrayBuffer;
  readonly watch: StandstillWatch;
  readonly closed: Promise<void>;
  isReady: boolean;
  /** Whether the current standstill has been logged. */
  isLogged: boolean;
}

/** Manages the engine's thread. Disposing it ends the thread. */
export class EngineThread implements CallingEngine, AsyncDisposable {
  private readonly options: EngineThreadOptions;
  private readonly limits: EngineThreadLimits;
  private readonly pending = new Map<CallId, Pending>();
  private thread: Thread | null = null;
  private lastId = 0;

  constructor(options: EngineThreadOptions) {
    this.options = options;
    this.limits = options.limits ?? SERVER_LIMITS;
  }

  async call(call: Call): Promise<ToolOutput<ToolName>> {
    const { signal, onProgress, ...copied } = call;
    const { id, thread, answer } = this.ask<ToolOutput<ToolName>>(call, (own) => ({
      kind: "call",
      id: own,
      call: copied,
      wantsProgress: onProgress !== undefined,
    }));
    const onAbort = (): void => cancel(thread, id);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      return await answer;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  /**
   * Starts the thread and loads the engine, so that the first call waits for neither. A failure is reported
   * by that call.
   */
  warmUp(): void {
    if (this.thread) return;
    this.thread = this.start();
    send(this.thread, { kind: "warm_up" });
  }

  problems(): Promise<readonly string[]> {
    return this.ask<readonly string[]>(null, (id) => ({ kind: "problems", id })).answer;
  }

  /** A session had a scope in another process. Comes before its next calls. Rejects as `call` does. */
  noteLostScope(session: string): Promise<void> {
    return this.ask<void>(null, (id) => ({ kind: "lost_scope", id, session })).answer;
  }

  /** Whether the engine works on a run. Rejects if its thread is lost. */
  isRunning(): Promise<boolean> {
    if (!this.thread) return Promise.resolve(false);
    return this.ask<boolean>(null, (id) => ({ kind: "is_running", id })).answer;
  }

  /** Ends the thread's runs, and closes what is open. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { thread } = this;
    if (!thread) return;
    send(thread, { kind: "close" });
    await thread.closed;
    await this.drop(thread);
  }

  private ask<Answer>(
    call: Call | null,
    message: (id: CallId) => ToEngine,
  ): { readonly id: CallId; readonly thread: Thread; readonly answer: Promise<Answer> } {
    const thread = (this.thread ??= this.start());
    const id = ++this.lastId;
    const answer = new Promise<Answer>((resolve, reject) =>
      this.pending.set(id, { call, resolve: resolve as Pending["resolve"], reject }),
    );
    send(thread, message(id));
    if (thread.isReady) thread.watch.begin();
    return { id, thread, answer };
  }

  private start(): Thread {
    const {
      config: { logLevel, logFormat },
      sources,
      logFields,
      metrics,
      // The build compiles the worker to `.js`; in the source tree it is a `.ts` file.
      script = new URL(`./engine-worker.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`, import.meta.url),
    } = this.options;
    const cancellations = sharedCancellations();
    const workerData: EngineThreadData = {
      sources,
      log: { logLevel, logFormat, fields: logFields() },
      countsMetrics: metrics !== undefined,
      cancellations,
    };
    // Whatever the thread prints must not get into the protocol's output, so its stdout is discarded.
    const worker = new Worker(script, { workerData, name: "engine", stdout: true, stderr: false });
    let close = (): void => undefined;
    const closed = new Promise<void>((resolve) => (close = resolve));
    const watch = new StandstillWatch({
      lookMs: this.limits.standstillLookMs,
      every,
      ping: () => send(thread, { kind: "ping" }),
      onStanding: (standingMs) => this.standsStill(thread, standingMs),
    });
    const thread: Thread = { worker, cancellations, watch, closed, isReady: false, isLogged: false };
    worker.stdout.resume();
    worker.on("message", (message: FromEngine) =>
      message.kind === "closed" ? close() : this.receive(thread, message),
    );
    worker.on("error", (error) =>
      this.lose(thread, error instanceof Error ? error : new Error(String(error))),
    );
    worker.on("exit", (code) => {
      close();
      this.lose(thread, new Error(`The engine's thread exited with code ${code}`));
    });
    return thread;
  }

  private receive(thread: Thread, message: Exclude<FromEngine, { kind: "closed" }>): void {
    thread.watch.hear();
    thread.isLogged = false;
    switch (message.kind) {
      case "ready":
        thread.isReady = true;
        return this.pending.size > 0 ? thread.watch.begin() : undefined;
      case "answer":
        return this.settle(thread, message.id, ({ resolve }) => resolve(message.answer as never));
      case "problems":
        return this.settle(thread, message.id, ({ resolve }) => resolve(message.problems as never));
      case "is_running":
        return this.settle(thread, message.id, ({ resolve }) => resolve(message.isRunning as never));
      case "noted":
        return this.settle(thread, message.id, ({ resolve }) => resolve(undefined as never));
      case "failed":
        return this.settle(thread, message.id, ({ reject }) => reject(new Error(message.error)));
      case "progress":
        return this.pending.get(message.id)?.call?.onProgress?.(...message.values);
      case "log":
        return this.options.writeLogLine
          ? this.options.writeLogLine(message.line, message.session)
          : void process.stderr.write(message.line);
      case "metrics":
        return this.options.metrics && count(this.options.metrics, message.events);
      case "pong":
        return;
    }
  }

  private settle(thread: Thread, id: CallId, how: (pending: Pending) => void): void {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    if (this.pending.size === 0) thread.watch.end();
    if (pending) how(pending);
  }

  /**
   * Logs what blocks the thread, answers calls whose deadline has passed, and abandons a thread that blocks
   * for far too long.
   */
  private standsStill(thread: Thread, standingMs: number): void {
    const { standstillLogMs, lostThreadMs } = this.limits;
    if (standingMs >= standstillLogMs && !thread.isLogged) {
      thread.isLogged = true;
      void this.logStandstill(thread, standingMs);
    }
    for (const [id, { call, resolve }] of this.pending) {
      const late = call && this.lateAnswer(call, standingMs);
      if (!late) continue;
      cancel(thread, id);
      this.settle(thread, id, () => resolve(late as never));
    }
    if (standingMs < lostThreadMs) return;
    this.options.log("error", "engine_thread_lost", { standingMs });
    this.lose(
      thread,
      new Error(`The engine's thread has not responded for ${Math.round(standingMs / 1_000)} s`),
    );
    void this.drop(thread);
  }

  /**
   * The answer for a call past its deadline; null before that. Runs, syncs and removals have no deadline:
   * they fail only when the thread is lost.
   */
  private lateAnswer({ tool, args }: Call, standingMs: number): ToolOutput<ToolName> | null {
    const setting = deadlineSetting(tool, args);
    if (setting === null) return null;
    const limitMs = this.options.config.deadlinesMs[setting];
    if (standingMs < limitMs) return null;
    return failure(
      tool,
      {
        code: "DEADLINE_REACHED",
        message:
          `The engine has been busy with one step for longer than the deadline of ${limitMs / 1_000} ` +
          `s (${setting})`,
      },
      standingMs,
    );
  }

  private async logStandstill(thread: Thread, standingMs: number): Promise<void> {
    const calls = [...this.pending.values()].flatMap(({ call }) =>
      call ? [`${call.tool} ${call.requestId}`] : [],
    );
    const { busyStackOf } = await import("./busy-stack.ts");
    const busy: BusyStack | null = await busyStackOf(thread.worker.threadId, this.limits.busyStackMs);
    this.options.log("warn", "engine_stands_still", {
      standingMs,
      ...busy?.call,
      calls,
      stack: busy?.frames ?? "not in JavaScript",
    });
  }

  /** Abandons a thread and fails its calls. Does nothing if the thread was lost before. */
  private lose(thread: Thread, error: Error): void {
    if (this.thread !== thread) return;
    this.thread = null;
    thread.watch.end();
    for (const [id, { reject }] of this.pending) {
      this.pending.delete(id);
      reject(error);
    }
  }

  private async drop(thread: Thread): Promise<void> {
    if (this.thread === thread) this.thread = null;
    thread.watch.end();
    await thread.worker.terminate();
  }
}

function send({ worker }: Thread, message: ToEngine): void {
  worker.postMessage(message);
}

function cancel(thread: Thread, id: CallId): void {
  noteCancelled(thread.cancellations, id);
  send(thread, { kind: "cancel", id });
}

function count(metrics: Metrics, events: readonly MetricEvent[]): void {
  // Each event has the values of its own method.
  for (const { method, values } of events) (metrics[method] as (...values: unknown[]) => void)(...values);
}

function every(delayMs: number, work: () => void): Disposable {
  const timer = setInterval(work, delayMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/**
 * Detects that a thread blocks its event loop. While calls are running, each check pings the thread. Time is
 * counted in checks, not read from a clock, so that a pause of the whole process does not count as a
 * standstill.
 */

interface StandstillOptions {
  /** Time between two checks. */
  readonly lookMs: number;
  readonly ping: () => void;
  /**
   * Called at each check of a thread that has not answered. @param standingMs least time since it last
   * answered
   */
  readonly onStanding: (standingMs: number) => void;
  /** Calls back repeatedly until it is disposed of. */
  readonly every: (delayMs: number, work: () => void) => Disposable;
}

/** Checks one thread between `begin` and `end`. */
export class StandstillWatch implements Disposable {
  private readonly options: StandstillOptions;
  private timer: Disposable | null = null;
  /** Checks since a ping that is still unanswered; null if none is. */
  private looks: number | null = null;

  constructor(options: StandstillOptions) {
    this.options = options;
  }

  /** Starts the checks, if they have not started yet. */
  begin(): void {
    this.timer ??= this.options.every(this.options.lookMs, () => this.look());
  }

  /** The thread has answered. */
  hear(): void {
    this.looks = null;
  }

  /** Stops the checks until `begin`. */
  end(): void {
    this.timer?.[Symbol.dispose]();
    this.timer = null;
    this.looks = null;
  }

  [Symbol.dispose](): void {
    this.end();
  }

  private look(): void {
    const { lookMs, ping, onStanding } = this.options;
    if (this.looks === null) {
      this.looks = 0;
      ping();
      return;
    }
    this.looks++;
    onStanding(this.looks * lookMs);
  }
}
