import type { EnvelopeHead, Failure } from "../envelope.ts";
import type { Fingerprint } from "../fingerprint.ts";
import type { EffectiveScope } from "../scope.ts";

/** State of a codebase in `list_codebases` and `manage_index status`. */
export type CodebaseState =
  | "not_found"
  | "indexing"
  | "indexed"
  | "sync_completed"
  | "indexfailed"
  | "requires_reindex";

export interface LanguageCount {
  readonly language: string;
  /** @asType integer */
  readonly files: number;
}

/** A commit of a codebase whose index is kept. */
export interface CodebaseVersion {
  /** Its id. */
  readonly commit: string;
  readonly state: CodebaseState;
  /**
   * As for a codebase; versions usually share an index file with it.
   * @asType integer
   */
  readonly sizeBytes: number;
  /** ISO 8601; null if unknown. */
  readonly lastUsedAt: string | null;
}

export interface CodebaseEntry {
  readonly path: string;
  readonly state: CodebaseState;
  /** @asType integer */
  readonly files: number;
  /** @asType integer */
  readonly chunks: number;
  /** Files descending, then language ascending. */
  readonly languages: readonly LanguageCount[];
  /** ISO 8601; null before the first complete run. */
  readonly lastIndexedAt: string | null;
  /**
   * Size of its index on this machine's disk; without what is in Milvus. Of an index file that several
   * codebases and versions share, an equal part. Absent in answers of older versions.
   * @asType integer
   */
  readonly sizeBytes?: number;
  readonly progressPct?: number | null;
  readonly fingerprint: Fingerprint | null;
  /** Why it is not ready, or that its folder is missing, was replaced or cannot be read. */
  readonly reason?: string;
  /** Commits whose indexes are kept, by `lastUsedAt` descending, then by id. Absent if there are none. */
  readonly versions?: readonly CodebaseVersion[];
}

export interface ListCodebasesOk extends EnvelopeHead<"list_codebases"> {
  readonly status: "ok";
  /** Buckets of entries, each by path ascending. */
  readonly codebases: {
    readonly ready: readonly CodebaseEntry[];
    readonly indexing: readonly CodebaseEntry[];
    readonly requiresReindex: readonly CodebaseEntry[];
    readonly failed: readonly CodebaseEntry[];
  };
  readonly humanText: string;
  /**
   * The folders that this server serves, resolved, in their configured order: codebases are inside them, and
   * only they and folders below them can be indexed. Absent if the server is not confined to folders.
   */
  readonly allowedRoots?: readonly string[];
  /** The session's filters, if any. */
  readonly sessionScope?: EffectiveScope;
}

/** @discriminator status */
export type ListCodebasesOutput = ListCodebasesOk | Failure<"list_codebases">;
