/** Waits for another process. */
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_MS = 10;
const GIVE_UP_MS = 60_000;

/** Resolves when `isSo` is true. Throws after a minute. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const startedMs = performance.now(); !(await isSo());) {
    if (performance.now() - startedMs > GIVE_UP_MS) throw new Error(`waited in vain until ${what}`);
    await sleep(LOOK_MS);
  }
}
