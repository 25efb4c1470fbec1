/**
 * Checks of the rows of an index: 32-bit numbers that change with any single changed bit of what a row holds,
 * and with the row that it belongs to. Each is stored beside its row; sums of them over a table are in
 * `digests.ts`. Pure.
 *
 * All checks are signed, because SQLite stores such a number in four bytes.
 */
import { crc32 } from "node:zlib";
import type { FolderManifest } from "../../../model/manifest.ts";

/**
 * The columns of a file's row that every reader needs; `inDegree` is the only one that is written again
 * later.
 */
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
  readonly indexedAtMs: number;
  readonly inDegree: number;
}

/**
 * Check of a file's row. Only the text columns pass through CRC-32: a call of it costs as much as mixing all
 * numbers.
 */
export function fileCheck(file: CheckedFile): number {
  let check = crc32(`${file.path}\0${file.language}\0${file.nameParts}`);
  check = mix(mix(mix(check, file.id), file.sizeBytes), file.lineCount);
  check = mix(mix(mix(check, file.parsing), file.symbolCount), file.firstChunk);
  check = mix(mix(mix(check, file.chunkCount), file.pathClass), file.indexedAtMs);
  return check ^ mix(0, file.inDegree);
}

/**
 * The check of a file's row once its in-degree is another one. A row that did not fit its check before does
 * not fit it afterwards.
 */
export function withInDegree(check: number, before: number, after: number): number {
  return check ^ mix(0, before) ^ mix(0, after);
}

/** Check of the columns of a file's row that only syncs read. */
export function importsCheck(id: number, path: string, encoding: string, imports: string): number {
  return mix(crc32(`${path}\0${encoding}\0${imports}`), id);
}

/**
 * Check of a blob that belongs to a file. No bytes and no blob at all (null) have different checks. The last
 * bytes are mixed in by themselves: of a blob that ends with its own CRC-32, as those of `seal` do, the
 * CRC-32 is the same number whatever the blob is.
 */
export function blobCheck(fileId: number, bytes: Uint8Array | null): number {
  if (bytes === null) return mix(NO_BLOB, fileId);
  const end = Math.max(bytes.length - SEAL_BYTES, 0);
  let check = crc32(bytes.subarray(0, end));
  for (let at = end; at < bytes.length; at++) check = mix(check, bytes[at] ?? 0);
  return mix(check, fileId);
}

/**
 * Check of the vectors of a file. The id is not where the CRC begins: of no bytes that comes out as 0 or as
 * it went in.
 */
export function vectorsCheck(fileId: number, scales: Uint8Array, quantized: Uint8Array): number {
  return crc32(quantized, crc32(scales)) ^ fileId;
}

/** @param names as the table joins them */
export function folderCheck(
  { path, kinds, stats, hashes }: Omit<FolderManifest, "names" | "stats"> & { readonly stats: Uint8Array },
  names: string,
): number {
  // One CRC does not begin with another: of no bytes it comes out as 0 or as it went in.
  return mix(mix(mix(crc32(`${path}\0${names}`), crc32(kinds)), crc32(stats)), crc32(hashes));
}

export function skippedCheck(path: string, cause: string): number {
  return crc32(`${path}\0${cause}`) | 0;
}

export function historyCheck(head: string, commits: Uint8Array): number {
  return mix(blobCheck(0, commits), crc32(head));
}

export function versionCheck(fileId: number, key: string, tokens: number): number {
  return mix(mix(crc32(key), fileId), tokens);
}

const NO_BLOB = 0x5bd1e995;
const SEAL_BYTES = 4;
/** 2³² divided by the golden ratio. */
const MULTIPLIER = 0x9e3779b1;
const TWO_TO_32 = 2 ** 32;

/**
 * For one and the same `check`, different whole numbers of up to 32 bits give different results; for one
 * number, different checks do.
 */
function mix(check: number, number: number): number {
  return step(step(check, Math.floor(number / TWO_TO_32)), number);
}

/** Each of its operations can be undone, so that nothing is lost. */
function step(check: number, number: number): number {
  const product = Math.imul(check ^ number, MULTIPLIER);
  return product ^ (product >>> 15);
}
