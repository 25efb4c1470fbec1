/**
 * Composes the server over standard input and output: configuration, output, engine, protocol, and shutdown.
 */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { LogEvent } from "@satori/engine";
import { createLogger } from "@satori/engine/log";
import { createCallRunner } from "./calls/call-runner.ts";
import { EngineThread } from "./engine-thread/engine-thread.ts";
import { surviveDefects } from "./defects.ts";
import type { ServeFlags } from "./flags.ts";
import { type EndCause, createEnding } from "./lifetime.ts";
import { SERVER_LIMITS } from "./limits.ts";
import { connectionFolders } from "./roots/ask-roots.ts";
import { type ServerParts, createServer } from "./server.ts";
import { startUp } from "./start-up.ts";
import { LineTransport } from "./stdio/line-transport.ts";
import type { ReservedStdout } from "./stdio/reserve-stdout.ts";
import { listTools } from "./tool-listing.ts";

/**
 * Serves until the input ends or a signal arrives, then ends the process. Throws if the server cannot start.
 */
export function serve(flags: ServeFlags, version: string, output: ReservedStdout): void {
  const start = startUp(flags, process.env);
  const { config, sets, root } = start;
  const session = newSession();
  const log = createLogger(config.logLevel, config.logFormat, session);
  surviveDefects(log);
  const folders = connectionFolders({
    root,
    allowedRoots: config.allowedRoots,
    workingFolder: workingFolder(root),
    log,
  });
  const engine = new EngineThread({
    config,
    sources: start.sources,
    logFields: () => ({ session: session.session }),
    log,
  });
  connect({
    engine,
    log,
    output,
    server: {
      version,
      tools: listTools({ sets, store: config.store }),
      answers: config.answers,
      folders,
      callerOf: () => ({
        requestId: crypto.randomUUID(),
        session: { header: null, transport: session.session },
      }),
    },
  });
}

/**
 * The working folder. If another process has removed it, the server moves to `--root`, because threads cannot
 * be started in a missing folder; throws if `--root` is not given.
 */
function workingFolder(root: string | null): string {
  try {
    return process.cwd();
  } catch (error) {
    if (root === null) throw error;
    process.chdir(root);
    return root;
  }
}

/**
 * Over stdio the process is the session. Its id is generated at the first call or log line, since doing so
 * would cost two milliseconds of start-up time.
 */
function newSession(): { readonly session: string } {
  let id: string | null = null;
  return {
    get session() {
      return (id ??= crypto.randomUUID());
    },
  };
}

interface Connection {
  readonly engine: EngineThread;
  readonly log: LogEvent;
  readonly output: ReservedStdout;
  readonly server: Omit<ServerParts, "calls">;
}

function connect({ engine, log, output, server }: Connection): void {
  const calls = createCallRunner({ engine, log });
  const transport = new LineTransport({
    input: process.stdin,
    output,
    maxMessageBytes: SERVER_LIMITS.maxMessageBytes,
    onInputEnd: () => end("input_ended"),
  });
  const end: (cause: EndCause) => void = createEnding({
    drain: () => transport.answered(),
    disconnect: () => handle.close().then(() => calls.settled()),
    release: () => engine[Symbol.asyncDispose]().then(() => output.flushed()),
    exit: () => process.exit(0),
    onCause: (cause) => log("info", "ending", { cause }),
    onFailure: (error) => log("error", "ending_failed", { cause: String(error) }),
    drainOn: "input_ended",
    drainMs: SERVER_LIMITS.drainMs,
    shutdownMs: SERVER_LIMITS.shutdownMs,
    wait: (delayMs) => new Promise((done) => setTimeout(done, delayMs)),
  });
  void output.broken.then(() => end("output_broken"));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => end("signal"));
  setTimeout(() => engine.warmUp(), SERVER_LIMITS.warmUpMs).unref();
  // In a terminal, a server that prints nothing would seem to hang.
  if (process.stdin.isTTY)
    process.stderr.write(
      `satori-mcp ${server.version} is waiting for messages of an MCP client, which normally starts ` +
        "it. Press Ctrl-C to stop; see satori-mcp --help\n",
    );
  const handle = serveStdio(() => createServer({ ...server, calls }), {
    transport,
    onerror: (error) => log("warn", "protocol_error", { error: error.message }),
  });
}
