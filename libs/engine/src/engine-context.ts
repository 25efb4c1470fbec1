/**
 * The parts of an engine as one plain value, passed to every tool. `open-engine.ts` composes it, or a test
 * does.
 */
import type { ProgressListener, LogEvent, Clock, Schedule } from "./ports.ts";
import type { Fingerprint } from "@satori/contracts";
import type { Codebases } from "./codebase/home/registry.ts";
import type { EngineConfig } from "./config.ts";
import type { Deadline } from "./deadline.ts";
import type { Embedder } from "./embed/embedder.ts";
import type { OpenFolderWatch } from "./freshness/folder-watch.ts";
import type { HistoryReader } from "./git/read-history.ts";
import type { Metrics } from "./metrics.ts";
import type { FileDeclarer, FilePreparer, VersionAnalyzer } from "./prepare/preparer.ts";
import type { Reranker } from "./rerank/reranker.ts";
import type { TreeWalker } from "./scan/walk.ts";
import type { SessionIds } from "./scope/session.ts";
import type { SessionScopes } from "./scope/session-scopes.ts";
import type { Stores } from "./store/open-store.ts";

export interface EngineContext {
  readonly config: EngineConfig;
  readonly codebases: Codebases;
  readonly stores: Stores;
  /** Null with `SATORI_EMBEDDER=none`. */
  readonly embedder: Embedder | null;
  /** Null if no reranker is configured. */
  readonly reranker: Reranker | null;
  readonly fingerprint: () => Fingerprint;
  readonly preparer: FilePreparer;
  readonly analyzer: VersionAnalyzer;
  readonly declarer: FileDeclarer;
  readonly walk: TreeWalker;
  readonly readHistory: HistoryReader;
  readonly clock: Clock;
  readonly schedule: Schedule;
  readonly openWatch: OpenFolderWatch;
  readonly sessions: SessionScopes;
  readonly log: LogEvent;
  readonly metrics: Metrics;
}

/** The context of one tool call. */
export interface CallContext {
  /** Folder that relative paths are resolved against. */
  readonly baseFolder: string;
  /** The session's folder, if it has one. It applies to calls that name no folder. */
  readonly sessionRoot?: string | null | undefined;
  /** Session ids that the transport supplies; absent if the whole process is one session. */
  readonly session?: SessionIds | undefined;
  /** Folders that may be read besides tracked codebases: the working directory, the client's roots. */
  readonly roots: readonly string[];
  /**
   * If set, the call has no access to anything outside these absolute folders, not even to tracked codebases.
   */
  readonly confinedTo?: readonly string[] | undefined;
  /**
   * Whether an index of any age is compared with the disk first, unless a watch vouches for it. Commands
   * promise that; servers compare by age.
   */
  readonly comparesNow?: boolean | undefined;
  /** Identifies the call in all log lines: its own and those of the work it starts. */
  readonly requestId?: string | undefined;
  /** Aborts when the caller cancels or the deadline passes. */
  readonly signal?: AbortSignal | undefined;
  /** Time limit of the answer. */
  readonly deadline: Deadline;
  /** Receives the progress of scanning and indexing that the call waits for. */
  readonly onProgress?: ProgressListener | undefined;
  /** Milliseconds since the call arrived. */
  readonly elapsedMs: () => number;
}
