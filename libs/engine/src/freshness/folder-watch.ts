/**
 * Subscribes to the operating system's events about changes in folders. All platform differences are in this
 * file.
 */
import { type FSWatcher, readFileSync, watch } from "node:fs";
import { join, sep } from "node:path";
import { systemCode } from "../errors.ts";
import { nameOf, parentOf } from "../model/paths.ts";

/** A folder to watch. */
export interface WatchedFolder {
  /** Path in the index; empty for the root. */
  readonly path: string;
  /** The disk's spelling of the path, relative to the root. */
  readonly diskPath: string;
}

/** Receives the events of a watch. */
export interface WatchListener {
  /** An entry of a folder changed: the named one, or any if `name` is null. */
  readonly onChange: (folder: string, name: string | null) => void;
  /** The system lost events: anything may have changed. */
  readonly onOverflow: () => void;
  /** No more events will come. */
  readonly onBroken: () => void;
}

/** The watches of one tree. */
export interface FolderWatch extends Disposable {
  /** Whether a folder is watched. */
  has(path: string): boolean;
  /** Watches a folder. Does nothing if it cannot be listed or no longer exists. Throws `WatchRefused`. */
  add(folder: WatchedFolder): void;
  /** Stops watching a folder and everything below it. */
  drop(path: string): void;
  /** Stops watching all folders except these. */
  keep(paths: ReadonlySet<string>): void;
  readonly count: number;
}

export type OpenFolderWatch = (root: string, listener: WatchListener) => FolderWatch;

/** The system refuses to watch that many folders. The message is for people. */
export class WatchRefused extends Error {}

/** Watches a whole tree with one handle where the system can do that; elsewhere, each folder with its own. */
export const openFolderWatch: OpenFolderWatch = (root, listener) =>
  process.platform === "darwin" || process.platform === "win32"
    ? new RecursiveWatch(root, listener)
    : new EachFolderWatch(root, listener);

/** inotify. Only folders in the index are watched, so ignored folders cost nothing. */
class EachFolderWatch implements FolderWatch {
  private readonly watchers = new Map<string, FSWatcher>();

  constructor(
    private readonly root: string,
    private readonly listener: WatchListener,
  ) {
    queue.watches.add(this);
  }

  get count(): number {
    return this.watchers.size;
  }

  has(path: string): boolean {
    return this.watchers.has(path);
  }

  add({ path, diskPath }: WatchedFolder): void {
    const folder = join(this.root, diskPath);
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => this.hear(path, name));
      // If a watch breaks because its folder is removed, the parent folder's watch reports it.
      watcher.on("error", () => (path === "" ? this.listener.onBroken() : this.drop(path)));
      this.watchers.set(path, watcher);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal) throw new WatchRefused(refusal);
    }
  }

  drop(path: string): void {
    const below = `${path}/`;
    for (const [folder, watcher] of this.watchers) {
      if (path !== "" && folder !== path && !folder.startsWith(below)) continue;
      watcher.close();
      this.watchers.delete(folder);
    }
  }

  keep(paths: ReadonlySet<string>): void {
    for (const [path, watcher] of this.watchers) {
      if (paths.has(path)) continue;
      watcher.close();
      this.watchers.delete(path);
    }
  }

  /** Reports that some events may be missing. */
  overflow(): void {
    this.listener.onOverflow();
  }

  [Symbol.dispose](): void {
    queue.watches.delete(this);
    this.drop("");
  }

  private hear(path: string, name: string | null): void {
    countEvent();
    this.listener.onChange(path, name?.normalize("NFC") ?? null);
  }
}

/** All watches of a process share one queue of the system. */
const queue = { watches: new Set<EachFolderWatch>(), eventsThisTurn: 0 };

/**
 * Detects lost events. The system's queue is bounded and drops events that do not fit; Node.js does not
 * report that. An overflowing queue was full, and is read in one turn. So many events in one turn mean that
 * some may be missing, for any tree. Only events of open watches are counted here, so the threshold is a part
 * of the queue's size.
 */
function countEvent(): void {
  if (queue.eventsThisTurn++ === 0) setImmediate(() => (queue.eventsThisTurn = 0));
  if (queue.eventsThisTurn === overflowThreshold()) for (const watch of queue.watches) watch.overflow();
}

/** FSEvents and ReadDirectoryChangesW: one handle for the whole tree. */
class RecursiveWatch implements FolderWatch {
  private watcher: FSWatcher | null = null;

  constructor(
    private readonly root: string,
    private readonly listener: WatchListener,
  ) {}

  get count(): number {
    return this.watcher ? 1 : 0;
  }

  has(): boolean {
    return this.watcher !== null;
  }

  add(): void {
    if (this.watcher) return;
    try {
      this.watcher = watch(this.root, { persistent: false, recursive: true }, (_, name) => this.hear(name));
      this.watcher.on("error", () => this.listener.onBroken());
    } catch (error) {
      throw new WatchRefused(
        refusalOf(error) ??
          `the system refused to watch the folder (${systemCode(error) ?? "unknown error"})`,
      );
    }
  }

  drop(): void {
    // The handle also covers folders that are created again.
  }

  keep(): void {
    // The handle covers the whole tree.
  }

  [Symbol.dispose](): void {
    this.watcher?.close();
    this.watcher = null;
  }

  private hear(name: string | null): void {
    if (name === null) return this.listener.onOverflow();
    const path = reportedPath(name);
    this.listener.onChange(parentOf(path), nameOf(path));
  }
}

/** Index path of a file that a watch of a whole tree reports, relative to the tree. */
export function reportedPath(name: string, separator: string = sep): string {
  return name.replaceAll(separator, "/").normalize("NFC");
}

/** Why the system refuses to watch more; null for an error that concerns only one folder. */
function refusalOf(error: unknown): string | null {
  const code = systemCode(error);
  if (code === "ENOSPC")
    return "the system's limit of watched folders is reached (fs.inotify.max_user_watches)";
  if (code === "EMFILE" || code === "ENFILE")
    return "the system's limit of watchers is reached (fs.inotify.max_user_instances)";
  return null;
}

const DEFAULT_QUEUE = 16_384;
let threshold: number | undefined;

function overflowThreshold(): number {
  return (threshold ??= Math.max(1, Math.floor(queueLength() / 4)));
}

function queueLength(): number {
  try {
    return Number(readFileSync("/proc/sys/fs/inotify/max_queued_events", "utf8")) || DEFAULT_QUEUE;
  } catch {
    return DEFAULT_QUEUE;
  }
}
