/**
 * Walking a large tree in several threads: most of a scan is waiting for the system to say what a file is. The parts are
 * subtrees of about equal numbers of files; the result is the one that `walk` gives.
 */
import { availableParallelism } from "node:os";
import { throwIfAborted } from "../errors.ts";
import { slashed } from "../ignore/rule-loader.ts";
import type { FolderManifest } from "../model/manifest.ts";
import { compareText, parentOf } from "../model/paths.ts";
import { noteUnreadableFolders } from "./unreadable-folders.ts";
import { WalkThreads } from "./walk-threads.ts";
import { type FolderScan, type PendingFolder, type TreeWalker, type WalkInput, type WalkResult, rootFolder, scanFolder, walk, walkFrom } from "./walk.ts";

/**
 * Below this many known entries more threads cost more than they save: in the first scan of a process, which may be its only
 * one, starting them as well; later on they are there, or soon will be.
 */
const MIN_ENTRIES = { first: 150_000, later: 10_000 } as const;
const MAX_THREADS = 4;
/** Subtrees to share out, for each thread: more make the parts more equal. */
const SUBTREES_A_THREAD = 16;

/**
 * Two processors are often two halves of one core: two threads took half as much CPU time again as one there, and no less
 * time. Hence a thread for each pair; but two where there is one pair, which may be two cores as well.
 */
const defaultThreads = (): number => Math.min(Math.max(Math.floor(availableParallelism() / 2), 2), availableParallelism(), MAX_THREADS);

/** @param script the built walk-worker */
export function createThreadedWalker(script: URL, threads = defaultThreads()): TreeWalker {
  // One part is the calling thread's own.
  const scanners = new WalkThreads(script, threads - 1);
  let turn: keyof typeof MIN_ENTRIES = "first";
  return (input) => {
    // A look at a few folders is no work to share out.
    if (input.mayHaveChanged) return walk(input);
    const isLarge = countEntries(input.previous.values()) >= MIN_ENTRIES[turn];
    turn = "later";
    return isLarge && threads > 1 ? walkInThreads(input, scanners, threads) : walk(input);
  };
}

async function walkInThreads(input: WalkInput, scanners: WalkThreads, threads: number): Promise<WalkResult> {
  throwIfAborted(input.signal);
  const folders: FolderScan[] = [];
  const unreadable: string[] = [];
  let pending: PendingFolder[] = [rootFolder(input)];
  while (pending.length > 0 && pending.length < threads * SUBTREES_A_THREAD) {
    const next: PendingFolder[] = [];
    for (const folder of pending) {
      const scanned = scanFolder(input, folder);
      if (!scanned) unreadable.push(folder.path);
      else {
        folders.push(scanned.scan);
        next.push(...scanned.children);
      }
    }
    pending = next;
  }
  const parts = shareOut(pending, input.previous, threads);
  // The last part is this thread's own.
  const others = parts.slice(0, -1).map((part) => runPart(input, scanners, part));
  const results = await Promise.all([...others, walkFrom(input, parts.at(-1)?.folders ?? [])]);
  throwIfAborted(input.signal);
  // Not pushed all at once: a call takes no more than some 120,000 arguments.
  const all = [...folders, ...results.flatMap((result) => result.folders)];
  const notRead = [...unreadable, ...results.flatMap((result) => result.unreadable)];
  return noteUnreadableFolders({ folders: all.sort((left, right) => compareText(depthFirstKey(left), depthFirstKey(right))), unreadable: notRead.sort(compareText) });
}

interface Part {
  readonly folders: PendingFolder[];
  readonly previous: FolderManifest[];
  entries: number;
}

/** Subtrees into parts of about equal size, largest first. */
function shareOut(pending: readonly PendingFolder[], previous: ReadonlyMap<string, FolderManifest>, threads: number): Part[] {
  const subtrees = new Map(pending.map((folder): [string, Part] => [folder.path, { folders: [folder], previous: [], entries: 0 }]));
  for (const manifest of previous.values()) {
    const subtree = subtreeOf(manifest.path, subtrees);
    subtree?.previous.push(manifest);
    if (subtree) subtree.entries += manifest.names.length;
  }
  const parts: Part[] = Array.from({ length: threads }, () => ({ folders: [], previous: [], entries: 0 }));
  for (const subtree of [...subtrees.values()].sort((left, right) => right.entries - left.entries)) {
    const smallest = parts.reduce((least, part) => (part.entries < least.entries ? part : least));
    smallest.folders.push(...subtree.folders);
    for (const folder of subtree.previous) smallest.previous.push(folder);
    smallest.entries += subtree.entries;
  }
  return parts;
}

function subtreeOf(path: string, subtrees: ReadonlyMap<string, Part>): Part | undefined {
  for (let folder = path; folder !== ""; folder = parentOf(folder)) {
    const subtree = subtrees.get(folder);
    if (subtree) return subtree;
  }
  return undefined;
}

async function runPart(input: WalkInput, scanners: WalkThreads, { folders, previous }: Part): Promise<WalkResult> {
  const { root, settings, trustsVerdicts, maxFileBytes, nowMs, readsAll, signal } = input;
  const bare = folders.map(({ scope: _scope, ...folder }) => folder);
  const { unchanged, changed, unreadable } = await scanners.scan({ root, settings, trustsVerdicts, maxFileBytes, nowMs, readsAll, folders: bare, previous }, signal);
  const knownAt = (diskPath: string): FolderManifest => input.previous.get(slashed(diskPath).normalize("NFC")) as FolderManifest;
  const same = unchanged.map((diskPath): FolderScan => ({ manifest: knownAt(diskPath), diskPath, isUnchanged: true }));
  return { folders: [...same, ...changed], unreadable };
}

/** Sorts folders as a depth-first walk meets them: a folder's subfolders before its later siblings. */
function depthFirstKey({ manifest }: FolderScan): string {
  return manifest.path.replaceAll("/", "\0");
}

function countEntries(folders: Iterable<FolderManifest>): number {
  let count = 0;
  for (const { names } of folders) count += names.length;
  return count;
}
