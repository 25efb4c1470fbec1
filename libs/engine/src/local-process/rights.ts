/** What a process may do, as far as it can tell: sessions with other rights must not share it. */
import { readFileSync, readlinkSync, statSync } from "node:fs";
import { hostname } from "node:os";

/** Kernel of this boot; the host's name alone may be the same in many containers. */
const BOOT_ID = "/proc/sys/kernel/random/boot_id";

/**
 * Machine, user and groups; on Linux also namespaces and root of containers and sandboxes, capabilities,
 * filters of system calls, security label, and limits that would make answers fail. Limits such as that of
 * open files differ between terminals and do not count.
 */
export function rightsOfProcess(): unknown {
  const root = statSync("/", { throwIfNoEntry: false });
  return [
    [hostname(), textOf(BOOT_ID)],
    process.geteuid?.(),
    process.getegid?.(),
    process.getgroups?.().sort((a, b) => a - b),
    ["mnt", "user", "net", "pid"].map((name) => linkTarget(`/proc/self/ns/${name}`)),
    [root?.dev, root?.ino],
    linesOf("/proc/self/status", /^(?:Cap\w+|Seccomp|NoNewPrivs):/),
    textOf("/proc/self/attr/current"),
    linesOf("/proc/self/limits", /^Max (?:cpu time|file size|data size|address space) /),
  ];
}

function linesOf(path: string, wanted: RegExp): readonly string[] {
  return (textOf(path) ?? "").split("\n").filter((line) => wanted.test(line));
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return null;
  }
}

function linkTarget(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
