/**
 * Runs an operation in a process that is killed by SIGKILL, and makes sure that none of its descendants
 * survives.
 */
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ManageIndexInput } from "@satori/contracts";
import { endOf } from "../support/child-end.ts";
import { BenchmarkError } from "../support/failure.ts";
import type { Ended, Moment } from "./moments.ts";
import type { Place } from "./observe.ts";

const SCRIPT = fileURLToPath(new URL("child.js", import.meta.url));
const LOOK_MS = 10;
/** Time for the descendants to notice and end. */
const ORPHAN_MS = 3_000;

export interface ChildTask {
  readonly place: Place;
  /** What it asks of manage_index, or the commit whose index it makes. */
  readonly work: { readonly input: Omit<ManageIndexInput, "path"> } | { readonly ref: string };
  readonly moment: Moment;
  readonly signal: AbortSignal;
}

export interface Killed {
  /** The result, if the operation had ended before the kill. */
  readonly ended: Ended | null;
  /** Whether processes of its group were still running. */
  readonly hasOrphans: boolean;
}

export async function killDuring({ place, work, moment, signal }: ChildTask): Promise<Killed> {
  signal.throwIfAborted();
  // A separate process group, which is empty once all descendants have ended.
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify({ ...place, ...work, moment })], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const abort = (): void => void child.kill("SIGKILL");
  signal.addEventListener("abort", abort);
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (part: string) => void (stdout += part));
  child.stderr.setEncoding("utf8").on("data", (part: string) => void (stderr += part));
  try {
    await endOf(child);
  } finally {
    signal.removeEventListener("abort", abort);
  }
  signal.throwIfAborted();
  if (child.signalCode !== "SIGKILL")
    throw new BenchmarkError(
      `The process that was to be killed ended by itself, with exit code ${child.exitCode}: ` +
        `${stderr.trim().slice(-2_000)}`,
    );
  const ended = stdout === "" ? null : (JSON.parse(stdout) as Ended);
  if (ended && ended.status !== "ok")
    throw new BenchmarkError(`The operation that was to be killed was refused: ${stdout.trim()}`);
  return { ended, hasOrphans: !(await isGone(child.pid ?? 0)) };
}

async function isGone(group: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs <= ORPHAN_MS; waitedMs += LOOK_MS) {
    try {
      process.kill(-group, 0);
    } catch {
      return true;
    }
    await sleep(LOOK_MS);
  }
  return false;
}
