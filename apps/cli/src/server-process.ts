/**
 * Runs the MCP server over HTTP, which is a separate package, as a child process that lives as long as the
 * command.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { ANSWER_FORMS, type ErrorCode, SETTINGS, TOOL_SETS } from "@satori/contracts";
import type { CommandOptions, OptionSpec } from "./command.ts";
import { type AnyAnswer, CommandError, EXIT, commandEnvelope, failureEnvelope } from "./failure.ts";
import { serverScript } from "./server-script.ts";

/**
 * Options of every command that runs the server. They are flags of `satori-mcp`, which checks their values.
 */
export const LOG_OPTIONS: readonly OptionSpec[] = [
  {
    flags: "--log-level <level>",
    meaning: "debug, info, warn, error or silent",
    choices: SETTINGS.SATORI_LOG_LEVEL.choices,
  },
  { flags: "--log-format <form>", meaning: "json or text", choices: SETTINGS.SATORI_LOG_FORMAT.choices },
];

/** Options of the commands that serve MCP. */
export const SERVER_OPTIONS: readonly OptionSpec[] = [
  { flags: "--root <dir>", meaning: "base folder of relative paths" },
  { flags: "--tools <sets>", meaning: "tool sets to offer, separated by commas", choices: TOOL_SETS },
  {
    flags: "--answers <form>",
    meaning: "form of answers: both (default), structured or text",
    choices: ANSWER_FORMS,
  },
  ...LOG_OPTIONS,
];

export interface ServerOptions {
  readonly flags: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Called once. @param origin where the server listens, such as `http://127.0.0.1:7411` */
  readonly onListening?: (origin: string) => void;
}

export interface ServerEnd {
  /** Its own exit code, or what a shell makes of a signal. */
  readonly exitCode: number;
  /** Why the server did not start; null if it does not say. */
  readonly problem: string | null;
  readonly durationMs: number;
}

const FORWARDED = ["SIGINT", "SIGTERM"] as const;

/**
 * Resolves when the server has ended, usually by a signal that this process gets as well. Rejects if it
 * cannot be started.
 */
export async function runServer({
  flags,
  environment,
  onListening = () => undefined,
}: ServerOptions): Promise<ServerEnd> {
  const startedMs = performance.now();
  // In a process group of its own, so that Ctrl-C reaches it once, forwarded from here. The IPC channel tells
  // it when this process is gone.
  const child = spawn(process.execPath, [serverScript(), "--http", ...flags], {
    env: environment,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: process.platform !== "win32",
  });
  const end = await endOf(child, onListening);
  return { ...end, durationMs: Math.round(performance.now() - startedMs) };
}

/** The given options of a command as flags of the server. @param names in camel case */
export function serverFlags(options: CommandOptions, names: readonly string[]): string[] {
  return names.flatMap((name) =>
    options[name] === undefined
      ? []
      : [`--${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}=${String(options[name])}`],
  );
}

/** How and why the server ended, as the answer of the command that ran it. */
export function endEnvelope(command: string, { exitCode, problem, durationMs }: ServerEnd): AnyAnswer {
  if (exitCode === EXIT.ok) return commandEnvelope(command, {}, durationMs);
  return failureEnvelope(
    null,
    command,
    new CommandError(
      errorCodeOf(exitCode),
      problem ?? `The server exited with code ${exitCode}; see standard error`,
      exitCode,
    ),
  );
}

/** By the exit codes of `satori-mcp`, which equal those of this command line; above 128 are signals. */
function errorCodeOf(exitCode: number): ErrorCode {
  if (exitCode === EXIT.usage) return "INVALID_ARGUMENTS";
  if (exitCode === EXIT.startUp) return "CONFIG_INVALID";
  return exitCode > 128 ? "CANCELLED" : "INTERNAL";
}

async function endOf(
  child: ChildProcess,
  onListening: (origin: string) => void,
): Promise<Pick<ServerEnd, "exitCode" | "problem">> {
  let problem: string | null = null;
  child.on("message", (message: { readonly problem?: unknown; readonly listening?: unknown } | null) => {
    if (typeof message?.problem === "string") problem = message.problem;
    if (typeof message?.listening === "string") onListening(message.listening);
  });
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of FORWARDED) process.on(signal, forward);
  try {
    // Its last messages are read before the channel closes, possibly after the process has ended.
    const silent = new Promise((resolve) => void child.once("disconnect", resolve));
    const exitCode = await new Promise<number>((resolve, reject) => {
      child
        .once("error", reject)
        .once("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGTERM"]));
    });
    await silent;
    return { exitCode, problem };
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward);
  }
}
