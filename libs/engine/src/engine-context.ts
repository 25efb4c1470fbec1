/**
 * What the engine is made of: passed to every tool as one plain value, composed in `open-engine.ts` or by a
 * test.
 */
import type { Fingerprint, RunPhase } from "@satori/contracts";
import type { Codebases } from "./codebase/home/registry.ts";
import type { EngineConfig } from "./config.ts";
import type { Deadline } from "./deadline.ts";
import type { Embedder } from "./embed/embedder.ts";
import type { OpenFolderWatch } from "./freshness/folder-watch.ts";
import type { HistoryReader } from "./git/read-history.ts";
import type { Metrics } from "./metrics.ts";
import type { RunCounts } from "./model/run.ts";
import type { FilePreparer } from "./prepare/preparer.ts";
import type { Reranker } from "./rerank/reranker.ts";
import type { TreeWalker } from "./scan/walk.ts";
import type { SessionIds } from "./scope/session.ts";
import type { SessionScopes } from "./scope/session-scopes.ts";
import type { Stores } from "./store/open-store.ts";

export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
}

/** One event a line; the core does not log. */
export type LogEvent = (
  level: "debug" | "info" | "warn" | "error",
  event: string,
  fields: Readonly<Record<string, unknown>>,
) => void;

export interface EngineContext {
  readonly config: EngineConfig;
  readonly codebases: Codebases;
  readonly stores: Stores;
  /** Null with `SATORI_EMBEDDER=none`. */
  readonly embedder: Embedder | null;
  /** Null where none is chosen. */
  readonly reranker: Reranker | null;
  readonly fingerprint: () => Fingerprint;
  readonly preparer: FilePreparer;
  readonly walk: TreeWalker;
  readonly readHistory: HistoryReader;
  readonly clock: Clock;
  /** Calls back once after a while, unless it is disposed of before. Does not keep the process alive. */
  readonly schedule: (delayMs: number, work: () => void) => Disposable;
  readonly openWatch: OpenFolderWatch;
  readonly sessions: SessionScopes;
  readonly log: LogEvent;
  readonly metrics: Metrics;
}

export type ProgressListener = (phase: RunPhase, counts: RunCounts) => void;

/** What belongs to one call of a tool. */
export interface CallContext {
  /** Relative paths are relative to it. */
  readonly baseFolder: string;
  /** The folder that a session is about, where it has one: calls that name no folder are about it. */
  readonly sessionRoot?: string | null | undefined;
  /**
   * What the transport says of the session that the call belongs to; absent where the process is one session.
   */
  readonly session?: SessionIds | undefined;
  /** Folders that may be read besides tracked codebases: the working directory, the client's roots. */
  readonly roots: readonly string[];
  /**
   * Where it is given, the call has to do with nothing outside of these folders, tracked codebases included.
   * Absolute.
   */
  readonly confinedTo?: readonly string[] | undefined;
  /** Names the call in all log lines, its own and those of what it starts. */
  readonly requestId?: string | undefined;
  /** Aborts when the caller cancels, and when the deadline passes. */
  readonly signal?: AbortSignal | undefined;
  /** Bounds the answer. */
  readonly deadline: Deadline;
  /** Told about scanning and indexing that the call waits for. */
  readonly onProgress?: ProgressListener | undefined;
  /** Time since the call came in, in milliseconds. */
  readonly elapsedMs: () => number;
}
