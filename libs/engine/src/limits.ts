/** Limits of the engine, each with what it guards. Limits of tool arguments are in the contracts. */
export const ENGINE_LIMITS = {
  /**
   * Worker threads for parsing. Three keep the one writer busy; languages that are slow to parse need five
   * (measured on eight codebases).
   */
  maxWorkers: 4,
  /**
   * Bytes of files per additional thread. Each thread compiles all code again, which takes half a second, and
   * is slow until then. For click (1.4 MB), two threads take 1.7 s of CPU time where one takes 1.3 s, and
   * finish no sooner.
   */
  workerBytes: 2_000_000,
  /** Files and bytes of one batch for a worker. */
  batchFiles: 32,
  batchBytes: 512 * 1024,
  /**
   * Memory of a worker's parser. The parser never frees memory, so a worker whose parser has grown beyond
   * this is replaced. The parser starts with half of this.
   */
  parserBytes: 64 * 1024 * 1024,
  /** Heap of a worker, and the part of it for new objects. More does not make a run faster. */
  workerHeapMb: 512,
  workerNewObjectsMb: 24,
  /**
   * Idle workers end after this time. A user who edits saves again soon: a sync takes 50 ms with a running
   * parser, 460 ms if it has to start one.
   */
  idleWorkerMs: 60_000,
  /**
   * Time after which a worker gives up on a file; files smaller than `slowFileBytes` get less time. Files on
   * which a parser never finishes are small (30 KB of text that is not code, parsed as code), and the largest
   * regular file of that size takes a tenth of a second.
   */
  fileTimeoutMs: 20_000,
  slowFileBytes: 1024 * 1024,
  /** A worker that has not started its first file after this time is given up. */
  workerStartMs: 60_000,
  /**
   * Files and bytes of one write transaction. The data to write takes about six times as much memory as the
   * files.
   */
  writeFiles: 128,
  writeBytes: 4 * 1024 * 1024,
  /** Texts per request to an embedder. The vectors of earlier requests are kept even if the run fails. */
  embedTexts: 512,
  /** Maximum nesting depth of folders that a scan follows. */
  maxDepth: 100,
  /**
   * Call graphs computed at a time, all on one thread; further calls wait. Each keeps what it has read until
   * it is answered: 13 MB for 1,800 files.
   */
  callGraphs: 4,
  /**
   * Indexes whose data a process keeps in memory: 16 MB for a codebase of 250 files, at most about 110 MB
   * each. If a search has to read its index again, that takes about 55 ms more with 245 files, on two busy
   * processors. Calls that alternate between more codebases than this pay that time in each.
   */
  indexesAtHand: 32,
  /** Commits of a codebase whose indexes are kept; beyond this, the least recently used one goes. */
  versionsKept: 10,
  /** Time after a failed run of a commit before a call starts another one. */
  retryVersionMs: 60_000,
  /**
   * Versions of files that a sync may leave in Milvus as long as the codebase has indexed commits. To remove
   * them, the lists of these commits have to be read.
   */
  unlistedVersions: 256,
  /** Symbols of one name that `read_file` lists. */
  candidates: 100,
  /** Changed files whose versions are compared. A thousand of 25 KB take 40 s of CPU time. */
  comparedFiles: 10_000,
  /** Contents of one change, of both versions; and of the files in which a version differs from the index. */
  changedBytes: 256 * 1024 * 1024,
  /** Files in which a version may differ from the index to be looked at as a whole. */
  differentFiles: 2_000,
  /** Largest file that `read_file` opens. */
  readFileBytes: 64 * 1024 * 1024,
  /** How often a run writes its progress to the store, where other processes can read it. */
  heartbeatMs: 500,
  /**
   * A run or sync that makes no progress for this long is given up. Time limits of the operations it waits
   * for come on top.
   */
  stalledRunMs: 60_000,
  /** How long a cancelled run may take to end before it counts as ended. */
  cancelGraceMs: 5_000,
  /** Interval between attempts to record why a run failed. */
  recordFailureMs: 2_000,
  /**
   * How long to wait for the writer lock: a sync for a sync of another process (by freshness policy), the
   * start of a run for syncs, and `clear` for a run of another process to give way; and how often to poll. A
   * one-shot command can afford to wait for another process.
   */
  waitForLockMs: { by_age: 250, always: 2_000 },
  waitForSyncMs: 5_000,
  waitForCancelMs: 15_000,
  lockPollMs: 25,
  /** Longest delay of a sync after changes, if further changes keep postponing it. */
  watchMaxDelayMs: 10_000,
  /** Latest retry after a change that a sync could not apply. */
  watchRetryMs: 30_000,
  /** Interval between full comparisons of codebases in use. */
  backgroundSyncMs: 5 * 60_000,
  /**
   * Every nth full comparison of a process trusts no size and no time but reads every file. In the
   * background, that is every four hours.
   */
  fullHashScans: 50,
  /** A codebase without calls for this long is no longer kept up to date in the background. */
  unusedMs: 60 * 60_000,
  /**
   * Codebases that one process watches. Beyond that, the least recently used one is no longer watched, if its
   * last use is longer ago than `watchKeptMs`.
   */
  watchedCodebases: 16,
  watchKeptMs: 10 * 60_000,
  /**
   * Sessions with a stored scope. Beyond `ready`, a server reports that it is not ready; beyond `most`, the
   * least recently used session is forgotten. `pruneIntervalMs`: how often ended sessions are removed.
   * `scopeChars`: longest JSON of a scope.
   */
  sessions: { ready: 10_000, most: 12_000, pruneIntervalMs: 10 * 60_000, scopeChars: 4_000 },
  /** A background sync starts when nothing has changed for this long. */
  watchDebounceMs: 1_000,
} as const;
