/** One worker thread, seen from outside: it answers a batch, or it is lost at a file that can be named. */
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
   * A file of `ENGINE_LIMITS.slowFileBytes` that a worker has been at for this long is given up, a small one
   * sooner; default `ENGINE_LIMITS.fileTimeoutMs`.
   */
  readonly fileTimeoutMs?: number;
  /** Memory that the objects of a worker may take; default `ENGINE_LIMITS.workerHeapMb`. */
  readonly heapMb?: number;
  /** Tests only. */
  readonly faults?: readonly WorkerFault[];
}

/** A batch, and how it is to be prepared. */
export type Work = Omit<BatchRequest, "number">;

export type WorkerAnswer =
  | { readonly kind: "reply"; readonly reply: BatchReply }
  /** The worker died or hung at the file at position `at`, or, where that is null, before it got to any. */
  | { readonly kind: "lost"; readonly at: number | null; readonly cause: unknown }
  /** The worker was ended before it got to the batch, or whoever asked has given up. */
  | { readonly kind: "unreached" };

/** A batch that the worker is at, or will be at when it is done with those before. */
interface Asked {
  readonly number: number;
  readonly owner: object;
  readonly tasks: Work["tasks"];
  readonly answer: (answer: WorkerAnswer) => void;
}

/** How often a worker is looked at for progress. */
const LOOK_EVERY_MS = 500;
/** How long a worker may take to end by itself: a file takes some milliseconds. */
const GRACE_MS = 250;

/**
 * What a file gets of the time of a large one: even the smallest may be the first of its language, on a
 * machine that has much else to do.
 */
function shareOf(sizeBytes: number): number {
  return Math.min(1, LEAST_SHARE + sizeBytes / ENGINE_LIMITS.slowFileBytes);
}

const LEAST_SHARE = 0.3;

export class WorkerMember {
  private readonly worker: Worker;
  private readonly progress = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  private readonly fileTimeoutMs: number;
  /** In the order in which the worker gets to them. */
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
    // A worker may fail while nobody waits for it, or once more after it was given up. Unheard, that would
    // end the process.
    this.worker
      .on("error", (cause) => this.lose(cause))
      .on("exit", (code) => {
        this.hasEnded = true;
        this.lose(code);
      });
  }

  /** False when it has ended or is about to: it is no use asking it. */
  get isAlive(): boolean {
    return !this.hasEnded && this.ending === null;
  }

  /** Batches that it has not answered. */
  get load(): number {
    return this.asked.length;
  }

  /** Answered in the order of the calls. Never rejects. */
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
   * Answers the batches of an owner that gives up. A worker that is at one of them is ended: its file may
   * hang.
   */
  cancel(owner: object, cause: unknown): void {
    if (this.asked[0]?.owner === owner) return this.lose(cause);
    // They stay in the list: the worker does them in vain, as it does no harm to those of others.
    for (const asked of this.asked) if (asked.owner === owner) asked.answer({ kind: "unreached" });
  }

  /** @param answer of the batch that the worker is at */
  private answerFirst(answer: WorkerAnswer): void {
    const first = this.asked.shift();
    if (this.asked.length === 0) {
      this.stopWatching?.();
      this.stopWatching = null;
      // The process may end while this worker has nothing to do.
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

  /** Position of the file at hand; `NOT_STARTED` as well while the worker is still at what came before. */
  private placeIn({ number }: Asked): number {
    return Atomics.load(this.progress, AT_BATCH) === number
      ? Atomics.load(this.progress, AT_FILE)
      : NOT_STARTED;
  }

  /**
   * Gives the worker up when it stays at one file for too long. Time is counted in looks, not read from a
   * clock: while the whole process is stopped (Ctrl-Z, a laptop that sleeps) its workers stand still through
   * no fault of a file.
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
      // To start takes a while on a busy machine, whatever the files.
      const limitMs =
        at === NOT_STARTED
          ? Math.max(fileTimeoutMs, ENGINE_LIMITS.workerStartMs)
          : fileTimeoutMs * shareOf(first.tasks[at]?.sizeBytes ?? 0);
      if (quietMs >= limitMs) this.lose(new Error(`no progress for ${quietMs} ms`));
    };
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }

  /** Ends it behind the file at hand. Batches that it has not answered count as not reached. */
  end(): Promise<void> {
    while (this.asked.length > 0) this.answerFirst({ kind: "unreached" });
    this.ending ??= this.endThread();
    return this.ending;
  }

  /**
   * Lets the worker end by itself, and ends it if it does not. Node.js aborts the whole process when it ends
   * a thread in the moment in which that makes a compressor.
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
