/** What the pool and its workers say to each other. */
import type { FileOutcome } from "../model/indexed-file.ts";
import type { FileTask } from "./preparer.ts";

export interface WorkerSettings {
  /**
   * Three Int32: position in its batch of the file at hand, `NOT_STARTED` before the first; 1 where the
   * worker has to end; number of the batch.
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
/** Wakes a worker that waits for a batch, so that it sees that it has to end. */
export const END = "end";

/** Tests only: what some file does to the worker that prepares it, as a fault in a parser would. */
export interface WorkerFault {
  /** Of the file's path. */
  readonly suffix: string;
  /** `crash` ends the thread, `hang` never ends, `exhaust` takes all its memory. */
  readonly kind: "crash" | "hang" | "exhaust";
  /** `parser`: without a parser the file does no harm. */
  readonly stage: "parser" | "always";
}

export interface BatchRequest {
  /** Counts up from 1 in each worker. */
  readonly number: number;
  readonly root: string;
  readonly tasks: readonly FileTask[];
  readonly mode: "parsed" | "plain";
}

export interface BatchReply {
  readonly outcomes: FileOutcome[];
  /** The worker should be replaced: a parser crashed in it, or its memory has grown for good. */
  isSpent: boolean;
}
