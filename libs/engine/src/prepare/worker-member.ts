/** One worker thread, seen from the pool: it answers a batch, or it is lost at a known file. */
import { Worker } from "node:worker_threads";
import { ENGINE_LIMITS } from "../limits.ts";
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

export interface WorkerOptions {
  /** The built file-worker. */
  readonly script: URL;
  readonly maxFileBytes: number;
  /**
   * Time after which a worker is given up on a file of `ENGINE_LIMITS.slowFileBytes`; smaller files get less.
   * Default `ENGINE_LIMITS.fileTimeoutMs`.
   */
  readonly fileTimeoutMs?: number;
  /** Heap size of a worker; default `ENGINE_LIMITS.workerHeapMb`. */
  readonly heapMb?: number;
  /** Tests only. */
  readonly faults?: readonly WorkerFault[];
}

/** A batch and how to prepare it. */
export type Work = Omit<BatchRequest, "number">;

export type WorkerAnswer =
  | { readonly kind: "reply"; readonly reply: BatchReply }
  /** The worker died or hung at the file at index `at`, or, if that is null, before its first file. */
  | { readonly kind: "lost"; readonly at: number | null; readonly cause: unknown }
  /** The worker was ended before it reached the batch, or the run was cancelled. */
  | { readonly kind: "unreached" };

/** A batch that the worker is preparing or will prepare after the earlier ones. */
interface Asked {
  readonly number: number;
  readonly owner: object;
  readonly tasks: Work["tasks"];
  readonly answer: (answer: WorkerAnswer) => void;
}

/** Interval of the checks for progress. */
const LOOK_EVERY_MS = 500;
/** Time for a worker to end by itself: a file takes some milliseconds. */
const GRACE_MS = 250;

/**
 * The share of a large file's time limit that a file gets. Even the smallest file may be the first of its
 * language, on a busy machine.
 */
function shareOf(sizeBytes: number): number {
  return Math.min(1, LEAST_SHARE + sizeBytes / ENGINE_LIMITS.slowFileBytes);
}

const LEAST_SHARE = 0.3;

export class WorkerMember {
  private readonly worker: Worker;
  private readonly progress = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  private readonly fileTimeoutMs: number;
  /** In the order in which the worker prepares them. */
  private readonly asked: Asked[] = [];
  private lastNumber = 0;
  private stopWatching: (() => void) | null = null;
  private hasEnded = false;
  private ending: Promise<void> | null = null;

  constructor({
    script,
    maxFileBytes,
    fileTimeoutMs = ENGINE_LIMITS.fileTimeoutMs,
    heapMb = ENGINE_LIMITS.workerHeapMb,
    faults = [],
  }: WorkerOptions) {
    this.fileTimeoutMs = fileTimeoutMs;
    const settings: WorkerSettings = {
      progress: this.progress.buffer as SharedArrayBuffer,
      maxFileBytes,
      maxParserBytes: ENGINE_LIMITS.parserBytes,
      faults,
    };
    this.worker = new Worker(script, {
      workerData: settings,
      resourceLimits: {
        maxOldGenerationSizeMb: heapMb,
        maxYoungGenerationSizeMb: ENGINE_LIMITS.workerNewObjectsMb,
      },
    });
    this.worker.on("message", (reply: BatchReply) => this.answerFirst({ kind: "reply", reply }));
    // A worker may fail while nobody waits for it, or again after it was given up. Without a listener, that
    // would end the process.
    this.worker
      .on("error", (cause) => this.lose(cause))
      .on("exit", (code) => {
        this.hasEnded = true;
        this.lose(code);
      });
  }

  /** False if the worker has ended or is about to end, so that it takes no more work. */
  get isAlive(): boolean {
    return !this.hasEnded && this.ending === null;
  }

  /** Number of unanswered batches. */
  get load(): number {
    return this.asked.length;
  }

  /** Sends a batch to the worker. Batches are answered in the order of the calls. Never rejects. */
  ask(work: Work, owner: object): Promise<WorkerAnswer> {
    const number = ++this.lastNumber;
    this.worker.ref();
    return new Promise((answer) => {
      this.asked.push({ number, owner, tasks: work.tasks, answer });
      this.stopWatching ??= this.watch();
      this.worker.postMessage({ ...work, number } satisfies BatchRequest);
    });
  }

  /**
   * Answers the batches of an owner that gives up. If the worker is preparing one of them, it is ended, since
   * the file may hang.
   */
  cancel(owner: object, cause: unknown): void {
    if (this.asked[0]?.owner === owner) return this.lose(cause);
    // They stay in the list: the worker prepares them for nothing, which does not affect the other batches.
    for (const asked of this.asked) if (asked.owner === owner) asked.answer({ kind: "unreached" });
  }

  /** @param answer answer for the batch that the worker is preparing */
  private answerFirst(answer: WorkerAnswer): void {
    const first = this.asked.shift();
    if (this.asked.length === 0) {
      this.stopWatching?.();
      this.stopWatching = null;
      // An idle worker must not keep the process alive.
      this.worker.unref();
    }
    first?.answer(answer);
  }

  private lose(cause: unknown): void {
    const [first] = this.asked;
    if (!first) return;
    const at = this.placeIn(first);
    this.answerFirst({ kind: "lost", at: at === NOT_STARTED ? null : at, cause });
    void this.end();
  }

  /** Index of the current file; `NOT_STARTED` also while the worker is still preparing an earlier batch. */
  private placeIn({ number }: Asked): number {
    return Atomics.load(this.progress, AT_BATCH) === number
      ? Atomics.load(this.progress, AT_FILE)
      : NOT_STARTED;
  }

  /**
   * Gives the worker up if it stays at one file for too long. Counts checks instead of reading a clock: while
   * the whole process is stopped (Ctrl-Z, a sleeping laptop), its workers stand still through no fault of a
   * file.
   */
  private watch(): () => void {
    const { fileTimeoutMs } = this;
    const everyMs = Math.min(fileTimeoutMs, LOOK_EVERY_MS);
    let seen = "";
    let quietMs = 0;
    const look = (): void => {
      const [first] = this.asked;
      if (!first) return;
      const at = this.placeIn(first);
      const place = `${first.number} ${at}`;
      quietMs = place === seen ? quietMs + everyMs : 0;
      seen = place;
      // Starting takes a while on a busy machine, whatever the files.
      const limitMs =
        at === NOT_STARTED
          ? Math.max(fileTimeoutMs, ENGINE_LIMITS.workerStartMs)
          : fileTimeoutMs * shareOf(first.tasks[at]?.sizeBytes ?? 0);
      if (quietMs >= limitMs) this.lose(new Error(`no progress for ${quietMs} ms`));
    };
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }

  /** Ends the worker after its current file. Unanswered batches count as not reached. */
  end(): Promise<void> {
    while (this.asked.length > 0) this.answerFirst({ kind: "unreached" });
    this.ending ??= this.endThread();
    return this.ending;
  }

  /**
   * Lets the worker end by itself, and terminates it if it does not. Node.js aborts the whole process if it
   * terminates a thread at the moment when that thread creates a compressor.
   */
  private async endThread(): Promise<void> {
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
