/** The scan of one folder. */
import type { FolderManifest } from "./manifest.ts";

export interface FolderScan {
  /** Hashes are reused if size, times and inode are the same; otherwise they are zeros. */
  readonly manifest: FolderManifest;
  /** The disk's spelling of the path, relative to the root. */
  readonly diskPath: string;
  /** Equal to the last scan in every respect. */
  readonly isUnchanged: boolean;
  /** Its own ignore files changed since the last scan. */
  readonly hasNewRules?: true;
}
