/** One worker thread, seen from outside: it answers a batch, or it is lost at a file that can be named. */
import { Worker } from "node:worker_threads";
import { ENGINE_LIMITS } from "../limits.ts";
import type { BatchReply, BatchRequest, WorkerSettings } from "./worker-protocol.ts";

export interface WorkerOptions {
  /** The built file-worker. */
  readonly script: URL;
  readonly maxFileBytes: number;
  /** Tests only: see `WorkerSettings`. */
  readonly crashOn?: string;
  readonly hangOn?: string;
}

export type WorkerAnswer =
  | { readonly kind: "reply"; readonly reply: BatchReply }
  /** The worker died or hung at the file at position `at`; it has to be ended. */
  | { readonly kind: "lost"; readonly at: number; readonly cause: unknown };

/** How often a worker is looked at for progress. */
const LOOK_EVERY_MS = 500;

export class WorkerMember {
  private readonly worker: Worker;
  private readonly progress: Int32Array;

  constructor({ script, maxFileBytes, crashOn, hangOn }: WorkerOptions) {
    const shared = new SharedArrayBuffer(4);
    this.progress = new Int32Array(shared);
    const settings: WorkerSettings = {
      progress: shared, maxFileBytes, spentAfterBytes: ENGINE_LIMITS.spentAfterBytes,
      ...(crashOn === undefined ? {} : { crashOn }), ...(hangOn === undefined ? {} : { hangOn }),
    };
    this.worker = new Worker(script, { workerData: settings, resourceLimits: { maxOldGenerationSizeMb: ENGINE_LIMITS.workerHeapMb } });
  }

  /** Never rejects. An aborted signal counts as a loss. */
  ask(request: BatchRequest, fileTimeoutMs: number, signal: AbortSignal | undefined): Promise<WorkerAnswer> {
    const { worker, progress } = this;
    worker.ref();
    return new Promise((resolve) => {
      let seenAt = 0;
      let seenSinceMs = Date.now();
      const finish = (answer: WorkerAnswer): void => {
        clearInterval(timer);
        worker.off("message", onMessage).off("error", onLost).off("exit", onLost);
        signal?.removeEventListener("abort", onAbort);
        resolve(answer);
      };
      const onMessage = (reply: BatchReply): void => finish({ kind: "reply", reply });
      const onLost = (cause: unknown): void => finish({ kind: "lost", at: Atomics.load(progress, 0), cause });
      const onAbort = (): void => onLost(signal?.reason);
      const look = (): void => {
        const at = Atomics.load(progress, 0);
        if (at !== seenAt) [seenAt, seenSinceMs] = [at, Date.now()];
        else if (Date.now() - seenSinceMs > fileTimeoutMs) onLost(new Error(`no progress for ${fileTimeoutMs} ms`));
      };
      const timer = setInterval(look, Math.min(fileTimeoutMs, LOOK_EVERY_MS));
      Atomics.store(progress, 0, 0);
      worker.on("message", onMessage).on("error", onLost).on("exit", onLost);
      signal?.addEventListener("abort", onAbort, { once: true });
      worker.postMessage(request);
    });
  }

  /** Lets the process end while this worker has nothing to do. */
  rest(): void {
    this.worker.unref();
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}
