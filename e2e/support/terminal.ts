/** Runs commands on a pseudo-terminal, which Python's standard library provides. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type RunOptions, run } from "./process.ts";

const SCRIPT = fileURLToPath(new URL("on_terminal.py", import.meta.url));

/** Tests that need a terminal are skipped if there is no Python 3.9. */
export const hasTerminal =
  process.platform !== "win32" &&
  spawnSync("python3", ["-c", "import pty, os; os.waitstatus_to_exitcode"]).status === 0;

export interface TerminalOptions extends RunOptions {
  readonly columns?: number;
  /** Keys to press after a text has been written, e.g. `\x03` for Ctrl-C. */
  readonly press?: { readonly when: string; readonly keys: string };
}

export interface TerminalRun {
  /** All output, stdout and stderr together, with `\n` as line end. */
  readonly output: string;
  /** The visible output: without erased lines, such as those of progress. */
  readonly shown: string;
  readonly code: number | null;
}

export async function runOnTerminal(
  command: readonly string[],
  options: TerminalOptions,
): Promise<TerminalRun> {
  const { columns = 100, press } = options;
  const asked = { command, columns, ...(press ? { when: press.when, send: press.keys } : {}) };
  const environment = { TERM: "xterm-256color", PAGER: "", ...options.environment };
  const { stdout, code } = await run(["python3", SCRIPT, JSON.stringify(asked)], { ...options, environment });
  const output = stdout.replaceAll("\r\n", "\n");
  return { output, shown: output.replaceAll(/.*\r\x1b\[2K/g, ""), code };
}
