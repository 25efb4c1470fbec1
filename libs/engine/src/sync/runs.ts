/**
 * Full runs: a new index is built in separate tables, and replaces the present index only when it is
 * complete.
 */
import type { ProgressListener } from "../ports.ts";
import { existsSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { RunPhase } from "@satori/contracts";
import { INDEX_FILES } from "../codebase/home/home.ts";
import { writePrivateFile } from "../disk/private-files.ts";
import { removeAll } from "../disk/remove-and-rename.ts";
import { currentProcess } from "../codebase/home/process-identity.ts";
import type { Codebase } from "../codebase/codebase.ts";
import type { EngineContext } from "../engine-context.ts";
import type { EmbedEvent } from "../embed/embedder.ts";
import { EngineError, causeOf, isCorruption, isGone, systemCode } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import {
  type CodebaseSettings,
  MARKER_KIND,
  WORDS_MARKER_KIND,
  continuableRun,
  type RunCounts,
  type RunFailure,
  type RunKind,
  type RunRecord,
} from "../model/run.ts";
import { move } from "../model/state.ts";
import { commitSource } from "./commit-source.ts";
import { type IndexInput, indexCodebase } from "./index-codebase.ts";
import { openRules, signatureForCommits } from "../scan/rules.ts";
import { removeUnusableVersions } from "./remove-versions.ts";
import { Watchdog } from "./watchdog.ts";
import { diskSource } from "./tree-source.ts";

export interface StartRunOptions {
  readonly kind: RunKind;
  readonly settings: CodebaseSettings;
  /** The held writer lock; released when the run has ended. */
  readonly lock: Disposable;
  readonly onProgress?: ProgressListener | undefined;
}

/**
 * Registers a run and starts it. Returns as soon as it is registered; the run continues in the background,
 * and its result is in the store and in `codebase.activeRun.ended`. Throws `STORE_UNAVAILABLE`; then the lock
 * is released, and if there was no index before, nothing is left behind.
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
    removeAll(join(codebase.folder, INDEX_FILES.cancel));
    // The remains of an interrupted `clear` must not count as an index again if this run fails too.
    if (!wasTracked) await codebase.discardStore();
    await register(job).catch((error: unknown) => startAnew(job, error));
  } catch (error) {
    if (wasTracked) options.lock[Symbol.dispose]();
    // The reason for the failure matters more than the remains.
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
 * Ends the run of this process if its index is gone, for example because its files were deleted. What the run
 * does at its end, even releasing the lock, would affect the run that comes after it.
 */
export async function endLostRun(codebase: Codebase): Promise<void> {
  // Read before the view: a run that begins meanwhile is not lost.
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
    // A run of this process is cancelled already; a run of another process cannot be reached.
    if (!codebase.activeRun)
      throw new EngineError(
        "STORE_UNAVAILABLE",
        "The run cannot be cancelled: SATORI_HOME is not writable or the disk is full",
        { cause },
      );
  }
}

/** What a run needs from start to end. */
interface Job {
  readonly context: EngineContext;
  readonly codebase: Codebase;
  /** The record as it was registered. */
  readonly run: RunRecord;
  readonly settings: CodebaseSettings;
}
type Reporter = (phase: RunPhase, counts: RunCounts) => Promise<void>;

async function register({ codebase, run, settings }: Job): Promise<void> {
  await codebase.closeIfReplaced();
  const store = await codebase.createStore();
  await codebase.requireSound();
  const isUser = codebase.storeFile.users();
  // Views of codebases whose folders were deleted.
  if (isUser) await store.keepViews(isUser);
  const before = await store.head();
  // Comes first: a store that cannot begin a run must not be prepared for one.
  await store.beginRun(run, continuableRun(before, run, settings) ?? undefined);
  // An index that answers keeps its settings until the new one replaces it.
  if (!before.complete) await store.saveSettings(settings);
}

/**
 * Replaces a store that proved corrupt: a full run uses nothing of it. Rethrows all other errors. Also
 * rethrows if the run was aborted meanwhile: the store then belongs to another run.
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

/** Result of a run, and the size of its index. */
interface RunResult {
  readonly outcome: "completed" | "failed" | "cancelled";
  readonly files: number;
  readonly chunks: number;
}

/** Does the run. Never throws: a failure becomes the run's state. */
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
    // Corruption may show as late as when the previous run is dropped.
    const built = attempt().catch((error: unknown) => startAnew(job, error, abort.signal).then(attempt));
    return await Promise.race([built, watchdog.gaveUp]);
  } catch (error) {
    // Work that hung may continue later; then it finds its run aborted.
    abort.abort(error);
    const failure = failureOf(error);
    const about = { effectiveRoot: codebase.root, runId: run.id };
    // A cancelled run, or a stopped server, is not an error to investigate.
    if (failure.code === "CANCELLED") context.log("info", "run_cancelled", about);
    else context.log("error", "run_failed", { ...about, ...failure, cause: causeOf(error) });
    try {
      await requireMove(codebase, "fail");
      await codebase.store().failRun(run.id, await withKeptFiles(job, failure), isoTime(context));
    } catch {
      // If the failure cannot be written, only this process knows it, and to other processes the run still
      // looks active.
      codebase.unrecordedFailure = { runId: run.id, ...failure };
      recordLater(job, failure);
    }
    return { outcome: failure.code === "CANCELLED" ? "cancelled" : "failed", files: 0, chunks: 0 };
  }
}

/** Notes with a cancelled run how much of it the next one finds, if stores keep it for that. */
async function withKeptFiles({ codebase, run }: Job, failure: RunFailure): Promise<RunFailure> {
  const store = codebase.store();
  if (failure.code !== "CANCELLED" || (await store.head()).complete !== null || !store.keepsCancelledRuns)
    return failure;
  const { files } = await store.statistics(run.id);
  return files === 0 ? failure : { ...failure, keptFiles: files };
}

/** Throws `STORE_UNAVAILABLE` if the run no longer exists, for example because its index was deleted. */
async function requireMove(codebase: Codebase, end: "complete" | "fail"): Promise<void> {
  const { state, head } = await codebase.view();
  const next = move(
    state,
    end === "complete" ? "run_completed" : head?.complete ? "rebuild_failed" : "run_failed",
  );
  if ("refused" in next) throw new EngineError("STORE_UNAVAILABLE", `The run cannot ${end}: ${next.refused}`);
}

/** Records why a run failed as soon as that is possible. Until then, no other process can begin a run. */
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

/**
 * Records the failure. Returns false if another process holds the lock or the failure cannot be written.
 * Never throws.
 */
async function recordNow(
  { context, codebase, run }: Job,
  failure: NonNullable<RunRecord["failure"]>,
): Promise<boolean> {
  try {
    using lock = codebase.tryLock(context.clock.nowMs());
    if (!lock) return false;
    // If a later run has replaced it, this writes nothing.
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
  const { root, commit } = codebase;
  const { maxFileBytes, home } = context.config;
  const rules = openRules(root, settings, home);
  const ignoreSignature = commit === null ? rules.signature : signatureForCommits({ root, settings, home });
  const source =
    commit === null
      ? diskSource(root, context)
      : commitSource({ root, commit, settings, home, maxFileBytes }, context.preparer);
  const result = await indexCodebase({
    root,
    runId: run.id,
    mode: "full",
    store,
    source,
    embedder: context.embedder,
    commit,
    readHistory: context.readHistory,
    knownMerkleRoot: null,
    rules: () => rules.policy.rootScope(),
    trustsVerdicts: false,
    maxFileBytes,
    now: () => context.clock.nowMs(),
    ...told,
    onEmbedEvent: (event) => noteWaiting(context, codebase, event),
    onWords: await wordsStage(context, codebase, run),
  });
  const { files, chunks } = result.hasForeignFiles
    ? await store.statistics(run.id)
    : { files: result.filesWritten, chunks: result.chunksWritten };
  const completedAt = isoTime(context);
  const marker = {
    kind: MARKER_KIND,
    codebasePath: codebase.root,
    fingerprint: context.fingerprint(),
    indexedFiles: files,
    totalChunks: chunks,
    completedAt,
    runId: run.id,
    ...(result.embedding ? { embedding: result.embedding } : {}),
  } as const;
  await requireMove(codebase, "complete");
  await store.completeRun(
    marker,
    { syncedAt: run.startedAt, merkleRoot: result.stats.merkleRoot, ignoreSignature },
    settings,
  );
  codebase.establish();
  if (commit === null) await removeUnusableVersions(context, codebase);
  context.log("info", "run_completed", {
    effectiveRoot: codebase.root,
    runId: run.id,
    files,
    chunks,
    ...result.embedding,
  });
  return { outcome: "completed", files: result.filesWritten, chunks: result.chunksWritten };
}

/**
 * What to do when a first run has everything but vectors; undefined for a run in one stage: the setting does
 * not ask for two, there are no vectors to wait for, the store cannot do it, or an index answers meanwhile.
 */
async function wordsStage(
  context: EngineContext,
  codebase: Codebase,
  { id }: RunRecord,
): Promise<(() => Promise<void>) | undefined> {
  const store = codebase.store();
  const { stages } = store;
  if (context.config.firstReads === "gated" || !context.embedder || !stages) return undefined;
  if ((await store.head()).complete) return undefined;
  return async () => {
    const { files, chunks } = await store.statistics(id);
    await stages.completeWords({
      kind: WORDS_MARKER_KIND,
      codebasePath: codebase.root,
      fingerprint: context.fingerprint(),
      indexedFiles: files,
      totalChunks: chunks,
      completedAt: isoTime(context),
      runId: id,
    });
    context.log("info", "words_completed", { effectiveRoot: codebase.root, runId: id, files, chunks });
  };
}

/** Logs waits for the embedder, which explain why a run takes long. */
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
 * Reports each step to the listener, and from time to time to other processes; checks whether one of them
 * asks to cancel.
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
