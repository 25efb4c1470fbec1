/**
 * Renames and removes files on Windows too, where that fails for a moment while another program has the file
 * open: a virus scanner, a search indexer, another process of ours that is just reading it.
 */
import { renameSync, rmSync } from "node:fs";
import { blockThread } from "../block-thread.ts";
import { systemCode } from "../errors.ts";

/** Errors of Windows for a file that is in use. Elsewhere they are about permissions and do not pass. */
const IN_USE: ReadonlySet<string> = new Set(["EBUSY", "EPERM", "EACCES"]);

/** Pauses between attempts; 630 ms together. Scanners take some tens of milliseconds for a small file. */
const PAUSES_MS = [10, 20, 40, 80, 160, 320] as const;

export interface Attempts {
  readonly platform: NodeJS.Platform;
  readonly pause: (ms: number) => void;
}

const HERE: Attempts = { platform: process.platform, pause: blockThread };

/** Renames a file over another one, which may exist. Throws the system's error. */
export function renameOver(from: string, to: string): void {
  whileInUse(() => renameSync(from, to));
}

/** Removes a file, or a folder with everything in it; neither needs to exist. Throws the system's error. */
export function removeAll(path: string): void {
  whileInUse(() => rmSync(path, { recursive: true, force: true }));
}

/** Repeats an operation on a file that is in use, until it succeeds or the attempts are over. */
export function whileInUse<Result>(operation: () => Result, { platform, pause }: Attempts = HERE): Result {
  const pauses = platform === "win32" ? PAUSES_MS : [];
  for (const ms of pauses) {
    try {
      return operation();
    } catch (error) {
      if (!IN_USE.has(systemCode(error) ?? "")) throw error;
      pause(ms);
    }
  }
  return operation();
}
