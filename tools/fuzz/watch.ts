/**
 * Runs a worker and watches it: an input that hangs or uses too much memory ends the worker, and becomes a
 * finding.
 */
import { Worker } from "node:worker_threads";
import type { Bundle } from "./bundle.ts";
import {
  type Finding,
  type FindingKind,
  SharedState,
  type WorkerMessage,
  type WorkerTask,
  newSharedState,
} from "./protocol.ts";

export interface WatchLimits {
  /**
   * Processor time for one input. Unlike wall-clock time, it does not depend on what else the machine does.
   */
  readonly inputCpuMs: number;
  /** Wall-clock time for one input, which may wait forever. */
  readonly inputMs: number;
  /** Heap of the worker. */
  readonly heapMb: number;
  /** Memory of the whole process, including buffers and WebAssembly. */
  readonly residentMb: number;
}

export const WATCH_LIMITS: WatchLimits = {
  inputCpuMs: 2_000,
  inputMs: 60_000,
  heapMb: 1_024,
  residentMb: 3_072,
};
const LOOK_MS = 200;
/** Between the request to stop and the end of the worker. */
const STOP_MS = 3_000;

export interface Watching {
  readonly bundle: Bundle;
  readonly task: Omit<WorkerTask, "shared" | "counters" | "words">;
  readonly onMessage: (message: WorkerMessage) => void;
  readonly limits?: WatchLimits;
  /** Asks the worker to stop. */
  readonly signal?: AbortSignal;
}

/** How a worker ended: by itself, on request, or at an input. */
export interface WatchResult {
  readonly end:
    | "done"
    | "stopped"
    | {
        readonly kind: Extract<FindingKind, "hang" | "memory">;
        readonly input: Uint8Array;
        readonly message: string;
      };
  readonly executions: number;
  readonly edges: number;
  readonly corpus: number;
}

/** Resolves when the worker has ended. Rejects if it fails outside of a target. */
export async function watch({
  bundle,
  task,
  onMessage,
  limits = WATCH_LIMITS,
  signal,
}: Watching): Promise<WatchResult> {
  const shared = newSharedState();
  const state = new SharedState(shared);
  const stop = (): void => state.set("isStopping", 1);
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  const workerData: WorkerTask = { ...task, counters: bundle.counters, words: bundle.words, shared };
  const worker = new Worker(bundle.path, {
    workerData,
    execArgv: ["--enable-source-maps"],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
  });
  const result = (end: WatchResult["end"]): WatchResult => ({
    end,
    executions: state.get("executions"),
    edges: state.get("edges"),
    corpus: state.get("corpus"),
  });
  return new Promise((resolve, reject) => {
    let stopMs = 0;
    let busy = { execution: -1, sinceMs: 0, sinceCpuMs: 0 };
    const settle = (end: WatchResult["end"]): void => {
      clearInterval(timer);
      signal?.removeEventListener("abort", stop);
      void worker.terminate().then(() => resolve(result(end)));
    };
    const look = (): void => {
      const nowMs = Date.now();
      if (signal?.aborted) {
        stopMs ||= nowMs;
        if (nowMs - stopMs > STOP_MS) return settle("stopped");
      }
      const execution = state.get("isRunning") === 1 ? state.get("executions") : -1;
      if (execution === -1 || execution !== busy.execution)
        busy = { execution, sinceMs: nowMs, sinceCpuMs: cpuMs() };
      else if (cpuMs() - busy.sinceCpuMs > limits.inputCpuMs)
        settle({
          kind: "hang",
          input: state.input(),
          message: `did not end within ${limits.inputCpuMs} ms of processor time`,
        });
      else if (nowMs - busy.sinceMs > limits.inputMs)
        settle({ kind: "hang", input: state.input(), message: `did not end within ${limits.inputMs} ms` });
      if (process.memoryUsage.rss() > limits.residentMb * 2 ** 20)
        settle({ kind: "memory", input: state.input(), message: `took more than ${limits.residentMb} MiB` });
    };
    const timer = setInterval(look, LOOK_MS);
    worker.on("message", (message: WorkerMessage) => {
      if (message.kind === "done") settle(signal?.aborted ? "stopped" : "done");
      else onMessage(message);
    });
    worker.on("error", (error: Error & { readonly code?: string }) => {
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY")
        return settle({
          kind: "memory",
          input: state.input(),
          message: `took more than ${limits.heapMb} MiB of heap`,
        });
      clearInterval(timer);
      reject(error);
    });
  });
}

/** Processor time of this process, in which little but the worker runs. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Runs each input once, in a separate worker. Returns the findings. */
export async function replay(
  bundle: Bundle,
  inputs: readonly Uint8Array[],
  limits: WatchLimits = WATCH_LIMITS,
): Promise<{ readonly findings: readonly Finding[]; readonly steps: readonly number[] }> {
  const findings: Finding[] = [];
  const steps: number[] = [];
  const onMessage = (message: WorkerMessage): void => {
    if (message.kind === "finding") findings.push(message.finding);
    if (message.kind === "replayed") steps.push(message.steps);
  };
  const { end } = await watch({
    bundle,
    task: { mode: "replay", inputs, seed: 0, maxRuns: null, deadlineMs: Infinity, knownKeys: [] },
    onMessage,
    limits,
  });
  if (typeof end === "object") findings.push({ ...end, key: end.kind });
  return { findings, steps };
}
