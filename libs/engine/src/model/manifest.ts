/**
 * The manifest: what the last scan saw of each folder. A scan that sees the same again knows that nothing has
 * changed, without evaluating an ignore rule or reading a file. Stored in columns: a tree has a hundred
 * thousand entries, and each scan compares them all.
 */
import { createHash } from "node:crypto";
import { compareText, pathIn } from "./paths.ts";

/** Kinds of entries in a folder. Their order is part of the stored format: append only. */
export const ENTRY_KINDS = [
  "file",
  "folder",
  "ignored_file",
  "ignored_folder",
  "too_large",
  "binary",
  "encoding",
  "unreadable",
  "invalid_name",
  "special",
  "link",
  "unparsable",
  "lfs_pointer",
  "submodule",
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/**
 * Numbers per entry in `FolderManifest.stats`: size in bytes, mtime in milliseconds with a fraction, inode,
 * ctime. The ctime shows changed content whose mtime was set back, and changed permissions.
 */
export const STATS_PER_ENTRY = 4;
/** Bytes per entry in `FolderManifest.hashes`. */
export const HASH_BYTES = 16;
/** The mtime of a file that was written so shortly before the scan that a later write could go unnoticed. */
export const UNSETTLED_MTIME = -1;

/** A file that was written less than this before a scan may be written again without a visible change. */
const SETTLING_MS = 2_000;

/**
 * Whether a later write would change the mtime.
 *
 * @param timeMs when the file was written; like `scannedMs`, in milliseconds since 1970
 */
export function isSettled(timeMs: number, scannedMs: number): boolean {
  return timeMs <= scannedMs - SETTLING_MS;
}

/** The entries of one folder, in columns: position n of each column describes the n-th name. */
export interface FolderManifest {
  /** Relative to the root; empty for the root itself. */
  readonly path: string;
  /** In the disk's spelling, ascending. */
  readonly names: readonly string[];
  /** Positions in `ENTRY_KINDS`. */
  readonly kinds: Uint8Array;
  /** Zeros for entries that are neither indexed nor skipped. */
  readonly stats: Float64Array;
  /** Content hashes of indexed files, and of skipped files that could be read; otherwise zeros. */
  readonly hashes: Uint8Array;
}

export const FILE_KIND = ENTRY_KINDS.indexOf("file");

export function kindCode(kind: EntryKind): number {
  return ENTRY_KINDS.indexOf(kind);
}

export function entryKind(folder: FolderManifest, at: number): EntryKind {
  return ENTRY_KINDS[folder.kinds[at] as number] as EntryKind;
}

export function hashAt(folder: FolderManifest, at: number): string {
  return Buffer.from(folder.hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)).toString("hex");
}

/** Index path of an entry. */
export function entryPath(folder: string, name: string): string {
  return pathIn(folder, name).normalize("NFC");
}

/** SHA-256 over (path, hash) of a folder's indexed files, in their order. Empty for a folder without any. */
export function folderDigest(folder: FolderManifest): string {
  let hash: ReturnType<typeof createHash> | undefined;
  for (const [at, name] of folder.names.entries()) {
    if (folder.kinds[at] !== FILE_KIND) continue;
    hash ??= createHash("sha256");
    hash.update(`${entryPath(folder.path, name)}\0${hashAt(folder, at)}\n`);
  }
  return hash?.digest("hex") ?? "";
}

/**
 * The Merkle root: SHA-256 over (folder, digest) of all folders that contain indexed files, sorted by path.
 */
export function merkleRoot(folders: readonly FolderManifest[]): string {
  const hash = createHash("sha256");
  for (const folder of [...folders].sort((left, right) => compareText(left.path, right.path))) {
    const digest = folderDigest(folder);
    if (digest !== "") hash.update(`${folder.path}\0${digest}\n`);
  }
  return hash.digest("hex");
}
