/**
 * Runs tasks in worker threads. A file that hangs, crashes or exhausts its worker affects only itself: the
 * worker is replaced, the file is tried again without a parser, or skipped if that fails too, and the rest of
 * the batch continues.
 */
import { availableParallelism } from "node:os";
import { EngineError, throwIfAborted } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import type { DeclaredOutcome } from "../model/declared-file.ts";
import type { FileOutcome } from "../model/indexed-file.ts";
import { Semaphore } from "../semaphore.ts";
import type { AnalyzedOutcome } from "../model/analyzed-file.ts";
import type { FileDeclarer, FilePreparer, VersionAnalyzer } from "./preparer.ts";
import type { AnalyzeTask, DeclareTask, IndexTask, WorkOutcome, WorkTask } from "./work-task.ts";
import { type Work, type WorkerAnswer, WorkerMember, type WorkerOptions } from "./worker-member.ts";

export interface WorkerPoolOptions extends WorkerOptions {
  /** Number of threads; default: one per processor, at most four. */
  readonly size?: number;
}

/** Answer of a worker that has started a file. */
type ReachedAnswer =
  | Extract<WorkerAnswer, { kind: "reply" }>
  | { readonly kind: "lost"; readonly at: number };

/** Consecutive workers that end before their first file. Beyond this, the cause is not a file. */
const MAX_FAILED_STARTS = 3;

/**
 * Batches per worker. With some in its queue, a worker does not wait while the main thread embeds and writes.
 */
const BATCHES_A_WORKER = 3;

/** One call of the pool. Workers use it to identify the owner of a batch. */
interface Run {
  /** Number of threads that its files are worth. */
  readonly workers: number;
  /** Aborts when nobody needs its files any more. */
  readonly signal: AbortSignal;
}

export class WorkerPool implements FilePreparer, VersionAnalyzer, FileDeclarer {
  private readonly options: WorkerPoolOptions;
  private readonly size: number;
  private readonly members = new Set<WorkerMember>();
  /** Limits the batches in the workers' queues, over all runs. */
  private readonly slots: Semaphore;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(options: WorkerPoolOptions) {
    this.options = options;
    this.size = options.size ?? Math.min(availableParallelism(), ENGINE_LIMITS.maxWorkers);
    this.slots = new Semaphore(this.size * BATCHES_A_WORKER);
  }

  // Workers answer each task with an outcome of its kind.

  prepare(tasks: readonly IndexTask[], signal?: AbortSignal): AsyncGenerator<FileOutcome> {
    return this.work(tasks, signal) as AsyncGenerator<FileOutcome>;
  }

  analyze(tasks: readonly AnalyzeTask[], signal?: AbortSignal): AsyncGenerator<AnalyzedOutcome> {
    return this.work(tasks, signal) as AsyncGenerator<AnalyzedOutcome>;
  }

  declare(tasks: readonly DeclareTask[], signal?: AbortSignal): AsyncGenerator<DeclaredOutcome> {
    return this.work(tasks, signal) as AsyncGenerator<DeclaredOutcome>;
  }

  private async *work(tasks: readonly WorkTask[], signal?: AbortSignal): AsyncGenerator<WorkOutcome> {
    const end = new AbortController();
    const run: Run = { workers: this.worthOf(tasks), signal: end.signal };
    end.signal.addEventListener(
      "abort",
      () => {
        for (const member of this.members) member.cancel(run, end.signal.reason);
      },
      { once: true },
    );
    const onAbort = (): void => end.abort(signal?.reason);
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    const batches = splitIntoBatches(tasks);
    const pending: Promise<WorkOutcome[]>[] = [];
    let next = 0;
    try {
      for (let done = 0; done < batches.length; done++) {
        while (next < batches.length && next < done + run.workers * BATCHES_A_WORKER) {
          const batch = batches[next++] ?? [];
          const promise = this.slots.run(() => this.runBatch(batch, run));
          // Reported when its turn comes. Until then, a failure must not count as an unhandled rejection.
          promise.catch(() => undefined);
          pending.push(promise);
        }
        yield* (await pending.shift()) ?? [];
        throwIfAborted(signal);
      }
    } finally {
      // A consumer that stops early, for example because of a full disk, does not wait for a hanging file.
      if (pending.length > 0) end.abort(new Error("the results are no longer needed"));
      await Promise.allSettled(pending);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.idleTimer);
    await Promise.all([...this.members].map((member) => this.retire(member)));
  }

  /** Runs a batch completely, with as many workers as that takes. */
  private async runBatch(tasks: readonly WorkTask[], run: Run): Promise<WorkOutcome[]> {
    const outcomes: WorkOutcome[] = [];
    while (outcomes.length < tasks.length) {
      const rest = tasks.slice(outcomes.length);
      const answer = await this.ask({ tasks: rest, mode: "parsed" }, run);
      if (answer.kind === "reply") return [...outcomes, ...answer.reply.outcomes];
      // The files before the culprit are prepared again, since their outcomes died with the worker. Batches
      // are small.
      if (answer.at > 0) outcomes.push(...(await this.runBatch(rest.slice(0, answer.at), run)));
      outcomes.push(await this.runWithoutParser(rest[answer.at] as WorkTask, run));
    }
    return outcomes;
  }

  private async runWithoutParser(task: WorkTask, run: Run): Promise<WorkOutcome> {
    const answer = await this.ask({ tasks: [task], mode: "plain" }, run);
    const outcome = answer.kind === "reply" ? answer.reply.outcomes[0] : undefined;
    return outcome ?? { kind: "skipped", path: task.path, cause: "unparsable", hash: "" };
  }

  /**
   * The answer of the first worker that starts the files. Throws `CANCELLED`, and `INTERNAL` if no worker can
   * be started.
   */
  private async ask(work: Work, run: Run): Promise<ReachedAnswer> {
    for (let failedStarts = 0; ;) {
      throwIfAborted(run.signal);
      const member = this.take(run.workers);
      const answer = await member.ask(work, run);
      if (answer.kind === "reply") {
        this.release(member, answer.reply.isSpent);
        return answer;
      }
      if (!member.isAlive) await this.retire(member);
      throwIfAborted(run.signal);
      // Another file took the worker down.
      if (answer.kind === "unreached") continue;
      if (answer.at !== null) return { ...answer, at: answer.at };
      if (++failedStarts === MAX_FAILED_STARTS)
        throw new EngineError("INTERNAL", "Worker threads cannot be started", { cause: answer.cause });
    }
  }

  private worthOf(tasks: readonly WorkTask[]): number {
    const bytes = tasks.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return Math.max(1, Math.min(this.size, Math.ceil(bytes / ENGINE_LIMITS.workerBytes)));
  }

  /**
   * An idle worker; else a new one, if there are fewer than the files are worth; else the one with the least
   * work.
   */
  private take(workers: number): WorkerMember {
    let least: WorkerMember | undefined;
    for (const member of this.members) {
      if (!member.isAlive) this.members.delete(member);
      else if (!least || member.load < least.load) least = member;
    }
    if (least && (least.load === 0 || this.members.size >= workers)) return least;
    const member = new WorkerMember(this.options);
    this.members.add(member);
    return member;
  }

  /**
   * Keeps a worker for the next batch; idle workers end after a while. A spent worker ends, and its remaining
   * batches go to others.
   */
  private release(member: WorkerMember, isSpent: boolean): void {
    if (isSpent) void this.retire(member);
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(
      () =>
        void Promise.all([...this.members].filter(({ load }) => load === 0).map((idle) => this.retire(idle))),
      ENGINE_LIMITS.idleWorkerMs,
    ).unref();
  }

  private async retire(member: WorkerMember): Promise<void> {
    this.members.delete(member);
    await member.end();
  }
}

/** Batches are small enough that a lost worker loses little, and large enough that messages cost nothing. */
function splitIntoBatches(tasks: readonly WorkTask[]): WorkTask[][] {
  const batches: WorkTask[][] = [];
  let current: WorkTask[] = [];
  let bytes = 0;
  for (const task of tasks) {
    if (
      current.length > 0 &&
      (current.length >= ENGINE_LIMITS.batchFiles || bytes + task.sizeBytes > ENGINE_LIMITS.batchBytes)
    ) {
      batches.push(current);
      current = [];
      bytes = 0;
    }
    current.push(task);
    bytes += task.sizeBytes;
  }
  if (current.length > 0) batches.push(current);
  return batches;
}
