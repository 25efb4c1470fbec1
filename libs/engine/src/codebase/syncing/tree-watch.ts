/** The watch of a codebase's tree, as seen by code that needs to know what may have changed. */
import type { WatchFacts } from "@satori/contracts";
import type { FolderScan } from "../../model/folder-scan.ts";
import type { PendingChanges } from "./pending-changes.ts";

export interface TreeWatch extends Disposable {
  readonly pending: PendingChanges;
  /**
   * Whether `pending` contains everything that may have changed: all folders are watched, and the root is
   * still the same folder.
   */
  readonly vouches: boolean;
  /**
   * Whether the system refuses to watch. Then `pending` contains what was known before, and nothing more will
   * be added.
   */
  readonly isRefused: boolean;
  /**
   * Whether changes in a folder are reported. An indexed folder may be unwatched, if another process or a
   * rebuild indexed it first.
   */
  watches(path: string): boolean;
  facts(): WatchFacts;
  /** Resolves when all events that the system has reported so far have been processed. */
  heard(): Promise<void>;
  /**
   * Watches the folders of a scan, and no others. Changes between the scan and the start of a folder's watch
   * go unseen, so that folder is pending from then on. At first, everything is pending.
   */
  follow(scans: readonly FolderScan[]): void;
  /**
   * Marks a file that differs from the index. Writes through another hard link or through mapped memory cause
   * no events.
   */
  noteFile(path: string): void;
}
