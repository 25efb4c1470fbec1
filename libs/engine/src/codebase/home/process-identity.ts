/**
 * Distinguishes a process from a later one with the same id. All platform differences are in this file, and
 * what the platforms report is read by pure functions.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { ProcessIdentity } from "../../model/run.ts";

let own: ProcessIdentity | undefined;

/** Identity of this process. */
export function currentProcess(): ProcessIdentity {
  return (own ??= { pid: process.pid, startedAt: look(process.pid)?.startedAt ?? "unknown" });
}

/** Compares start times too: in each container, the first process has id 1. */
export function isSameProcess(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return one.pid === other.pid && one.startedAt === other.startedAt;
}

/** Whether this very process is still running. */
export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  if (pid === process.pid) return startedAt === currentProcess().startedAt;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process runs, but belongs to another user.
    if ((error as { code?: string }).code !== "EPERM") return false;
  }
  return isThatProcess(startedAt, look(pid));
}

/**
 * Whether a process that uses an id is the one that started at a time. Where start times cannot be read, as
 * on Windows, every process counts as that one.
 *
 * @param startedAt as recorded; `unknown` where it could not be read
 * @param found the process that has the id now; null if nothing can be read about it
 */
export function isThatProcess(startedAt: string, found: RunningProcess | null): boolean {
  return found === null || (!found.hasEnded && (startedAt === "unknown" || found.startedAt === startedAt));
}

export interface RunningProcess {
  /** In a platform-specific unit. */
  readonly startedAt: string;
  /**
   * The process has ended, but its parent has not yet read its exit status. In a container, the parent may
   * never do so.
   */
  readonly hasEnded: boolean;
}

/** Start time and state of a process; null if they cannot be read. */
function look(pid: number): RunningProcess | null {
  try {
    if (process.platform === "linux") return readProcStat(readFileSync(`/proc/${pid}/stat`, "utf8"));
    return process.platform === "win32" ? null : readPs(askPs(pid));
  } catch {
    return null;
  }
}

/** `/proc/PID/stat` of Linux; null if it is cut. */
export function readProcStat(stat: string): RunningProcess | null {
  // The second field, the program's name, may contain blanks and parentheses. The state and field 22 are
  // counted from its end.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[19] === undefined
    ? null
    : { startedAt: fields[19], hasEnded: ENDED.test(fields[0] as string) };
}

/** State and start time as `ps` prints them on macOS and the BSDs; null if it printed no process. */
export function readPs(output: string): RunningProcess | null {
  const [, state = "", startedAt = ""] = /^\s*(\S+)\s+(.+?)\s*$/.exec(output) ?? [];
  return startedAt === "" ? null : { startedAt, hasEnded: ENDED.test(state) };
}

/**
 * `ps` writes times in the language and the time zone of its environment. Two of our processes may have
 * different ones, and would otherwise take each other for dead.
 */
export const PS_ENVIRONMENT = { LC_ALL: "C", LANG: "C", TZ: "UTC" } as const;

function askPs(pid: number): string {
  return execFileSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
    encoding: "utf8",
    env: { ...process.env, ...PS_ENVIRONMENT },
    timeout: 2_000,
    killSignal: "SIGKILL",
  });
}

/** Zombies and dead processes. */
const ENDED = /^[ZXx]/;
