/** Asking the operating system to tell of changes in folders. What differs by platform stands here. */
import { type FSWatcher, readFileSync, watch } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { systemCode } from "../errors.ts";

/** A folder to watch. */
export interface WatchedFolder {
  /** As the index names it; empty for the root. */
  readonly path: string;
  /** As the disk spells it, relative to the root. */
  readonly diskPath: string;
}

export interface WatchListener {
  /** Something in a folder changed: the entry of that name, or any of them. */
  readonly onChange: (folder: string, name: string | null) => void;
  /** More changed than the system told: everything may have. */
  readonly onOverflow: () => void;
  /** Nothing will be told any more. */
  readonly onBroken: () => void;
}

/** Watches of one tree. */
export interface FolderWatch extends Disposable {
  /** Whether a folder is watched. */
  has(path: string): boolean;
  /** Watches a folder; does nothing if it cannot be listed or is gone. Throws `WatchRefused`. */
  add(folder: WatchedFolder): void;
  /** Forgets a folder and all below it. */
  drop(path: string): void;
  /** Forgets all folders but these. */
  keep(paths: ReadonlySet<string>): void;
  readonly count: number;
}

export type OpenFolderWatch = (root: string, listener: WatchListener) => FolderWatch;

/** The system will not watch as many folders as there are. Its message is for people. */
export class WatchRefused extends Error {}

/** Where the system cannot watch a whole tree by one handle, each folder gets its own. */
export const openFolderWatch: OpenFolderWatch = (root, listener) =>
  process.platform === "darwin" || process.platform === "win32"
    ? new RecursiveWatch(root, listener)
    : new EachFolderWatch(root, listener);

/** inotify. Only folders that the index knows are watched: those that are ignored cost nothing. */
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
      // A watch that breaks later, as when its folder goes, has been told of by the folder above.
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

  /** Some of its events may be missing. */
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

/** All watches of a process share one queue of the system's. */
const queue = { watches: new Set<EachFolderWatch>(), eventsThisTurn: 0 };

/**
 * The queue is bounded, and what does not fit is dropped; Node is told but does not tell. A queue that
 * overflowed was full, and is read in one turn: so many events at once mean that some may be missing,
 * whichever tree they were of. Only those of open watches are seen here, hence a part of the bound.
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
    // The one handle goes on covering what is made anew.
  }

  keep(): void {
    // It covers the whole tree.
  }

  [Symbol.dispose](): void {
    this.watcher?.close();
    this.watcher = null;
  }

  private hear(name: string | null): void {
    if (name === null) return this.listener.onOverflow();
    const path = name.split(sep).join("/").normalize("NFC");
    const folder = dirname(path);
    this.listener.onChange(folder === "." ? "" : folder, basename(path));
  }
}

/** Null for what concerns one folder only. */
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
