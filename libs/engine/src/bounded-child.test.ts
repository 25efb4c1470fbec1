/** Children that do not end, take too much, or leave processes behind. */
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  commandLine,
  type ChildEnd,
  type ChildLimits,
  type ChildRun,
  runBoundedChild,
} from "./bounded-child.ts";
import { startChild } from "./testing/child-script.ts";
import { temporaryFolder } from "./testing/trees/tree.ts";

const LIMITS: ChildLimits = { memoryBytes: 2 ** 31, cpuSeconds: 60 };
const MIB = 1024 * 1024;

/** Output of a Node.js script that runs as a child, and how it ended. */
async function ran(
  script: string,
  options: Partial<ChildRun> = {},
): Promise<{ end: ChildEnd | null; output: string }> {
  const chunks: Buffer[] = [];
  const end = await runBoundedChild({
    command: process.execPath,
    args: ["-e", script],
    limits: LIMITS,
    onOutput: (chunk) => void chunks.push(chunk),
    onErrors: () => undefined,
    ...options,
  });
  return { end, output: Buffer.concat(chunks).toString() };
}

/** Whether a process is running, zombies excluded. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !/\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

async function untilEnded(pid: number): Promise<void> {
  while (isRunning(pid)) await delay(5);
}

describe("a child", () => {
  it("that ends by itself says how", async () => {
    expect(await ran("console.log('out'); process.exitCode = 3")).toEqual({
      end: { status: 3, cutBy: null },
      output: "out\n",
    });
  });

  it("gets its arguments, folder and environment as they are", async () => {
    using folder = temporaryFolder();
    const script = "console.log(JSON.stringify([process.argv.slice(1), process.cwd(), process.env.NAME]))";
    const { output } = await ran("", {
      args: ["-e", script, "", "a b", "$HOME", "'\""],
      folder: folder.path,
      environment: { NAME: "x y" },
    });
    expect(JSON.parse(output)).toEqual([["", "a b", "$HOME", "'\""], folder.path, "x y"]);
  });

  it("that cannot be started is told from one that fails", async () => {
    const { end } = await ran("", { command: "/nowhere/program" });
    expect(end === null || end.status === 127).toBe(true);
    expect((await ran("process.exitCode = 1")).end).toEqual({ status: 1, cutBy: null });
  });

  it.skipIf(process.platform === "win32")(
    "that takes too long is killed, though it ignores signals, and what it had printed is kept",
    async () => {
      const script = "trap '' TERM INT HUP; echo begun; while :; do sleep 600; done";
      const { end, output } = await ran("", {
        command: "/bin/sh",
        args: ["-c", script],
        limits: { ...LIMITS, wallMs: 2_000 },
      });
      expect([end, output]).toEqual([{ status: null, cutBy: "time" }, "begun\n"]);
    },
  );

  it("ends with the signal, before and while it runs, and though nobody reads what it prints", async () => {
    expect((await ran("setInterval(() => {}, 1_000)", { stop: AbortSignal.abort() })).end).toEqual({
      status: null,
      cutBy: "stop",
    });
    const stopping = new AbortController();
    const { end } = await ran("for (;;) console.log('x'.repeat(10_000))", {
      stop: stopping.signal,
      onStart: ({ output }) => {
        output.pause();
        setImmediate(() => stopping.abort());
      },
    });
    expect(end).toEqual({ status: null, cutBy: "stop" });
  });

  it("that prints too much is killed, and no more than the limit is kept", async () => {
    const { end, output } = await ran(
      "const print = () => process.stdout.write('x'.repeat(10_000), print); print()",
      { limits: { ...LIMITS, outputBytes: 25_000 } },
    );
    expect([end, output.length]).toEqual([{ status: null, cutBy: "output" }, 25_000]);
  });

  it("whose listener throws is killed, and the error is the caller's", async () => {
    const onOutput = (): never => {
      throw new TypeError("a defect");
    };
    await expect(ran("setInterval(() => console.log(1), 5)", { onOutput })).rejects.toThrow("a defect");
  });

  it.skipIf(process.platform === "win32")(
    "goes with what it has started, even if that holds its output open",
    async () => {
      const stopping = new AbortController();
      let pid = 0;
      const onOutput = (chunk: Buffer): void => {
        pid = Number(chunk.toString());
        stopping.abort();
      };
      const script =
        "console.log(require('child_process').spawn('sleep', ['600'], { stdio: 'inherit' }).pid)";
      expect((await ran(script, { stop: stopping.signal, onOutput })).end).toMatchObject({ cutBy: "stop" });
      await untilEnded(pid);
      // A child that ends before a process that it has started.
      pid = 0;
      const leaving = new AbortController();
      const left = ran("", {
        command: "/bin/sh",
        args: ["-c", "sleep 600 & echo $!"],
        stop: leaving.signal,
        onOutput: (chunk) => {
          pid = Number(chunk.toString());
          setImmediate(() => leaving.abort());
        },
      });
      expect((await left).end).toMatchObject({ cutBy: "stop" });
      await untilEnded(pid);
    },
  );

  it.runIf(process.platform === "linux")("is given no more memory than its limit", async () => {
    const taking = (bytes: number): string =>
      `try { Buffer.alloc(${bytes}); console.log("got it") } catch { console.error("fatal: Out of ` +
      `memory, malloc failed"); process.exit(128) }`;
    const limits = { ...LIMITS, memoryBytes: 400 * MIB };
    expect(await ran(taking(500 * MIB), { limits })).toEqual({
      end: { status: 128, cutBy: "memory" },
      output: "",
    });
    expect((await ran(taking(10 * MIB), { limits })).output).toBe("got it\n");
  });

  it.runIf(process.platform === "linux")("ends by itself where this process is killed", async () => {
    using folder = temporaryFolder();
    const parent = await startChild(
      `
      import { runBoundedChild } from "./bounded-child.ts";
      await runBoundedChild({
        command: process.execPath, args: ["-e", "for (;;);"], limits: { memoryBytes: 2 ** 31, cpuSeconds: 1 },
        onOutput: () => undefined, onErrors: () => undefined, onStart: ({ pid }) => console.log(pid),
      });
    `,
      import.meta.url,
      folder.path,
    );
    const pid = Number(await parent.nextLine());
    await parent.kill();
    await untilEnded(pid);
  });
});

describe("a program on a system without a shell", () => {
  const run = { args: ["--version"], limits: { memoryBytes: 1, cpuSeconds: 1 } };
  const start = (command: string, ...found: string[]): unknown =>
    commandLine({ ...run, command }, { shell: null, find: () => found });

  it("is started by the path that PATH leads to, never by its name", () => {
    expect(start("git", "/first/git.exe", "/second/git.exe")).toEqual(["/first/git.exe", ["--version"]]);
    expect(start("git")).toBeNull();
  });

  it("is started as it is if the path is given", () => {
    expect(start("/opt/rg", "/other/rg")).toEqual(["/opt/rg", ["--version"]]);
  });
});
