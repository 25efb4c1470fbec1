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
      const owner = JSON.parse(readFileSync(join(home, "indexes", name, "lock-owner.json"), "utf8")) as {
        pid: number;
      };
      return pid === undefined || owner.pid === pid;
    });
  } catch {
    return false;
  }
}
