/** Resource usage of running processes on Linux, from `/proc`. */
import { readFileSync } from "node:fs";

/** Unit of CPU time in `/proc`: a hundredth of a second. */
const TICK_MS = 10;

/**
 * CPU time that a process has used so far, all threads and all children that have ended, in steps of 10 ms;
 * NaN if unknown.
 */
export function cpuMsOf(pid: number): number {
  // The second field is the name in parentheses, which may contain anything. The 14th to 17th are utime, stime,
  // cutime and cstime.
  const fields = readOf(pid, "stat")
    ?.replace(/^.*\) /s, "")
    .split(" ");
  const ticks = fields?.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return (ticks ?? Number.NaN) * TICK_MS;
}

/** Current memory of a process; NaN if unknown. */
export function residentBytesOf(pid: number): number {
  return statusBytes(pid, "VmRSS");
}

/** Largest memory that a process has had so far; NaN if unknown. */
export function peakBytesOf(pid: number): number {
  return statusBytes(pid, "VmHWM");
}

function statusBytes(pid: number, field: string): number {
  const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(readOf(pid, "status") ?? "") ?? [];
  return Number(kilobytes ?? Number.NaN) * 1024;
}

/** A file of the process; null if the process has ended, or if there is no `/proc`. */
export function readOf(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return null;
  }
}
