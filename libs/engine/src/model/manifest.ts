/**
 * What the last scan saw of each folder. A scan that sees the same again knows that nothing changed without
 * looking at a single ignore rule or file. Held in columns: a tree has a hundred thousand entries, and each
 * scan compares them all.
 */
import { createHash } from "node:crypto";
import { compareText, pathIn } from "./paths.ts";

/** What became of a name in a folder. Their order is the stored format: append only. */
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
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/**
 * Numbers an entry has in `FolderManifest.stats`: size in bytes, mtime in milliseconds with a fraction,
 * inode, ctime. The last tells of content whose mtime was set back, and of a file that may be read since.
 */
export const STATS_PER_ENTRY = 4;
/** Bytes an entry has in `FolderManifest.hashes`. */
export const HASH_BYTES = 16;
/**
 * Stands for the mtime of a file that was written so shortly before the scan that a later write could go
 * unnoticed.
 */
export const UNSETTLED_MTIME = -1;

/** A file that was written later than this before a scan may be written again without a visible change. */
const SETTLING_MS = 2_000;

/** @param timeMs when a file was written; like the time of the scan in milliseconds since 1970 */
export function isSettled(timeMs: number, scannedMs: number): boolean {
  return timeMs <= scannedMs - SETTLING_MS;
}

export interface FolderManifest {
  /** Relative to the root; empty for the root itself. */
  readonly path: string;
  /** As the disk has them, ascending. */
  readonly names: readonly string[];
  /** Positions in `ENTRY_KINDS`. */
  readonly kinds: Uint8Array;
  /** Zeros for what is neither indexed nor skipped. */
  readonly stats: Float64Array;
  /** Content hashes of indexed files and of skipped ones that could be read; else zeros. */
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

/** Path of an entry in the form of the index. */
export function entryPath(folder: string, name: string): string {
  return pathIn(folder, name).normalize("NFC");
}

/**
 * SHA-256 over (path, hash) of the indexed files of a folder, in their order. Empty for a folder without any.
 */
export function folderDigest(folder: FolderManifest): string {
  let hash: ReturnType<typeof createHash> | undefined;
  for (const [at, name] of folder.names.entries()) {
    if (folder.kinds[at] !== FILE_KIND) continue;
    hash ??= createHash("sha256");
    hash.update(`${entryPath(folder.path, name)}\0${hashAt(folder, at)}\n`);
  }
  return hash?.digest("hex") ?? "";
}

/** The Merkle root: SHA-256 over (folder, digest) of all folders that hold files, in order of path. */
export function merkleRoot(folders: readonly FolderManifest[]): string {
  const hash = createHash("sha256");
  for (const folder of [...folders].sort((left, right) => compareText(left.path, right.path))) {
    const digest = folderDigest(folder);
    if (digest !== "") hash.update(`${folder.path}\0${digest}\n`);
  }
  return hash.digest("hex");
}
