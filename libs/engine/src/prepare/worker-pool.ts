/**
 * Prepares files in worker threads. A file that hangs, crashes or exhausts its worker costs only that file: the worker is
 * replaced, the file is prepared again without a parser, or left out if that ends no better, and the rest of the batch goes on.
 */
import { availableParallelism } from "node:os";
import { EngineError, throwIfAborted } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import type { FileOutcome } from "../model/indexed-file.ts";
import { Slots } from "../slots.ts";
import { patientCompiler } from "./patient-compiler.ts";
import type { FilePreparer, FileTask } from "./preparer.ts";
import { type WorkerAnswer, WorkerMember, type WorkerOptions } from "./worker-member.ts";
import type { BatchRequest } from "./worker-protocol.ts";

export interface WorkerPoolOptions extends WorkerOptions {
  /** Threads; default one a processor, at most eight. */
  readonly size?: number;
}

/** Of a worker that has looked at a file. */
type ReachedAnswer = Extract<WorkerAnswer, { kind: "reply" }> | { readonly kind: "lost"; readonly at: number };

/** Workers in a row that end before they have looked at a file: then it is not a file that ends them. */
const MAX_FAILED_STARTS = 3;

/** A run of some seconds, rather than a sync. */
const MANY_FILES = 200;

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
  /** For batches that are under way, over all runs. */
  private readonly slots: Slots;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(options: WorkerPoolOptions) {
    this.options = options;
    this.size = options.size ?? Math.min(availableParallelism(), ENGINE_LIMITS.maxWorkers);
    this.slots = new Slots(this.size);
  }

  async *prepare(root: string, tasks: readonly FileTask[], signal?: AbortSignal): AsyncGenerator<FileOutcome> {
    using _ = tasks.length < MANY_FILES ? null : patientCompiler();
    const batches = splitIntoBatches(tasks);
    const pending: Promise<FileOutcome[]>[] = [];
    let next = 0;
    try {
      for (let done = 0; done < batches.length; done++) {
        // As many batches again as there are workers may be ready or waiting, so that no worker waits for the writer.
        while (next < batches.length && next < done + this.size * 2) {
          const job: Job = { root, tasks: batches[next++] ?? [], signal };
          const promise = this.slots.run(() => this.run(job));
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
    while (outcomes.length < tasks.length) {
      const rest = tasks.slice(outcomes.length);
      const answer = await this.ask({ root, tasks: rest, mode: "parsed" }, signal);
      if (answer.kind === "reply") return [...outcomes, ...answer.reply.outcomes];
      // What came before the culprit is done again: those outcomes died with the worker. Batches are small.
      if (answer.at > 0) outcomes.push(...(await this.run({ root, tasks: rest.slice(0, answer.at), signal })));
      outcomes.push(await this.prepareWithoutParser(root, rest[answer.at] as FileTask, signal));
    }
    return outcomes;
  }

  private async prepareWithoutParser(root: string, task: FileTask, signal: AbortSignal | undefined): Promise<FileOutcome> {
    const answer = await this.ask({ root, tasks: [task], mode: "plain" }, signal);
    const outcome = answer.kind === "reply" ? answer.reply.outcomes[0] : undefined;
    return outcome ?? { kind: "skipped", path: task.path, cause: "unparsable", hash: "" };
  }

  /** The answer of the first worker that gets to the files. Throws `CANCELLED`, and `INTERNAL` when none does. */
  private async ask(request: BatchRequest, signal: AbortSignal | undefined): Promise<ReachedAnswer> {
    for (let failedStarts = 1; ; failedStarts++) {
      throwIfAborted(signal);
      const member = this.take();
      const answer = await member.ask(request, signal);
      if (answer.kind === "reply" && !answer.reply.isSpent) this.park(member);
      else await this.retire(member);
      if (answer.kind === "reply") return answer;
      throwIfAborted(signal);
      if (answer.at !== null) return { ...answer, at: answer.at };
      if (failedStarts === MAX_FAILED_STARTS) throw new EngineError("INTERNAL", "Worker threads cannot be started", { cause: answer.cause });
    }
  }

  private take(): WorkerMember {
    for (let idle = this.idle.pop(); idle; idle = this.idle.pop()) {
      if (idle.isAlive) return idle;
      this.all.delete(idle);
    }
    const member = new WorkerMember(this.options);
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
