/**
 * The command line of `satori-mcp`: help and version without starting a server, and the exit codes for failed
 * starts.
 */
import { type SessionHello, isStandalone, programOf } from "@satori/engine/local-process";
import { createLogger } from "@satori/engine/log";
import { type ServeFlags, USAGE, parseFlags } from "./flags.ts";
import { runProxy } from "./proxy/proxy.ts";
import { type StartUp, explainTerminal, startUp, workingFolder } from "./start-up.ts";
import { type ReservedStdout, reserveStdout } from "./stdio/reserve-stdout.ts";

/** Exit codes for a wrong command line, and for any other reason why the server cannot start. */
const EXIT_MISUSED = 2;
const EXIT_NOT_STARTED = 3;

/** Runs the command line of the process. @param manifest package.json of the server */
export async function runServer(manifest: URL): Promise<void> {
  const flags = parseFlags(process.argv.slice(2));
  switch (flags.kind) {
    case "help":
      process.stdout.write(USAGE);
      return;
    case "version":
      process.stdout.write(`${programOf(manifest).version}\n`);
      return;
    case "misused":
      return refuse(flags.problem, EXIT_MISUSED);
    case "serve":
      return start(flags, manifest);
  }
}

async function start(flags: ServeFlags, manifest: URL): Promise<void> {
  // First, because other code may write to stdout. Over HTTP, stdout is unused.
  const output = reserveStdout(process.stdout, process.stderr);
  try {
    if (flags.http === null && flags.localProcess === null)
      return await startSession(flags, manifest, output);
    const { startServer } = await import("./server-process.ts");
    await startServer(flags, manifest);
  } catch (error) {
    refuse(problemOf(error), EXIT_NOT_STARTED);
  }
}

/** Starts a session over standard input and output: as a proxy, or with an engine of its own. */
async function startSession(flags: ServeFlags, manifest: URL, output: ReservedStdout): Promise<void> {
  const start = startUp(flags, process.env);
  if (!isStandalone({ config: start.config, environment: process.env })) {
    const { root, config, sets } = start;
    const log = createLogger(config.logLevel, config.logFormat);
    const hello: SessionHello = {
      kind: "session",
      session: null,
      hadScope: false,
      workingFolder: workingFolder(root),
      root,
      allowedRoots: config.allowedRoots,
      tools: sets,
      answers: config.answers,
    };
    const reread = (): StartUp => startUp(flags, process.env);
    try {
      await runProxy({ start, startUp: reread, environment: process.env, manifest, hello, output, log });
      return explainTerminal(manifest);
    } catch (error) {
      log("info", "local_process_unavailable", { problem: problemOf(error) });
    }
  }
  const { serveAlone } = await import("./server-process.ts");
  await serveAlone(start, manifest, output);
  explainTerminal(manifest);
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
