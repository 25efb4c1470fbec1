/** The tasks of workers, and their outcomes: each kind of task has its own. */
import type { AnalyzedOutcome } from "../model/analyzed-file.ts";
import type { DeclaredOutcome } from "../model/declared-file.ts";
import type { FileOutcome } from "../model/indexed-file.ts";

/** Where the bytes of a file come from. */
export type FileSource =
  | {
      readonly kind: "disk";
      readonly root: string;
      /** The disk's spelling of the path, relative to the root; differs from it if names are not in NFC. */
      readonly diskPath: string;
    }
  /** Already read, from git. */
  | { readonly kind: "bytes"; readonly bytes: Uint8Array };

interface TaskFile {
  /** Path in the index, or in the version; it decides the language. */
  readonly path: string;
  /** Decides the batch and the time limit. */
  readonly sizeBytes: number;
}

/** Prepare a file for the index; the outcome is a `FileOutcome`. */
export interface IndexTask extends TaskFile {
  readonly kind: "index";
  readonly source: FileSource;
  /**
   * Hash of its known content; null or absent if unknown. A file that still has this content is not prepared.
   */
  readonly known?: { readonly hash: string } | null;
  /** Hashes of other contents that the store has versions of. They are not prepared either. */
  readonly stored?: readonly string[];
  /** Whether the outcome has `details`. Default false. */
  readonly wantsDetails?: boolean;
}

/** Read the symbols of a version, for the history of one of them; the outcome is an `AnalyzedOutcome`. */
export interface AnalyzeTask extends TaskFile {
  readonly kind: "analyze";
  readonly bytes: Uint8Array;
}

/** Read what a version declares, for a comparison; the outcome is a `DeclaredOutcome`. */
export interface DeclareTask extends TaskFile {
  readonly kind: "declare";
  readonly bytes: Uint8Array;
  /** Other files of the same version that decide what is public (`VisibilityRule.companions`). */
  readonly companions: readonly { readonly path: string; readonly bytes: Uint8Array }[];
}

export type WorkTask = IndexTask | AnalyzeTask | DeclareTask;
export type WorkOutcome = FileOutcome | AnalyzedOutcome | DeclaredOutcome;

/** `plain` skips the parser, for files that crashed it before. */
export type ParseMode = "parsed" | "plain";
