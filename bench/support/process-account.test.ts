import { describe, expect, test } from "vitest";
import { cpuMsOf, peakBytesOf, readOf, residentBytesOf } from "./process-account.ts";

/** Above the highest process id that Linux assigns. */
const NOBODY = 2 ** 22 + 1;

describe.skipIf(process.platform !== "linux")("of a process", () => {
  test("that runs, CPU time and memory are told", () => {
    const { user, system } = process.cpuUsage();
    const ratio = (cpuMsOf(process.pid) * 1000) / (user + system);
    expect(ratio > 0.5 && ratio < 2, String(ratio)).toBe(true);
    expect(residentBytesOf(process.pid)).toBeGreaterThan(10e6);
    expect(peakBytesOf(process.pid)).toBeGreaterThan(10e6);
    expect(readOf(process.pid, "cmdline")).toContain("node");
  });

  test("that is not there, nothing is", () => {
    expect([cpuMsOf(NOBODY), residentBytesOf(NOBODY), peakBytesOf(NOBODY), readOf(NOBODY, "stat")]).toEqual([
      Number.NaN,
      Number.NaN,
      Number.NaN,
      null,
    ]);
  });
});
