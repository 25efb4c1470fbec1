/** Waits while another process writes the index. */
import { setTimeout as sleep } from "node:timers/promises";
import type { ManageIndexOutput } from "@satori/contracts";
import type { Session } from "../session.ts";
import type { ProgressLine } from "../terminal/progress-line.ts";
import { CommandError } from "../failure.ts";

const POLL_MS = 250;

/**
 * Shows the progress of another process's run until it ends. Returns the `status` afterwards; null if there
 * was no run, because the lock was held by a sync, which ends within moments. Throws `CANCELLED` on Ctrl-C;
 * the other process continues.
 */
export async function waitForOthers(
  { call, signal }: Session,
  path: string,
  progress: ProgressLine,
): Promise<ManageIndexOutput | null> {
  for (let wasRunning = false; ; wasRunning = true) {
    await pause(signal);
    const status = await call("manage_index", { action: "status", path });
    if (status.status !== "not_ready") return wasRunning ? status : null;
    if (status.progress) progress.update(status.progress.phase, status.progress, "another process: ");
  }
}

async function pause(signal: AbortSignal): Promise<void> {
  try {
    await sleep(POLL_MS, undefined, { signal });
  } catch {
    throw new CommandError("CANCELLED", "the other process continues indexing");
  }
}
