/** What may have changed in a tree since the index was last compared with it. Pure. */
import { parentOf } from "../../model/paths.ts";

/**
 * Beyond this many places, everything is pending: comparing the whole tree is faster than checking each
 * folder.
 */
const MAX_PLACES = 5_000;

export class PendingChanges {
  private isAll = false;
  private readonly folders = new Set<string>();
  private readonly trees = new Set<string>();

  get isEmpty(): boolean {
    return !this.isAll && this.folders.size + this.trees.size === 0;
  }

  /** Marks a folder whose names or files may have changed. Index paths; empty for the root. */
  addFolder(path: string): void {
    this.folders.add(path);
    this.bound();
  }

  /** Marks a folder and everything below it. */
  addTree(path: string): void {
    if (path === "") return this.addEverything();
    this.trees.add(path);
    this.bound();
  }

  addEverything(): void {
    this.isAll = true;
    this.folders.clear();
    this.trees.clear();
  }

  /** Returns and clears the pending changes. */
  take(): TakenChanges {
    const taken = new TakenChanges(this.isAll, new Set(this.folders), new Set(this.trees));
    this.isAll = false;
    this.folders.clear();
    this.trees.clear();
    return taken;
  }

  /** Restores the changes of a comparison that did not finish. */
  putBack({ isAll, folders, trees }: TakenChanges): void {
    if (isAll) return this.addEverything();
    for (const path of folders) this.addFolder(path);
    for (const path of trees) this.addTree(path);
  }

  private bound(): void {
    if (this.isAll || this.folders.size + this.trees.size > MAX_PLACES) this.addEverything();
  }
}

/** The pending changes that one comparison has taken. */
export class TakenChanges {
  constructor(
    readonly isAll: boolean,
    readonly folders: ReadonlySet<string>,
    readonly trees: ReadonlySet<string>,
  ) {}

  /** Whether a comparison has to read a folder. */
  has(path: string): boolean {
    return this.isAll || this.folders.has(path) || this.isInTree(path);
  }

  private isInTree(path: string): boolean {
    if (this.trees.size === 0) return false;
    for (let folder = path; folder !== ""; folder = parentOf(folder)) if (this.trees.has(folder)) return true;
    return false;
  }
}
