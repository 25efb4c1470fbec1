/**
 * The answer of every tool except those of the set `workspace` (`workspace.ts`). Keys are in this order:
 * tool, version, status, reason, message, warnings, hints, the tool's payload, session_id, meta. A field that
 * does not apply is absent, never undefined.
 */
import type { ErrorCode } from "./codes/errors.ts";
import type { WarningCode } from "./codes/warnings.ts";
import type { Compatibility } from "./fingerprint.ts";
import type { EnvelopeToolName } from "./tool-names.ts";
import type { CallOf } from "./tools/call-of.ts";

export const ENVELOPE_VERSION = 1;

export interface Meta {
  /** Wall time of the call in milliseconds. */
  readonly durationMs: number;
}

/** The first fields of every envelope. */
export interface EnvelopeHead<Tool extends EnvelopeToolName> {
  readonly tool: Tool;
  readonly version: 1;
  /** What happened, for people. */
  readonly message?: string;
  /** Codes of the registry, ascending, without duplicates. */
  readonly warnings?: readonly WarningCode[];
  /** Present if the call created a session; pass it to the next call. */
  readonly session_id?: string;
  readonly meta: Meta;
}

/** A folder or file, and the root of the codebase that covers it. */
export interface CodebasePath {
  /** Absolute, normalized. */
  readonly path: string;
  readonly effectiveRoot: string;
}

/** What an answer is about, with the version. */
export interface VersionEcho extends PathEcho {
  /** With `ref`: id of the commit that the answer stands on. */
  readonly commit?: string;
}

/** The folder or file that an answer is about. */
export interface PathEcho {
  /** The requested folder or file: absolute, normalized. */
  readonly path: string;
  /**
   * The root of the codebase that covers `path`; files in the answer are relative to it. Absent if it is
   * `path`.
   */
  readonly effectiveRoot?: string;
}

/**
 * Arguments that an answer repeats: only those whose value is neither the one that was sent nor, if none was
 * sent, the documented default. Examples are a limit that was lowered and a file name that was normalized.
 */
export type UsedArguments<Arguments> = Partial<Arguments>;

/** Progress of the active run; null while unknown. */
export interface IndexingProgress {
  /** 0 to 100. */
  readonly progressPct: number | null;
  /** ISO 8601. */
  readonly lastUpdated: string | null;
  readonly phase: string | null;
}

/** With `debug`: what proves that a run is complete, and whether it is present. */
export interface IndexingDebug {
  readonly completionProof: "marker_doc";
  readonly markerPresent: boolean;
}

export interface NotReady<Tool extends EnvelopeToolName> extends EnvelopeHead<Tool> {
  readonly status: "not_ready";
  readonly reason: "indexing";
  readonly message: string;
  readonly hints: { readonly status: CallOf<"manage_index">; readonly debugIndexing?: IndexingDebug };
  readonly indexing: IndexingProgress;
  /**
   * When to call again, if known.
   * @asType integer
   */
  readonly retryAfterMs?: number;
}

export interface RequiresReindex<Tool extends EnvelopeToolName> extends EnvelopeHead<Tool> {
  readonly status: "requires_reindex";
  readonly reason: "requires_reindex";
  readonly message: string;
  readonly hints: { readonly reindex: CallOf<"manage_index">; readonly debugIndexing?: IndexingDebug };
  readonly compatibility: Compatibility;
}

export interface NotIndexedHints {
  /** Absent if the path cannot be indexed: the file system's root, or a folder that does not exist. */
  readonly create?: CallOf<"manage_index">;
  /** Indexed folders below, each usable as `path`: at most 10, sorted by path. */
  readonly paths?: readonly string[];
  readonly debugIndexing?: IndexingDebug;
}

export interface NotIndexed<Tool extends EnvelopeToolName> extends EnvelopeHead<Tool> {
  readonly status: "not_indexed";
  readonly reason: "not_indexed";
  readonly message: string;
  readonly hints?: NotIndexedHints;
}

/** The three answers that stop a tool before it reads an index. */
export type Gated<Tool extends EnvelopeToolName, Echo> =
  | (NotReady<Tool> & Echo)
  | (RequiresReindex<Tool> & Echo)
  | (NotIndexed<Tool> & Echo);

/** One problem with the arguments. */
export interface ArgumentProblem {
  /** The argument, as a path into the arguments: `limit`, `symbolRef.file`. */
  readonly path: string;
  readonly message: string;
}

/** Why a call failed. */
export interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: readonly ArgumentProblem[] | Readonly<Record<string, unknown>>;
}

export interface Failure<Tool extends EnvelopeToolName> extends EnvelopeHead<Tool> {
  readonly status: "error";
  readonly message: string;
  readonly error: Fault;
  readonly hints?: {
    readonly status?: CallOf<"manage_index">;
    readonly create?: CallOf<"manage_index">;
    readonly reindex?: CallOf<"manage_index">;
    readonly sync?: CallOf<"manage_index">;
  };
  /** The `path` argument, if given. */
  readonly path?: string;
  readonly effectiveRoot?: string;
}
