/**
 * The command line `satori`: composes terminal, signals and engine, runs one command, and sets the exit code.
 */
import { readFileSync } from "node:fs";
import { EXIT } from "./failure.ts";
import { listenForInterruption } from "./interrupt.ts";
import type { ParsedCommand } from "./program.ts";
import { runCommand } from "./run-command.ts";
import { type Session, httpSettings, openSession } from "./session.ts";
import { standpoint } from "./working-directory.ts";

/**
 * Runs the command that the process was started with, and sets its exit code.
 *
 * @param manifest URL of the command line's package.json
 */
export async function runCommandLine(manifest: URL): Promise<void> {
  endWhereNobodyReads();
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  const open = (asked: ParsedCommand, signal: AbortSignal): Promise<Session> =>
    openFor(version, asked, signal);
  process.exitCode = await runCommand(process.argv.slice(2), {
    version,
    stdout: process.stdout,
    stderr: process.stderr,
    environment: process.env,
    listen: listenForInterruption,
    open,
  });
}

/** Ends the process if the answer cannot be written: nothing else it could do would be of use. */
function endWhereNobodyReads(): void {
  const isEnough = ({ code }: NodeJS.ErrnoException): void => {
    // A reader that has seen enough (`satori search x | head -1`) is not a failure.
    if (code === "EPIPE") process.exit(process.exitCode ?? EXIT.ok);
  };
  // Lost progress and warnings do not affect the answer.
  process.stderr.on("error", isEnough);
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    isEnough(error);
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
  if (server === undefined) return openSession(options);
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
