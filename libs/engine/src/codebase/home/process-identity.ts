/** Distinguishes a process from a later one with the same id. All platform differences are in this file. */
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
  const found = look(pid);
  return found === null || (!found.hasEnded && (startedAt === "unknown" || found.startedAt === startedAt));
}

interface Found {
  /** In a platform-specific unit. */
  readonly startedAt: string;
  /**
   * The process has ended, but its parent has not yet read its exit status. In a container, the parent may
   * never do so.
   */
  readonly hasEnded: boolean;
}

/** Start time and state of a process; null if they cannot be read. */
function look(pid: number): Found | null {
  try {
    if (process.platform === "linux") {
      // The second field, the program's name, may contain blanks and parentheses. The state and field 22 are
      // counted from its end.
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return fields[19] === undefined
        ? null
        : { startedAt: fields[19], hasEnded: ENDED.test(fields[0] as string) };
    }
    if (process.platform === "win32") return null;
    const [, state = "", startedAt = ""] =
      /^\s*(\S+)\s+(.+?)\s*$/.exec(
        execFileSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
          encoding: "utf8",
          timeout: 2_000,
          killSignal: "SIGKILL",
        }),
      ) ?? [];
    return startedAt === "" ? null : { startedAt, hasEnded: ENDED.test(state) };
  } catch {
    return null;
  }
}

/** Zombies and dead processes. */
const ENDED = /^[ZXx]/;
