/**
 * Controls the preloaded library, through a file that it has mapped into memory: `struct control` of
 * `inject.c`.
 */
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { constants } from "node:os";

/** Groups of system calls that are counted and failed, in the order of `enum kind`. */
export const CALL_KINDS = ["open", "read", "write", "sync", "truncate", "lock", "entry", "map"] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/** The result of a failed call; `short` processes half of the requested bytes. */
export type FaultError =
  | "EIO"
  | "ENOSPC"
  | "EINTR"
  | "EAGAIN"
  | "EACCES"
  | "EMFILE"
  | "ENOLCK"
  | "ENOMEM"
  | "ESTALE"
  | "short";

export interface Fault {
  readonly kind: CallKind;
  /** Number of the call that fails, among those of its kind, from 1. */
  readonly nth: number;
  readonly error: FaultError;
  /** Whether all later calls of the kind fail too. */
  readonly isLasting: boolean;
}

/** Number of calls by kind. */
export type CallCounts = Readonly<Record<CallKind, number>>;

export interface ArmOptions {
  /** Only calls on files in this folder count. */
  readonly folder: string;
  readonly fault: Fault | null;
  /** File where changes of the folder are logged; null for no log. */
  readonly log: string | null;
}

const FIELDS = ["armed", "kind", "nth", "error", "isShort", "isLasting", "hits", "isLogging"] as const;
const INT_BYTES = 4;
const COUNTS_AT = FIELDS.length * INT_BYTES;
const FOLDER_AT = COUNTS_AT + CALL_KINDS.length * INT_BYTES;
const PATH_BYTES = 1024;
export const CONTROL_BYTES = FOLDER_AT + 3 * PATH_BYTES;

export class FaultControl implements Disposable {
  private readonly file: number;

  /** @param path file of `CONTROL_BYTES`, the FAULTS_CONTROL of this process */
  constructor(path: string) {
    this.file = openSync(path, "r+");
  }

  /** Starts counting calls and injecting the fault. */
  arm({ folder, fault, log }: ArmOptions): void {
    const block = Buffer.alloc(CONTROL_BYTES);
    const put = (field: (typeof FIELDS)[number], value: number): void =>
      void block.writeInt32LE(value, FIELDS.indexOf(field) * INT_BYTES);
    put("armed", 1);
    put("kind", fault ? CALL_KINDS.indexOf(fault.kind) : -1);
    put("nth", fault?.nth ?? 0);
    put("error", fault && fault.error !== "short" ? constants.errno[fault.error] : 0);
    put("isShort", fault?.error === "short" ? 1 : 0);
    put("isLasting", fault?.isLasting ? 1 : 0);
    put("isLogging", log === null ? 0 : 1);
    block.write(folder, FOLDER_AT);
    block.write(log ?? "", FOLDER_AT + PATH_BYTES);
    writeSync(this.file, block, 0, block.length, 0);
  }

  /**
   * Stops counting, faults and the log. Returns the number of calls by kind, how many of them failed as
   * planned, and the file of the first failure.
   */
  disarm(): { readonly counts: CallCounts; readonly hits: number; readonly failed: string } {
    const block = Buffer.alloc(CONTROL_BYTES);
    readSync(this.file, block, 0, block.length, 0);
    const counts = CALL_KINDS.map(
      (kind, at) => [kind, block.readInt32LE(COUNTS_AT + at * INT_BYTES)] as const,
    );
    const hits = block.readInt32LE(FIELDS.indexOf("hits") * INT_BYTES);
    for (const field of ["armed", "isLogging"] as const)
      writeSync(this.file, Buffer.alloc(INT_BYTES), 0, INT_BYTES, FIELDS.indexOf(field) * INT_BYTES);
    const failed = block.toString("utf8", FOLDER_AT + 2 * PATH_BYTES).replace(/\0.*$/s, "");
    return { counts: Object.fromEntries(counts) as CallCounts, hits, failed };
  }

  [Symbol.dispose](): void {
    closeSync(this.file);
  }
}
