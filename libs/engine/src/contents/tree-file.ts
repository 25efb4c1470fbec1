/** Reads a file of a tree that was scanned before. */
import { closeSync, fstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isOpenedIn, openAsItIs } from "../disk/opened-path.ts";
import { maxBytesOf } from "./file-text.ts";

/**
 * Reads a file with checks: since the scan, a small file may have become a huge one, a pipe without a writer,
 * or a link, and its folder may have become a link. Throws the system's error.
 *
 * @param diskPath relative to the root, in the disk's spelling
 * @param maxTextBytes the limit for the text of a file
 */
export function readTreeFile(
  root: string,
  diskPath: string,
  maxTextBytes: number,
): Buffer | "special" | "too_large" | "elsewhere" {
  const maxFileBytes = maxBytesOf(diskPath, maxTextBytes);
  const descriptor = openAsItIs(join(root, diskPath));
  try {
    if (!isOpenedIn(root, diskPath, descriptor)) return "elsewhere";
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return "special";
    if (stats.size > maxFileBytes) return "too_large";
    const bytes = readFileSync(descriptor);
    return bytes.length > maxFileBytes ? "too_large" : bytes;
  } finally {
    closeSync(descriptor);
  }
}
