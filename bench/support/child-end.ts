/** Waits for the end of another process. */
import type { ChildProcess } from "node:child_process";

/**
 * The exit code; null if a signal ended the process. Rejects if it could not be started. An abort only makes
 * the process end sooner.
 */
export function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once("close", resolve).on("error", (error) => {
      if (child.pid === undefined) reject(error);
    });
  });
}
