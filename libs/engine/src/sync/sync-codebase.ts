/** Bringing a complete index up to date with the disk: at once when asked, or before a search when it may be old. */
import type { FreshnessDecision, SyncStats } from "@satori/contracts";
import type { Codebase } from "../codebase/codebase.ts";
import { pathError } from "../codebase/registry.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError, systemCode } from "../errors.ts";
import type { StoreHead } from "../store/store.ts";
import { indexCodebase } from "./index-codebase.ts";
import { openRules } from "./rules.ts";

export type SyncOutcome =
  | { readonly kind: "synced"; readonly stats: SyncStats; readonly isPartial: boolean; readonly rulesChanged: boolean }
  /** Another process is writing. */
  | { readonly kind: "locked" };

/** Syncs now, whatever the age of the index. Those who ask while a sync of this process is under way share its outcome. */
export async function syncCodebase(context: EngineContext, codebase: Codebase, call: Pick<CallContext, "signal" | "onProgress">): Promise<SyncOutcome> {
  while (codebase.pendingSync) {
    try {
      return (await codebase.pendingSync) as SyncOutcome;
    } catch (error) {
      // Who began it has given it up; who shared it has not.
      const isGivenUp = error instanceof EngineError && error.code === "CANCELLED";
      if (!isGivenUp || call.signal?.aborted) throw error;
    }
  }
  const pending = syncOnce(context, codebase, call).finally(() => {
    if (codebase.pendingSync === pending) codebase.pendingSync = null;
  });
  codebase.pendingSync = pending;
  return pending;
}

async function syncOnce(context: EngineContext, codebase: Codebase, call: Pick<CallContext, "signal" | "onProgress">): Promise<SyncOutcome> {
  using lock = codebase.tryLock(context.clock.nowMs());
  if (!lock) return { kind: "locked" };
  await codebase.closeIfReplaced();
  const store = codebase.isTracked ? codebase.store() : null;
  const head = await store?.head();
  if (!store || !head?.complete) throw new EngineError("STORE_UNAVAILABLE", "The index was removed meanwhile");
  const rules = openRules(codebase.root, head.settings, context.config.home);
  const rulesChanged = rules.signature !== head.ignoreSignature;
  try {
    const { stats, isPartial, hasWritten } = await indexCodebase({
      root: codebase.root, runId: head.complete.run.id, mode: "incremental", store, preparer: context.preparer, embedder: context.embedder,
      walk: context.walk, settings: rules.settings, knownMerkleRoot: head.merkleRoot, rules: () => rules.policy.rootScope(), trustsVerdicts: !rulesChanged && head.merkleRoot !== null, maxFileBytes: context.config.maxFileBytes, now: () => context.clock.nowMs(),
      onProgress: (phase, counts) => call.onProgress?.(phase, counts), signal: call.signal,
    });
    const syncedAt = new Date(context.clock.nowMs()).toISOString();
    codebase.checkedAt = syncedAt;
    // The process that completed the run may have died before it could say so.
    codebase.establish();
    // A sync that found nothing writes nothing.
    if (hasWritten || rulesChanged || head.merkleRoot === null) await store.endSync({ syncedAt, merkleRoot: stats.merkleRoot, ignoreSignature: rules.signature });
    return { kind: "synced", stats, isPartial, rulesChanged };
  } catch (error) {
    throw error instanceof EngineError || systemCode(error) === null ? error : pathError(codebase.root, error);
  }
}

/** What came of making an index fresh for a search. */
export interface Freshening {
  readonly decision: FreshnessDecision;
  readonly isPartial: boolean;
}

/**
 * Makes sure that the index is no older than the configuration allows. It never fails: a search answers from what is
 * there, and the decision says why that may be old.
 *
 * @param policy `always` looks at the disk whatever the age: for processes that live for one call
 */
export async function freshen(context: EngineContext, codebase: Codebase, head: StoreHead, policy: "always" | "by_age", call: Pick<CallContext, "signal" | "onProgress">): Promise<Freshening> {
  const lastCheck = codebase.lastCheck(head);
  const ageMs = lastCheck === null ? Number.POSITIVE_INFINITY : context.clock.nowMs() - Date.parse(lastCheck);
  // Without a Merkle root the last sync was cut short: what it left is neither the old state nor the new one, however young.
  const isWhole = head.merkleRoot !== null;
  if (policy === "by_age" && isWhole && ageMs < context.config.freshnessMs) return { decision: { mode: "fresh", checkedAt: lastCheck }, isPartial: false };
  const isShared = codebase.pendingSync !== null;
  try {
    const outcome = await syncCodebase(context, codebase, call);
    if (outcome.kind === "locked") return { decision: { mode: "skipped_locked", checkedAt: lastCheck, reason: "another process is writing the index" }, isPartial: false };
    const { added, removed, modified } = outcome.stats;
    const checkedAt = new Date(context.clock.nowMs()).toISOString();
    const changes = { added, removed, modified };
    if (isShared) return { decision: { mode: "coalesced", checkedAt }, isPartial: outcome.isPartial };
    if (outcome.rulesChanged) return { decision: { mode: "reconciled_ignore_change", checkedAt, changes }, isPartial: outcome.isPartial };
    const mode = added + removed + modified > 0 ? "synced" : "fresh";
    return { decision: mode === "synced" ? { mode, checkedAt, changes } : { mode, checkedAt }, isPartial: outcome.isPartial };
  } catch (error) {
    if (error instanceof EngineError && error.code === "CANCELLED") throw error;
    context.log("warn", "freshen_failed", { root: codebase.root, cause: String(error) });
    return { decision: { mode: "failed", checkedAt: lastCheck, reason: error instanceof EngineError ? error.message : "the folder could not be scanned" }, isPartial: false };
  }
}
