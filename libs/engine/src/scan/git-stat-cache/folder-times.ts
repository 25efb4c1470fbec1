/**
 * Whether a folder still has the same entries, if its files are known to be unchanged. Its own times show
 * that no name was added, removed or replaced, on file systems that are known to maintain them. Elsewhere,
 * the folder is listed.
 */
import { type Stats, lstatSync, readdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import {
  type EntryKind,
  type FolderManifest,
  STATS_PER_ENTRY,
  entryKind,
  isSettled,
} from "../../model/manifest.ts";
import { statsOf } from "../../stats-of.ts";

export type FolderTimes = readonly [inode: number, mtimeMs: number, ctimeMs: number];

/** Magic numbers of ext2 to ext4, XFS, Btrfs, F2FS, ZFS, overlay and memory file systems. */
const MAINTAINING_TIMES = new Set([
  0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0x794c7630, 0x01021994,
]);

/**
 * Returns a function for the times of a tree's folders, by path. It returns null if a folder's times may stay
 * the same after a change.
 */
export function settledTimesIn(root: string, scannedMs: number): (path: string) => FolderTimes | null {
  const { dev } = lstatSync(root);
  if (process.platform !== "linux" || !MAINTAINING_TIMES.has(statfsSync(root).type)) return () => null;
  return (path) => {
    const stats = statsOf(join(root, path));
    // A mounted folder may have any file system.
    return stats?.isDirectory() &&
      stats.dev === dev &&
      isSettled(Math.max(stats.mtimeMs, stats.ctimeMs), scannedMs)
      ? timesOf(stats)
      : null;
  };
}

/**
 * Whether a scan would find the known entries, if all files with stats are unchanged. False if that cannot be
 * determined.
 *
 * @param times null if the folder has to be listed
 */
export function hasSameEntries(folder: string, known: FolderManifest, times: FolderTimes | null): boolean {
  return hasSameTimes(folder, times) || isAsListed(folder, known);
}

function hasSameTimes(folder: string, times: FolderTimes | null): boolean {
  const stats = times && statsOf(folder);
  return stats?.isDirectory() === true && timesOf(stats).every((value, at) => value === times?.[at]);
}

function timesOf({ ino, mtimeMs, ctimeMs }: Stats): FolderTimes {
  return [ino, mtimeMs, ctimeMs];
}

function isAsListed(folder: string, known: FolderManifest): boolean {
  const { names, stats } = known;
  const listed = namesIn(folder);
  if (!listed || listed.length !== names.length || !listed.every((name, at) => name === names[at]))
    return false;
  return names.every(
    (name, at) =>
      stats[at * STATS_PER_ENTRY + 2] !== 0 || hasSameKind(entryKind(known, at), join(folder, name)),
  );
}

/** In the order of manifests; null if the folder cannot be listed. */
function namesIn(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder).sort();
  } catch {
    return null;
  }
}

/** Whether an entry that has no stats in the manifest still is what it was. */
function hasSameKind(kind: EntryKind, path: string): boolean {
  switch (kind) {
    case "folder":
    case "ignored_folder":
      return statsOf(path)?.isDirectory() === true;
    case "link":
      return statsOf(path)?.isSymbolicLink() === true;
    case "ignored_file":
      return statsOf(path)?.isFile() === true;
    // A scan has to examine files without stats, and special files.
    default:
      return false;
  }
}
