/** What can be seen of an index from outside. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Whether an index is being written: who does so is named beside the lock.
 *
 * @param pid of the process that is meant; default any
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
