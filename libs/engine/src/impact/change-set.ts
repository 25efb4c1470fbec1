/** What a change changes: files in both versions, and how these versions differ from the index. */
import type { ImpactSource, UncomparedFile } from "@satori/contracts";
import type { CallContext } from "../engine-context.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import type { ScopeFolder } from "../scope/scope-folder.ts";

/** Where a change is read from: `base`, `head` and `diff` are as in `ChangeImpactInput`. */
export interface ChangeRequest {
  /** `files` has only changes in its folder; `base` and `head` have those of the whole codebase. */
  readonly place: Pick<ScopeFolder, "effectiveRoot" | "folder" | "settings">;
  readonly base?: string | undefined;
  readonly head?: string | undefined;
  readonly diff?: string | undefined;
}

/** What reading a change needs of a call. */
export type ChangeCall = Pick<CallContext, "deadline" | "signal">;

/** The content of a file in one version. */
export interface FileContent {
  /** Relative to the root of the codebase. */
  readonly path: string;
  readonly bytes: Buffer;
}

/** A file in both versions of a change; null where a version does not have it. */
export interface FileInBoth {
  readonly base: FileContent | null;
  readonly head: FileContent | null;
}

/**
 * Files in which a version of the codebase differs from the index of the files on disk, by path; null for a
 * file that the version does not have. May include files that are equal after all.
 */
export type DifferentFiles = ReadonlyMap<string, FileContent | null>;

/** A change, with everything that has to be read of it. */
export interface ChangeSet {
  readonly source: ImpactSource;
  /** Id of the commit before the change; null for diffs, and if there is no commit yet. */
  readonly baseCommit: string | null;
  /** Id of the commit after the change; null for files on disk, and for diffs. */
  readonly headCommit: string | null;
  /** Changed files that may have declarations; ascending by the path in the head, else in the base. */
  readonly files: readonly FileInBoth[];
  /** Number of changed files in other languages. */
  readonly withoutSymbols: number;
  /** Changed files that are not compared; ascending. */
  readonly uncompared: readonly UncomparedFile[];
  /** Changed files with a conflict of a merge, which are read as they are on disk; ascending. */
  readonly unmerged: readonly string[];
  readonly base: DifferentFiles;
  readonly head: DifferentFiles;
  /**
   * Whether `base` and `head` have all differences. Those of a version that differs in more than
   * `ENGINE_LIMITS.differentFiles`, or could not be listed, are only the changed files.
   */
  readonly isComplete: { readonly base: boolean; readonly head: boolean };
}

/** Bytes of one read of a change; the rest is left out. */
export class ByteBudget {
  #remaining: number;

  constructor(bytes: number = ENGINE_LIMITS.changedBytes) {
    this.#remaining = bytes;
  }

  /** Whether there was room for it. */
  take(bytes: number): boolean {
    if (bytes > this.#remaining) return false;
    this.#remaining -= bytes;
    return true;
  }
}
