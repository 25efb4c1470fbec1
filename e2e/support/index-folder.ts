/** Reads the state of an index from its folder. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Whether an index is being written, according to the note about the lock's owner.
 *
 * @param pid expected process; default any
 */
export function isIndexing(home: string, pid?: number): boolean {
  try {
    return readdirSync(join(home, "indexes")).some((name) => {
      const owner = ownerOf(join(home, "indexes", name));
      return owner !== null && (pid === undefined || owner === pid);
    });
  } catch {
    return false;
  }
}

/** The process that writes an index; null if there is none, or its note is only half written. */
function ownerOf(folder: string): number | null {
  try {
    return (JSON.parse(readFileSync(join(folder, "lock-owner.json"), "utf8")) as { pid: number }).pid;
  } catch {
    return null;
  }
}
