/**
 * Keeps the codebases in use up to date between the calls of a server: watches their trees, syncs shortly
 * after a change, and compares everything from time to time, since no watch sees all changes (network disks,
 * mapped files).
 */
import type { Codebase } from "../codebase/codebase.ts";
import type { EngineContext } from "../engine-context.ts";
import { causeOf } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { withoutLogFields } from "../log-scope.ts";
import { syncCodebase } from "../sync/sync-codebase.ts";
import { WatchedTree } from "./watched-tree.ts";

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
