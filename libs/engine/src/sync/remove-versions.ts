/** Removal of indexed commits, which are made again when a call names them. */
import type { Codebase } from "../codebase/codebase.ts";
import { releaseAndThrow } from "../codebase/home/lock.ts";
import type { EngineContext } from "../engine-context.ts";
import { EngineError, causeOf } from "../errors.ts";

/**
 * Removes a version. Returns whether it is gone: not if a process works on it, if the server with its data is
 * away, or if the disk refuses, which is no reason to refuse whatever comes in its place.
 */
export async function removeVersion(
  { clock, log }: Pick<EngineContext, "clock" | "log">,
  version: Codebase,
): Promise<boolean> {
  const lock = version.tryLock(clock.nowMs());
  if (!lock) return false;
  try {
    const { isReleased } = await version
      .releaseStore()
      .catch((error: unknown) => releaseAndThrow(lock, error));
    // Releases the lock, also if it fails.
    if (isReleased) await version.remove(lock);
    else lock[Symbol.dispose]();
    return isReleased;
  } catch (error) {
    log("warn", "index_not_removed", { effectiveRoot: version.root, cause: causeOf(error) });
    return false;
  }
}

/**
 * After a rebuild of the codebase: removes the versions that no call can use any more, because they were made
 * by another version of Satori or with other settings. What they share with no other index would stay for
 * their sake.
 */
export async function removeUnusableVersions(
  context: Pick<EngineContext, "codebases" | "clock" | "log">,
  { root }: Codebase,
): Promise<void> {
  for (const version of context.codebases.commitsOf(root))
    try {
      const { compatibility, active } = await version.withTemporaryStore((opened) => opened.view());
      if (compatibility && !active) await removeVersion(context, version);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      context.log("debug", "version_not_removed", { effectiveRoot: root, cause: causeOf(error) });
    }
}
