/** What the pool and its workers say to each other. */
import type { FileOutcome } from "../model/indexed-file.ts";
import type { FileTask } from "./preparer.ts";

export interface WorkerSettings {
  /** One Int32: position in the batch of the file at hand. */
  readonly progress: SharedArrayBuffer;
  readonly maxFileBytes: number;
  /** A file larger than this leaves so large a parser heap behind that the worker is replaced. */
  readonly spentAfterBytes: number;
  /** Tests only: suffix of a file that takes the thread down when it is parsed, as a fault in a parser would. */
  readonly crashOn?: string;
  /** Tests only: suffix of a file whose parsing never ends. */
  readonly hangOn?: string;
}

export interface BatchRequest {
  readonly root: string;
  readonly tasks: readonly FileTask[];
  readonly mode: "parsed" | "plain";
}

export interface BatchReply {
  readonly outcomes: FileOutcome[];
  /** The worker should be replaced: a parser crashed in it, or its memory has grown for good. */
  isSpent: boolean;
}
