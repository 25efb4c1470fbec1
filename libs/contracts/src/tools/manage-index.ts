import { type ManageAction } from "./core-inputs.ts";
import type { EnvelopeHead, Failure, Gated, VersionEcho } from "../envelope.ts";
import type { Fingerprint } from "../fingerprint.ts";
import type { CallOf } from "./call-of.ts";
import type { CodebaseState, LanguageCount } from "./list-codebases.ts";

export interface ManageEcho extends VersionEcho {
  readonly action: ManageAction;
}

/**
 * In this order. With `SATORI_FIRST_READS=staged`, `publishing` makes the words searchable first, then
 * `embedding` computes vectors; otherwise vectors are part of `indexing`.
 */
export const RUN_PHASES = ["scanning", "indexing", "publishing", "embedding"] as const;
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
  /** Estimated remaining time in milliseconds; null while unknown. */
  readonly etaMs: number | null;
}

/**
 * Why files are not in the index. `unparsable`: reading or parsing the file hung, crashed or ran out of
 * memory. `link`: a symbolic link to a file or folder, which is not followed; its target is indexed under its
 * own path, if it is inside the codebase. In commits only: `lfs_pointer`, whose content is in Git LFS, and
 * `submodule`, whose files are in another repository.
 */
export const SKIP_CAUSES = [
  "too_large",
  "binary",
  "encoding",
  "unparsable",
  "unreadable",
  "invalid_name",
  "special",
  "link",
  "lfs_pointer",
  "submodule",
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
 * Files and whole folders excluded as likely secrets, by built-in file names; a `!pattern` in `.satoriignore`
 * includes one again. Empty if the index requires a reindex.
 */
export interface ExcludedSecrets {
  /** A folder counts as one. @asType integer */
  readonly count: number;
  /** Up to five of them, ascending; a folder ends with `/`. */
  readonly examples: readonly string[];
}

/** How this process detects changes in the codebase's folder. */
export interface WatchFacts {
  /**
   * live: changes are seen as they happen; starting: not yet live; refused: see `reason`, searches compare
   * index and disk by age instead; off: this process does not watch the folder.
   */
  readonly state: "off" | "starting" | "live" | "refused";
  /** Watched folders. @asType integer */
  readonly folders: number;
  readonly reason?: string;
}

/** Where the vectors of an index came from, for a remote embedder. */
export interface EmbeddingFacts {
  /** Taken from the cache. @asType integer */
  readonly fromCache: number;
  /** Computed by the embedder. @asType integer */
  readonly embedded: number;
  /** Computed from the beginning of a text only, because of the embedder's limit. @asType integer */
  readonly truncated: number;
}

/** Branches and tags to suggest for `ref`. Other names, and ids of commits, are accepted too. */
export interface RefNames {
  /** Local branches, then those of remotes as `REMOTE/BRANCH`, both by name ascending; at most 50. */
  readonly branches: readonly string[];
  /** Newest version first; at most 50. */
  readonly tags: readonly string[];
}

/** What `status` reports about a codebase. */
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
  /** By cause, in the registry's order; causes without files are omitted. */
  readonly skipped: readonly SkippedCount[];
  readonly secrets: ExcludedSecrets;
  /** Files indexed as plain text because their parser gave up. @asType integer */
  readonly degradedFiles: number;
  /** Up to five of them, ascending; absent if there are none. */
  readonly degradedExamples?: readonly string[];
  /** Files with syntax errors, near which declarations may be missing. @asType integer */
  readonly partlyParsedFiles: number;
  /** Up to five of them, ascending; absent if there are none. */
  readonly partlyParsedExamples?: readonly string[];
  readonly fingerprint: Fingerprint | null;
  readonly merkleRoot: string | null;
  /** @asType integer */
  readonly sizeBytes: number;
  readonly lastIndexedAt: string | null;
  readonly lastSyncedAt: string | null;
  readonly customExtensions: readonly string[];
  readonly ignorePatterns: readonly string[];
  /** The process that is writing the index. */
  readonly lockOwner: { readonly pid: number; readonly since: string } | null;
  readonly watch: WatchFacts;
  /** For the run that answers; null without a remote embedder. */
  readonly embedding: EmbeddingFacts | null;
  readonly lastFailure: {
    readonly runId: string;
    readonly code: string;
    readonly message: string;
    readonly at: string;
    /** Files that a cancelled first run stored; the next run continues. @asType integer */
    readonly keptFiles?: number;
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

/** The service that files of a codebase are sent to for the first time. */
export interface UploadNotice {
  readonly provider: string;
  /** Host of the service. */
  readonly host: string;
  /** An upper bound: files that turn out to be binary are not sent. @asType integer */
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
  /** create and reindex: the started run; null if there was nothing to start. */
  readonly runId?: string | null;
  readonly preflight?: Preflight;
  readonly progress?: RunProgress;
  /** create and reindex, with `REMOTE_EMBEDDER_UPLOAD`: once for each codebase and service. */
  readonly upload?: UploadNotice;
  /** sync only. */
  readonly stats?: SyncStats;
  /** status, and the end of an awaited run. */
  readonly index?: IndexFacts;
  /** status of a codebase in a git repository, without `ref`. */
  readonly refs?: RefNames;
}

export interface ManageIndexBlocked extends EnvelopeHead<"manage_index">, ManageEcho {
  readonly status: "blocked";
  readonly reason: "unnecessary_reindex_ignore_only";
  readonly message: string;
  /** The call that applies the change, and the same call with override. */
  readonly hints: { readonly sync: CallOf<"manage_index">; readonly overrideReindex: CallOf<"manage_index"> };
  readonly humanText: string;
  readonly preflight: Preflight;
}

/** Additional fields of gated answers of `manage_index`. */
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
