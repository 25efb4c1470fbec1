/** Runs and the completion marker: how an index was built, and whether it is complete. */
import type { EmbeddingFacts, ErrorCode, Fingerprint, RunPhase } from "@satori/contracts";
import { compareFingerprints } from "./fingerprint.ts";

/** The process that works on a run. A pid can be reused, but not together with its start time. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque; equal only for the same process. */
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
  /** ISO 8601, like all times here. */
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly finishedAt: string | null;
  readonly failure: RunFailure | null;
}

/** Why a run failed. */
export interface RunFailure {
  readonly code: ErrorCode;
  readonly message: string;
  /** As in `EngineError`: further text about other codebases, appended to the message. */
  readonly aboutOthers?: string | undefined;
  /** Files that a cancelled run wrote and the next one continues from; absent if there are none. */
  readonly keptFiles?: number | undefined;
}

/** The failure of a run whose process has died. */
export const RUN_DIED = {
  code: "INDEX_FAILED",
  message: "The indexing process exited before it finished",
} as const satisfies RunRecord["failure"];

/**
 * Whether a cause has to be fixed before another run can succeed. False if the run was cancelled or its
 * process died.
 */
export function hasCause(code: ErrorCode): boolean {
  return code !== "CANCELLED" && code !== RUN_DIED.code;
}

export const MARKER_KIND = "satori_index_completion_v1";
export const WORDS_MARKER_KIND = "satori_words_completion_v1";

/**
 * The document that proves that a run finished. It belongs to that run and is written only by its success.
 */
export type CompletionMarker = MarkerOf<typeof MARKER_KIND>;

/**
 * The document that proves that an active run has stored everything but vectors. It is replaced by the
 * completion marker, and removed if the run fails.
 */
export type WordsMarker = MarkerOf<typeof WORDS_MARKER_KIND>;

interface MarkerOf<Kind extends string> {
  readonly kind: Kind;
  readonly codebasePath: string;
  readonly fingerprint: Fingerprint;
  readonly indexedFiles: number;
  readonly totalChunks: number;
  readonly completedAt: string;
  readonly runId: string;
  /** Absent for the built-in embedder, and without an embedder. */
  readonly embedding?: EmbeddingFacts;
}

/**
 * Whether a marker proves that a run is complete: it was written for this very run and with a matching
 * fingerprint.
 */
export function provesRun(marker: CompletionMarker, run: Pick<RunRecord, "id" | "fingerprint">): boolean {
  return marker.kind === MARKER_KIND && isOfRun(marker, run);
}

/** Whether a marker proves that an active run has everything but vectors. */
export function provesWords(
  marker: WordsMarker,
  run: Pick<RunRecord, "id" | "fingerprint" | "state">,
): boolean {
  return marker.kind === WORDS_MARKER_KIND && run.state === "active" && isOfRun(marker, run);
}

function isOfRun(
  { runId, fingerprint }: CompletionMarker | WordsMarker,
  run: Pick<RunRecord, "id" | "fingerprint">,
): boolean {
  return runId === run.id && compareFingerprints(fingerprint, run.fingerprint) === null;
}

/** Settings that a codebase keeps from the call that indexed it. */
export interface CodebaseSettings {
  readonly customExtensions: readonly string[];
  readonly ignorePatterns: readonly string[];
}

export const NO_SETTINGS: CodebaseSettings = { customExtensions: [], ignorePatterns: [] };

/**
 * The cancelled run that a new one can continue: nothing else is complete, and what it wrote fits the new
 * run's configuration, as far as that is known: the dimension may be one that only the embedder knows. Null
 * if there is none.
 */
export function continuableRun(
  { complete, latest, settings }: { readonly complete: unknown } & Pick<StoredState, "latest" | "settings">,
  run: Pick<RunRecord, "fingerprint">,
  wanted: CodebaseSettings,
): string | null {
  if (complete !== null || latest?.state !== "failed" || latest.failure?.code !== "CANCELLED") return null;
  const isSame = compareFingerprints(latest.fingerprint, run.fingerprint) === null;
  return isSame && JSON.stringify(settings) === JSON.stringify(wanted) ? latest.id : null;
}

/** What a store says of its runs. */
interface StoredState {
  readonly latest: RunRecord | null;
  readonly settings: CodebaseSettings;
}

/** The settings of a call; fields that the call does not set keep their present value. */
export function settingsWith(
  kept: CodebaseSettings,
  {
    customExtensions = kept.customExtensions,
    ignorePatterns = kept.ignorePatterns,
  }: { readonly [Name in keyof CodebaseSettings]?: CodebaseSettings[Name] | undefined },
): CodebaseSettings {
  return { customExtensions, ignorePatterns };
}
