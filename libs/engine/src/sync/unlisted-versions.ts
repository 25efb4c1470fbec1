/**
 * Removes versions of files from a server that neither a codebase nor its commits list any more. While
 * commits are indexed, a sync cannot tell alone what may go, and a commit that is removed leaves what only it
 * had.
 */
import type { Codebase } from "../codebase/codebase.ts";
import { awaitLock } from "../codebase/home/lock.ts";
import type { EngineContext } from "../engine-context.ts";
import { EngineError, causeOf } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import type { Listing, Store } from "../store/store.ts";

type Context = Pick<EngineContext, "codebases" | "stores" | "clock" | "log">;

/** As `removeUnlisted`, for a sync that holds the lock of the codebase: only if there is enough to remove. */
export async function removeManyUnlisted(context: Context, codebase: Codebase, store: Store): Promise<void> {
  const unlisted = context.stores.sharedVersions?.unlisted(store) ?? 0;
  if (unlisted >= ENGINE_LIMITS.unlistedVersions) await removeUnlisted(context, codebase, [codebase]);
}

/**
 * Does nothing if a process works on the codebase or one of its commits for longer than a sync usually takes,
 * or if the server is away: the next removal does it then.
 *
 * @param locked codebases whose locks the caller holds
 */
export async function removeUnlisted(
  context: Context,
  codebase: Codebase,
  locked: readonly Codebase[] = [],
): Promise<void> {
  const { stores, codebases, clock, log } = context;
  if (!stores.sharedVersions) return;
  const commits = codebases.commitsOf(codebase.root);
  const locks: Disposable[] = [];
  try {
    for (const one of [codebase, ...commits].filter((other) => !locked.includes(other))) {
      const wait = { clock, mostMs: ENGINE_LIMITS.waitForLockMs.always, signal: undefined };
      const lock = one.isTracked ? await awaitLock(one, wait) : null;
      if (!lock) return;
      locks.push(lock);
    }
    await codebase.closeIfReplaced();
    const listings: Listing[] = [];
    for (const commit of commits) {
      const listing = await commit.withTemporaryStore(
        async (opened) => (await stores.sharedVersions?.listing(opened.store())) ?? null,
      );
      if (!listing) return;
      listings.push(listing);
    }
    await stores.sharedVersions.removeUnlisted(codebase.store(), listings);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    log("debug", "versions_not_removed", { effectiveRoot: codebase.root, cause: causeOf(error) });
  } finally {
    for (const lock of locks) lock[Symbol.dispose]();
  }
}
