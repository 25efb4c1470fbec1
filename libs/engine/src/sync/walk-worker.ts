/** Entry of a worker thread: scans a part of a tree for `threaded-walk.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import type { FolderManifest } from "../model/manifest.ts";
import { openRules } from "./rules.ts";
import type { WalkPart, WalkPartResult } from "./threaded-walk.ts";
import { type PendingFolder, walkFrom } from "./walk.ts";

// Passed by the threaded walk, which is the only one that starts this file.
const part = workerData as WalkPart;
const { policy } = openRules(part.root, part.settings);
const start = part.folders.map((folder): PendingFolder => ({ ...folder, scope: () => policy.scopeAt(folder.path) ?? policy.rootScope() }));
const previous = new Map(part.previous.map((folder): [string, FolderManifest] => [folder.path, folder]));
const { folders, unreadable } = await walkFrom({ ...part, previous, rules: () => policy.rootScope() }, start);
const result: WalkPartResult = { unchanged: folders.filter(({ isUnchanged }) => isUnchanged).map(({ manifest }) => manifest.path), changed: folders.filter(({ isUnchanged }) => !isUnchanged), unreadable };
parentPort?.postMessage(result);
