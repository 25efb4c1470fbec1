/** Entry of a worker thread: scans a part of a tree for `threaded-walk.ts`. */
import { parentPort } from "node:worker_threads";
import type { DirectoryScope } from "../ignore/directory-scope.ts";
import type { IgnorePolicy } from "../ignore/policy.ts";
import { slashed } from "../ignore/rule-loader.ts";
import type { FolderManifest } from "../model/manifest.ts";
import { parentOf } from "../model/paths.ts";
import { openRules } from "./rules.ts";
import type { WalkPart, WalkPartResult } from "./walk-threads.ts";
import { type PendingFolder, walkFrom } from "./walk.ts";

// Posted by `walk-threads.ts`, which is the only one that starts this file.
parentPort?.on("message", async (part: WalkPart) => parentPort?.postMessage(await scanPart(part)));

async function scanPart(part: WalkPart): Promise<WalkPartResult> {
  const { policy } = openRules(part.root, part.settings);
  const start = part.folders.map((folder): PendingFolder => ({ ...folder, scope: () => scopeAround(policy, folder.diskPath) }));
  const previous = new Map(part.previous.map((folder): [string, FolderManifest] => [folder.path, folder]));
  const { folders, unreadable } = await walkFrom({ ...part, previous, rules: () => policy.rootScope() }, start);
  return { unchanged: folders.filter(({ isUnchanged }) => isUnchanged).map(({ diskPath }) => diskPath), changed: folders.filter(({ isUnchanged }) => !isUnchanged), unreadable };
}

/** Rules of the folder that a folder lies in, as the disk spells it: a walk enters the folder itself. */
function scopeAround(policy: IgnorePolicy, diskPath: string): DirectoryScope {
  const parent = parentOf(slashed(diskPath));
  const scope = policy.scopeAt(parent);
  // The calling thread has just listed what is in it.
  if (!scope) throw new Error(`${parent} is ignored all of a sudden`);
  return scope;
}
