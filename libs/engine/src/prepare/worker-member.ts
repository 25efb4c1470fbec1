/** One worker thread, seen from outside: it answers a batch, or it is lost at a file that can be named. */
import { Worker } from "node:worker_threads";
import { ENGINE_LIMITS } from "../limits.ts";
import { AT_FILE, type BatchReply, type BatchRequest, END, HAS_TO_END, NOT_STARTED, type WorkerFault, type WorkerSettings } from "./worker-protocol.ts";

export interface WorkerOptions {
  /** The built file-worker. */
  readonly script: URL;
  readonly maxFileBytes: number;
  /** A file that a worker has been at for this long is given up; default `ENGINE_LIMITS.fileTimeoutMs`. */
  readonly fileTimeoutMs?: number;
  /** Memory that the objects of a worker may take; default `ENGINE_LIMITS.workerHeapMb`. */
  readonly heapMb?: number;
  /** Tests only. */
  readonly faults?: readonly WorkerFault[];
}

export type WorkerAnswer =
  | { readonly kind: "reply"; readonly reply: BatchReply }
  /** The worker died or hung at the file at position `at`, or, where that is null, before it got to any; it has to be ended. */
  | { readonly kind: "lost"; readonly at: number | null; readonly cause: unknown };

/** How often a worker is looked at for progress. */
const LOOK_EVERY_MS = 500;
/** How long a worker may take to end by itself: a file takes some milliseconds. */
const GRACE_MS = 250;

export class WorkerMember {
  private readonly worker: Worker;
  private readonly progress: Int32Array;
  private readonly fileTimeoutMs: number;
  private hasEnded = false;

  constructor({ script, maxFileBytes, fileTimeoutMs = ENGINE_LIMITS.fileTimeoutMs, heapMb = ENGINE_LIMITS.workerHeapMb, faults = [] }: WorkerOptions) {
    const shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
    this.progress = new Int32Array(shared);
    this.fileTimeoutMs = fileTimeoutMs;
    const settings: WorkerSettings = { progress: shared, maxFileBytes, maxParserBytes: ENGINE_LIMITS.parserBytes, faults };
    this.worker = new Worker(script, { workerData: settings, resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: ENGINE_LIMITS.workerNewObjectsMb } });
    // A worker may fail while nobody waits for it, or once more after it was given up. Unheard, that would end the process.
    this.worker.on("error", () => undefined).on("exit", () => (this.hasEnded = true));
  }

  /** False when it died without work: it is no use asking it. */
  get isAlive(): boolean {
    return !this.hasEnded;
  }

  /** Never rejects. An aborted signal counts as a loss. */
  ask(request: BatchRequest, signal: AbortSignal | undefined): Promise<WorkerAnswer> {
    const { worker, progress } = this;
    worker.ref();
    return new Promise((resolve) => {
      const stopWatching = this.watch((cause) => onLost(cause));
      const finish = (answer: WorkerAnswer): void => {
        stopWatching();
        worker.off("message", onMessage).off("error", onLost).off("exit", onLost);
        signal?.removeEventListener("abort", onAbort);
        resolve(answer);
      };
      const onMessage = (reply: BatchReply): void => finish({ kind: "reply", reply });
      const onLost = (cause: unknown): void => {
        const at = Atomics.load(progress, AT_FILE);
        finish({ kind: "lost", at: at === NOT_STARTED ? null : at, cause });
      };
      const onAbort = (): void => onLost(signal?.reason);
      worker.on("message", onMessage).on("error", onLost).on("exit", onLost);
      signal?.addEventListener("abort", onAbort, { once: true });
      worker.postMessage(request);
    });
  }

  /**
   * Calls `onHung` when the worker stays at one file for too long. Time is counted in looks, not read from a clock: while the
   * whole process is stopped (Ctrl-Z, a laptop that sleeps) its workers stand still through no fault of a file.
   */
  private watch(onHung: (cause: Error) => void): () => void {
    const { progress, fileTimeoutMs } = this;
    const everyMs = Math.min(fileTimeoutMs, LOOK_EVERY_MS);
    Atomics.store(progress, AT_FILE, NOT_STARTED);
    let seenAt = NOT_STARTED;
    let quietMs = 0;
    const look = (): void => {
      const at = Atomics.load(progress, AT_FILE);
      quietMs = at === seenAt ? quietMs + everyMs : 0;
      seenAt = at;
      // To start takes a while on a busy machine, whatever the files.
      const limitMs = at === NOT_STARTED ? Math.max(fileTimeoutMs, ENGINE_LIMITS.workerStartMs) : fileTimeoutMs;
      if (quietMs >= limitMs) onHung(new Error(`no progress for ${quietMs} ms`));
    };
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }

  /** Lets the process end while this worker has nothing to do. */
  rest(): void {
    this.worker.unref();
  }

  /**
   * Lets the worker end by itself behind the file at hand, and ends it if it does not. Node.js aborts the whole process when it
   * ends a thread in the moment in which that makes a compressor.
   */
  async end(): Promise<void> {
    if (this.hasEnded) return;
    Atomics.store(this.progress, HAS_TO_END, 1);
    this.worker.ref();
    let stopWaiting: () => void = () => undefined;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, GRACE_MS);
      stopWaiting = () => clearTimeout(timer);
      this.worker.once("exit", resolve);
      this.worker.postMessage(END);
    });
    stopWaiting();
    await this.worker.terminate();
  }
}
