/** Threads that scan parts of trees. They stay for a while: to start one takes as long as to look at some 30,000 files. */
import { Worker } from "node:worker_threads";
import type { FolderManifest } from "../model/manifest.ts";
import type { FolderScan, PendingFolder, WalkInput } from "./walk.ts";

/** What a thread is given. */
export interface WalkPart extends Pick<WalkInput, "root" | "settings" | "trustsVerdicts" | "maxFileBytes" | "nowMs" | "readsAll"> {
  readonly folders: readonly Omit<PendingFolder, "scope">[];
  /** Of the folders and all below them. */
  readonly previous: readonly FolderManifest[];
}

/** What a thread gives back: of unchanged folders only the names, as the disk spells them. */
export interface WalkPartResult {
  readonly unchanged: readonly string[];
  readonly changed: readonly FolderScan[];
  readonly unreadable: readonly string[];
}

const NOTHING: WalkPartResult = { unchanged: [], changed: [], unreadable: [] };
const IDLE_MS = 60_000;

export class WalkThreads {
  /** With the timer that ends each. */
  private readonly idle = new Map<Worker, NodeJS.Timeout>();

  /**
   * @param script the built walk-worker
   * @param most how many stay, which is as many as one scan takes: where many codebases are scanned at a time, the threads of the
   * others end with their scans
   */
  constructor(private readonly script: URL, private readonly most: number, private readonly idleMs = IDLE_MS) {}

  /** Throws when the thread fails, or ends by itself; gives nothing once the signal says so. */
  async scan(part: WalkPart, signal: AbortSignal | undefined): Promise<WalkPartResult> {
    // Such a signal never says so again: nobody would end the thread.
    if (signal?.aborted) return NOTHING;
    const thread = this.take();
    const stop = (): void => void thread.terminate();
    let isDone = false;
    signal?.addEventListener("abort", stop, { once: true });
    try {
      const result = await ask(thread, part, signal);
      // One that was stopped may have answered before it ends.
      isDone = !signal?.aborted;
      return result;
    } finally {
      signal?.removeEventListener("abort", stop);
      if (isDone) this.keep(thread);
      else stop();
    }
  }

  private take(): Worker {
    const [idle] = this.idle.keys();
    if (!idle) return this.start();
    this.forget(idle);
    // It kept no process alive while it had nothing to do.
    idle.ref();
    return idle;
  }

  private start(): Worker {
    const thread = new Worker(this.script);
    // Told to whoever waits for it; with nothing to do, it is one less.
    return thread.on("error", () => undefined).on("exit", () => this.forget(thread));
  }

  private keep(thread: Worker): void {
    if (this.idle.size >= this.most) return void thread.terminate();
    thread.unref();
    const end = (): void => {
      // It takes a moment to end, in which nobody may be given it.
      this.forget(thread);
      void thread.terminate();
    };
    this.idle.set(thread, setTimeout(end, this.idleMs).unref());
  }

  private forget(thread: Worker): void {
    clearTimeout(this.idle.get(thread));
    this.idle.delete(thread);
  }
}

function ask(thread: Worker, part: WalkPart, signal: AbortSignal | undefined): Promise<WalkPartResult> {
  return new Promise((resolve, reject) => {
    const answered = (result: WalkPartResult): void => {
      thread.off("error", failed).off("exit", ended);
      resolve(result);
    };
    const failed = (error: unknown): void => reject(error as Error);
    // A thread that was stopped says nothing, and the caller looks at the signal. Taken for an answer, the silence of any
    // other would mean that its files are gone.
    const ended = (code: number): void => (signal?.aborted ? resolve(NOTHING) : reject(new Error(`A scanning thread ended with ${code}`)));
    thread.once("message", answered).once("error", failed).once("exit", ended).postMessage(part);
  });
}
