/** Composes an engine from its real parts. */
import type { Fingerprint } from "@satori/contracts";
import { CodebaseRegistry } from "./codebase/registry.ts";
import type { EngineConfig } from "./config.ts";
import { withCache } from "./embed/cached.ts";
import { openEmbedder } from "./embed/open-embedder.ts";
import type { Clock, LogEvent } from "./engine-context.ts";
import { openFolderWatch } from "./freshness/folder-watch.ts";
import { scopedLog } from "./log-scope.ts";
import { type Engine, createEngine } from "./engine.ts";
import { type Metrics, NO_METRICS } from "./metrics.ts";
import type { HttpContext } from "./http/post-json.ts";
import { fingerprintOf } from "./model/fingerprint.ts";
import { openReranker } from "./rerank/open-reranker.ts";
import { openStore, removeStore } from "./store/open-store.ts";
import { type FilePreparer } from "./prepare/preparer.ts";
import { openSessions } from "./scope/session-scopes.ts";
import { createThreadedWalker } from "./scan/threaded-walk.ts";
import { WorkerPool } from "./prepare/worker-pool.ts";

export interface OpenOptions {
  readonly config: EngineConfig;
  readonly log: LogEvent;
  /** Default: nothing is counted. */
  readonly metrics?: Metrics;
  /** Default: worker threads. */
  readonly preparer?: FilePreparer;
  /** Default: the system's. */
  readonly clock?: Clock;
}

const SYSTEM_CLOCK: Clock = { nowMs: () => Date.now() };

/** Opens nothing but itself: stores, models and workers come with the first call that needs them. */
export function openEngine({ config, log: unscoped, metrics = NO_METRICS, preparer, clock = SYSTEM_CLOCK }: OpenOptions): Engine {
  const log = scopedLog(unscoped);
  const http = httpContext(clock);
  const embedder = withCache(openEmbedder(config, http), { config, clock, log, metrics });
  const fingerprint = (): Fingerprint => fingerprintOf(embedder, config.store);
  return createEngine({
    config,
    log,
    metrics,
    embedder,
    reranker: openReranker(config, http),
    fingerprint,
    codebases: new CodebaseRegistry({ home: config.home, fingerprint, openStore: (folder, root) => openStore(config.store, folder, root), removeStore }),
    preparer: preparer ?? new WorkerPool({ script: new URL("./file-worker.js", import.meta.url), maxFileBytes: config.maxFileBytes }),
    walk: createThreadedWalker(new URL("./walk-worker.js", import.meta.url)),
    clock,
    schedule,
    openWatch: openFolderWatch,
    sessions: openSessions({ maxAgeMs: config.sessionMaxAgeMs, clock, schedule, log, metrics }),
  });
}

/** A process that waits for a service has something to do. */
function httpContext({ nowMs }: Clock): HttpContext {
  const waits = (delayMs: number, work: () => void): Disposable => {
    const timer = setTimeout(work, delayMs);
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  };
  return { nowMs, schedule: waits, random: Math.random };
}

function schedule(delayMs: number, work: () => void): Disposable {
  const timer = setTimeout(work, delayMs).unref();
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}
