/** The built command line, called as a user or a script would. */
import { fileURLToPath } from "node:url";
import { type ToolName, type ToolOutput, validateOutput } from "@satori/contracts";
import { expect } from "vitest";
import { environmentIn } from "./environment.ts";
import { type Finished, type RunOptions, type Started, run, start } from "./process.ts";
import { type TerminalOptions, type TerminalRun, runOnTerminal } from "./terminal.ts";
import type { Workspace } from "./workspace.ts";

export const CLI_BIN = fileURLToPath(new URL("../../apps/cli/bin/satori.js", import.meta.url));

type Options = Partial<RunOptions>;

export interface Cli {
  (args: readonly string[], options?: Options): Promise<Finished>;
  start(args: readonly string[], options?: Options): Started;
  /** Runs a command line in bash. */
  shell(line: string, options?: Options): Promise<Finished>;
  shellOnTerminal(line: string): Promise<TerminalRun>;
  onTerminal(args: readonly string[], options?: Partial<TerminalOptions>): Promise<TerminalRun>;
  /** Runs with `--json`, and checks that stdout is exactly one envelope of the tool. */
  json<Tool extends ToolName>(
    tool: Tool,
    args: readonly string[],
    options?: Options,
  ): Promise<{ envelope: ToolOutput<Tool>; code: number | null; stderr: string }>;
}

/**
 * Commands that run in `cwd` with the workspace's home, and validate every answer against its schema.
 *
 * @param environment additional variables; the options of a call take precedence
 */
export function cliIn(
  workspace: Workspace,
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Cli {
  const command = (args: readonly string[]): string[] => [process.execPath, CLI_BIN, ...args];
  const filled = <Given extends Options>(options: Given) => ({
    cwd,
    ...options,
    environment: { ...environmentIn(workspace), ...environment, ...options.environment },
  });
  const cli = (args: readonly string[], options: Options = {}): Promise<Finished> =>
    run(command(args), filled(options));
  return Object.assign(cli, {
    start: (args: readonly string[], options: Options = {}) => start(command(args), filled(options)),
    shell: (line: string, options: Options = {}) => run(["bash", "-c", line], filled(options)),
    shellOnTerminal: (line: string) => runOnTerminal(["bash", "-c", line], filled({})),
    onTerminal: (args: readonly string[], options: Partial<TerminalOptions> = {}) =>
      runOnTerminal(command(args), filled(options)),
    json: async <Tool extends ToolName>(tool: Tool, args: readonly string[], options: Options = {}) => {
      const { stdout, stderr, code } = await cli(["--json", ...args], options);
      return { envelope: parseEnvelope(tool, stdout), code, stderr };
    },
  });
}

/** Parses an answer of one line as an envelope that matches its tool's schema. */
export function parseEnvelope<Tool extends ToolName>(tool: Tool, stdout: string): ToolOutput<Tool> {
  expect(
    stdout.endsWith("\n") && stdout.trimEnd().split("\n").length === 1,
    `one line: ${stdout.slice(0, 300)}`,
  ).toBe(true);
  const envelope: unknown = JSON.parse(stdout);
  expect(validateOutput(tool, envelope)).toMatchObject({ ok: true });
  // The schema has just verified the type.
  return envelope as ToolOutput<Tool>;
}
