/**
 * Walking a large tree in several threads: most of a scan is waiting for the system to say what a file is. The parts are
 * subtrees of about equal numbers of files; the result is the one that `walk` gives.
 */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { throwIfAborted } from "../errors.ts";
import type { FolderManifest } from "../model/manifest.ts";
import { compareText } from "../model/paths.ts";
import { noteUnreadableFolders } from "./unreadable-folders.ts";
import { type FolderScan, type PendingFolder, type TreeWalker, type WalkInput, type WalkResult, rootFolder, scanFolder, walk, walkFrom } from "./walk.ts";

/** What a thread is given. */
export interface WalkPart extends Pick<WalkInput, "root" | "settings" | "trustsVerdicts" | "maxFileBytes" | "nowMs" | "readsAll"> {
  readonly folders: readonly Omit<PendingFolder, "scope">[];
  /** Of the folders and all below them. */
  readonly previous: readonly FolderManifest[];
}

/** What a thread gives back: of unchanged folders only the names. */
export interface WalkPartResult {
  readonly unchanged: readonly string[];
  readonly changed: readonly FolderScan[];
  readonly unreadable: readonly string[];
}

/** Below this many known entries a second thread costs more than it saves. */
const MIN_ENTRIES = 20_000;
const MAX_THREADS = 4;
/** Subtrees to share out, for each thread: more make the parts more equal. */
const SUBTREES_A_THREAD = 16;

/**
 * Two processors are often two halves of one core: two threads took half as much CPU time again as one there, and no less
 * time. Hence a thread for each pair.
 */
const defaultThreads = (): number => Math.min(Math.floor(availableParallelism() / 2), MAX_THREADS);

/** @param script the built walk-worker */
export function createThreadedWalker(script: URL, threads = defaultThreads()): TreeWalker {
  // A look at a few folders is no work to share out.
  return (input) => (threads > 1 && !input.mayHaveChanged && countEntries(input.previous.values()) >= MIN_ENTRIES ? walkInThreads(input, script, threads) : walk(input));
}

async function walkInThreads(input: WalkInput, script: URL, threads: number): Promise<WalkResult> {
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
  const others = parts.slice(0, -1).map((part) => runPart(input, script, part));
  const results = await Promise.all([...others, walkFrom(input, parts.at(-1)?.folders ?? [])]);
  throwIfAborted(input.signal);
  folders.push(...results.flatMap((result) => result.folders));
  unreadable.push(...results.flatMap((result) => result.unreadable));
  return noteUnreadableFolders({ folders: folders.sort((left, right) => compareText(depthFirstKey(left), depthFirstKey(right))), unreadable: unreadable.sort(compareText) });
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
    smallest.previous.push(...subtree.previous);
    smallest.entries += subtree.entries;
  }
  return parts;
}

function subtreeOf(path: string, subtrees: ReadonlyMap<string, Part>): Part | undefined {
  for (let folder = path; folder !== ""; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const subtree = subtrees.get(folder);
    if (subtree) return subtree;
  }
  return undefined;
}

const NOTHING: WalkPartResult = { unchanged: [], changed: [], unreadable: [] };

async function runPart(input: WalkInput, script: URL, { folders, previous }: Part): Promise<WalkResult> {
  const { root, settings, trustsVerdicts, maxFileBytes, nowMs, readsAll, signal } = input;
  const bare = folders.map(({ scope: _scope, ...folder }) => folder);
  const part: WalkPart = { root, settings, trustsVerdicts, maxFileBytes, nowMs, readsAll, folders: bare, previous };
  const worker = new Worker(script, { workerData: part });
  const stop = (): void => void worker.terminate();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const { unchanged, changed, unreadable } = await new Promise<WalkPartResult>((resolve, reject) => {
      worker.once("message", resolve).once("error", reject);
      // A thread that was stopped says nothing, and the caller looks at the signal. Taken for an answer, the silence of any
      // other would mean that its files are gone.
      worker.once("exit", (code) => (signal?.aborted ? resolve(NOTHING) : reject(new Error(`A scanning thread ended with ${code}`))));
    });
    const same = unchanged.map((path): FolderScan => ({ manifest: input.previous.get(path) as FolderManifest, diskPath: path, isUnchanged: true }));
    return { folders: [...same, ...changed], unreadable };
  } finally {
    signal?.removeEventListener("abort", stop);
  }
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
