/**
 * The command line of `satori-mcp`: answers what needs no server, and sets the exit code where the server
 * cannot start.
 */
import { readFileSync } from "node:fs";
import { config } from "zod/v4/core";
import { type ServeFlags, USAGE, parseFlags } from "./flags.ts";
import { reserveStdout } from "./stdio/reserve-stdout.ts";

/** Of the command line, and of everything else that keeps the server from starting. */
const EXIT_MISUSED = 2;
const EXIT_NOT_STARTED = 3;

/**
 * Runs what the process was started with.
 *
 * @param manifest package.json of the server
 */
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
  // The protocol's schemas see a handful of messages each; compiling a function for each of them takes longer
  // than they save.
  config({ jitless: true });
  // Before the rest is loaded, as others may write in the meantime. Over HTTP nothing is said there.
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
    ? "the working directory no longer exists: start it in another one, or give --root an absolute one"
    : error.message;
}

/** In one line on standard error, and to a command that has started this process with a channel. */
function refuse(problem: string, exitCode: number): void {
  process.stderr.write(
    `satori-mcp: ${problem}${exitCode === EXIT_MISUSED ? "; satori-mcp --help shows what there is" : ""}\n`,
  );
  process.send?.({ problem });
  process.exitCode = exitCode;
}
