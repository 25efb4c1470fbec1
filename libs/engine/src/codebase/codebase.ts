/**
 * One codebase: its index folder, its store, the run that this process works on, and what can be said of its
 * state. Every tool asks here; nothing else decides whether an index may be believed.
 */
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { CodebaseState, Fingerprint } from "@satori/contracts";
import { compareFingerprints } from "../model/fingerprint.ts";
import type { RunRecord } from "../model/run.ts";
import type { Stores } from "../store/open-store.ts";
import type { Inspection, Snapshot, Store, StoreHead } from "../store/store.ts";
import type { ProgressListener } from "../engine-context.ts";
import { type Comparison, Comparisons } from "./syncing/comparisons.ts";
import { CoalescedTask } from "./syncing/coalesced-task.ts";
import type { TreeWatch } from "./syncing/tree-watch.ts";
import type { SyncOutcome } from "../model/sync-outcome.ts";
import {
  type CorruptionRecord,
  type ObservedCorruption,
  forgetDamage,
  writeCorruptionRecord,
  recordedCorruption,
} from "./corruption.ts";
import { indexFolder } from "./home/home.ts";
import { type LockOwner, lockOwner, tryLock } from "./home/lock.ts";
import { EngineError } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { inTurn } from "../in-turn.ts";
import { currentProcess, isAlive, isSameProcess } from "./home/process-identity.ts";
import { tightenHome } from "./home/tighten.ts";
import { IndexedRoots } from "./home/indexed-roots.ts";
import {
  establish,
  folderIdentity,
  isTracked,
  renew,
  track,
  trackedAbove,
  untrack,
  untrackEmpty,
} from "./home/tracking.ts";
import {
  type CodebaseView,
  type Seen,
  absentView,
  isUnreadable,
  stateOf,
  unreadableView,
  viewOf,
} from "./view.ts";

/** More clearings than this between two looks do not happen. */
const MAX_LOOKS = 5;

/** Whether a file could not be opened or read, for another reason than that somebody has it locked. */
function isOfOpening(error: unknown): error is EngineError {
  return (
    error instanceof EngineError && error.code === "STORE_UNAVAILABLE" && error.retryAfterMs === undefined
  );
}

/**
 * Another process has removed or replaced the index while a call uses it. `call-tool.ts` repeats the call.
 */
export function removedMeanwhile(): EngineError {
  return new EngineError("STORE_UNAVAILABLE", "The index was removed in the meantime");
}

/** A run that this process works on. */
export interface ActiveRun {
  readonly record: () => RunRecord;
  readonly cancel: (reason: string) => void;
  /** Settles when the run has ended, whichever way. */
  readonly ended: Promise<void>;
}

export interface CodebaseOptions {
  readonly home: string;
  readonly fingerprint: () => Fingerprint;
  readonly stores: Pick<Stores, "open" | "identity" | "remove" | "inspect" | "heldElsewhere">;
}

export class Codebase {
  /** Canonical. */
  readonly root: string;
  readonly folder: string;
  activeRun: ActiveRun | null = null;
  /** Why the last run of this process failed, if the store could not even take a note of that. */
  unrecordedFailure: Seen["unrecordedFailure"] = null;
  /** The next attempt to record it. */
  laterNote: Disposable | null = null;
  /** Syncs of this process. */
  readonly syncs = new CoalescedTask<SyncOutcome, Parameters<ProgressListener>>();
  /** The watch of its tree, where this process keeps one. */
  watched: TreeWatch | null = null;
  /** Of the index with the disk, by this process. */
  readonly comparisons: Comparisons;
  /**
   * Counts how often the index was found replaced or removed. A call during which it changed may have failed
   * for that reason.
   */
  replacements = 0;
  /** When the damage was noted that this process has checked itself. */
  private checkedNote: string | null = null;
  private opened: {
    readonly store: Store;
    readonly identity: string | null;
    readonly files: string | null;
  } | null = null;
  private readonly options: CodebaseOptions;
  private readonly roots: IndexedRoots;

  /** @param roots of the home; shared by the codebases of a process */
  constructor(root: string, options: CodebaseOptions, roots: IndexedRoots = new IndexedRoots(options.home)) {
    this.root = root;
    this.roots = roots;
    this.comparisons = new Comparisons(root);
    this.options = options;
    this.folder = indexFolder(options.home, root);
  }

  get name(): string {
    return basename(this.root);
  }

  get isTracked(): boolean {
    return isTracked(this.options.home, this.root);
  }

  /**
   * The store, opened at first use. Throws `STORE_UNAVAILABLE` for an untracked codebase: opening would
   * recreate its folder.
   */
  store(): Store {
    if (!this.opened) {
      // Asked for first: a folder that is made anew meanwhile must not pass for the one that was opened.
      const identity = this.identity();
      if (identity === null) throw this.foundRemoved();
      tightenHome(this.options.home, this.folder);
      const store = this.options.stores.open(this.folder, this.root);
      this.opened = { store, identity, files: this.options.stores.identity(this.folder) };
    }
    return this.opened.store;
  }

  /**
   * Opens the complete index for a call that has passed the gate. Throws `STORE_UNAVAILABLE` if another
   * process has since removed the index, or replaced it with one that the gate would stop.
   */
  async snapshot(): Promise<Snapshot> {
    const snapshot = await this.store().snapshot();
    if (snapshot && compareFingerprints(snapshot.marker.fingerprint, this.options.fingerprint()) === null)
      return snapshot;
    snapshot?.[Symbol.dispose]();
    throw this.foundRemoved();
  }

  private foundRemoved(): EngineError {
    this.replacements++;
    return removedMeanwhile();
  }

  /**
   * The store, created if there is none. Whoever writes holds the lock and has called `closeIfReplaced`
   * since.
   */
  createStore(): Store {
    track(this.options.home, this.root);
    return this.store();
  }

  /**
   * Closes the store if somebody has cleared the index since it was opened, or removed its files by hand, and
   * perhaps made it anew: what is open here is a file without a name. With the lock held no process of ours
   * can do that any more.
   */
  async closeIfReplaced(): Promise<void> {
    if (!this.opened) return;
    const isSame =
      this.opened.identity === this.identity() &&
      this.opened.files === this.options.stores.identity(this.folder);
    if (isSame) return;
    this.replacements++;
    await this.close();
  }

  /** Notes that a run has completed: from now on this codebase speaks for the folders below it. */
  establish(): void {
    const before = this.identity();
    establish(this.options.home, this.root);
    // A store of a folder that is gone does not become one of the folder that is there.
    if (this.opened?.identity === before) this.opened = { ...this.opened, identity: this.identity() };
  }

  /**
   * Reads; changes nothing. What goes wrong with files that somebody clears at that moment says nothing of
   * the disk: it is looked again.
   */
  async view(): Promise<CodebaseView> {
    for (let looks = 1; ; looks++) {
      const identity = this.identity();
      try {
        return await this.viewNow();
      } catch (error) {
        if (looks === MAX_LOOKS || !isOfOpening(error)) throw error;
        await this.close();
        const isChanging = identity !== this.identity() || this.isWrittenByOthers();
        if (!isChanging) throw error;
        this.replacements++;
        if (looks > 1) await sleep(ENGINE_LIMITS.lockPollMs);
      }
    }
  }

  private async viewNow(): Promise<CodebaseView> {
    const identity = this.identity();
    // A frozen store shows nothing that came later.
    if (this.opened?.store.isFrozen && !this.activeRun) await this.close();
    if (!this.activeRun) await this.closeIfReplaced();
    if (identity === null)
      return absentView(
        this.root,
        trackedAbove(this.options.home, this.root),
        this.roots.establishedBelow(this.root),
      );
    try {
      const head = await this.store().head();
      const active = this.activeOf(head.latest);
      return viewOf(this.root, {
        head,
        fault: this.faultOf(head),
        active,
        unrecordedFailure: this.unrecordedFailure,
        runtime: this.options.fingerprint(),
      });
    } catch (error) {
      if (!(error instanceof EngineError) || !isUnreadable(error.code)) throw error;
      await this.close();
      return unreadableView(this.root, error);
    }
  }

  /**
   * Closes the store so that its next use reads the file again. Returns false, and keeps it open, while this
   * process writes it.
   *
   * @param isInSync the caller is the sync itself, so that no other one writes
   */
  async reopen({ isInSync = false } = {}): Promise<boolean> {
    if (this.activeRun || (this.syncs.isBusy && !isInSync)) return false;
    await this.close();
    return true;
  }

  /**
   * Takes a note that the complete run turned out to be damaged: from now on it counts for nobody as
   * complete. Never throws.
   */
  async recordCorruption({ sinceMs, nowMs, cause, isOfFile }: ObservedCorruption): Promise<void> {
    const store = this.opened?.store;
    // Without its log a file may look damaged that is not.
    const complete = store && !store.isFrozen ? (await store.head().catch(() => null))?.complete : undefined;
    // A run that has completed since is not the one that was read.
    if (!complete || Date.parse(complete.marker.completedAt) > sinceMs) return;
    const { id: runId } = complete.run;
    if (recordedCorruption(this.folder)?.runId === runId) return;
    const at = new Date(nowMs).toISOString();
    writeCorruptionRecord(this.folder, { runId, at, cause, isOfFile });
    this.checkedNote = at;
  }

  /** Checks the files of its index. Reads all of them. */
  inspect(): Inspection {
    return this.options.stores.inspect(this.folder);
  }

  /** Throws `STORE_CORRUPT` for a store that can be opened, but whose complete run does not count. */
  async requireSound(): Promise<void> {
    const fault = this.faultOf(await this.store().head());
    if (fault) throw new EngineError(fault.code, fault.message, { cause: fault.cause });
  }

  /** The state by a head that was read with the lock held: nobody works on a run then. */
  idleState(head: StoreHead): CodebaseState {
    const compatibility = head.complete
      ? compareFingerprints(head.complete.marker.fingerprint, this.options.fingerprint())
      : null;
    return stateOf(head, { active: null, compatibility, hasFailed: head.latest !== null });
  }

  tryLock(nowMs: number): Disposable | null {
    return tryLock(this.folder, nowMs);
  }

  lockOwner(): LockOwner | null {
    return lockOwner(this.folder);
  }

  /** Takes a note of a comparison of the index with the disk. */
  noteCheck(comparison: Comparison): void {
    this.comparisons.note(comparison);
    this.watched?.follow(comparison.folders);
  }

  /**
   * Makes room for a new store where the one that is there cannot be read. The caller holds the lock. Throws
   * `STORE_UNAVAILABLE`.
   */
  async discardStore(): Promise<void> {
    await this.close();
    this.options.stores.remove(this.folder);
    forgetDamage(this.folder);
    renew(this.options.home, this.root);
    // Whoever looked meanwhile has opened the old one again.
    await this.close();
  }

  /**
   * Gives up what the store keeps outside the index folder. Why some of it stays, where some stays; else
   * null. The caller holds the lock.
   */
  async releaseStore(): Promise<string | null> {
    const store = this.storeOrNull();
    // What cannot be read does not know any more.
    if (!store) return null;
    try {
      const elsewhere = await this.options.stores.heldElsewhere(store);
      await store.release();
      return elsewhere;
    } catch (error) {
      return error instanceof EngineError && !isUnreadable(error.code) ? error.message : null;
    }
  }

  /** Removes the index. The caller holds the lock and hands it over: its files go as well. */
  async remove(lock: Disposable): Promise<void> {
    await inTurn([() => this.close(), () => untrack(this.options.home, this.root, lock)]);
  }

  /** Lets the lock of an index go that is gone: asking for it may have made its folder anew. */
  releaseEmptyIndex(lock: Disposable): void {
    untrackEmpty(this.options.home, this.root, lock);
  }

  /**
   * Removes what a clear left that did not come to its end. Where an index counts, or somebody is about to
   * make one, it does nothing.
   */
  async removeRemains(nowMs: number): Promise<void> {
    const lock = existsSync(this.folder) ? this.tryLock(nowMs) : null;
    if (!lock) return;
    if (this.isTracked) lock[Symbol.dispose]();
    else await this.remove(lock);
  }

  /**
   * Looks at the codebase for once: with the store that is open here, or else with one that is closed again,
   * so that going through many codebases does not leave all of them open. Nobody who comes meanwhile gets
   * that one.
   */
  async withTemporaryStore<Result>(look: (codebase: Codebase) => Promise<Result>): Promise<Result> {
    if (this.opened) return look(this);
    const onlooker = new Codebase(this.root, this.options, this.roots);
    onlooker.unrecordedFailure = this.unrecordedFailure;
    try {
      return await look(onlooker);
    } finally {
      await onlooker.close();
    }
  }

  async close(): Promise<void> {
    const store = this.opened?.store;
    this.opened = null;
    this.comparisons.forget();
    await store?.[Symbol.asyncDispose]();
  }

  /** Why the complete run does not count, whatever its marker says; null when it does. */
  private faultOf({ complete }: StoreHead): CodebaseView["failure"] {
    if (!complete) return null;
    const { run, marker } = complete;
    const fault = { runId: run.id, code: "STORE_CORRUPT" } as const;
    if (marker.codebasePath !== this.root)
      return { ...fault, message: "The index file belongs to another codebase", at: marker.completedAt };
    const damage = this.damageOf(run.id);
    return damage
      ? {
          ...fault,
          message: "The index file is corrupt",
          at: damage.at,
          cause: `detected at ${damage.at}: ${damage.cause}`,
        }
      : null;
  }

  /**
   * What was noted of a run. A process that comes upon a note of damage that SQLite found checks once whether
   * it is still there: a disk that gave wrong bytes for a while may give the right ones again.
   */
  private damageOf(runId: string): CorruptionRecord | null {
    const damage = recordedCorruption(this.folder);
    if (damage?.runId !== runId) return null;
    if (!damage.isOfFile || this.checkedNote === damage.at) return damage;
    this.checkedNote = damage.at;
    if (this.inspect().kind !== "sound") return damage;
    forgetDamage(this.folder);
    return null;
  }

  private storeOrNull(): Store | null {
    try {
      return this.store();
    } catch (error) {
      if (error instanceof EngineError) return null;
      throw error;
    }
  }

  private isWrittenByOthers(): boolean {
    const owner = this.lockOwner();
    return owner !== null && !isSameProcess(owner, currentProcess());
  }

  private identity(): string | null {
    return folderIdentity(this.options.home, this.root);
  }

  /**
   * A run counts as active while its process works on it; one of this process that it no longer knows of has
   * died.
   */
  private activeOf(latest: RunRecord | null): RunRecord | null {
    if (latest?.state !== "active") return null;
    if (this.activeRun?.record().id === latest.id) return this.activeRun.record();
    return !isSameProcess(latest.owner, currentProcess()) && isAlive(latest.owner) ? latest : null;
  }
}
