import { expect, test } from "vitest";
import { listenForInterruption } from "./interrupt.ts";

test.skipIf(process.platform === "win32")(
  "a signal that came while the process was busy is heard of before it is asked for",
  async () => {
    using interruption = listenForInterruption();
    expect(await interruption.hasCome()).toBe(false);
    process.kill(process.pid, "SIGTERM");
    expect([interruption.signal.aborted, interruption.exitCode()]).toEqual([false, null]);
    expect([await interruption.hasCome(), interruption.signal.aborted, interruption.exitCode()]).toEqual([
      true,
      true,
      143,
    ]);
  },
);
