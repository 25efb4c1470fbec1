/** Removes a folder whose lock the caller holds, so that another process may create it again at any time. */
import { readdirSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { syncFolder } from "../../disk/sync-folder.ts";
import { removeAll } from "../../disk/remove-and-rename.ts";
import { EngineError } from "../../errors.ts";
import { INDEX_FILES } from "./home.ts";

export interface LockedRemoval {
  /** Removes what has to go first; may throw. */
  readonly first: () => void;
  /** Message of the error. */
  readonly problem: string;
  readonly platform: NodeJS.Platform;
}

/**
 * Removes everything in the folder under the lock, the lock file last, and then the folder. Releases the
 * lock, also if that fails. Throws `STORE_UNAVAILABLE`, and the engine's errors that `first` throws.
 *
 * Windows removes no open file, so that the lock is released there before its file is removed. If another
 * process takes it in between, the file stays.
 */
export function removeLocked(
  folder: string,
  lock: Disposable,
  { first, problem, platform }: LockedRemoval,
): void {
  const isLock = (name: string): boolean => name.startsWith(INDEX_FILES.lock);
  const remove = (isChosen: (name: string) => boolean): void =>
    readdirSync(folder)
      .filter(isChosen)
      .forEach((name) => removeAll(join(folder, name)));
  try {
    first();
    remove((name) => !isLock(name));
    if (platform !== "win32") remove(isLock);
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    throw new EngineError("STORE_UNAVAILABLE", problem, { cause });
  } finally {
    lock[Symbol.dispose]();
  }
  try {
    if (platform === "win32") remove(isLock);
    rmdirSync(folder);
    syncFolder(dirname(folder));
  } catch {
    // Another process is creating it again.
  }
}
