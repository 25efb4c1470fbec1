/** Runs of ripgrep that wait for others to end. */
import { availableParallelism, tmpdir } from "node:os";
import { expect, it } from "vitest";
import { withSession } from "../../scope/session.ts";
import { runRipgrep } from "./ripgrep.ts";

it("begins them by turns of sessions, whoever has asked most", async () => {
  const begun: string[] = [];
  // The command used instead of ripgrep ends at once; all runs are requested before the first has ended.
  const run = (id: string): Promise<unknown> =>
    withSession({ id, name: id, isNew: false, isAsked: false }, () =>
      runRipgrep({
        commands: [process.execPath],
        args: ["--version"],
        folder: tmpdir(),
        maxMessageBytes: 1_000,
        cpuSeconds: 60,
        stop: new AbortController().signal,
        onMessage: () => undefined,
        onOutput: () => void begun.push(id),
      }),
    );
  const atOnce = Math.max(2, availableParallelism());
  await Promise.all([...Array.from({ length: atOnce + 4 }, () => run("busy")), run("other")]);
  expect(begun.slice(atOnce)).toEqual(["busy", "other", "busy", "busy", "busy"]);
});
