/** Messages between the pool and its workers. */
import type { ParseMode, WorkOutcome, WorkTask } from "./work-task.ts";

export interface WorkerSettings {
  /**
   * Three Int32: index of the current file in its batch, `NOT_STARTED` before the first; 1 if the worker has
   * to end; number of the batch.
   */
  readonly progress: SharedArrayBuffer;
  readonly maxFileBytes: number;
  /** A worker whose parser has taken more memory is replaced. */
  readonly maxParserBytes: number;
  /** Tests only. */
  readonly faults: readonly WorkerFault[];
}

export const NOT_STARTED = -1;
export const AT_FILE = 0;
export const HAS_TO_END = 1;
export const AT_BATCH = 2;
/** Wakes a worker that waits for a batch, so that it notices that it has to end. */
export const END = "end";

/** Tests only: simulates a fault of the parser on certain files. */
export interface WorkerFault {
  /** Suffix of the file's path. */
  readonly suffix: string;
  /** `crash` ends the thread, `hang` never returns, `exhaust` takes all its memory. */
  readonly kind: "crash" | "hang" | "exhaust";
  /** `parser`: the fault occurs only with a parser. */
  readonly stage: "parser" | "always";
}

export interface BatchRequest {
  /** Counts up from 1 in each worker. */
  readonly number: number;
  readonly tasks: readonly WorkTask[];
  readonly mode: ParseMode;
}

export interface BatchReply {
  /** One per task, of the task's kind. */
  readonly outcomes: WorkOutcome[];
  /** The worker should be replaced: a parser crashed in it, or its memory has grown and is never freed. */
  isSpent: boolean;
}
