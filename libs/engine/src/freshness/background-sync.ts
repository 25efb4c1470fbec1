/**
 * Keeps the codebases in use up to date between the calls of a server: watches their trees, syncs shortly
 * after a change, and compares everything from time to time, since no watch sees all changes (network disks,
 * mapped files).
 */
import { statSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { WatchFacts } from "@satori/contracts";
import type { Codebase } from "../codebase/codebase.ts";
import { PendingChanges } from "../codebase/syncing/pending-changes.ts";
import type { TreeWatch } from "../codebase/syncing/tree-watch.ts";
import { cooperativeYield } from "../cooperative-yield.ts";
import type { EngineContext } from "../engine-context.ts";
import { causeOf } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { withoutLogFields } from "../log.ts";
import type { FolderScan } from "../model/folder-scan.ts";
import { parentOf, pathIn } from "../model/paths.ts";
import { syncCodebase } from "../sync/sync-codebase.ts";
import { type FolderWatch, type OpenFolderWatch, type WatchedFolder, WatchRefused } from "./folder-watch.ts";

/** A codebase in use. */
interface WatchedCodebase {
  readonly codebase: Codebase;
  usedAtMs: number;
  /** The scheduled sync after changes, and the times of the first and the last of these changes. */
  timer: Disposable | null;
  firstChangeMs: number;
  lastChangeMs: number;
  delayMs: number;
}

export class BackgroundSync implements AsyncDisposable {
  private readonly context: EngineContext;
  /** By root; the least recently used first. */
  private readonly kept = new Map<string, WatchedCodebase>();
  private background: Disposable | null = null;
  private readonly underWay = new Set<Promise<void>>();
  private readonly abort = new AbortController();

  constructor(context: EngineContext) {
    this.context = context;
  }

  /** Marks a codebase as in use. Its watch begins with the next sync. */
  use(codebase: Codebase): void {
    const { config, clock } = this.context;
    if (config.freshnessPolicy !== "by_age" || this.abort.signal.aborted) return;
    const known = this.kept.get(codebase.root);
    if (!known && !this.hasRoom()) return;
    const entry: WatchedCodebase = known ?? {
      codebase,
      usedAtMs: 0,
      timer: null,
      firstChangeMs: 0,
      lastChangeMs: 0,
      delayMs: ENGINE_LIMITS.watchDebounceMs,
    };
    entry.usedAtMs = clock.nowMs();
    this.kept.delete(codebase.root);
    this.kept.set(codebase.root, entry);
    if (config.watch) codebase.watched ??= this.watchOf(entry);
    for (const [root, oldest] of this.kept) {
      if (this.kept.size <= ENGINE_LIMITS.watchedCodebases) break;
      this.release(root, oldest);
    }
    this.background ??= this.scheduleBackground();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.abort.abort(new Error("the process is exiting"));
    this.background?.[Symbol.dispose]();
    for (const [root, entry] of this.kept) this.release(root, entry);
    await Promise.all(this.underWay);
  }

  /**
   * Whether one more codebase can be watched. If calls alternate between more codebases than can be watched,
   * each would take the watch of the next one, and every call would start with a scan of a whole tree.
   * Therefore watched codebases keep their watch; the others rely on the age of their index.
   */
  private hasRoom(): boolean {
    const [oldest] = this.kept.values();
    return (
      oldest === undefined ||
      this.kept.size < ENGINE_LIMITS.watchedCodebases ||
      Math.abs(this.context.clock.nowMs() - oldest.usedAtMs) > ENGINE_LIMITS.watchKeptMs
    );
  }

  private watchOf(entry: WatchedCodebase): WatchedTree {
    const { root } = entry.codebase;
    return new WatchedTree({
      root,
      openWatch: this.context.openWatch,
      onPending: () => this.noteChange(entry),
      onRefused: (reason) => this.context.log("warn", "watch_refused", { effectiveRoot: root, reason }),
    });
  }

  private release(root: string, { codebase, timer }: WatchedCodebase): void {
    timer?.[Symbol.dispose]();
    codebase.watched?.[Symbol.dispose]();
    codebase.watched = null;
    this.kept.delete(root);
  }

  private noteChange(entry: WatchedCodebase): void {
    const nowMs = this.context.clock.nowMs();
    entry.lastChangeMs = nowMs;
    if (entry.timer || this.abort.signal.aborted) return;
    entry.firstChangeMs = nowMs;
    this.syncIn(entry, entry.delayMs);
  }

  /** Schedules a sync for when nothing changes any more. Each change postpones it, up to a maximum delay. */
  private syncIn(entry: WatchedCodebase, delayMs: number): void {
    entry.timer = this.context.schedule(delayMs, () => {
      entry.timer = null;
      const nowMs = this.context.clock.nowMs();
      const quietInMs = entry.lastChangeMs + entry.delayMs - nowMs;
      const waitedMs = nowMs - entry.firstChangeMs;
      // If the clock was set back, the time waited is unknown.
      const isPutOff = quietInMs > 0 && waitedMs >= 0 && waitedMs < ENGINE_LIMITS.watchMaxDelayMs;
      if (isPutOff) this.syncIn(entry, quietInMs);
      else this.inBackground(() => this.applyPending(entry));
    });
  }

  private async applyPending(entry: WatchedCodebase): Promise<void> {
    const { codebase } = entry;
    if (codebase.watched?.pending.isEmpty !== false || this.kept.get(codebase.root) !== entry) return;
    if (!codebase.isTracked) return this.release(codebase.root, entry);
    const isDone = await this.sync(entry, "pending");
    // If another process is writing, it applies the same changes; an immediate retry would disturb it.
    entry.delayMs = isDone
      ? ENGINE_LIMITS.watchDebounceMs
      : Math.min(entry.delayMs * 2, ENGINE_LIMITS.watchRetryMs);
    if (!isDone && codebase.watched?.pending.isEmpty === false) this.noteChange(entry);
  }

  private scheduleBackground(): Disposable {
    return this.context.schedule(ENGINE_LIMITS.backgroundSyncMs, () => {
      // Schedules the next comparison when this one has ended, so that they never overlap.
      this.inBackground(async () => {
        await this.compareAll();
        this.background =
          this.abort.signal.aborted || this.kept.size === 0 ? null : this.scheduleBackground();
      });
    });
  }

  private async compareAll(): Promise<void> {
    const { clock } = this.context;
    for (const [root, entry] of Array.from(this.kept)) {
      const isUnused = clock.nowMs() - entry.usedAtMs > ENGINE_LIMITS.unusedMs;
      if (isUnused || !entry.codebase.isTracked) this.release(root, entry);
      else await this.sync(entry, "everything");
    }
  }

  /**
   * Syncs a codebase. Returns false if that was not possible. Never throws: the next answer reports the
   * problem.
   */
  private async sync({ codebase }: WatchedCodebase, extent: "pending" | "everything"): Promise<boolean> {
    const { context } = this;
    try {
      const { kind } = await syncCodebase(context, codebase, extent, { signal: this.abort.signal });
      context.log("debug", "background_sync", { effectiveRoot: codebase.root, extent, outcome: kind });
      return kind === "synced";
    } catch (error) {
      if (!this.abort.signal.aborted)
        context.log("info", "background_sync_failed", {
          effectiveRoot: codebase.root,
          cause: causeOf(error),
        });
      return false;
    }
  }

  private inBackground(work: () => Promise<void>): void {
    const done = withoutLogFields(work).finally(() => this.underWay.delete(done));
    this.underWay.add(done);
  }
}

// The watch of one codebase's tree. It knows what may have changed since the index was last compared with it.
// It vouches for nothing until every folder of a scan is watched and a further scan has followed.

/** Most watched folders of a codebase: the kernel never swaps out the memory that it needs for each. */
const MAX_FOLDERS = 100_000;

interface WatchedTreeOptions {
  /** Canonical. */
  readonly root: string;
  readonly openWatch: OpenFolderWatch;
  /** Called when a change is pending. */
  readonly onPending: () => void;
  /** Called with the reason when the tree is not, or no longer, watched. */
  readonly onRefused: (reason: string) => void;
}

export class WatchedTree implements TreeWatch {
  readonly pending = new PendingChanges();
  private readonly options: WatchedTreeOptions;
  private watch: FolderWatch | null = null;
  /** Identity of the watched root. */
  private identity: string | null = null;
  private refusal: string | null = null;
  private isWhole = false;
  private following: Promise<void> = Promise.resolve();

  constructor(options: WatchedTreeOptions) {
    this.options = options;
  }

  get vouches(): boolean {
    return this.isWhole && this.identity !== null && this.identity === identityOf(this.options.root);
  }

  get isRefused(): boolean {
    return this.refusal !== null;
  }

  watches(path: string): boolean {
    return this.watch?.has(path) === true;
  }

  facts(): WatchFacts {
    if (this.refusal !== null) return { state: "refused", folders: 0, reason: this.refusal };
    return { state: this.vouches ? "live" : "starting", folders: this.watch?.count ?? 0 };
  }

  async heard(): Promise<void> {
    if (this.isWhole) await this.following;
    // Events wait in the system's queue, which is read between two turns. After two turns, the event of a
    // file that was saved just before has arrived.
    await nextTurn();
    await nextTurn();
  }

  follow(scans: readonly FolderScan[]): void {
    if (this.refusal !== null) return;
    const folders = scans.map(({ manifest, diskPath }) => ({ path: manifest.path, diskPath }));
    this.following = this.following
      .then(() => this.followAll(folders))
      .catch((error: unknown) => this.giveUp(error instanceof WatchRefused ? error.message : String(error)));
  }

  noteFile(path: string): void {
    this.noteFolder(parentOf(path));
  }

  [Symbol.dispose](): void {
    this.restart();
    this.refusal = "ended";
  }

  /** Stops all watches. The next `follow` starts again. */
  private restart(): void {
    this.watch?.[Symbol.dispose]();
    this.watch = null;
    this.isWhole = false;
    this.pending.addEverything();
  }

  private async followAll(folders: readonly WatchedFolder[]): Promise<void> {
    if (this.refusal !== null) return;
    if (this.isWhole && !this.vouches) this.restart();
    if (folders.length > MAX_FOLDERS)
      throw new WatchRefused(
        `the codebase has ${folders.length} folders, and at most ${MAX_FOLDERS} can be watched`,
      );
    if (!this.watch) this.identity = identityOf(this.options.root);
    const watch = (this.watch ??= this.options.openWatch(this.options.root, {
      onChange: (folder, name) => this.noteChange(folder, name),
      onOverflow: () => this.noteEverything(),
      onBroken: () => this.giveUp("the system ended the watch"),
    }));
    const pause = cooperativeYield(undefined);
    // The system may end the watch while other code runs.
    const isEnded = (): boolean => watch !== this.watch;
    for (const folder of folders) {
      if (isEnded()) return;
      if (watch.has(folder.path)) continue;
      watch.add(folder);
      if (this.isWhole) this.noteFolder(folder.path);
      await pause();
    }
    if (isEnded()) return;
    if (watch.count > folders.length) watch.keep(new Set(folders.map(({ path }) => path)));
    if (this.isWhole) return;
    this.isWhole = true;
    this.noteEverything();
  }

  private noteChange(folder: string, name: string | null): void {
    const child = name === null ? null : pathIn(folder, name);
    // A folder that was moved here or recreated is not the folder that is watched under its name.
    if (child !== null && this.watch?.has(child)) {
      this.watch.drop(child);
      this.pending.addTree(child);
    }
    this.noteFolder(folder);
  }

  private noteFolder(path: string): void {
    this.pending.addFolder(path);
    this.options.onPending();
  }

  private noteEverything(): void {
    this.pending.addEverything();
    this.options.onPending();
  }

  private giveUp(reason: string): void {
    if (this.refusal !== null) return;
    this.restart();
    this.refusal = reason;
    this.options.onRefused(reason);
  }
}

/**
 * Distinguishes a folder from another one of the same path. File systems reuse the inode of a removed folder,
 * so the creation time is compared too.
 */
function identityOf(path: string): string | null {
  try {
    const { dev, ino, birthtimeMs } = statSync(path);
    return `${dev}:${ino}:${birthtimeMs}`;
  } catch {
    return null;
  }
}
