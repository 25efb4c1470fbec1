import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { runRipgrepAtOnce } from "./ripgrep.ts";

it("a listener that throws fails the run, not the process", async () => {
  const speak = "setInterval(() => console.log('{}'), 5)";
  const run = runRipgrepAtOnce({
    commands: [process.execPath],
    args: ["-e", speak],
    folder: tmpdir(),
    maxMessageBytes: 1_000,
    cpuSeconds: 60,
    onMessage: () => {
      throw new TypeError("a defect");
    },
    onOutput: () => undefined,
    stop: new AbortController().signal,
  });
  await expect(run).rejects.toThrow("a defect");
});
