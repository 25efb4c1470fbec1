/** File metadata of a path that may not exist. */
import { type Stats, lstatSync } from "node:fs";

const MAY_BE_ABSENT = { throwIfNoEntry: false } as const;

/**
 * Metadata of the entry itself, without following a link. Undefined if it does not exist or is not
 * accessible.
 */
export function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, MAY_BE_ABSENT);
  } catch {
    // A folder on the path is not accessible, or has become a file.
    return undefined;
  }
}

/** Identity of a file in the file system; null if it is missing or cannot be examined. */
export function fileIdentity(path: string): string | null {
  const stats = statsOf(path);
  return stats ? `${stats.dev}:${stats.ino}` : null;
}
