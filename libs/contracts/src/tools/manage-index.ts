import { type ManageAction } from "./core-inputs.ts";
import type { EnvelopeHead, Failure, Gated, PathEcho } from "../envelope.ts";
import type { Fingerprint } from "../fingerprint.ts";
import type { CallOf } from "./call-of.ts";
import type { CodebaseState, LanguageCount } from "./list-codebases.ts";

export interface ManageEcho extends PathEcho {
  readonly action: ManageAction;
}

export const RUN_PHASES = ["scanning", "indexing", "publishing"] as const;
export type RunPhase = (typeof RUN_PHASES)[number];

export interface RunProgress {
  readonly phase: RunPhase;
  /** @asType integer */
  readonly filesDone: number;
  /** Null until the scan has counted them. */
  readonly filesTotal: number | null;
  /** @asType integer */
  readonly chunks: number;
  /** 0 to 100; null until the scan has counted the files. */
  readonly pct: number | null;
  /** Estimated time left in milliseconds; null while unknown. */
  readonly etaMs: number | null;
}

/**
 * Why files are not in the index. `unparsable`: whatever looked into the file hung, crashed or ran out of
 * memory.
 */
export const SKIP_CAUSES = [
  "too_large",
  "binary",
  "encoding",
  "unparsable",
  "unreadable",
  "invalid_name",
  "special",
] as const;
export type SkipCause = (typeof SKIP_CAUSES)[number];

export interface SkippedCount {
  readonly cause: SkipCause;
  /** @asType integer */
  readonly files: number;
  /** Up to five of them, ascending. */
  readonly examples: readonly string[];
}

/**
 * Files, and folders as a whole, that the built-in names of secrets leave out; a `!pattern` in
 * `.satoriignore` brings one back. None are known of an index that asks to be rebuilt.
 */
export interface ExcludedSecrets {
  /** A folder counts as one. @asType integer */
  readonly count: number;
  /** Up to five of them, ascending; a folder has a `/` at its end. */
  readonly examples: readonly string[];
}

/** How this process learns of changes in the codebase's folder. */
export interface WatchFacts {
  /**
   * live: they are seen as they happen; starting: soon; refused: `reason` says why, and searches compare
   * index and disk by age; off: this process does not watch it.
   */
  readonly state: "off" | "starting" | "live" | "refused";
  /** Watched folders. @asType integer */
  readonly folders: number;
  readonly reason?: string;
}

/** Where the vectors of an index came from, of an embedder that is asked over the network. */
export interface EmbeddingFacts {
  /** Taken from the cache. @asType integer */
  readonly fromCache: number;
  /** Made by the embedder. @asType integer */
  readonly embedded: number;
  /** Made from the beginning of a text alone, since the embedder takes no longer ones. @asType integer */
  readonly truncated: number;
}

/** What `status` knows of a codebase. */
export interface IndexFacts {
  readonly state: CodebaseState;
  /** @asType integer */
  readonly files: number;
  /** @asType integer */
  readonly chunks: number;
  /** @asType integer */
  readonly symbols: number;
  /** Files descending, then language ascending. */
  readonly languages: readonly LanguageCount[];
  /** By cause, in the registry's order; causes without files are left out. */
  readonly skipped: readonly SkippedCount[];
  readonly secrets: ExcludedSecrets;
  /** Files that are in the index as plain text because their language's parser gave up. @asType integer */
  readonly degradedFiles: number;
  /** Up to five of them, ascending; absent where there are none. */
  readonly degradedExamples?: readonly string[];
  readonly fingerprint: Fingerprint | null;
  readonly merkleRoot: string | null;
  /** @asType integer */
  readonly sizeBytes: number;
  readonly lastIndexedAt: string | null;
  readonly lastSyncedAt: string | null;
  readonly customExtensions: readonly string[];
  readonly ignorePatterns: readonly string[];
  /** The process that writes the index now. */
  readonly lockOwner: { readonly pid: number; readonly since: string } | null;
  readonly watch: WatchFacts;
  /** Of the run that answers; null where its embedder is built in, or there is none. */
  readonly embedding: EmbeddingFacts | null;
  readonly lastFailure: {
    readonly runId: string;
    readonly code: string;
    readonly message: string;
    readonly at: string;
  } | null;
}

/** What a sync changed. */
export interface SyncStats {
  /** @asType integer */
  readonly added: number;
  /** @asType integer */
  readonly removed: number;
  /** @asType integer */
  readonly modified: number;
  readonly merkleRoot: string;
}

export interface Preflight {
  readonly outcome: "reindex_required" | "reindex_unnecessary_ignore_only" | "unknown" | "probe_failed";
  readonly confidence: "high" | "low";
  readonly probeFailed?: true;
}

/** Where the files of a codebase go for the first time. */
export interface UploadNotice {
  readonly provider: string;
  /** Host of the service. */
  readonly host: string;
  /** As many at most: what turns out to be binary is not sent. @asType integer */
  readonly files: number;
  readonly secrets: ExcludedSecrets;
}

export interface ManageHints {
  readonly status?: CallOf<"manage_index">;
  readonly create?: CallOf<"manage_index">;
  readonly reindex?: CallOf<"manage_index">;
  readonly sync?: CallOf<"manage_index">;
  readonly overrideReindex?: CallOf<"manage_index">;
  readonly preflight?: { readonly probeFailed?: true };
}

export interface ManageIndexOk extends EnvelopeHead<"manage_index">, ManageEcho {
  readonly status: "ok";
  readonly reason?: "preflight_unknown";
  readonly message: string;
  readonly hints?: ManageHints;
  readonly humanText: string;
  /** create and reindex: the run that was started; null when there was nothing to start. */
  readonly runId?: string | null;
  readonly preflight?: Preflight;
  readonly progress?: RunProgress;
  /** create and reindex, with `REMOTE_EMBEDDER_UPLOAD`: once for each codebase and service. */
  readonly upload?: UploadNotice;
  /** sync only. */
  readonly stats?: SyncStats;
  /** status, and the end of a run that was waited for. */
  readonly index?: IndexFacts;
}

export interface ManageIndexBlocked extends EnvelopeHead<"manage_index">, ManageEcho {
  readonly status: "blocked";
  readonly reason: "unnecessary_reindex_ignore_only";
  readonly message: string;
  /** What applies the change, and the same call again, insisting. */
  readonly hints: { readonly sync: CallOf<"manage_index">; readonly overrideReindex: CallOf<"manage_index"> };
  readonly humanText: string;
  readonly preflight: Preflight;
}

/** Gated answers of `manage_index` carry these besides. */
export interface ManageGatedExtra extends ManageEcho {
  readonly humanText: string;
  readonly progress?: RunProgress;
  readonly index?: IndexFacts;
}

export interface ManageIndexFailure extends Failure<"manage_index"> {
  readonly action?: ManageAction;
  readonly humanText?: string;
  readonly index?: IndexFacts;
}

/** @discriminator status */
export type ManageIndexOutput =
  | ManageIndexOk
  | ManageIndexBlocked
  | Gated<"manage_index", ManageGatedExtra>
  | ManageIndexFailure;
