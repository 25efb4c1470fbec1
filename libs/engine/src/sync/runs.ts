/**
 * Full runs: a new index is built beside the one that answers, and takes its place only when it is complete.
 */
import { existsSync, rmSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { RunPhase } from "@satori/contracts";
import { INDEX_FILES } from "../codebase/home/home.ts";
import { writePrivateFile } from "../disk/private-files.ts";
import { currentProcess } from "../codebase/home/process-identity.ts";
import type { Codebase } from "../codebase/codebase.ts";
import type { EngineContext, ProgressListener } from "../engine-context.ts";
import type { EmbedEvent } from "../embed/embedder.ts";
import { EngineError, causeOf, isCorruption, isGone, systemCode } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import {
  type CodebaseSettings,
  MARKER_KIND,
  type RunCounts,
  type RunFailure,
  type RunKind,
  type RunRecord,
} from "../model/run.ts";
import { move } from "../model/state.ts";
import { type IndexInput, indexCodebase } from "./index-codebase.ts";
import { openRules } from "../scan/rules.ts";
import { Watchdog } from "./watchdog.ts";

export interface StartRunOptions {
  readonly kind: RunKind;
  readonly settings: CodebaseSettings;
  /** Held; released when the run has ended. */
  readonly lock: Disposable;
  readonly onProgress?: ProgressListener | undefined;
}

/**
 * Registers a run and starts it; returns as soon as it is registered. The run goes on in the background, and
 * its end is in the store and in `codebase.activeRun.ended`. Throws `STORE_UNAVAILABLE`; the lock is then
 * released, and where there was nothing before there is nothing again.
 */
export async function startRun(
  context: EngineContext,
  codebase: Codebase,
  options: StartRunOptions,
): Promise<RunRecord> {
  const at = isoTime(context);
  let record: RunRecord = {
    id: randomUUID(),
    kind: options.kind,
    state: "active",
    fingerprint: context.fingerprint(),
    owner: currentProcess(),
    phase: "scanning",
    counts: { filesDone: 0, filesTotal: null, chunks: 0 },
    startedAt: at,
    updatedAt: at,
    finishedAt: null,
    failure: null,
  };
  const job = { context, codebase, run: record, settings: options.settings };
  const wasTracked = codebase.isTracked;
  try {
    rmSync(join(codebase.folder, INDEX_FILES.cancel), { recursive: true, force: true });
    // An index that a clear left which did not come to its end must not count again, should this run not come
    // to its end either.
    if (!wasTracked) await codebase.discardStore();
    await register(job).catch((error: unknown) => startAnew(job, error));
  } catch (error) {
    if (wasTracked) options.lock[Symbol.dispose]();
    // Why it could not begin is what counts.
    else
      await codebase
        .remove(options.lock)
        .catch((left: unknown) =>
          context.log("warn", "index_not_removed", { effectiveRoot: codebase.root, cause: causeOf(left) }),
        );
    throw error;
  }
  const abort = new AbortController();
  const watchdog = new Watchdog(context, ENGINE_LIMITS.stalledRunMs);
  abort.signal.addEventListener("abort", () => watchdog.expectEnd(ENGINE_LIMITS.cancelGraceMs), {
    once: true,
  });
  const report = progressReporter(context, codebase, record.id, abort, (phase, counts) => {
    watchdog.hear(phase);
    record = { ...record, phase, counts: { ...counts }, updatedAt: isoTime(context) };
    options.onProgress?.(phase, counts);
  });
  const startedMs = performance.now();
  const ended = work(job, report, abort, watchdog)
    .then(({ outcome, files, chunks }) => {
      context.metrics.count("satori_index_runs_total", { outcome });
      context.metrics.observe(
        "satori_index_run_duration_seconds",
        {},
        (performance.now() - startedMs) / 1_000,
      );
      context.metrics.count("satori_indexed_files_total", { by: "run" }, files);
      context.metrics.count("satori_indexed_chunks_total", { by: "run" }, chunks);
    })
    .finally(() => {
      watchdog[Symbol.dispose]();
      codebase.activeRun = null;
      options.lock[Symbol.dispose]();
    });
  context.log("info", "run_started", { effectiveRoot: codebase.root, runId: record.id, kind: options.kind });
  codebase.activeRun = { record: () => record, cancel: (reason) => abort.abort(new Error(reason)), ended };
  return record;
}

/**
 * Ends the run that this process works on if its index is gone, as when it was removed by hand: what it does
 * at its end, be it to let the lock go, would be done to the run that comes after it.
 */
export async function endLostRun(codebase: Codebase): Promise<void> {
  // Before the look: a run that begins meanwhile is none that is lost.
  const { activeRun } = codebase;
  if (!activeRun || (await codebase.view()).active) return;
  activeRun.cancel("its index was removed");
  await activeRun.ended;
}

/** Asks whichever process works on a run of this codebase to cancel it. */
export function requestCancel(codebase: Codebase): void {
  codebase.activeRun?.cancel("cleared");
  try {
    writePrivateFile(join(codebase.folder, INDEX_FILES.cancel), "");
  } catch (cause) {
    // The run of this process knows already; that of another one cannot be asked.
    if (!codebase.activeRun)
      throw new EngineError(
        "STORE_UNAVAILABLE",
        "The run cannot be cancelled: SATORI_HOME is not writable or the disk is full",
        { cause },
      );
  }
}

/** What a run works with from its beginning to its end. */
interface Job {
  readonly context: EngineContext;
  readonly codebase: Codebase;
  /** As it was registered. */
  readonly run: RunRecord;
  readonly settings: CodebaseSettings;
}
type Reporter = (phase: RunPhase, counts: RunCounts) => Promise<void>;

async function register({ codebase, run, settings }: Job): Promise<void> {
  await codebase.closeIfReplaced();
  const store = codebase.createStore();
  await codebase.requireSound();
  // First: a store that cannot begin a run must not make room for one.
  await store.beginRun(run);
  // An index that answers keeps its settings until the new one takes its place.
  if (!(await store.head()).complete) await store.saveSettings(settings);
}

/**
 * After the damage of a store came to light: a full run takes nothing from it, so that it makes room for a
 * new one. Throws every other error again, and this one where the run was given up meanwhile: then the store
 * is another's by now.
 */
async function startAnew(job: Job, error: unknown, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted || !isCorruption(error)) throw error;
  const { context, codebase, run } = job;
  context.log("warn", "damaged_store_discarded", {
    effectiveRoot: codebase.root,
    runId: run.id,
    cause: causeOf(error),
  });
  await codebase.discardStore();
  await register(job);
}

/** What came of a run, and what is in its index. */
interface RunResult {
  readonly outcome: "completed" | "failed" | "cancelled";
  readonly files: number;
  readonly chunks: number;
}

/** Never throws: a failure is the run's state. */
async function work(
  job: Job,
  onProgress: Reporter,
  abort: AbortController,
  watchdog: Watchdog,
): Promise<RunResult> {
  const { context, codebase, run } = job;
  try {
    const attempt = (): Promise<RunResult> =>
      build(job, {
        onProgress,
        onAlive: () => watchdog.hear(),
        onWaiting: (limitMs) => watchdog.wait(limitMs),
        signal: abort.signal,
      });
    // Damage may show as late as when the run before is dropped.
    const built = attempt().catch((error: unknown) => startAnew(job, error, abort.signal).then(attempt));
    return await Promise.race([built, watchdog.gaveUp]);
  } catch (error) {
    // What hangs may come back: it finds that its run has ended.
    abort.abort(error);
    const failure = failureOf(error);
    const about = { effectiveRoot: codebase.root, runId: run.id };
    // Whoever cancels it, or stops the server, has nothing to look into.
    if (failure.code === "CANCELLED") context.log("info", "run_cancelled", about);
    else context.log("error", "run_failed", { ...about, ...failure, cause: causeOf(error) });
    try {
      await requireMove(codebase, "fail");
      await codebase.store().failRun(run.id, failure, isoTime(context));
    } catch {
      // When even this cannot be written, why it failed is known here alone, and to others this process still
      // works on it.
      codebase.unrecordedFailure = { runId: run.id, ...failure };
      recordLater(job, failure);
    }
    return { outcome: failure.code === "CANCELLED" ? "cancelled" : "failed", files: 0, chunks: 0 };
  }
}

/**
 * Throws `STORE_UNAVAILABLE` where the run that ends is none any more, as when its index was removed by hand.
 */
async function requireMove(codebase: Codebase, end: "complete" | "fail"): Promise<void> {
  const { state, head } = await codebase.view();
  const next = move(
    state,
    end === "complete" ? "run_completed" : head?.complete ? "rebuild_failed" : "run_failed",
  );
  if ("refused" in next) throw new EngineError("STORE_UNAVAILABLE", `The run cannot ${end}: ${next.refused}`);
}

/** Writes down why a run failed as soon as that is possible: until then no other process can begin one. */
function recordLater(job: Job, failure: NonNullable<RunRecord["failure"]>): void {
  const { context, codebase, run } = job;
  codebase.laterNote?.[Symbol.dispose]();
  codebase.laterNote = context.schedule(ENGINE_LIMITS.recordFailureMs, () => {
    if (!codebase.isTracked || codebase.unrecordedFailure?.runId !== run.id) return;
    void recordNow(job, failure).then((isRecorded) =>
      isRecorded ? (codebase.unrecordedFailure = null) : recordLater(job, failure),
    );
  });
}

/** False where another process holds the lock or the failure cannot be written. Never throws. */
async function recordNow(
  { context, codebase, run }: Job,
  failure: NonNullable<RunRecord["failure"]>,
): Promise<boolean> {
  try {
    using lock = codebase.tryLock(context.clock.nowMs());
    if (!lock) return false;
    // A later run has replaced it where it is gone: then nothing is written.
    await codebase.store().failRun(run.id, failure, isoTime(context));
    return true;
  } catch {
    return false;
  }
}

async function build(
  { context, codebase, run, settings }: Job,
  told: Pick<IndexInput, "onProgress" | "onAlive" | "onWaiting" | "signal">,
): Promise<RunResult> {
  const store = codebase.store();
  const rules = openRules(codebase.root, settings, context.config.home);
  const result = await indexCodebase({
    root: codebase.root,
    runId: run.id,
    mode: "full",
    store,
    preparer: context.preparer,
    embedder: context.embedder,
    walk: context.walk,
    readHistory: context.readHistory,
    knownMerkleRoot: null,
    rules: () => rules.policy.rootScope(),
    trustsVerdicts: false,
    maxFileBytes: context.config.maxFileBytes,
    now: () => context.clock.nowMs(),
    ...told,
    onEmbedEvent: (event) => noteWaiting(context, codebase, event),
  });
  const completedAt = isoTime(context);
  const marker = {
    kind: MARKER_KIND,
    codebasePath: codebase.root,
    fingerprint: context.fingerprint(),
    indexedFiles: result.filesWritten,
    totalChunks: result.chunksWritten,
    completedAt,
    runId: run.id,
    ...(result.embedding ? { embedding: result.embedding } : {}),
  } as const;
  await requireMove(codebase, "complete");
  await store.completeRun(
    marker,
    { syncedAt: run.startedAt, merkleRoot: result.stats.merkleRoot, ignoreSignature: rules.signature },
    settings,
  );
  codebase.establish();
  context.log("info", "run_completed", {
    effectiveRoot: codebase.root,
    runId: run.id,
    files: result.filesWritten,
    chunks: result.chunksWritten,
    ...result.embedding,
  });
  return { outcome: "completed", files: result.filesWritten, chunks: result.chunksWritten };
}

/** Whoever wonders why a run takes so long finds it in the log. */
function noteWaiting({ log }: EngineContext, { root }: Codebase, event: EmbedEvent): void {
  if (event.kind === "waiting")
    log("info", "embedder_waits", {
      effectiveRoot: root,
      reason: event.reason,
      waitMs: Math.round(event.waitMs),
    });
}

function failureOf(error: unknown): RunFailure {
  if (error instanceof EngineError)
    return { code: error.code, message: error.message, aboutOthers: error.aboutOthers };
  if (isGone(error))
    return { code: "PATH_NOT_FOUND", message: "The folder disappeared while it was being indexed" };
  if (["EACCES", "EPERM"].includes(systemCode(error) ?? ""))
    return { code: "PATH_UNREADABLE", message: "The folder cannot be read" };
  return { code: "INTERNAL", message: "Indexing stopped because of a bug" };
}

/**
 * Tells the listener of every step, other processes now and then, and looks whether one of them asks to
 * cancel.
 */
function progressReporter(
  context: EngineContext,
  codebase: Codebase,
  runId: string,
  abort: AbortController,
  listener: ProgressListener,
): Reporter {
  let toldMs = 0;
  return async (phase, counts) => {
    listener(phase, counts);
    const nowMs = context.clock.nowMs();
    if (Math.abs(nowMs - toldMs) < ENGINE_LIMITS.heartbeatMs && counts.filesDone > 0) return;
    toldMs = nowMs;
    if (existsSync(join(codebase.folder, INDEX_FILES.cancel)))
      abort.abort(new Error("cancelled by another process"));
    await codebase.store().reportProgress(runId, phase, counts, isoTime(context));
  };
}

function isoTime({ clock }: EngineContext): string {
  return new Date(clock.nowMs()).toISOString();
}
