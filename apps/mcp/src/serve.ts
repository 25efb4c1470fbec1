/** Composes a server that answers one session over standard input and output, with an engine of its own. */
import { createLogger } from "@satori/engine/log";
import { EngineThread } from "./engine-thread/engine-thread.ts";
import { surviveDefects } from "./defects.ts";
import { SERVER_LIMITS } from "./limits.ts";
import { connectionFolders } from "./roots/ask-roots.ts";
import { type StartUp, workingFolder } from "./start-up.ts";
import { openConnection } from "./stdio/connection.ts";
import type { ReservedStdout } from "./stdio/reserve-stdout.ts";
import { listTools } from "./tool-listing.ts";

/**
 * Serves until the input ends or a signal arrives, then ends the process. Throws if the server cannot start.
 */
export function serve(start: StartUp, version: string, output: ReservedStdout): void {
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
  const end = openConnection({
    engine,
    log,
    input: process.stdin,
    output,
    release: () => engine[Symbol.asyncDispose]().then(() => output.flushed()),
    onEnded: () => process.exit(0),
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
  void output.broken.then(() => end("output_broken"));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => end("signal"));
  setTimeout(() => engine.warmUp(), SERVER_LIMITS.warmUpMs).unref();
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
