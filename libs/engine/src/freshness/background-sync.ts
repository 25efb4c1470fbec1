/**
 * What a server does between calls to keep the codebases in use up to date: watches their trees, syncs a
 * moment after a change, and compares everything now and then, since no watch sees all (network disks, mapped
 * files).
 */
import type { Codebase } from "../codebase/codebase.ts";
import type { EngineContext } from "../engine-context.ts";
import { causeOf } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { withoutLogFields } from "../log-scope.ts";
import { syncCodebase } from "../sync/sync-codebase.ts";
import { WatchedTree } from "./watched-tree.ts";

/** A codebase that has been asked about. */
interface WatchedCodebase {
  readonly codebase: Codebase;
  usedAtMs: number;
  /** The sync that is to come after changes, and when the first and the last of those came. */
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

  /** Tells that a codebase is in use. Its watch begins with the next sync. */
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
   * Where more codebases are asked about in turn than can be watched, each would take the watch of the one
   * that comes next, and every question would begin with a look at a whole tree. Those that have one keep it;
   * the others go by their age.
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

  /** Waits for quiet: each change puts the sync off, until it has been put off long enough. */
  private syncIn(entry: WatchedCodebase, delayMs: number): void {
    entry.timer = this.context.schedule(delayMs, () => {
      entry.timer = null;
      const nowMs = this.context.clock.nowMs();
      const quietInMs = entry.lastChangeMs + entry.delayMs - nowMs;
      const waitedMs = nowMs - entry.firstChangeMs;
      // With a clock that was set back, what was waited for is not known.
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
    // Where another process is writing, it applies the same changes: asking again soon would disturb it.
    entry.delayMs = isDone
      ? ENGINE_LIMITS.watchDebounceMs
      : Math.min(entry.delayMs * 2, ENGINE_LIMITS.watchRetryMs);
    if (!isDone && codebase.watched?.pending.isEmpty === false) this.noteChange(entry);
  }

  private scheduleBackground(): Disposable {
    return this.context.schedule(ENGINE_LIMITS.backgroundSyncMs, () => {
      // The next one is scheduled when this one has ended, so that none overlaps another.
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

  /** False when it could not be done now. Never throws: the next answer will tell. */
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
