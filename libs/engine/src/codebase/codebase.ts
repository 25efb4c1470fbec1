/**
 * One codebase: its index folder, its store, the active run of this process, and its state. Every tool asks
 * this class whether an index can be trusted; nothing else decides that.
 */
import type { ProgressListener } from "../ports.ts";
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type CodebaseState, type Fingerprint, shortCommit } from "@satori/contracts";
import { compareFingerprints } from "../model/fingerprint.ts";
import type { RunRecord } from "../model/run.ts";
import type { Stores } from "../store/open-store.ts";
import type { Inspection, Snapshot, Store, StoreHead } from "../store/store.ts";
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
import { viewName } from "../model/view-name.ts";
import { noteUse } from "./home/last-use.ts";
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
import { StoreFile } from "./store-file.ts";
import {
  type CodebaseView,
  type Seen,
  absentView,
  isUnreadable,
  stateOf,
  unreadableView,
  viewOf,
} from "./view.ts";

/** Attempts to read an index that other processes keep clearing. */
const MAX_LOOKS = 5;

/** Whether a file could not be opened or read, for a reason other than a lock of another process. */
function isOfOpening(error: unknown): error is EngineError {
  return (
    error instanceof EngineError && error.code === "STORE_UNAVAILABLE" && error.retryAfterMs === undefined
  );
}

/** Error of a call whose index another process has removed or replaced. `call-tool.ts` repeats the call. */
export function removedMeanwhile(): EngineError {
  return new EngineError("STORE_UNAVAILABLE", "The index was removed in the meantime");
}

/** A run that this process works on. */
export interface ActiveRun {
  readonly record: () => RunRecord;
  readonly cancel: (reason: string) => void;
  /** Settles when the run has ended, successfully or not. */
  readonly ended: Promise<void>;
}

export interface CodebaseOptions {
  readonly home: string;
  readonly fingerprint: () => Fingerprint;
  readonly stores: Pick<
    Stores,
    "open" | "identity" | "remove" | "inspect" | "heldElsewhere" | "canShareFiles"
  >;
}

export class Codebase {
  /** Canonical path. */
  readonly root: string;
  /** Id of the commit that this is a version of; null for the files on disk. */
  readonly commit: string | null;
  /** Name of the view in the index file. */
  private readonly viewName: string;
  readonly folder: string;
  readonly storeFile: StoreFile;
  activeRun: ActiveRun | null = null;
  /** Why the last run of this process failed, if the store could not even record the failure. */
  unrecordedFailure: Seen["unrecordedFailure"] = null;
  /** The next attempt to record the failure. */
  laterNote: Disposable | null = null;
  /** Syncs of this process. */
  readonly syncs = new CoalescedTask<SyncOutcome, Parameters<ProgressListener>>();
  /** Watch of the tree, if this process has one. */
  watched: TreeWatch | null = null;
  /** Comparisons of the index with the disk by this process. */
  readonly comparisons: Comparisons;
  /**
   * Number of times that the index was found replaced or removed. If it changed during a call, the call may
   * have failed for that reason.
   */
  replacements = 0;
  /** Time of the corruption record that this process has verified itself. */
  private checkedNote: string | null = null;
  private opened: {
    readonly store: Store;
    readonly identity: string | null;
    readonly files: string | null;
  } | null = null;
  private readonly options: CodebaseOptions;
  private readonly roots: IndexedRoots;

  /**
   * @param roots indexed roots of the home; shared by all codebases of a process
   * @param commit see `commit`
   */
  constructor(
    root: string,
    options: CodebaseOptions,
    roots: IndexedRoots = new IndexedRoots(options.home),
    commit: string | null = null,
  ) {
    this.root = root;
    this.commit = commit;
    this.viewName = viewName(root, commit);
    this.roots = roots;
    this.comparisons = new Comparisons(root);
    this.options = options;
    this.folder = indexFolder(options.home, this.viewName);
    this.storeFile = new StoreFile({
      home: options.home,
      root,
      indexFolder: this.folder,
      stores: options.stores,
    });
  }

  get name(): string {
    return basename(this.root);
  }

  /** How messages name it. */
  get title(): string {
    return this.commit === null ? this.root : `commit ${shortCommit(this.commit)} of ${this.root}`;
  }

  /** The root, if this is about the files on disk; null for a commit. */
  get diskRoot(): string | null {
    return this.commit === null ? this.root : null;
  }

  get isTracked(): boolean {
    return isTracked(this.options.home, this.viewName);
  }

  /**
   * The store, opened on first use. Throws `STORE_UNAVAILABLE` for an untracked codebase: opening would
   * recreate its folder.
   */
  store(): Store {
    if (!this.opened) {
      // Read before opening: a folder that is recreated meanwhile must not pass for the one that was opened.
      const identity = this.identity();
      if (identity === null) throw this.foundRemoved();
      const { home, stores } = this.options;
      const { folder, isShared } = this.storeFile.location();
      tightenHome(home, this.folder);
      if (isShared) tightenHome(home, folder);
      const store = stores.open(folder, this.viewName, isShared);
      this.opened = { store, identity, files: stores.identity(folder) };
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

  /**
   * Opens the words of a first run for a call that has passed the gate. Throws `STORE_UNAVAILABLE` if the run
   * has ended since; the call is then repeated.
   */
  async wordsSnapshot(): Promise<Snapshot> {
    const snapshot = await this.store().stages?.snapshot();
    if (snapshot) return snapshot;
    throw this.foundRemoved();
  }

  private foundRemoved(): EngineError {
    this.replacements++;
    return removedMeanwhile();
  }

  /**
   * The store; creates the index folder if it does not exist. The caller holds the writer lock and has called
   * `closeIfReplaced` since it took the lock.
   */
  async createStore(): Promise<Store> {
    const { home } = this.options;
    if (!this.isTracked) await this.storeFile.claim((store) => track(home, this.viewName, store));
    return this.store();
  }

  /** Records that this commit is in use. Never throws. */
  noteUse(nowMs: number): void {
    if (this.isTracked) noteUse(this.folder, nowMs);
  }

  /**
   * Closes the store if the index was cleared or its files were deleted since it was opened, even if it
   * exists again: the open file no longer has a name then. While the caller holds the lock, no other process
   * of ours can do that.
   */
  async closeIfReplaced(): Promise<void> {
    if (!this.opened) return;
    const isSame =
      this.opened.identity === this.identity() &&
      this.opened.files === this.options.stores.identity(this.storeFile.location().folder);
    if (isSame) return;
    this.replacements++;
    await this.close();
  }

  /** Records that a run has completed: from now on this codebase covers the folders below it. */
  establish(): void {
    const before = this.identity();
    establish(this.options.home, this.viewName);
    // The store of a removed folder does not belong to the folder that exists now.
    if (this.opened?.identity === before) this.opened = { ...this.opened, identity: this.identity() };
  }

  /**
   * Reads the present state; changes nothing. If files cannot be read because another process is clearing
   * them, it retries: such an error says nothing about the disk.
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
    // A read-only store does not show later changes.
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
   * Closes the store so that its next use reads the file again. Returns false, and keeps the store open,
   * while this process writes it.
   *
   * @param isInSync whether the caller is the running sync itself, so that no other one writes
   */
  async reopen({ isInSync = false } = {}): Promise<boolean> {
    if (this.activeRun || (this.syncs.isBusy && !isInSync)) return false;
    await this.close();
    return true;
  }

  /** Records that the complete run is corrupt: from now on, no process uses it. Never throws. */
  async recordCorruption({ sinceMs, nowMs, cause, isOfFile }: ObservedCorruption): Promise<void> {
    const store = this.opened?.store;
    // Without its write-ahead log, an intact file may look corrupt.
    const complete = store && !store.isFrozen ? (await store.head().catch(() => null))?.complete : undefined;
    // A run that has completed since then is not the one that was read.
    if (!complete || Date.parse(complete.marker.completedAt) > sinceMs) return;
    const { id: runId } = complete.run;
    if (recordedCorruption(this.folder)?.runId === runId) return;
    const at = new Date(nowMs).toISOString();
    writeCorruptionRecord(this.folder, { runId, at, cause, isOfFile });
    this.checkedNote = at;
  }

  /** Checks the files of the index. Reads all of them. */
  inspect(): Inspection {
    return this.options.stores.inspect(this.storeFile.location().folder);
  }

  /** Throws `STORE_CORRUPT` if the store can be opened but its complete run cannot be used. */
  async requireSound(): Promise<void> {
    const fault = this.faultOf(await this.store().head());
    if (fault) throw new EngineError(fault.code, fault.message, { cause: fault.cause });
  }

  /** State derived from a head that was read under the writer lock, when no run can be active. */
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

  /** Records a comparison of the index with the disk, and updates the watch. */
  noteCheck(comparison: Comparison): void {
    this.comparisons.note(comparison);
    this.watched?.follow(comparison.folders);
  }

  /**
   * Gives up a store that cannot be read, to make room for a new one. The caller holds the writer lock.
   * Throws `STORE_UNAVAILABLE`.
   *
   * @param isForOwnFile whether the new one is in a file of its own, though others could share it
   */
  async discardStore({ isForOwnFile = false } = {}): Promise<void> {
    await this.close();
    const { home, stores } = this.options;
    const { name } = this.storeFile.location();
    stores.remove(this.folder);
    forgetDamage(this.folder);
    const record = (store: string | null): void => renew(home, this.viewName, store);
    if (isForOwnFile) record(null);
    // Others may still use the file, or find it corrupt themselves.
    else await this.storeFile.claim(record, { instead: name });
    // A reader may have opened the old store again meanwhile.
    await this.close();
    this.storeFile.removeUnused(name);
  }

  /**
   * Releases what the store keeps outside the index folder. `remains` says why some of it stays. Not released
   * if its server is away. The caller holds the writer lock.
   */
  async releaseStore(): Promise<{ readonly isReleased: boolean; readonly remains: string | null }> {
    const store = this.storeOrNull();
    // A store that cannot be read no longer knows what it keeps elsewhere.
    if (!store) return { isReleased: true, remains: null };
    try {
      const remains = await this.options.stores.heldElsewhere(store);
      await store.release();
      return { isReleased: true, remains };
    } catch (error) {
      if (!(error instanceof EngineError) || isUnreadable(error.code))
        return { isReleased: true, remains: null };
      return { isReleased: false, remains: error.message };
    }
  }

  /**
   * Removes the index. The caller holds the writer lock and passes it on, since its files are removed as
   * well.
   */
  async remove(lock: Disposable): Promise<void> {
    const { name } = this.storeFile.location();
    await inTurn([
      () => this.close(),
      () => untrack(this.options.home, this.viewName, lock),
      () => this.storeFile.removeUnused(name),
    ]);
  }

  /**
   * Releases the lock of an index that is gone. Taking the lock may have recreated the folder, which is
   * removed too.
   */
  releaseEmptyIndex(lock: Disposable): void {
    untrackEmpty(this.options.home, this.viewName, lock);
  }

  /**
   * Removes the remains of an interrupted `clear`. Does nothing if the folder holds an index, or if another
   * process has the lock.
   */
  async removeRemains(nowMs: number): Promise<void> {
    const lock = existsSync(this.folder) ? this.tryLock(nowMs) : null;
    if (!lock) return;
    if (this.isTracked) lock[Symbol.dispose]();
    else await this.remove(lock);
  }

  /**
   * Runs `look` with the open store, or with a temporary one that is closed afterwards, so that a pass over
   * many codebases does not leave all of them open. Concurrent callers never get the temporary store.
   */
  async withTemporaryStore<Result>(look: (codebase: Codebase) => Promise<Result>): Promise<Result> {
    if (this.opened) return look(this);
    const onlooker = new Codebase(this.root, this.options, this.roots, this.commit);
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

  /** Why the complete run cannot be used despite its completion marker; null if it can. */
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
   * Corruption record of a run. If SQLite found the corruption, each process verifies it once: a disk that
   * returned wrong bytes for a while may return the right ones again.
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
    return folderIdentity(this.options.home, this.viewName);
  }

  /**
   * The active run. A run is active while its process works on it; a run of this process that it does not
   * know has died.
   */
  private activeOf(latest: RunRecord | null): RunRecord | null {
    if (latest?.state !== "active") return null;
    if (this.activeRun?.record().id === latest.id) return this.activeRun.record();
    return !isSameProcess(latest.owner, currentProcess()) && isAlive(latest.owner) ? latest : null;
  }
}
