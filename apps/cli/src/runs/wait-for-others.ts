/** Waits while another process writes the index. */
import { setTimeout as sleep } from "node:timers/promises";
import type { ManageIndexOutput } from "@satori/contracts";
import type { CommandOptions, OptionSpec } from "../command.ts";
import { CommandError } from "../failure.ts";
import type { Session } from "../session.ts";
import type { ProgressLine } from "../terminal/progress-line.ts";

export const POLL_MS = 250;

/**
 * Shows the progress of another process's run until it ends. Returns the `status` afterwards; null if there
 * was no run, because the lock was held by a sync, which ends within moments. Throws `CANCELLED` on Ctrl-C;
 * the other process continues.
 */
export async function waitForOthers(
  session: Session,
  path: string,
  progress: ProgressLine,
): Promise<ManageIndexOutput | null> {
  for (let wasRunning = false; ; wasRunning = true) {
    const status = await pollOthers(session, path, progress);
    if (status.status !== "not_ready") return wasRunning ? status : null;
  }
}

/** Waits a moment, then shows the progress of another process's run. Returns its `status`. */
export async function pollOthers(
  session: Session,
  path: string,
  progress: ProgressLine,
): Promise<ManageIndexOutput> {
  await pause(session);
  const status = await session.call("manage_index", { action: "status", path });
  if (status.status === "not_ready" && status.progress)
    progress.update(status.progress.phase, status.progress, "another process: ");
  return status;
}

/** Waits until it is time to poll another process's run again. Throws `CANCELLED`. */
export async function pause({
  signal,
  isLocal,
  outlivesCommand,
}: Pick<Session, "signal" | "isLocal" | "outlivesCommand">): Promise<void> {
  try {
    await sleep(POLL_MS, undefined, { signal });
  } catch {
    const isOver = !isLocal && !outlivesCommand;
    throw new CommandError(
      "CANCELLED",
      isOver ? SERVER_ENDS : isLocal ? "the other process continues indexing" : SERVER_CONTINUES,
    );
  }
}

/** What becomes of a server's run when its command ends. */
export const SERVER_CONTINUES = "the server continues indexing";
export const SERVER_ENDS = "the run stops with the server that was started for it";

// `--no-wait`: return as soon as the run has started.

export const NO_WAIT: OptionSpec = {
  flags: "--no-wait",
  meaning: "with a server's address: return as soon as the run has started",
};

/**
 * Rejects `--no-wait` if the run would end with the command: in this process, or in a server that it has
 * started. Throws `INVALID_ARGUMENTS`.
 */
export function requireLastingServer(
  { outlivesCommand }: Pick<Session, "outlivesCommand">,
  { wait }: CommandOptions,
): void {
  if (wait === false && !outlivesCommand)
    throw new CommandError(
      "INVALID_ARGUMENTS",
      "--no-wait requires --server with an address: without it, the run ends with this command",
    );
}
