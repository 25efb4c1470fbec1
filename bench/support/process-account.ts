/** What Linux tells of processes that run, in `/proc`. */
import { readFileSync } from "node:fs";

/** CPU time is counted in hundredths of a second. */
const TICK_MS = 10;

/**
 * CPU time that a process has used so far, all threads; NaN where nothing is told of it. In steps of 10 ms.
 */
export function cpuMsOf(pid: number): number {
  // The second field is the name in parentheses, which may hold anything; utime and stime are the 14th and
  // 15th.
  const fields = readOf(pid, "stat")
    ?.replace(/^.*\) /s, "")
    .split(" ");
  return fields === undefined ? Number.NaN : (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Memory that a process has now; NaN where nothing is told of it. */
export function residentBytesOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readOf(pid, "status") ?? "")?.[1] ?? Number.NaN) * 1024;
}

/** A file of the process; null when it has ended, or where there is no such folder. */
export function readOf(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return null;
  }
}
