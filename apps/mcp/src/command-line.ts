/**
 * The command line of `satori-mcp`: help and version without starting a server, and the exit codes for failed
 * starts.
 */
import { readFileSync } from "node:fs";
import { config } from "zod/v4/core";
import { type ServeFlags, USAGE, parseFlags } from "./flags.ts";
import { reserveStdout } from "./stdio/reserve-stdout.ts";

/** Exit codes for a wrong command line, and for any other reason why the server cannot start. */
const EXIT_MISUSED = 2;
const EXIT_NOT_STARTED = 3;

/** Runs the command line of the process. @param manifest package.json of the server */
export async function runServer(manifest: URL): Promise<void> {
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string };
  const flags = parseFlags(process.argv.slice(2));
  switch (flags.kind) {
    case "help":
      process.stdout.write(USAGE);
      return;
    case "version":
      process.stdout.write(`${version}\n`);
      return;
    case "misused":
      return refuse(flags.problem, EXIT_MISUSED);
    case "serve":
      return start(flags, version);
  }
}

async function start(flags: ServeFlags, version: string): Promise<void> {
  // Disables compiled validators: the protocol's schemas check only a handful of messages each, and compiling
  // takes longer than it saves.
  config({ jitless: true });
  // Before the rest is loaded, because other code may write to stdout meanwhile. Over HTTP, stdout is unused.
  const output = reserveStdout(process.stdout, process.stderr);
  try {
    if (flags.http) {
      const { serveHttp } = await import("./http/serve-http.ts");
      return await serveHttp(flags, flags.http, version);
    }
    const { serve } = await import("./serve.ts");
    serve(flags, version, output);
  } catch (error) {
    refuse(problemOf(error), EXIT_NOT_STARTED);
  }
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isWithoutFolder = (error as NodeJS.ErrnoException).syscall === "uv_cwd";
  return isWithoutFolder
    ? "the working directory no longer exists: start in another one, or pass an absolute --root"
    : error.message;
}

/**
 * Reports why the server does not start: in one line on standard error, and to a command that started this
 * process with a channel.
 */
function refuse(problem: string, exitCode: number): void {
  process.stderr.write(
    `satori-mcp: ${problem}${exitCode === EXIT_MISUSED ? "; see satori-mcp --help" : ""}\n`,
  );
  process.send?.({ problem });
  process.exitCode = exitCode;
}
