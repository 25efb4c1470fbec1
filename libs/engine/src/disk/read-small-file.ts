/** Reads small foreign files safely: never waits for the writer of a pipe, and never reads endlessly. */
import { closeSync, constants, existsSync, fstatSync, openSync, readSync } from "node:fs";

/**
 * The bytes of a path's target; null if it is not a regular file, is larger, or cannot be read. Never throws.
 */
export function readSmallFile(path: string, maxBytes: number): Buffer | null {
  // Most of these files do not exist: a check takes 2 µs, a failed open 15 µs.
  if (!existsSync(path)) return null;
  try {
    return readRegularFile(path, maxBytes);
  } catch {
    return null;
  }
}

/** The bytes of a path's target; null if it is not a regular file or is larger. Throws the system's error. */
export function readRegularFile(path: string, maxBytes: number): Buffer | null {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return readOpened(file, maxBytes);
  } finally {
    closeSync(file);
  }
}

/** The bytes of an open file; null if it is not a regular file or is larger. Throws the system's error. */
export function readOpened(file: number, maxBytes: number): Buffer | null {
  const stats = fstatSync(file);
  return stats.isFile() && stats.size <= maxBytes ? readAll(file, stats.size) : null;
}

/** Reads as many bytes as the file had when it was checked, or fewer if it has shrunk. */
function readAll(file: number, sizeBytes: number): Buffer {
  const bytes = Buffer.allocUnsafe(sizeBytes);
  let length = 0;
  for (let read = -1; read !== 0 && length < sizeBytes; length += read)
    read = readSync(file, bytes, length, sizeBytes - length, length);
  return bytes.subarray(0, length);
}
