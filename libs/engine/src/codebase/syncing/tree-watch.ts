/** The watch of a codebase's tree, as those see it who need to know what may have changed. */
import type { WatchFacts } from "@satori/contracts";
import type { FolderScan } from "../../model/folder-scan.ts";
import type { PendingChanges } from "./pending-changes.ts";

export interface TreeWatch extends Disposable {
  readonly pending: PendingChanges;
  /**
   * Whether `pending` holds all that may have changed: everything is watched, and the root is the folder that
   * it was.
   */
  readonly vouches: boolean;
  /**
   * Whether the system does not watch: then `pending` is what was known before, and nothing more will come.
   */
  readonly isRefused: boolean;
  /**
   * Whether what happens in a folder is told. What is indexed need not be watched: another process, or a
   * rebuild, may have come first.
   */
  watches(path: string): boolean;
  facts(): WatchFacts;
  /** Resolves when what the system has told so far has been heard. */
  heard(): Promise<void>;
  /**
   * Watches the folders of a scan, and no others. What changed in one of them between the scan and its watch
   * went unseen, so that it is pending from then on; at first, everything is.
   */
  follow(scans: readonly FolderScan[]): void;
  /**
   * Takes note of a file that was seen to differ from the index: nobody tells of what is written by another
   * name of it, or through memory.
   */
  noteFile(path: string): void;
}
