import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  PS_ENVIRONMENT,
  type RunningProcess,
  currentProcess,
  isAlive,
  isThatProcess,
  readProcStat,
  readPs,
} from "./process-identity.ts";

describe("a process", () => {
  it("knows itself, always alike", () => {
    expect(currentProcess()).toBe(currentProcess());
    expect(currentProcess().pid).toBe(process.pid);
    expect(isAlive(currentProcess())).toBe(true);
  });

  it("is not the one that had its number before", () => {
    expect(isAlive({ pid: process.pid, startedAt: "earlier" })).toBe(false);
  });

  it("lives until it ends", async () => {
    const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], {
      stdio: ["pipe", "ignore", "ignore"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child, "spawn");
    const pid = child.pid ?? 0;
    expect(isAlive({ pid, startedAt: "unknown" })).toBe(true);
    // On platforms that report start times, another start time means another process.
    if (process.platform === "linux") expect(isAlive({ pid, startedAt: "earlier" })).toBe(false);
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    expect(isAlive({ pid, startedAt: "unknown" })).toBe(false);
  });

  it.skipIf(process.platform === "win32")(
    "is dead when it has ended, though nobody has asked how",
    async () => {
      // The child waits for a line; the shell becomes a program that never asks how it ended, and says so.
      const script = "exec 3<&0; { read -r line <&3; } & echo $!; exec sh -c 'echo other; exec sleep 600'";
      const parent = spawn("sh", ["-c", script], { stdio: ["pipe", "pipe", "ignore"] });
      onTestFinished(() => void parent.kill("SIGKILL"));
      let said = "";
      parent.stdout.on("data", (data: Buffer) => (said += String(data)));
      await expect.poll(() => said, { timeout: 60_000 }).toContain("other");
      const pid = Number.parseInt(said, 10);
      expect(isAlive({ pid, startedAt: "unknown" })).toBe(true);
      parent.stdin.write("end\n");
      await expect.poll(() => isAlive({ pid, startedAt: "unknown" }), { timeout: 60_000 }).toBe(false);
      // Its pid is still in use.
      expect(() => process.kill(pid, 0)).not.toThrow();
    },
  );

  it.runIf(process.platform === "linux")("lives when it belongs to somebody else", () => {
    expect(isAlive({ pid: 1, startedAt: "unknown" })).toBe(true);
  });

  it.each([2 ** 22 + 7, 999_999_999, -999_999])("of the number %i there is none", (pid) => {
    expect(isAlive({ pid, startedAt: "unknown" })).toBe(false);
  });
});

describe("what a platform reports about a process", () => {
  const numbers = Array.from({ length: 18 }, (_, at) => at + 4).join(" ");

  it.each<[string, string, RunningProcess | null]>([
    ["a plain name", `7 (node) S ${numbers} 98765 1 2\n`, { startedAt: "98765", hasEnded: false }],
    ["a name with ) and blanks", `7 (a) Z b) R ${numbers} 5 1`, { startedAt: "5", hasEnded: false }],
    ["a zombie", `7 (node) Z ${numbers} 98765 1 2\n`, { startedAt: "98765", hasEnded: true }],
    ["a line that is cut", "7 (node) S 1 2 3", null],
    ["nothing", "", null],
  ])("is read from /proc on Linux: %s", (_, stat, expected) => {
    expect(readProcStat(stat)).toEqual(expected);
  });

  it.each<[string, string, RunningProcess | null]>([
    [
      "a process",
      "S+   Sun Nov 29 12:56:39 2026    \n",
      { startedAt: "Sun Nov 29 12:56:39 2026", hasEnded: false },
    ],
    [
      "a zombie",
      "Z    Sun Nov  1 02:06:09 2026\n",
      { startedAt: "Sun Nov  1 02:06:09 2026", hasEnded: true },
    ],
    ["a state alone", "Ss\n", null],
    ["nothing", "\n", null],
  ])("is read from ps on macOS: %s", (_, output, expected) => {
    expect(readPs(output)).toEqual(expected);
  });

  it.skipIf(process.platform === "win32")(
    "is in one language and time zone, whatever the environment has",
    () => {
      const ask = (zone: string): RunningProcess | null => {
        const around: NodeJS.ProcessEnv = { ...process.env, LC_ALL: "de_DE.UTF-8", TZ: zone };
        const environment = { ...around, ...PS_ENVIRONMENT };
        const args = ["-o", "stat=,lstart=", "-p", String(process.pid)];
        return readPs(spawnSync("ps", args, { encoding: "utf8", env: environment }).stdout);
      };
      const [here, there] = [ask("Asia/Tokyo"), ask("America/New_York")];
      expect(here?.startedAt).toMatch(/^\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}$/);
      // Linux computes the time from that of the last boot, which may differ by a second each time.
      const [one, other] = [here, there].map((found) => Date.parse(`${found?.startedAt} UTC`));
      expect(Math.abs(Number(one) - Number(other))).toBeLessThan(5_000);
    },
  );

  it.each<[string, RunningProcess | null, boolean]>([
    ["5", { startedAt: "5", hasEnded: false }, true],
    ["5", { startedAt: "6", hasEnded: false }, false],
    ["5", { startedAt: "5", hasEnded: true }, false],
    ["unknown", { startedAt: "6", hasEnded: false }, true],
    ["unknown", { startedAt: "6", hasEnded: true }, false],
    // Windows: any process with this id counts as the recorded one.
    ["unknown", null, true],
    ["5", null, true],
  ])("says of one that started at %s, given %j, that it lives: %s", (startedAt, found, expected) => {
    expect(isThatProcess(startedAt, found)).toBe(expected);
  });
});
