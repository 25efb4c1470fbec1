/** Entry of a worker thread: prepares batches of files and tells through shared memory which one it is at. */
import { parentPort, workerData } from "node:worker_threads";
import { parserMemoryBytes } from "@satori/sidecar";
import { AT_FILE, type BatchReply, type BatchRequest, END, HAS_TO_END, type WorkerFault, type WorkerSettings } from "./worker-protocol.ts";
import { prepareTask } from "./preparer.ts";

const port = parentPort;
if (!port) throw new Error("file-worker must run in a worker thread");
// Passed by the pool, which is the only one that starts this file.
const settings = workerData as WorkerSettings;
const progress = new Int32Array(settings.progress);

port.on("message", async (request: BatchRequest | typeof END) => {
  if (request === END) return port.close();
  const reply: BatchReply = { outcomes: [], isSpent: false };
  for (const [at, task] of request.tasks.entries()) {
    if (Atomics.load(progress, HAS_TO_END) === 1) return port.close();
    Atomics.store(progress, AT_FILE, at);
    for (const fault of settings.faults) if (task.path.endsWith(fault.suffix) && (fault.stage === "always" || request.mode === "parsed")) misbehave(fault.kind);
    const outcome = await prepareTask(request.root, task, settings.maxFileBytes, request.mode);
    if (outcome.kind === "indexed" && (outcome.isDegraded || parserMemoryBytes() > settings.maxParserBytes)) reply.isSpent = true;
    reply.outcomes.push(outcome);
  }
  port.postMessage(reply);
});

/** Does to this thread what a test asks for. */
function misbehave(kind: WorkerFault["kind"]): void {
  if (kind === "crash") process.exit(70);
  const kept: number[][] = [];
  for (;;) if (kind === "exhaust") kept.push(Array.from(new Float64Array(1_000_000)));
}
