/** Telling one process from another that got the same id later. What differs by platform stands here. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { ProcessIdentity } from "../model/run.ts";

let own: ProcessIdentity | undefined;

export function currentProcess(): ProcessIdentity {
  return (own ??= { pid: process.pid, startedAt: startOf(process.pid) ?? "unknown" });
}

/** Ids alone may be equal: in each container the first process is number one. */
export function isSameProcess(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return one.pid === other.pid && one.startedAt === other.startedAt;
}

/** Whether the very process is still running. */
export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  if (pid === process.pid) return startedAt === currentProcess().startedAt;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, but belongs to somebody else.
    if ((error as { code?: string }).code !== "EPERM") return false;
  }
  const actual = startOf(pid);
  return actual === null || startedAt === "unknown" || actual === startedAt;
}

/** When a process started, in whatever unit the platform has; null if that cannot be told. */
function startOf(pid: number): string | null {
  try {
    if (process.platform === "linux") {
      // The second field, the program's name, may hold blanks and parentheses; field 22 counts from behind it.
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
    }
    if (process.platform === "win32") return null;
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", timeout: 2_000 }).trim() || null;
  } catch {
    return null;
  }
}
