import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type Socket, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LineProcess } from "./line-process.ts";
import { type CommandOptions, measure } from "./measure.ts";

const OPTIONS: CommandOptions = {
  cwd: "/",
  environment: { PATH: process.env["PATH"] ?? "" },
  signal: new AbortController().signal,
};
/** A program that works for a given CPU time in milliseconds. */
const WORK =
  "const until = process.cpuUsage().user + 1000 * Number(process.argv[1]); while " +
  "(process.cpuUsage().user < until);";

describe.skipIf(spawnSync("python3", ["-c", "import os; os.waitstatus_to_exitcode"]).status !== 0)(
  "a measured command",
  () => {
    test("tells what it and its children used, and what it said", async () => {
      const script =
        `${WORK} require("node:child_process").execFileSync(process.execPath, ["-e", ` +
        `${JSON.stringify(WORK)}, "200"]); console.log("done");`;
      const { cpuMs, peakBytes, stdout } = await measure([process.execPath, "-e", script, "100"], OPTIONS);
      expect(stdout).toBe("done\n");
      expect(cpuMs).toBeGreaterThanOrEqual(300);
      expect(peakBytes).toBeGreaterThan(10e6);
    });

    test("that fails is no measurement, and says why", async () => {
      await expect(
        measure([process.execPath, "-e", "console.error('no such index'); process.exit(3)"], OPTIONS),
      ).rejects.toThrow(/exit code 3[\s\S]*no such index/);
    });

    test("ends when it is interrupted", async () => {
      const folder = mkdtempSync(join(tmpdir(), "satori-measure-"));
      await using server = createServer().listen(join(folder, "socket"));
      try {
        const interruption = new AbortController();
        // Stays connected as long as the process lives.
        const measured = measure(
          [process.execPath, "-e", "require('node:net').connect(process.argv[1])", join(folder, "socket")],
          { ...OPTIONS, signal: interruption.signal },
        );
        const [connection] = (await once(server, "connection")) as [Socket];
        const disconnected = once(connection.on("error", () => undefined).resume(), "close");
        interruption.abort();
        await expect(measured).rejects.toThrow("ended with exit code");
        await disconnected;
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  },
);

describe("a process that answers lines", () => {
  const ECHO = "process.stdin.on('data', (part) => process.stdout.write(`${part}`.toUpperCase()))";

  test("is asked one line after the other", async () => {
    await using echo = new LineProcess([process.execPath, "-e", ECHO], OPTIONS);
    expect([await echo.ask("one"), await echo.ask("two")]).toEqual(["ONE", "TWO"]);
  });

  test("that ends instead of answering is named, with what it complained about", async () => {
    await using broken = new LineProcess(
      [process.execPath, "-e", "console.error('no dist'); process.exit(1)"],
      OPTIONS,
    );
    await expect(broken.ask("one")).rejects.toThrow(/ended before it answered[\s\S]*no dist/);
  });

  test("that cannot be started is an error and no endless wait", async () => {
    await using absent = new LineProcess(["/no/such/command"], OPTIONS);
    await expect(absent.ask("one")).rejects.toThrow("ended before it answered");
  });
});
