/** Commands on a pseudo-terminal, made by Python's standard library. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type RunOptions, run } from "./process.ts";

const SCRIPT = fileURLToPath(new URL("on_terminal.py", import.meta.url));

/** Tests that need a terminal are skipped where there is no Python 3.9 to make one. */
export const hasTerminal = process.platform !== "win32" && spawnSync("python3", ["-c", "import pty, os; os.waitstatus_to_exitcode"]).status === 0;

export interface TerminalOptions extends RunOptions {
  readonly columns?: number;
  /** Keys that are pressed once a text has been written, e.g. `\x03` for Ctrl-C. */
  readonly press?: { readonly when: string; readonly keys: string };
}

/** What a command writes to a terminal, on stdout and stderr alike, with `\n` for line ends. */
export async function runOnTerminal(command: readonly string[], options: TerminalOptions): Promise<{ output: string; code: number | null }> {
  const { columns = 100, press } = options;
  const asked = { command, columns, ...(press ? { when: press.when, send: press.keys } : {}) };
  const environment = { TERM: "xterm-256color", ...options.environment };
  const { stdout, code } = await run(["python3", SCRIPT, JSON.stringify(asked)], { ...options, environment });
  return { output: stdout.replaceAll("\r\n", "\n"), code };
}
