/** Brings a complete index up to date with the disk. */
import type { Codebase } from "../codebase/codebase.ts";
import { notingDamage } from "../codebase/damage.ts";
import { awaitLock } from "../codebase/home/lock.ts";
import { pathError, requireFolder } from "../codebase/home/registry.ts";
import type { CallContext, EngineContext, ProgressListener } from "../engine-context.ts";
import { EngineError, systemCode } from "../errors.ts";
import type { Look } from "../freshness/comparisons.ts";
import type { PendingChanges, TakenChanges } from "../freshness/pending-changes.ts";
import type { RoundCall } from "../freshness/shared-work.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { RUN_DIED } from "../model/run.ts";
import { move } from "../model/state.ts";
import type { SyncOutcome } from "../model/sync-outcome.ts";
import type { Store, StoreHead } from "../store/store.ts";
import { type IndexResult, indexCodebase } from "./index-codebase.ts";
import { GitLook } from "../scan/git-look/git-look.ts";
import { type CodebaseRules, openRules } from "../scan/rules.ts";

/** What to compare: every folder, or those of which the watch says that they may have changed, if it vouches for the rest. */
export type SyncExtent = "everything" | "pending";

type SyncRound = RoundCall<Parameters<ProgressListener>>;

/** Syncs now, whatever the age of the index. Those who ask before it has begun share it: `isShared` says who did not begin it. */
export async function syncCodebase(context: EngineContext, codebase: Codebase, extent: SyncExtent, call: Pick<CallContext, "signal" | "onProgress">): Promise<SyncOutcome & { readonly isShared: boolean }> {
  if (extent === "everything") codebase.watched?.pending.addEverything();
  const { result, isShared } = await codebase.syncs.run(call, (round) => syncCounted(context, codebase, round));
  return { ...result, isShared };
}

async function syncCounted(context: EngineContext, codebase: Codebase, round: SyncRound): Promise<SyncOutcome> {
  const { metrics } = context;
  try {
    const outcome = await notingDamage(() => codebase, context.clock, () => syncOnce(context, codebase, round));
    if (outcome.kind !== "synced") {
      metrics.count("satori_syncs_total", { result: outcome.kind });
      return outcome;
    }
    const { added, modified, removed } = outcome.stats;
    metrics.count("satori_syncs_total", { result: added + modified + removed > 0 ? "changed" : "unchanged" });
    for (const [change, files] of Object.entries({ added, modified, removed }) as ["added" | "modified" | "removed", number][]) metrics.count("satori_sync_files_total", { change }, files);
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
    codebase.letGo(lock);
    throw new EngineError("STORE_UNAVAILABLE", "The index was removed meanwhile");
  }
  using _held = lock;
  await codebase.closeIfReplaced();
  const store = codebase.store();
  const head = await store.head();
  if (!head.complete) throw new EngineError("STORE_UNAVAILABLE", "The index was removed meanwhile");
  if ("refused" in move(codebase.idleState(head), "synced")) return { kind: "requires_reindex" };
  // With the lock held it is certain that nobody works on it any more. What it wrote takes space for nothing.
  if (head.latest?.state === "active" && !store.isFrozen) await store.failRun(head.latest.id, RUN_DIED, new Date(context.clock.nowMs()).toISOString());
  const rules = openRules(codebase.root, head.settings, context.config.home);
  const hasOtherRules = rules.signature !== head.ignoreSignature;
  // Folders of the round before are watched by now, and what happened in them meanwhile is pending.
  await codebase.watched?.heard();
  const changes = changesToLookAt(codebase, head, hasOtherRules);
  const look = changes && !changes.isAll ? "pending" : codebase.comparisons.nextLook();
  // The index is as the disk was when the look began, however long it takes.
  const startedMs = context.clock.nowMs();
  const syncedAt = new Date(startedMs).toISOString();
  using gitLook = new GitLook({ folder: codebase.folder, root: codebase.root, version: manifestVersion(head.complete.run.id, head), signal: round.signal });
  if (look === "everything") gitLook.ask();
  try {
    const trustsVerdicts = !hasOtherRules && head.merkleRoot !== null;
    const result = await compare({ context, codebase, store, runId: head.complete.run.id, knownMerkleRoot: head.merkleRoot, rules, changes, look, gitLook, round, trustsVerdicts });
    codebase.noteCheck({ at: syncedAt, folders: result.folders, look, isPartial: result.isPartial });
    // The process that completed the run may have died before it could say so.
    codebase.establish();
    const { stats, isPartial, hasWritten } = result;
    context.metrics.count("satori_indexed_files_total", { by: "sync" }, result.filesWritten);
    context.metrics.count("satori_indexed_chunks_total", { by: "sync" }, result.chunksWritten);
    if (codebase.watched?.vouches) tryAgain(codebase.watched.pending, result);
    // A sync that found nothing writes nothing.
    const written = hasWritten || hasOtherRules || head.merkleRoot === null ? { syncedAt, merkleRoot: stats.merkleRoot, ignoreSignature: rules.signature } : null;
    if (written) await store.endSync(written);
    const version = manifestVersion(head.complete.run.id, written ?? head);
    if (look === "everything") gitLook.renew(version, result.folders, startedMs);
    else gitLook.follow(version, result.folders);
    context.log("debug", "sync_completed", { effectiveRoot: codebase.root, runId: head.complete.run.id, look, ...stats });
    return { kind: "synced", checkedAt: syncedAt, stats, isPartial, hasCutTexts: (result.embedding?.truncated ?? 0) > 0, rulesChanged: hasOtherRules || result.hasNewRules };
  } catch (error) {
    if (changes) codebase.watched?.pending.putBack(changes);
    if (error instanceof EngineError || systemCode(error) === null) throw error;
    // What stands in the way of a look at the root says more than the error that it met with.
    requireFolder(codebase.root);
    throw pathError(codebase.root, error);
  }
}

/** A sync of another process is often over in a moment. */
function lockSoon({ clock, config }: EngineContext, codebase: Codebase, signal: AbortSignal): Promise<Disposable | null> {
  return awaitLock(codebase, { clock, mostMs: ENGINE_LIMITS.waitForLockMs[config.freshnessPolicy], signal, isInVain: () => codebase.activeRun !== null });
}

/** Taken from what is pending; null where nothing is watched. */
function changesToLookAt({ watched }: Codebase, head: StoreHead, hasOtherRules: boolean): TakenChanges | null {
  if (!watched) return null;
  // Without a Merkle root the last sync was cut short: what it left is neither the old state nor the new one.
  if (!watched.vouches || hasOtherRules || head.merkleRoot === null) watched.pending.addEverything();
  return watched.pending.take();
}

/** What could not be read is tried again by the next sync: no watch tells when it can be, or what happens below it. */
function tryAgain(pending: PendingChanges, { unreadable }: IndexResult): void {
  for (const path of unreadable.folders) pending.addFolder(path);
  for (const path of unreadable.trees) pending.addTree(path);
}

/** Each sync that writes has a time of its own; one that was cut short has left no Merkle root. */
function manifestVersion(runId: string, { syncedAt, merkleRoot }: Pick<StoreHead, "syncedAt" | "merkleRoot">): string {
  return `${runId} ${syncedAt} ${merkleRoot}`;
}

interface Comparison {
  readonly context: EngineContext;
  readonly codebase: Codebase;
  readonly store: Store;
  readonly runId: string;
  readonly knownMerkleRoot: string | null;
  readonly rules: CodebaseRules;
  readonly changes: TakenChanges | null;
  readonly look: Look;
  readonly gitLook: GitLook;
  readonly round: SyncRound;
  readonly trustsVerdicts: boolean;
}

function compare({ context, codebase, changes, look, gitLook, round, rules, ...rest }: Comparison): Promise<IndexResult> {
  return indexCodebase({
    ...rest, root: codebase.root, mode: "incremental", preparer: context.preparer, embedder: context.embedder, walk: context.walk, readHistory: context.readHistory,
    rules: () => rules.policy.rootScope(), maxFileBytes: context.config.maxFileBytes, readsAll: look === "contents", gitLook,
    mayHaveChanged: changes && look === "pending" ? (path) => changes.has(path) || codebase.watched?.watches(path) !== true : undefined,
    now: () => context.clock.nowMs(), onProgress: round.onProgress, signal: round.signal,
  });
}
