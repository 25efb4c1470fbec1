/** When another process is over. */
import type { ChildProcess } from "node:child_process";

/**
 * The exit code, null when a signal ended it. Rejects when it could not be started; an abort only makes the
 * end come sooner.
 */
export function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once("close", resolve).on("error", (error) => {
      if (child.pid === undefined) reject(error);
    });
  });
}
