/**
 * Prepares files in worker threads. A file that hangs, crashes or exhausts its parser costs only that file: its worker is
 * replaced, the file is prepared again without a parser, and the rest of the batch goes on.
 */
import { availableParallelism } from "node:os";
import { EngineError, throwIfAborted } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import type { FileOutcome } from "../model/indexed-file.ts";
import type { FilePreparer, FileTask } from "./preparer.ts";
import { WorkerMember, type WorkerOptions } from "./worker-member.ts";
import type { BatchRequest } from "./worker-protocol.ts";

export interface WorkerPoolOptions extends WorkerOptions {
  /** Threads; default one a processor, at most eight. */
  readonly size?: number;
  /** A file that takes longer is given up. */
  readonly fileTimeoutMs?: number;
}

interface Job {
  readonly root: string;
  readonly tasks: readonly FileTask[];
  readonly signal: AbortSignal | undefined;
}

export class WorkerPool implements FilePreparer {
  private readonly options: WorkerPoolOptions;
  private readonly size: number;
  private readonly idle: WorkerMember[] = [];
  private readonly all = new Set<WorkerMember>();
  private free: number;
  private readonly waiting: (() => void)[] = [];
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(options: WorkerPoolOptions) {
    this.options = options;
    this.size = options.size ?? Math.min(availableParallelism(), ENGINE_LIMITS.maxWorkers);
    this.free = this.size;
  }

  async *prepare(root: string, tasks: readonly FileTask[], signal?: AbortSignal): AsyncGenerator<FileOutcome> {
    const batches = splitIntoBatches(tasks);
    const pending: Promise<FileOutcome[]>[] = [];
    let next = 0;
    try {
      for (let done = 0; done < batches.length; done++) {
        // As many batches again as there are workers may be ready or waiting, so that no worker waits for the writer.
        while (next < batches.length && next < done + this.size * 2) {
          const job: Job = { root, tasks: batches[next++] ?? [], signal };
          const promise = this.withPlace(() => this.run(job));
          // Reported when its turn comes; until then a failure must not count as unhandled.
          promise.catch(() => undefined);
          pending.push(promise);
        }
        yield* (await pending.shift()) ?? [];
        throwIfAborted(signal);
      }
    } finally {
      await Promise.allSettled(pending);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.idleTimer);
    this.idle.length = 0;
    await Promise.all([...this.all].map((member) => this.retire(member)));
  }

  /** Runs a batch to its end, however many workers that takes. */
  private async run({ root, tasks, signal }: Job): Promise<FileOutcome[]> {
    const outcomes: FileOutcome[] = [];
    let mode: BatchRequest["mode"] = "parsed";
    while (outcomes.length < tasks.length) {
      throwIfAborted(signal);
      const member = this.take();
      const asked = mode === "plain" ? tasks.slice(outcomes.length, outcomes.length + 1) : tasks.slice(outcomes.length);
      const answer = await member.ask({ root, tasks: asked, mode }, this.options.fileTimeoutMs ?? ENGINE_LIMITS.fileTimeoutMs, signal);
      if (answer.kind === "reply") {
        outcomes.push(...answer.reply.outcomes);
        if (answer.reply.isSpent) await this.retire(member);
        else this.park(member);
        mode = "parsed";
        continue;
      }
      await this.retire(member);
      throwIfAborted(signal);
      if (mode === "plain") throw new EngineError("INTERNAL", `Preparing ${asked[0]?.path ?? "a file"} failed even without a parser`, { cause: answer.cause });
      // What came before the culprit is done again: those outcomes died with the worker. Batches are small.
      if (answer.at > 0) outcomes.push(...(await this.run({ root, tasks: asked.slice(0, answer.at), signal })));
      mode = "plain";
    }
    return outcomes;
  }

  private take(): WorkerMember {
    const member = this.idle.pop() ?? new WorkerMember(this.options);
    this.all.add(member);
    return member;
  }

  /** Keeps a worker for the next batch; without one it ends after a while. */
  private park(member: WorkerMember): void {
    member.rest();
    this.idle.push(member);
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => void Promise.all(this.idle.splice(0).map((idle) => this.retire(idle))), ENGINE_LIMITS.idleWorkerMs).unref();
  }

  private async retire(member: WorkerMember): Promise<void> {
    this.all.delete(member);
    await member.end();
  }

  /** Holds one of the `size` places while a batch runs. */
  private async withPlace<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}

/** Small enough that a lost worker loses little, large enough that messages cost nothing. */
function splitIntoBatches(tasks: readonly FileTask[]): FileTask[][] {
  const batches: FileTask[][] = [];
  let current: FileTask[] = [];
  let bytes = 0;
  for (const task of tasks) {
    if (current.length > 0 && (current.length >= ENGINE_LIMITS.batchFiles || bytes + task.sizeBytes > ENGINE_LIMITS.batchBytes)) {
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
