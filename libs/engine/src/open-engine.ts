/** Composes an engine from its real parts. */
import type { LogEvent, Clock } from "./ports.ts";
import type { Fingerprint } from "@satori/contracts";
import { tryLock } from "./codebase/home/lock.ts";
import { CodebaseRegistry } from "./codebase/home/registry.ts";
import type { EngineConfig } from "./config.ts";
import { withCache } from "./embed/cached.ts";
import { openEmbedder } from "./embed/open-embedder.ts";
import { openFolderWatch } from "./freshness/folder-watch.ts";
import { scopedLog } from "./log.ts";
import { type Engine, createEngine } from "./engine.ts";
import { type HistoryReader, readHistory as readGitHistory } from "./git/read-history.ts";
import { type Metrics, NO_METRICS } from "./metrics.ts";
import { systemHttpContext } from "./http/system-context.ts";
import { fingerprintOf } from "./model/fingerprint.ts";
import { openReranker } from "./rerank/open-reranker.ts";
import { openStores } from "./store/open-store.ts";
import { type FilePreparer } from "./prepare/preparer.ts";
import { openSessions } from "./scope/session-scopes.ts";
import { walk } from "./scan/walk.ts";
import { WorkerPool } from "./prepare/worker-pool.ts";

export interface OpenOptions {
  readonly config: EngineConfig;
  readonly log: LogEvent;
  /** Default: counts nothing. */
  readonly metrics?: Metrics;
  /** Default: a pool of worker threads. */
  readonly preparer?: FilePreparer;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Default: reads git's history. */
  readonly readHistory?: HistoryReader;
}

/**
 * Whether this module runs from the bundle. The build puts the workers' scripts next to the bundle as `.js`
 * files; in the source tree they are `.ts` files.
 */
const IS_BUILT = !import.meta.url.endsWith(".ts");

const SYSTEM_CLOCK: Clock = { nowMs: () => Date.now() };

/** Opens an engine. Stores, models and workers open on the first call that needs them. */
export function openEngine({
  config,
  log: unscoped,
  metrics = NO_METRICS,
  preparer,
  clock = SYSTEM_CLOCK,
  readHistory = readGitHistory,
}: OpenOptions): Engine {
  const log = scopedLog(unscoped);
  const http = systemHttpContext(clock);
  const embedder = withCache(openEmbedder(config, http), { config, clock, log, metrics });
  const stores = openStores(config, clock, tryLock);
  // Workers start with the first file.
  const workers = new WorkerPool({
    script: new URL(IS_BUILT ? "./file-worker.js" : "./prepare/file-worker.ts", import.meta.url),
    maxFileBytes: config.maxFileBytes,
  });
  const fingerprint = (): Fingerprint => fingerprintOf(embedder, config.store);
  return createEngine({
    config,
    log,
    metrics,
    embedder,
    reranker: openReranker(config, http),
    fingerprint,
    codebases: new CodebaseRegistry({ home: config.home, fingerprint, stores }),
    stores,
    preparer: preparer ?? workers,
    analyzer: workers,
    declarer: workers,
    walk,
    readHistory,
    clock,
    schedule,
    openWatch: openFolderWatch,
    sessions: openSessions({ maxAgeMs: config.sessionMaxAgeMs, clock, schedule, log, metrics }),
  });
}

function schedule(delayMs: number, work: () => void): Disposable {
  const timer = setTimeout(work, delayMs).unref();
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}
