/**
 * Whether a folder whose files are known to be as they were has all else as it was, too. Its own times tell
 * that no name in it came, went or became another thing, on file systems that are known to keep them;
 * elsewhere it is listed.
 */
import { type Stats, lstatSync, readdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import {
  type EntryKind,
  type FolderManifest,
  STATS_PER_ENTRY,
  entryKind,
  isSettled,
  kindCode,
} from "../../model/manifest.ts";
import { statsOf } from "../../stats-of.ts";

const TOO_LARGE = kindCode("too_large");
const UNREADABLE = kindCode("unreadable");

/** What a folder looked like. */
export type FolderLook = readonly [inode: number, mtimeMs: number, ctimeMs: number];

export interface Bounds {
  readonly maxFileBytes: number;
  /** When the scan began, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** Their magic numbers: ext2 to ext4, XFS, Btrfs, F2FS, ZFS, overlay, memory. */
const KEEP_FOLDER_TIMES = new Set([
  0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0x794c7630, 0x01021994,
]);

/**
 * What folders of a tree look like, by path: null where their times say nothing, or may say the same after a
 * change.
 */
export function folderLooks(root: string, scannedMs: number): (path: string) => FolderLook | null {
  const { dev } = lstatSync(root);
  if (process.platform !== "linux" || !KEEP_FOLDER_TIMES.has(statfsSync(root).type)) return () => null;
  return (path) => {
    const stats = statsOf(join(root, path));
    // What is mounted there may be anything.
    return stats?.isDirectory() &&
      stats.dev === dev &&
      isSettled(Math.max(stats.mtimeMs, stats.ctimeMs), scannedMs)
      ? lookOf(stats)
      : null;
  };
}

/**
 * Whether a scan would find what is known, if the files that have stats there look the same. False where it
 * cannot be told, or not be listed.
 *
 * @param look null if it has to be listed
 */
export function isAsBefore(
  folder: string,
  known: FolderManifest,
  look: FolderLook | null,
  { maxFileBytes, nowMs }: Bounds,
): boolean {
  const { kinds, stats } = known;
  // What is too large may not be by now, and what could not be read is tried again.
  if (kinds.includes(TOO_LARGE) || kinds.includes(UNREADABLE)) return false;
  for (let slot = 0; slot < stats.length; slot += STATS_PER_ENTRY) {
    if (
      stats[slot + 2] !== 0 &&
      (!isSettled(stats[slot + 1] as number, nowMs) || (stats[slot] as number) > maxFileBytes)
    )
      return false;
  }
  return isSameLook(folder, look) || isAsListed(folder, known);
}

function isSameLook(folder: string, look: FolderLook | null): boolean {
  const stats = look && statsOf(folder);
  return stats?.isDirectory() === true && lookOf(stats).every((value, at) => value === look?.[at]);
}

function lookOf({ ino, mtimeMs, ctimeMs }: Stats): FolderLook {
  return [ino, mtimeMs, ctimeMs];
}

function isAsListed(folder: string, known: FolderManifest): boolean {
  const { names, stats } = known;
  const listed = namesIn(folder);
  if (listed.length !== names.length || !listed.every((name, at) => name === names[at])) return false;
  return names.every(
    (name, at) => stats[at * STATS_PER_ENTRY + 2] !== 0 || isStill(entryKind(known, at), join(folder, name)),
  );
}

/** By name, as manifests have them; none where the folder cannot be listed. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** Of what is no file whose stats are known to be the same. */
function isStill(kind: EntryKind, path: string): boolean {
  switch (kind) {
    case "folder":
    case "ignored_folder":
      return statsOf(path)?.isDirectory() === true;
    case "link":
      return statsOf(path)?.isSymbolicLink() === true;
    case "ignored_file":
      return statsOf(path)?.isFile() === true;
    // A file without stats, and what is no file, a scan looks at itself.
    default:
      return false;
  }
}
