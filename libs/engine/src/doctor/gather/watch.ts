/** How many folders the system watches for one user. */
import { readFileSync } from "node:fs";
import type { EngineConfig } from "../../config.ts";
import { ENGINE_LIMITS } from "../../limits.ts";
import type { IndexFact, WatchFacts } from "../facts.ts";

const LIMITS_FOLDER = "/proc/sys/fs/inotify";

export function gatherWatch(
  { watch }: Pick<EngineConfig, "watch">,
  indexes: readonly Pick<IndexFact, "folders">[],
): WatchFacts {
  const isInotify = process.platform === "linux";
  const largest = indexes
    .map(({ folders }) => folders)
    .sort((left, right) => right - left)
    .slice(0, ENGINE_LIMITS.watchedCodebases);
  return {
    platform: process.platform,
    isOn: watch,
    maxWatches: isInotify ? numberIn(`${LIMITS_FOLDER}/max_user_watches`) : null,
    maxInstances: isInotify ? numberIn(`${LIMITS_FOLDER}/max_user_instances`) : null,
    folders: largest.reduce((sum, folders) => sum + folders, 0),
  };
}

function numberIn(path: string): number | null {
  try {
    const value = Number(readFileSync(path, "utf8").trim());
    return Number.isSafeInteger(value) ? value : null;
  } catch {
    return null;
  }
}
