/**
 * The stats of a manifest as a file that git takes for its index (`DIRC`, version 2), so that git can tell
 * which files look otherwise. It says nothing of contents: their ids are zeros, but for empty files, which
 * git takes for changed with any other id than that of nothing.
 *
 * @see https://git-scm.com/docs/index-format
 */
import { createHash } from "node:crypto";
import { compareText } from "../../model/paths.ts";

export interface IndexedFile {
  /** As the disk spells it, relative to the root, with `/`. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly inode: number;
}

/** Who owns the files: manifests do not say, and git compares that too. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const HEADER_BYTES = 12;
/** In front of the path. */
const ENTRY_BYTES = 62;
const CHECKSUM_BYTES = 20;
const REGULAR_FILE = 0o100644;
const NO_CONTENT = Buffer.from("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "hex");
/** The longest length of a path that its field holds; longer ones have this one too. */
const MOST_LENGTH = 0xfff;

/**
 * Whether git would find the path where it is sorted here: git goes by bytes, and they differ from UTF-16
 * beyond the Basic Multilingual Plane.
 */
export function isIndexable(path: string): boolean {
  return !/[\ud800-\udfff\ufffd]/.test(path);
}

/** @param files of indexable paths, in any order */
export function encodeGitIndex(files: readonly IndexedFile[], { uid, gid }: Owner): Buffer {
  const entries = [...files]
    .sort((left, right) => compareText(left.path, right.path))
    .map((file) => ({ file, pathBytes: Buffer.byteLength(file.path) }));
  const bytes = Buffer.alloc(
    HEADER_BYTES + entries.reduce((sum, { pathBytes }) => sum + entryBytes(pathBytes), 0) + CHECKSUM_BYTES,
  );
  bytes.write("DIRC", 0, "latin1");
  bytes.writeUInt32BE(2, 4);
  bytes.writeUInt32BE(entries.length, 8);
  let at = HEADER_BYTES;
  for (const { file, pathBytes } of entries) {
    // Seconds; what comes behind them git compares in no build that is usual, and milliseconds do not hold
    // all of it.
    bytes.writeUInt32BE(low(file.ctimeMs / 1_000), at);
    bytes.writeUInt32BE(low(file.mtimeMs / 1_000), at + 8);
    bytes.writeUInt32BE(low(file.inode), at + 20);
    bytes.writeUInt32BE(REGULAR_FILE, at + 24);
    bytes.writeUInt32BE(low(uid), at + 28);
    bytes.writeUInt32BE(low(gid), at + 32);
    bytes.writeUInt32BE(low(file.sizeBytes), at + 36);
    if (low(file.sizeBytes) === 0) NO_CONTENT.copy(bytes, at + 40);
    bytes.writeUInt16BE(Math.min(pathBytes, MOST_LENGTH), at + 60);
    bytes.write(file.path, at + ENTRY_BYTES, "utf8");
    at += entryBytes(pathBytes);
  }
  sha1(bytes.subarray(0, at)).copy(bytes, at);
  return bytes;
}

/** In hexadecimal digits; null for an index that is damaged, or not whole. Git itself does not look at it. */
export function checksumOf(index: Buffer): string | null {
  const end = Math.max(index.length - CHECKSUM_BYTES, 0);
  const checksum = index.subarray(end);
  return sha1(index.subarray(0, end)).equals(checksum) ? checksum.toString("hex") : null;
}

function sha1(bytes: Buffer): Buffer {
  return createHash("sha1").update(bytes).digest();
}

/** With one zero at least behind the path, up to a multiple of eight. */
function entryBytes(pathBytes: number): number {
  return (ENTRY_BYTES + pathBytes + 8) & ~7;
}

/** The 32 bits that git keeps of a number. */
function low(value: number): number {
  return Math.floor(value) >>> 0;
}
