/** Telling one process from another that got the same id later. What differs by platform stands here. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { ProcessIdentity } from "../../model/run.ts";

let own: ProcessIdentity | undefined;

export function currentProcess(): ProcessIdentity {
  return (own ??= { pid: process.pid, startedAt: look(process.pid)?.startedAt ?? "unknown" });
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
  const found = look(pid);
  return found === null || (!found.hasEnded && (startedAt === "unknown" || found.startedAt === startedAt));
}

interface Found {
  /** In whatever unit the platform has. */
  readonly startedAt: string;
  /**
   * It does nothing any more, but whoever started it has not asked yet how it ended: in a container nobody
   * may ever do.
   */
  readonly hasEnded: boolean;
}

/** Null if nothing can be told of it. */
function look(pid: number): Found | null {
  try {
    if (process.platform === "linux") {
      // The second field, the program's name, may hold blanks and parentheses: the state, and field 22, count
      // from behind it.
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

/** Zombies, and what is being taken away. */
const ENDED = /^[ZXx]/;
