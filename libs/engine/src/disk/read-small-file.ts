/**
 * Reads a small file of somebody else's: no pipe without a writer is waited for, and nothing is read without
 * an end.
 */
import { closeSync, constants, existsSync, fstatSync, openSync, readSync } from "node:fs";

/**
 * The bytes of what a path leads to; null where that is no regular file, is larger, or cannot be read. Never
 * throws.
 */
export function readSmallFile(path: string, maxBytes: number): Buffer | null {
  // Most of these files do not exist: a check takes 2 µs, a failed open 15.
  if (!existsSync(path)) return null;
  try {
    return readRegularFile(path, maxBytes);
  } catch {
    return null;
  }
}

/**
 * The bytes of what a path leads to; null where that is no regular file, or is larger. Throws what the system
 * says.
 */
export function readRegularFile(path: string, maxBytes: number): Buffer | null {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return readOpened(file, maxBytes);
  } finally {
    closeSync(file);
  }
}

/** The bytes of an open file; null where it is no regular file, or is larger. Throws what the system says. */
export function readOpened(file: number, maxBytes: number): Buffer | null {
  const stats = fstatSync(file);
  return stats.isFile() && stats.size <= maxBytes ? readAll(file, stats.size) : null;
}

/** As much as the file had when it was opened, or has by now if that is less. */
function readAll(file: number, sizeBytes: number): Buffer {
  const bytes = Buffer.allocUnsafe(sizeBytes);
  let length = 0;
  for (let read = -1; read !== 0 && length < sizeBytes; length += read)
    read = readSync(file, bytes, length, sizeBytes - length, length);
  return bytes.subarray(0, length);
}
