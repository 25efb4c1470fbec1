/** serve: the MCP server over HTTP, a package of its own, run as a child that lives as long as the command. */
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { type ErrorCode, SETTINGS, TOOL_SETS } from "@satori/contracts";
import type { Answer, CommandSpec } from "../command.ts";
import { CommandError, EXIT, commandEnvelope, failureEnvelope } from "../failure.ts";
import { serverScript } from "../server-script.ts";

/** As `satori-mcp` has them, which says what is wrong with their values. */
const PASSED_ON = ["host", "port", "root", "tools", "logLevel", "logFormat"] as const;

const FORWARDED = ["SIGINT", "SIGTERM"] as const;

export const serve: CommandSpec = {
  usage: "serve",
  tool: null,
  ignoresPath: true,
  summary: "Serve MCP over HTTP.",
  details: "Serves http://127.0.0.1:7411/mcp until it is ended. SATORI_ALLOWED_ROOTS lists the folders that may be served, SATORI_HTTP_TOKEN is the token that clients have to send.",
  options: [
    { flags: "--host <host>", meaning: "address to listen on; default: 127.0.0.1" },
    { flags: "--port <port>", meaning: "port to listen on, 0 for one that is free; default: 7411" },
    { flags: "--root <dir>", meaning: "folder that relative paths are relative to" },
    { flags: "--tools <sets>", meaning: "sets of tools to offer, separated by commas", choices: TOOL_SETS },
    { flags: "--log-level <level>", meaning: "debug, info, warn, error or silent", choices: SETTINGS.SATORI_LOG_LEVEL.choices },
    { flags: "--log-format <form>", meaning: "json or text", choices: SETTINGS.SATORI_LOG_FORMAT.choices },
  ],
  foreignOptions: { "--stdio": "over standard input and output the server is satori-mcp" },
  examples: ["SATORI_ALLOWED_ROOTS=~/src satori serve", "satori serve --port 8080 --tools core,scope"],
  run: async (_context, _operands, options): Promise<Answer> => {
    const flags = PASSED_ON.flatMap((name) => (options[name] === undefined ? [] : [`--${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}=${String(options[name])}`]));
    // A group of its own, so that Ctrl-C reaches it once, from here; the channel tells it when this process is gone.
    const child = spawn(process.execPath, [serverScript(), "--http", ...flags], { stdio: ["ignore", "inherit", "inherit", "ipc"], detached: process.platform !== "win32" });
    const startedMs = performance.now();
    const { exitCode, problem } = await endOf(child);
    return { envelope: envelopeOf(exitCode, problem, Math.round(performance.now() - startedMs)), text: "", exitCode };
  },
};

/** How the server ended, and why. */
function envelopeOf(exitCode: number, problem: string | null, durationMs: number): Answer["envelope"] {
  if (exitCode === EXIT.ok) return commandEnvelope("serve", {}, durationMs);
  return failureEnvelope(null, "serve", new CommandError(errorCodeOf(exitCode), problem ?? `The server ended with exit code ${exitCode}; standard error may say why`, exitCode));
}

/** By the exit codes of `satori-mcp`, which are those of this command line; above 128 are signals. */
function errorCodeOf(exitCode: number): ErrorCode {
  if (exitCode === EXIT.usage) return "INVALID_ARGUMENTS";
  if (exitCode === EXIT.startUp) return "CONFIG_INVALID";
  return exitCode > 128 ? "CANCELLED" : "INTERNAL";
}

interface End {
  /** Its own, or what a shell makes of a signal. */
  readonly exitCode: number;
  /** What kept the server from starting; null where it does not say. */
  readonly problem: string | null;
}

/** Rejects if it cannot be started. */
async function endOf(child: ChildProcess): Promise<End> {
  let problem: string | null = null;
  child.on("message", (message: { readonly problem?: unknown } | null) => {
    if (typeof message?.problem === "string") problem = message.problem;
  });
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of FORWARDED) process.on(signal, forward);
  try {
    // What it has said last is read before the channel ends, which may be after its process.
    const silent = new Promise((resolve) => void child.once("disconnect", resolve));
    const exitCode = await new Promise<number>((resolve, reject) => {
      child.once("error", reject).once("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGTERM"]));
    });
    await silent;
    return { exitCode, problem };
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward);
  }
}
