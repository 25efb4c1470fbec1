/**
 * The command line `satori`: composes terminal, signals and engine, runs one command, and sets the exit code.
 */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute } from "node:path";
import { isatty } from "node:tty";
import { attachSession } from "./attached-session.ts";
import { kindAt } from "./codebase.ts";
import { isFileName } from "./command.ts";
import { EXIT } from "./failure.ts";
import { listenForInterruption } from "./interrupt.ts";
import { type ParsedCommand, splitUsage } from "./program.ts";
import { type LaterWork, runCommand } from "./run-command.ts";
import { httpSettings, openSession, type Session } from "./session.ts";

/**
 * Runs the command that the process was started with, and sets its exit code.
 *
 * @param manifest URL of the command line's package.json
 */
export async function runCommandLine(manifest: URL): Promise<void> {
  const later: LaterWork = [];
  endWhereNobodyReads(later);
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  const open = (asked: ParsedCommand, signal: AbortSignal): Promise<Session> =>
    openFor(version, asked, signal);
  process.exitCode = await runCommand(process.argv.slice(2), {
    version,
    stdout: process.stdout,
    stderr: process.stderr,
    // Opening a pipe here would disturb commands that read it.
    stdin: isatty(0) ? () => process.stdin : null,
    environment: process.env,
    listen: listenForInterruption,
    later,
    open,
  });
}

/**
 * Ends the process if the answer cannot be written: nothing else it could do would be of use, but for work
 * that follows the answer.
 */
function endWhereNobodyReads(later: LaterWork): void {
  const isEnough = ({ code }: NodeJS.ErrnoException): boolean => {
    // A reader that has seen enough (`satori search x | head -1`) is not a failure.
    if (code === "EPIPE" && later.length === 0) process.exit(process.exitCode ?? EXIT.ok);
    return code === "EPIPE";
  };
  // Lost progress and warnings do not affect the answer.
  process.stderr.on("error", isEnough);
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (isEnough(error)) return;
    process.stderr.write(`error: The answer cannot be written to standard output: ${error.message}\n`);
    process.exit(EXIT.startUp);
  });
}

async function openFor(version: string, asked: ParsedCommand, signal: AbortSignal): Promise<Session> {
  const {
    spec,
    globals: { server, path },
  } = asked;
  const options = { path: path ?? null, cwd: standpoint(asked), environment: process.env, signal };
  if (server === undefined) {
    const openOwn = (): Promise<Session> => openSession(options);
    return (await attachSession(spec, options, openOwn)) ?? openOwn();
  }
  // The protocol client is large and rarely needed.
  const { openRemoteSession } = await import("./remote/remote-session.ts");
  const { token } = await httpSettings(process.env);
  return openRemoteSession({
    ...options,
    server,
    token,
    version,
    needsRoots: spec.tool !== null && spec.tool !== "list_codebases",
  });
}

// The folder that a command's relative paths are relative to.

/**
 * The working directory. If another process has removed it, a command with an absolute `--path` or operand
 * moves there, and a command that needs no folder accepts any. Throws for all others.
 */
function standpoint({
  spec,
  operands,
  globals,
}: Pick<ParsedCommand, "spec" | "operands" | "globals">): string {
  try {
    return process.cwd();
  } catch (error) {
    const named = globals.path ?? (isFileName(splitUsage(spec.usage).operands) ? operands[0] : undefined);
    if (named !== undefined && isAbsolute(named))
      return moveTo(kindAt(named) === "folder" ? named : dirname(named));
    if (spec.ignoresPath) return moveTo(homedir());
    throw error;
  }
}

/** Threads cannot be started in a removed folder. A missing target is reported by whatever reads it. */
function moveTo(folder: string): string {
  if (kindAt(folder) === "folder") process.chdir(folder);
  return folder;
}
