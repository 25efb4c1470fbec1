/**
 * Entry point of a worker thread: runs batches of tasks and reports its current file through shared
 * memory.
 */
import { parentPort, workerData } from "node:worker_threads";
import { parserMemoryBytes } from "@satori/sidecar";
import {
  AT_BATCH,
  AT_FILE,
  type BatchReply,
  type BatchRequest,
  END,
  HAS_TO_END,
  NOT_STARTED,
  type WorkerFault,
  type WorkerSettings,
} from "./worker-protocol.ts";
import { runTask } from "./run-task.ts";

const port = parentPort;
if (!port) throw new Error("file-worker must run in a worker thread");
// Passed by the pool, the only code that starts this file.
const settings = workerData as WorkerSettings;
const progress = new Int32Array(settings.progress);

// Batches may be queued: one begins when the previous one is done.
let last: Promise<void> = Promise.resolve();
port.on("message", (request: BatchRequest | typeof END) => {
  if (request === END) port.close();
  else last = last.then(() => runBatch(request));
});

async function runBatch({ tasks, mode, number }: BatchRequest): Promise<void> {
  const reply: BatchReply = { outcomes: [], isSpent: false };
  Atomics.store(progress, AT_FILE, NOT_STARTED);
  Atomics.store(progress, AT_BATCH, number);
  for (const [at, task] of tasks.entries()) {
    if (Atomics.load(progress, HAS_TO_END) === 1) return port?.close();
    Atomics.store(progress, AT_FILE, at);
    for (const fault of settings.faults)
      if (task.path.endsWith(fault.suffix) && (fault.stage === "always" || mode === "parsed"))
        misbehave(fault.kind);
    const outcome = await runTask(task, settings.maxFileBytes, mode);
    if (
      "isDegraded" in outcome &&
      ((outcome.isDegraded && mode === "parsed") || parserMemoryBytes() > settings.maxParserBytes)
    )
      reply.isSpent = true;
    reply.outcomes.push(outcome);
  }
  port?.postMessage(reply);
}

/** Simulates a fault that a test requests. */
function misbehave(kind: WorkerFault["kind"]): void {
  if (kind === "crash") process.exit(70);
  const kept: number[][] = [];
  for (;;) if (kind === "exhaust") kept.push(Array.from(new Float64Array(1_000_000)));
}
