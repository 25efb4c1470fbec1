import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { askOn } from "./ask.ts";

function terminal({ isTTY = true, stderrIsTTY = true } = {}) {
  let shown = "";
  const stdin = new PassThrough();
  const abort = new AbortController();
  const ask = askOn({
    stdin: isTTY ? () => stdin : null,
    stderr: { isTTY: stderrIsTTY, write: (text) => void (shown += text) },
    signal: abort.signal,
  });
  return { stdin, ask, abort, shown: () => shown };
}

test.each([
  ["y\n", true],
  ["Yes\n", true],
  [" y \r\n", true],
  ["\n", false],
  ["n\n", false],
  ["yesterday\n", false],
])("%j means %s", async (typed, isYes) => {
  const { stdin, ask, shown } = terminal();
  stdin.write(typed);
  expect(await ask?.("Continue?")).toBe(isYes);
  expect(shown()).toBe("Continue? [y/N] ");
});

test("the end of the input and Ctrl-C mean no, and leave the line of the question", async () => {
  const ended = terminal();
  ended.stdin.end();
  expect(await ended.ask?.("Continue?")).toBe(false);
  const aborted = terminal();
  const answer = aborted.ask?.("Continue?");
  aborted.abort.abort();
  expect(await answer).toBe(false);
  for (const { shown } of [ended, aborted]) expect(shown()).toBe("Continue? [y/N] \n");
});

test("does not ask a user who cannot see or answer the question", () => {
  expect(terminal({ isTTY: false }).ask).toBeNull();
  expect(terminal({ stderrIsTTY: false }).ask).toBeNull();
});
