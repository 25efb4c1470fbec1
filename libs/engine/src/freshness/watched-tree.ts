/**
 * The watch of one codebase's tree. It knows what may have changed since the index was last compared with it.
 * It vouches for nothing until every folder of a scan is watched and a further scan has followed.
 */
import { statSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { WatchFacts } from "@satori/contracts";
import type { TreeWatch } from "../codebase/syncing/tree-watch.ts";
import { cooperativeYield } from "../cooperative-yield.ts";
import { type FolderWatch, type OpenFolderWatch, type WatchedFolder, WatchRefused } from "./folder-watch.ts";
import type { FolderScan } from "../model/folder-scan.ts";
import { PendingChanges } from "../codebase/syncing/pending-changes.ts";
import { parentOf, pathIn } from "../model/paths.ts";

/** Most watched folders of a codebase: the kernel never swaps out the memory that it needs for each. */
const MAX_FOLDERS = 100_000;

export interface WatchedTreeOptions {
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
