import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { currentProcess, isAlive } from "./process-identity.ts";

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
      // The child waits for a line; the shell becomes a program that never asks how it ended.
      const script = "exec 3<&0; { read -r line <&3; } & echo $!; exec sleep 600";
      const parent = spawn("sh", ["-c", script], { stdio: ["pipe", "pipe", "ignore"] });
      onTestFinished(() => void parent.kill("SIGKILL"));
      const [line] = (await once(parent.stdout, "data")) as [Buffer];
      const pid = Number(String(line));
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
