/** Makes sure that an index is fresh enough for an answer. */
import type { FreshnessDecision } from "@satori/contracts";
import type { FreshnessOutcome } from "../model/staleness.ts";
import type { Codebase } from "../codebase/codebase.ts";
import type { GateOpen } from "../codebase/gate.ts";
import { withWayOut } from "../codebase/home/registry.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError, causeOf, isCorruption } from "../errors.ts";
import type { StoreHead } from "../store/store.ts";
import { openRules } from "../scan/rules.ts";
import { syncCodebase } from "../sync/sync-codebase.ts";

type Waiting = Pick<CallContext, "signal" | "onProgress" | "comparesNow">;

/**
 * Brings an index up to date before a call answers from it. If that fails, the answer comes from the present
 * index, and the decision says why it may be outdated. Throws `CANCELLED`, and `STORE_CORRUPT`: a corrupt
 * index does not answer.
 */
export async function ensureFresh(
  context: EngineContext,
  codebase: Codebase,
  { head, isPreviousRun }: GateOpen,
  call: Waiting,
): Promise<FreshnessOutcome> {
  const lastCheck = codebase.comparisons.lastCheck(head);
  if (isPreviousRun) return whole({ mode: "previous_run", checkedAt: lastCheck });
  try {
    const current = await currentAsOf(context, codebase, head, call);
    if (current !== null)
      return { decision: { mode: "fresh", ...current }, isPartial: codebase.comparisons.isPartial };
    return await synced(context, codebase, lastCheck, call);
  } catch (error) {
    if (isCorruption(error) || (error instanceof EngineError && error.code === "CANCELLED")) throw error;
    context.log("warn", "freshen_failed", { effectiveRoot: codebase.root, cause: causeOf(error) });
    return whole({
      mode: "failed",
      checkedAt: lastCheck,
      reason: withWayOut(
        codebase.root,
        error instanceof EngineError ? error.message : "the folder could not be scanned",
      ),
    });
  }
}

/**
 * The time at which the index is known to have matched the disk, with a reason if that is not now; null if
 * the index has to be compared.
 */
async function currentAsOf(
  { config, clock }: EngineContext,
  codebase: Codebase,
  head: StoreHead,
  { comparesNow = false }: Pick<Waiting, "comparesNow">,
): Promise<Pick<FreshnessDecision, "checkedAt" | "reason"> | null> {
  // Without a Merkle root, the last sync was cut short. The index is then neither in the old state nor in the
  // new one, however young it is.
  if (config.freshnessPolicy === "always" || head.merkleRoot === null) return null;
  const { watched } = codebase;
  await watched?.heard();
  const isWatched = watched?.vouches === true;
  // A watch that has just started, or that watches a folder since replaced, needs a sync first.
  if (watched && !isWatched && !watched.isRefused) return null;
  // Changes that a running sync has taken are no longer pending, but they are in the index only once it ends.
  if (watched && (!watched.pending.isEmpty || (isWatched && codebase.syncs.isBusy))) return null;
  if (openRules(codebase.root, head.settings, config.home).signature !== head.ignoreSignature) return null;
  if (isWatched) return { checkedAt: new Date(clock.nowMs()).toISOString() };
  if (comparesNow) return null;
  const lastCheck = codebase.comparisons.lastCheck(head);
  const ageMs = lastCheck === null ? Number.POSITIVE_INFINITY : clock.nowMs() - Date.parse(lastCheck);
  // If the clock was set back, the age is unknown.
  const isYoung = ageMs >= 0 && ageMs < config.freshnessMs;
  if (!isYoung || !codebase.comparisons.hasSameNestedRules()) return null;
  // Compared at this very moment, for example by another call.
  if (ageMs === 0) return { checkedAt: lastCheck };
  return {
    checkedAt: lastCheck,
    reason:
      `${whyUnwatched(config, watched)}, and it was last compared at ${lastCheck}; \`manage_index sync\` ` +
      "compares now, SATORI_FRESHNESS_MS sets how often answers do",
  };
}

function whyUnwatched(config: EngineContext["config"], watched: Codebase["watched"]): string {
  const why = config.watch
    ? (watched?.facts().reason ?? "more codebases are in use than can be watched")
    : "SATORI_WATCH is 0";
  return `changes are not watched (${why})`;
}

async function synced(
  context: EngineContext,
  codebase: Codebase,
  lastCheck: string | null,
  call: Waiting,
): Promise<FreshnessOutcome> {
  const outcome = await syncCodebase(context, codebase, "pending", call);
  switch (outcome.kind) {
    case "locked":
      return whole({
        mode: "skipped_locked",
        checkedAt: lastCheck,
        reason: "another process is writing the index",
      });
    case "indexing":
      return whole({
        mode: "skipped_indexing",
        checkedAt: lastCheck,
        reason: "a rebuild has started",
      });
    case "requires_reindex":
      return whole({
        mode: "skipped_requires_reindex",
        checkedAt: lastCheck,
        reason: "another process rebuilt the index with a different configuration",
      });
    case "synced": {
      const { checkedAt, stats, isPartial, rulesChanged, isShared } = outcome;
      const { added, removed, modified } = stats;
      if (isShared) return { decision: { mode: "coalesced", checkedAt }, isPartial };
      const changes = { added, removed, modified };
      if (rulesChanged)
        return { decision: { mode: "reconciled_ignore_change", checkedAt, changes }, isPartial };
      return {
        decision:
          added + removed + modified > 0
            ? { mode: "synced", checkedAt, changes }
            : { mode: "fresh", checkedAt },
        isPartial,
      };
    }
  }
}

function whole(decision: FreshnessDecision): FreshnessOutcome {
  return { decision, isPartial: false };
}
