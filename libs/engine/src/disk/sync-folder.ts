/** Makes changes of a folder durable. */
import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes entries of a folder durable, as far as the platform can: Windows does not sync folders. */
export function syncFolder(path: string): void {
  try {
    const file = openSync(path, "r");
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch {
    // The file system keeps the order of the writes anyway.
  }
}
