/** Folders that could not be read, recorded as entries of their parent folders. */
import { entryPath, kindCode } from "../model/manifest.ts";
import { parentOf } from "../model/paths.ts";
import type { FolderScan } from "../model/folder-scan.ts";
import type { WalkResult } from "./walk.ts";

const UNREADABLE = kindCode("unreadable");

/**
 * Returns the scan with such folders as unreadable entries, so that they are counted. Content known from the
 * last scan stays.
 */
export function noteUnreadableFolders({ folders, unreadable }: WalkResult): WalkResult {
  if (unreadable.length === 0) return { folders, unreadable };
  const byParent = new Map<string, Set<string>>();
  for (const path of unreadable)
    byParent.set(parentOf(path), (byParent.get(parentOf(path)) ?? new Set()).add(path));
  const noted = folders.map((scan) => {
    const paths = byParent.get(scan.manifest.path);
    return paths ? withUnreadable(scan, paths) : scan;
  });
  return { folders: noted, unreadable };
}

function withUnreadable(scan: FolderScan, paths: ReadonlySet<string>): FolderScan {
  const { manifest } = scan;
  const kinds = manifest.kinds.map((kind, at) =>
    paths.has(entryPath(manifest.path, manifest.names[at] as string)) ? UNREADABLE : kind,
  );
  // A folder that is too deep is already marked.
  if (kinds.every((kind, at) => kind === manifest.kinds[at])) return scan;
  return { ...scan, manifest: { ...manifest, kinds }, isUnchanged: false };
}
