/** What a scan has seen of one folder. */
import type { FolderManifest } from "./manifest.ts";

export interface FolderScan {
  /** Hashes are taken over where size, times and inode are the same; else zeros. */
  readonly manifest: FolderManifest;
  /** As the disk spells it, relative to the root. */
  readonly diskPath: string;
  /** Equal to the last scan's in every respect. */
  readonly isUnchanged: boolean;
  /** Its own ignore files are others than at the last scan. */
  readonly hasNewRules?: true;
}
