/**
 * Encodes stats of a manifest as an index file of git (`DIRC`, version 2), so that git can report which files
 * differ from it. Contents are not covered: object ids are zeros, except for empty files, which git reports
 * as changed with any id but that of the empty blob.
 *
 * @see https://git-scm.com/docs/index-format
 */
import { createHash } from "node:crypto";
import { compareText } from "../../model/paths.ts";

export interface IndexedFile {
  /** In the disk's spelling, relative to the root, with `/`. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly inode: number;
}

/** Owner of all files: git compares owners, and manifests do not contain them. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const HEADER_BYTES = 12;
/** Bytes of an entry before its path. */
const ENTRY_BYTES = 62;
const CHECKSUM_BYTES = 20;
const REGULAR_FILE = 0o100644;
const EMPTY_BLOB = Buffer.from("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "hex");
/** The field for a path's length holds at most this; longer paths have this value too. */
const MAX_STORED_LENGTH = 0xfff;

/**
 * Whether `encodeGitIndex` sorts the path as git does: git compares bytes, whose order differs from that of
 * UTF-16 units outside the Basic Multilingual Plane.
 */
export function isIndexable(path: string): boolean {
  return !/[\ud800-\udfff\ufffd]/.test(path);
}

/** @param files in any order; all paths are indexable */
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
    // Seconds only: usual builds of git ignore the fraction, and milliseconds do not hold all of it.
    bytes.writeUInt32BE(low(file.ctimeMs / 1_000), at);
    bytes.writeUInt32BE(low(file.mtimeMs / 1_000), at + 8);
    bytes.writeUInt32BE(low(file.inode), at + 20);
    bytes.writeUInt32BE(REGULAR_FILE, at + 24);
    bytes.writeUInt32BE(low(uid), at + 28);
    bytes.writeUInt32BE(low(gid), at + 32);
    bytes.writeUInt32BE(low(file.sizeBytes), at + 36);
    if (low(file.sizeBytes) === 0) EMPTY_BLOB.copy(bytes, at + 40);
    bytes.writeUInt16BE(Math.min(pathBytes, MAX_STORED_LENGTH), at + 60);
    bytes.write(file.path, at + ENTRY_BYTES, "utf8");
    at += entryBytes(pathBytes);
  }
  createHash("sha1").update(bytes.subarray(0, at)).digest().copy(bytes, at);
  return bytes;
}

/** Size of an entry: at least one zero follows the path, up to a multiple of eight bytes. */
function entryBytes(pathBytes: number): number {
  return (ENTRY_BYTES + pathBytes + 8) & ~7;
}

/** The 32 bits that git stores of a number. */
function low(value: number): number {
  return Math.floor(value) >>> 0;
}
