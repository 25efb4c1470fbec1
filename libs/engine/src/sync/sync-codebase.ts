/** Brings a complete index up to date with the disk. */
import type { ProgressListener } from "../ports.ts";
import { type Codebase, removedMeanwhile } from "../codebase/codebase.ts";
import { recordingCorruption } from "../codebase/corruption.ts";
import { awaitLock } from "../codebase/home/lock.ts";
import { pathError, requireFolder, requireOwnFolder } from "../codebase/home/registry.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError, systemCode } from "../errors.ts";
import type { ComparisonDepth } from "../codebase/syncing/comparisons.ts";
import type { PendingChanges, TakenChanges } from "../codebase/syncing/pending-changes.ts";
import type { RoundCall } from "../codebase/syncing/coalesced-task.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { RUN_DIED } from "../model/run.ts";
import { move } from "../model/state.ts";
import type { SyncOutcome } from "../model/sync-outcome.ts";
import type { Store, StoreHead } from "../store/store.ts";
import { type IndexResult, indexCodebase } from "./index-codebase.ts";
import { GitStatCache } from "../scan/git-stat-cache/git-stat-cache.ts";
import { type CodebaseRules, openRules } from "../scan/rules.ts";
import { removeManyUnlisted } from "./unlisted-versions.ts";
import { Watchdog } from "./watchdog.ts";
import { diskSource } from "./tree-source.ts";

/** What to compare: every folder, or only those that the watch reported, if it vouches for the others. */
export type SyncExtent = "everything" | "pending";

type SyncRound = RoundCall<Parameters<ProgressListener>>;

/**
 * Syncs now, whatever the age of the index. Callers that arrive before it has begun share it; `isShared` is
 * true for all except the one that started it.
 */
export async function syncCodebase(
  context: EngineContext,
  codebase: Codebase,
  extent: SyncExtent,
  call: Pick<CallContext, "signal" | "onProgress">,
): Promise<SyncOutcome & { readonly isShared: boolean }> {
  if (extent === "everything") codebase.watched?.pending.addEverything();
  const { result, isShared } = await codebase.syncs.run(call, (round) =>
    syncCounted(context, codebase, round),
  );
  return { ...result, isShared };
}

async function syncCounted(
  context: EngineContext,
  codebase: Codebase,
  round: SyncRound,
): Promise<SyncOutcome> {
  const { metrics } = context;
  try {
    const noting = {
      recordCorruption: codebase.recordCorruption.bind(codebase),
      reopen: () => codebase.reopen({ isInSync: true }),
    };
    const outcome = await recordingCorruption(
      () => noting,
      context.clock,
      () => syncOnce(context, codebase, round),
    );
    if (outcome.kind !== "synced") {
      metrics.count("satori_syncs_total", { result: outcome.kind });
      return outcome;
    }
    const { added, modified, removed } = outcome.stats;
    metrics.count("satori_syncs_total", { result: added + modified + removed > 0 ? "changed" : "unchanged" });
    for (const [change, files] of Object.entries({ added, modified, removed }) as [
      "added" | "modified" | "removed",
      number,
    ][])
      metrics.count("satori_sync_files_total", { change }, files);
    return outcome;
  } catch (error) {
    metrics.count("satori_syncs_total", { result: "failed" });
    throw error;
  }
}

async function syncOnce(context: EngineContext, codebase: Codebase, round: SyncRound): Promise<SyncOutcome> {
  const lock = await lockSoon(context, codebase, round.signal);
  if (!lock) return { kind: (await codebase.view()).active ? "indexing" : "locked" };
  if (!codebase.isTracked) {
    codebase.releaseEmptyIndex(lock);
    throw removedMeanwhile();
  }
  using _held = lock;
  await codebase.closeIfReplaced();
  const store = codebase.store();
  const head = await store.head();
  if (!head.complete) throw removedMeanwhile();
  if ("refused" in move(codebase.idleState(head), "synced")) return { kind: "requires_reindex" };
  await failDeadRun(store, head, context);
  requireOwnFolder(codebase.root);
  const rules = openRules(codebase.root, head.settings, context.config.home);
  // By now, the folders of the previous round are watched. Changes in them since then are pending.
  await codebase.watched?.heard();
  const changes = changesToLookAt(codebase, head, rules);
  const look = changes && !changes.isAll ? "pending" : codebase.comparisons.nextLook();
  // The index will match the disk as of the start of the comparison, however long it takes.
  const startedMs = context.clock.nowMs();
  using gitStatCache = new GitStatCache({
    folder: codebase.folder,
    root: codebase.root,
    version: manifestVersion(head.complete.run.id, head),
    signal: round.signal,
  });
  if (look === "everything") gitStatCache.start();
  // Callers do not wait for a sync that makes no progress.
  using watchdog = new Watchdog(context, ENGINE_LIMITS.stalledRunMs);
  const ending = new AbortController();
  const signal = AbortSignal.any([round.signal, ending.signal]);
  const comparison: Comparison = {
    context,
    codebase,
    store,
    head,
    runId: head.complete.run.id,
    rules,
    changes,
    look,
    startedMs,
    gitStatCache,
    watchdog,
    round: { ...round, signal },
  };
  try {
    const result = await Promise.race([compare(comparison), watchdog.gaveUp]);
    return await endSync(comparison, result);
  } catch (error) {
    // Work that hung may continue later; then it finds its sync aborted.
    ending.abort(error);
    if (changes) codebase.watched?.pending.putBack(changes);
    throw asPathError(error, codebase.root);
  }
}

/**
 * Marks a dead run as failed, since its data only takes space. The lock is held, so no process works on it
 * any more.
 */
async function failDeadRun(store: Store, { latest }: StoreHead, { clock }: EngineContext): Promise<void> {
  if (latest?.state === "active" && !store.isFrozen)
    await store.failRun(latest.id, RUN_DIED, new Date(clock.nowMs()).toISOString());
}

/** Explains why the root cannot be read, which says more than the original error. */
function asPathError(error: unknown, root: string): unknown {
  if (error instanceof EngineError || systemCode(error) === null) return error;
  requireFolder(root);
  return pathError(root, error);
}

/** Waits briefly: a sync of another process is often over in a moment. */
function lockSoon(
  { clock, config }: EngineContext,
  codebase: Codebase,
  signal: AbortSignal,
): Promise<Disposable | null> {
  return awaitLock(codebase, {
    clock,
    mostMs: ENGINE_LIMITS.waitForLockMs[config.freshnessPolicy],
    signal,
    isInVain: () => codebase.activeRun !== null,
  });
}

function hasOtherRules(rules: CodebaseRules, head: StoreHead): boolean {
  return rules.signature !== head.ignoreSignature;
}

/** Takes the pending changes; null if nothing is watched. */
function changesToLookAt({ watched }: Codebase, head: StoreHead, rules: CodebaseRules): TakenChanges | null {
  if (!watched) return null;
  // Without a Merkle root, the last sync was cut short, and the index is neither in the old state nor in the
  // new one.
  if (!watched.vouches || hasOtherRules(rules, head) || head.merkleRoot === null)
    watched.pending.addEverything();
  return watched.pending.take();
}

/**
 * Makes the next sync retry what could not be read: no watch reports when it becomes readable, or what
 * happens below it.
 */
function tryAgain(pending: PendingChanges, { unreadable }: IndexResult): void {
  for (const path of unreadable.folders) pending.addFolder(path);
  for (const path of unreadable.trees) pending.addTree(path);
}

/** Each sync that writes has its own time; one that was cut short leaves no Merkle root. */
function manifestVersion(
  runId: string,
  { syncedAt, merkleRoot }: Pick<StoreHead, "syncedAt" | "merkleRoot">,
): string {
  return `${runId} ${syncedAt} ${merkleRoot}`;
}

interface Comparison {
  readonly context: EngineContext;
  readonly codebase: Codebase;
  readonly store: Store;
  /** Head of the index before the sync. */
  readonly head: StoreHead;
  readonly runId: string;
  readonly rules: CodebaseRules;
  readonly changes: TakenChanges | null;
  readonly look: ComparisonDepth;
  readonly startedMs: number;
  readonly gitStatCache: GitStatCache;
  readonly watchdog: Watchdog;
  readonly round: SyncRound;
}

function compare({
  context,
  codebase,
  store,
  head,
  runId,
  changes,
  look,
  gitStatCache,
  watchdog,
  round,
  rules,
}: Comparison): Promise<IndexResult> {
  return indexCodebase({
    runId,
    root: codebase.root,
    mode: "incremental",
    store,
    source: diskSource(codebase.root, context),
    embedder: context.embedder,
    readHistory: context.readHistory,
    rules: () => rules.policy.rootScope(),
    maxFileBytes: context.config.maxFileBytes,
    readsAll: look === "contents",
    gitStatCache,
    trustsVerdicts: !hasOtherRules(rules, head) && head.merkleRoot !== null,
    knownMerkleRoot: head.merkleRoot,
    mayHaveChanged:
      changes && look === "pending"
        ? (path) => changes.has(path) || codebase.watched?.watches(path) !== true
        : undefined,
    now: () => context.clock.nowMs(),
    signal: round.signal,
    onProgress: (phase, counts) => {
      watchdog.hear(phase);
      round.onProgress(phase, counts);
    },
    onAlive: () => watchdog.hear(),
    onWaiting: (limitMs) => watchdog.wait(limitMs),
  });
}

/** Writes the facts about the index as a whole, and records the comparison for later calls. */
async function endSync(
  { context, codebase, store, head, runId, rules, look, startedMs, gitStatCache }: Comparison,
  result: IndexResult,
): Promise<SyncOutcome> {
  const { stats, folders, isPartial } = result;
  const syncedAt = new Date(startedMs).toISOString();
  codebase.noteCheck({ at: syncedAt, folders, look, isPartial });
  // The process that completed the run may have died before it could record that.
  codebase.establish();
  context.metrics.count("satori_indexed_files_total", { by: "sync" }, result.filesWritten);
  context.metrics.count("satori_indexed_chunks_total", { by: "sync" }, result.chunksWritten);
  if (codebase.watched?.vouches) tryAgain(codebase.watched.pending, result);
  // A sync that found no changes writes nothing.
  const rulesChanged = hasOtherRules(rules, head);
  const written =
    result.hasWritten || rulesChanged || head.merkleRoot === null
      ? { syncedAt, merkleRoot: stats.merkleRoot, ignoreSignature: rules.signature }
      : null;
  if (written) {
    await store.endSync(written);
    await removeManyUnlisted(context, codebase, store);
  }
  const version = manifestVersion(runId, written ?? head);
  if (look === "everything")
    gitStatCache.renew(version, folders, { maxFileBytes: context.config.maxFileBytes, nowMs: startedMs });
  else gitStatCache.follow(version, folders);
  context.log("debug", "sync_completed", { effectiveRoot: codebase.root, runId, look, ...stats });
  return {
    kind: "synced",
    checkedAt: syncedAt,
    stats,
    isPartial,
    hasCutTexts: (result.embedding?.truncated ?? 0) > 0,
    rulesChanged: rulesChanged || result.hasNewRules,
  };
}
