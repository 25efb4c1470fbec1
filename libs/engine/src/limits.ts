/** Bounds of the engine, each with what it guards. Bounds of tool arguments stand in the contracts. */
export const ENGINE_LIMITS = {
  /**
   * Worker threads for parsing: three keep the one writer busy, five in languages that are slow to parse
   * (measured on eight codebases).
   */
  maxWorkers: 4,
  /**
   * Bytes of files that are worth a thread more: each compiles everything anew, for half a second, and is
   * slow until then. Of click (1.4 MB) two threads take 1.7 s of CPU time where one takes 1.3, and are done
   * no sooner.
   */
  workerBytes: 2_000_000,
  /** Files and bytes of one batch for a worker. */
  batchFiles: 32,
  batchBytes: 512 * 1024,
  /**
   * Memory of a worker's parser, which gives none back: a worker whose parser has taken more is replaced. It
   * begins with half of this.
   */
  parserBytes: 64 * 1024 * 1024,
  /** Memory of a worker's objects, and of the new ones among them: with more a run is no quicker. */
  workerHeapMb: 512,
  workerNewObjectsMb: 24,
  /**
   * Workers without work end after this. Whoever edits saves again soon: a sync with a parser at hand takes
   * 50 ms, one that starts it 460.
   */
  idleWorkerMs: 60_000,
  /**
   * A file that a worker has been at for this long is given up, one of less than `slowFileBytes` sooner:
   * files that keep a parser for ever are small ones (30 KB of what is no code, read as code), of which the
   * largest honest one takes a tenth of a second.
   */
  fileTimeoutMs: 20_000,
  slowFileBytes: 1024 * 1024,
  /** A worker that has not got to its first file after this is given up. */
  workerStartMs: 60_000,
  /**
   * Files of one write transaction, and bytes of theirs, of which what is to be written takes some six times
   * as much memory.
   */
  writeFiles: 128,
  writeBytes: 4 * 1024 * 1024,
  /**
   * Texts that an embedder is asked for at a time: what came of the earlier ones is kept whatever becomes of
   * the run.
   */
  embedTexts: 512,
  /** Folders below each other that a scan follows. */
  maxDepth: 100,
  /**
   * Call graphs that are worked at, by the one thread there is; more wait. Each keeps what it has read until
   * it is answered: 13 MB, of 1,800 files.
   */
  callGraphs: 4,
  /**
   * Indexes of which a process keeps in memory what was read of them: 16 MB of a codebase of 250 files, at
   * most some 110 MB each. A search that reads it again takes some 55 ms more with 245 files, on two busy
   * processors: questions to more codebases than these do so in each.
   */
  indexesAtHand: 32,
  /** Symbols of one name that `read_file` lists. */
  candidates: 100,
  /** Largest file that `read_file` opens. */
  readFileBytes: 64 * 1024 * 1024,
  /** How often a run tells its progress to the store, so that other processes see it. */
  heartbeatMs: 500,
  /**
   * A run or sync that makes no progress for this long is given up; what it waits for with a time limit of
   * its own comes on top.
   */
  stalledRunMs: 60_000,
  /** How long a run may take to end after it was cancelled, before it is taken for ended. */
  cancelGraceMs: 5_000,
  /** Between two attempts to write down why a run failed. */
  recordFailureMs: 2_000,
  /**
   * How long a sync waits for one of another process, the start of a run for syncs, and `clear` for a run of
   * another process to give way; and how often they look. A command that ends with its answer has the time to
   * answer what the one beside it does.
   */
  waitForLockMs: { by_age: 250, always: 2_000 },
  waitForSyncMs: 5_000,
  waitForCancelMs: 15_000,
  lockPollMs: 25,
  /** A sync after changes is put off at most this long by further ones. */
  watchMaxDelayMs: 10_000,
  /** After a change that a sync could not apply, at the latest. */
  watchRetryMs: 30_000,
  /** Between two comparisons of everything, of codebases in use. */
  backgroundSyncMs: 5 * 60_000,
  /**
   * Of the comparisons of everything that a process makes, each so-manyth believes no size and no time, and
   * reads every file: in the background, every four hours.
   */
  fullHashScans: 50,
  /** A codebase that nobody has asked about for this long is no longer kept up to date in the background. */
  unusedMs: 60 * 60_000,
  /**
   * Codebases that one process watches; beyond, the one that was asked about longest ago is let go, if that
   * is longer ago than this.
   */
  watchedCodebases: 16,
  watchKeptMs: 10 * 60_000,
  /**
   * Sessions whose scope is kept: beyond `ready` a server is no longer ready, beyond `most` the one used
   * longest ago is forgotten. How often those that are over are looked for, and how long the JSON of a scope
   * may be.
   */
  sessions: { ready: 10_000, most: 12_000, pruneIntervalMs: 10 * 60_000, scopeChars: 4_000 },
  /** The watcher syncs when nothing has changed for this long. */
  watchDebounceMs: 1_000,
} as const;
