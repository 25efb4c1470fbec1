/** Runs and the marker: how it is known what a codebase's index is made of, and whether it is whole. */
import type { EmbeddingFacts, ErrorCode, Fingerprint, RunPhase } from "@satori/contracts";
import { compareFingerprints } from "./fingerprint.ts";

/** The process that works on a run. A pid alone can be reused; together with its start time it cannot. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque, equal for the same process only. */
  readonly startedAt: string;
}

export interface RunCounts {
  readonly filesDone: number;
  /** Null until the scan has counted them. */
  readonly filesTotal: number | null;
  readonly chunks: number;
}

export type RunKind = "create" | "reindex";

/** One build of a codebase's index. */
export interface RunRecord {
  readonly id: string;
  readonly kind: RunKind;
  readonly state: "active" | "complete" | "failed";
  readonly fingerprint: Fingerprint;
  readonly owner: ProcessIdentity;
  readonly phase: RunPhase;
  readonly counts: RunCounts;
  /** ISO 8601, as all times here. */
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly finishedAt: string | null;
  readonly failure: RunFailure | null;
}

/** Why a run failed. */
export interface RunFailure {
  readonly code: ErrorCode;
  readonly message: string;
  /** As in an error: what there is to say of other codebases, after the message. */
  readonly aboutOthers?: string | undefined;
}

/** Why a run failed whose process is gone. */
export const RUN_DIED = {
  code: "INDEX_FAILED",
  message: "The indexing process exited before it finished",
} as const satisfies RunRecord["failure"];

/**
 * Whether something has to be mended before another run can do better: not where somebody or something has
 * ended this one.
 */
export function hasCause(code: ErrorCode): boolean {
  return code !== "CANCELLED" && code !== RUN_DIED.code;
}

export const MARKER_KIND = "satori_index_completion_v1";

/**
 * The one document that proves that a run finished. It belongs to that run and is written by its success
 * alone.
 */
export interface CompletionMarker {
  readonly kind: typeof MARKER_KIND;
  readonly codebasePath: string;
  readonly fingerprint: Fingerprint;
  readonly indexedFiles: number;
  readonly totalChunks: number;
  readonly completedAt: string;
  readonly runId: string;
  /** Absent where the embedder is built in, or there is none. */
  readonly embedding?: EmbeddingFacts;
}

/**
 * Whether a marker proves that a run is complete: it was written for that very run, and for vectors of its
 * kind.
 */
export function provesRun(marker: CompletionMarker, run: Pick<RunRecord, "id" | "fingerprint">): boolean {
  return (
    marker.kind === MARKER_KIND &&
    marker.runId === run.id &&
    compareFingerprints(marker.fingerprint, run.fingerprint) === null
  );
}

/** What a codebase keeps of the wishes of whoever indexed it. */
export interface CodebaseSettings {
  readonly customExtensions: readonly string[];
  readonly ignorePatterns: readonly string[];
}

export const NO_SETTINGS: CodebaseSettings = { customExtensions: [], ignorePatterns: [] };

/** What is wished now; of what is not spoken of, what was wished before. */
export function settingsWith(
  kept: CodebaseSettings,
  {
    customExtensions = kept.customExtensions,
    ignorePatterns = kept.ignorePatterns,
  }: { readonly [Name in keyof CodebaseSettings]?: CodebaseSettings[Name] | undefined },
): CodebaseSettings {
  return { customExtensions, ignorePatterns };
}
