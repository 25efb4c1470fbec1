/** Folders that could not be looked into, noted where they are seen: in the folder above them. */
import { entryPath, kindCode } from "../model/manifest.ts";
import { parentOf } from "../model/paths.ts";
import type { FolderScan } from "../model/folder-scan.ts";
import type { WalkResult } from "./walk.ts";

const UNREADABLE = kindCode("unreadable");

/**
 * The same scan, in which such a folder is an unreadable name like any other, so that it is counted. What the
 * last scan saw stays as it was.
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
  // Of one that lies too deep this was known before.
  if (kinds.every((kind, at) => kind === manifest.kinds[at])) return scan;
  return { ...scan, manifest: { ...manifest, kinds }, isUnchanged: false };
}
