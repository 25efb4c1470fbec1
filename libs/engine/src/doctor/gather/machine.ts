/** What the machine provides: external programs with their versions, and the limit of file watches. */
import { readFileSync } from "node:fs";
import { runBoundedChild } from "../../bounded-child.ts";
import type { EngineConfig } from "../../config.ts";
import { ENGINE_LIMITS } from "../../limits.ts";
import { ripgrepPaths } from "../../text-search/ripgrep/ripgrep-path.ts";
import type { IndexFact, ProgramFact, WatchFacts } from "../facts.ts";

const LIMITS = { wallMs: 5_000, cpuSeconds: 5, memoryBytes: 512 * 1024 * 1024, outputBytes: 64 * 1024 };

/** The ripgrep that text search would run; null if none works. */
export async function findRipgrep(paths: readonly string[] | null = null): Promise<ProgramFact | null> {
  for (const path of paths ?? (await ripgrepPaths())) {
    const version = await versionOf(path);
    if (version !== null) return { path, version };
  }
  return null;
}

export async function findGit(): Promise<ProgramFact | null> {
  const version = await versionOf("git");
  return version === null ? null : { path: "git", version };
}

/** The version in the first line of a program's output; null if it does not run. */
async function versionOf(path: string): Promise<string | null> {
  let output = "";
  try {
    const end = await runBoundedChild({
      command: path,
      args: ["--version"],
      limits: LIMITS,
      onOutput: (chunk) => void (output += chunk.toString()),
      onErrors: () => undefined,
    });
    if (end?.status !== 0) return null;
  } catch {
    return null;
  }
  return /\d+(?:\.\d+)+/.exec(output)?.[0] ?? (output.split("\n")[0] as string);
}

// How many folders the system watches for one user.

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
