/**
 * Checks of the rows of an index: 32-bit numbers that change with any single changed bit of the row's
 * content, and with the row's id. Each is stored next to its row; sums over a table are in `digests.ts`.
 * Pure.
 *
 * All checks are signed, because SQLite stores such a number in four bytes.
 */
import { crc32 } from "node:zlib";
import type { FolderManifest } from "../../../model/manifest.ts";

/** The columns of a file version's row that every reader needs. */
export interface CheckedFile {
  readonly id: number;
  readonly path: string;
  readonly language: string;
  readonly nameParts: string;
  readonly sizeBytes: number;
  readonly lineCount: number;
  readonly parsing: number;
  readonly symbolCount: number;
  readonly firstChunk: number;
  readonly chunkCount: number;
  readonly pathClass: number;
}

/**
 * Check of a file's row. Only text columns go through CRC-32, because one call of it costs as much as mixing
 * all the numbers.
 */
export function fileCheck(file: CheckedFile): number {
  let check = crc32(`${file.path}\0${file.language}\0${file.nameParts}`);
  check = mix(mix(mix(check, file.id), file.sizeBytes), file.lineCount);
  check = mix(mix(mix(check, file.parsing), file.symbolCount), file.firstChunk);
  return mix(mix(check, file.chunkCount), file.pathClass);
}

/** What a view says of a file version that it has. */
export interface Membership {
  readonly fileId: number;
  /** Files of the view that import it. */
  readonly inDegree: number;
  readonly indexedAtMs: number;
}

/** Check of a row that lists a file version. */
export function memberCheck({ fileId, inDegree, indexedAtMs }: Membership): number {
  return mix(mix(mix(MEMBER, fileId), inDegree), indexedAtMs);
}

/** The columns of a file version's row that only writers read. */
export interface CheckedImports {
  readonly id: number;
  readonly path: string;
  readonly hash: Uint8Array;
  readonly encoding: string;
  readonly imports: string;
}

export function importsCheck({ id, path, hash, encoding, imports }: CheckedImports): number {
  return mix(mix(crc32(`${path}\0${encoding}\0${imports}`), crc32(hash)), id);
}

/**
 * Check of a blob that belongs to a file. An empty blob and a missing one (null) have different checks. The
 * last bytes are mixed in separately: if a blob ends with its own CRC-32, as those of `seal` do, the CRC-32
 * over all of it is the same number for every blob.
 */
export function blobCheck(fileId: number, bytes: Uint8Array | null): number {
  if (bytes === null) return mix(NO_BLOB, fileId);
  const end = Math.max(bytes.length - SEAL_BYTES, 0);
  let check = crc32(bytes.subarray(0, end));
  for (let at = end; at < bytes.length; at++) check = mix(check, bytes[at] ?? 0);
  return mix(check, fileId);
}

/** In the place of `vectorsCheck`: the file's vectors are still to be written. No check is that large. */
export const VECTORS_FOLLOW = 2 ** 40;

/**
 * Check of the vectors of a file. The id is not the initial value of the CRC, which for no bytes would return
 * 0 or the number it was given.
 */
export function vectorsCheck(fileId: number, scales: Uint8Array, quantized: Uint8Array): number {
  return crc32(quantized, crc32(scales)) ^ fileId;
}

/**
 * Check of a folder's row.
 *
 * @param names as the table joins them
 */
export function folderCheck(
  { path, kinds, stats, hashes }: Omit<FolderManifest, "names" | "stats"> & { readonly stats: Uint8Array },
  names: string,
): number {
  // The CRCs are not chained: for no bytes, a CRC returns 0 or the number it was given.
  return mix(mix(mix(crc32(`${path}\0${names}`), crc32(kinds)), crc32(stats)), crc32(hashes));
}

/** Check of a skipped file's row. */
export function skippedCheck(path: string, cause: string): number {
  return crc32(`${path}\0${cause}`) | 0;
}

/** Check of the history's row. */
export function historyCheck(head: string, commits: Uint8Array): number {
  return mix(blobCheck(0, commits), crc32(head));
}

/** Check of a version's row. */
export function versionCheck(fileId: number, key: string, tokens: number): number {
  return mix(mix(crc32(key), fileId), tokens);
}

const NO_BLOB = 0x5bd1e995;
const MEMBER = 0x2545f491;
const SEAL_BYTES = 4;
/** 2³² divided by the golden ratio. */
const MULTIPLIER = 0x9e3779b1;
const TWO_TO_32 = 2 ** 32;

/**
 * Mixes a number into a check. With the same `check`, different whole numbers of up to 32 bits give different
 * results; with the same number, different checks do.
 */
function mix(check: number, number: number): number {
  return step(step(check, Math.floor(number / TWO_TO_32)), number);
}

/** Every operation is invertible, so that no information is lost. */
function step(check: number, number: number): number {
  const product = Math.imul(check ^ number, MULTIPLIER);
  return product ^ (product >>> 15);
}
