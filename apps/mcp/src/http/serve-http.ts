/** Composes the server over HTTP: configuration, engine, protocol, console, listener, and shutdown. */
import { fileURLToPath } from "node:url";
import type { ServerContext } from "@modelcontextprotocol/server";
import type { LogEvent } from "@satori/engine";
import { createLogger } from "@satori/engine/log";
import { type CallRunner, createCallRunner } from "../calls/call-runner.ts";
import type { Call } from "../calls/call.ts";
import { surviveDefects } from "../defects.ts";
import { type CallingEngine, EngineThread } from "../engine-thread/engine-thread.ts";
import type { Address, ServeFlags } from "../flags.ts";
import { createEnding } from "../lifetime.ts";
import { confinedFolders } from "../roots/client-roots.ts";
import { createServer } from "../server.ts";
import { type StartUp, startUp } from "../start-up.ts";
import { listTools } from "../tool-listing.ts";
import { readConsoleFiles } from "./console-files.ts";
import { checkStart, listenProblem, portProblem } from "./guards/start-checks.ts";
import { HttpServer } from "./http-server.ts";
import { HTTP_LIMITS } from "./limits.ts";
import { createMcpEndpoint, type McpEndpoint } from "./mcp-endpoint.ts";
import { openMetrics } from "./prometheus.ts";

/** Located next to the bundle of this module. */
const CONSOLE = fileURLToPath(new URL("./console/", import.meta.url));

/** Serves until a signal arrives, then ends the process. Rejects if the server cannot start. */
export async function serveHttp(flags: ServeFlags, address: Address, version: string): Promise<void> {
  const start = startUp(flags, process.env);
  checkStart({ ...start, host: address.host });
  const log = createLogger(start.config.logLevel, start.config.logFormat);
  surviveDefects(log);
  const parts = compose({ start, address, version, log });
  const port = await parts.server.listen(address.host, address.port).catch((error: unknown) => {
    throw listenProblem(error, address);
  });
  const problem = portProblem(port);
  if (problem !== null) log("warn", "port_refused_by_browsers", { port, problem });
  endWithSignals(parts);
  setInterval(() => parts.mcp.sweep(), HTTP_LIMITS.sessionSweepMs).unref();
  const origin = `http://${address.host.includes(":") ? `[${address.host}]` : address.host}:${port}`;
  process.stderr.write(`satori-mcp ${version}: listening on ${origin}/mcp\n`);
  // Notifies a command that started this process with a channel.
  process.send?.({ listening: origin });
}

interface Composing {
  readonly start: StartUp;
  readonly address: Address;
  readonly version: string;
  readonly log: LogEvent;
}

interface Parts {
  readonly engine: EngineThread;
  readonly calls: CallRunner;
  readonly mcp: McpEndpoint;
  readonly server: HttpServer;
  readonly log: LogEvent;
}

function compose({ start: { config, sources, sets, root }, address, version, log }: Composing): Parts {
  const metrics = openMetrics(version);
  const engine = new EngineThread({ config, sources, logFields: () => ({}), log, metrics });
  const calls = createCallRunner({ engine, log });
  const folders = confinedFolders(root, config.allowedRoots);
  const tools = listTools({ sets, store: config.store });
  const common = { limits: HTTP_LIMITS, nowMs: () => performance.now() };
  const mcp = createMcpEndpoint({
    ...common,
    onError: (error) => log("debug", "protocol_error", { error: error.message }),
    createServer: () =>
      createServer({
        version,
        tools,
        answers: config.answers,
        calls,
        folders: () => () => Promise.resolve(folders),
        callerOf,
      }),
  });
  const server = new HttpServer({
    ...common,
    mcp,
    consoleFiles: readConsoleFiles(CONSOLE),
    admission: { boundHost: address.host, hosts: config.http.hosts, origins: config.http.origins },
    token: config.http.token?.reveal() ?? null,
    problems: () => problemsOf(engine, log),
    metrics: () => {
      metrics.gauge("satori_mcp_sessions", mcp.sessions);
      return metrics.text();
    },
    onAnswered: (answered) => {
      metrics.countRequest(answered);
      log("info", "http_answered", { ...answered, durationMs: Math.round(answered.durationMs * 10) / 10 });
    },
    onDefect: (error) =>
      log("error", "http_failed", {
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  });
  return { engine, calls, mcp, server, log };
}

/** Reads the ids of a request; the server has set the request id as a header. */
function callerOf({ sessionId, http }: ServerContext): Pick<Call, "requestId" | "session"> {
  const header = (name: string): string | null => http?.req?.headers.get(name) ?? null;
  return {
    requestId: header("x-request-id") ?? "",
    session: { header: header("x-session-id"), transport: sessionId ?? null },
  };
}

function endWithSignals({ engine, calls, mcp, server, log }: Parts): void {
  let hurry: () => void = () => undefined;
  const hurried = new Promise<void>((resolve) => (hurry = resolve));
  const end = createEnding({
    drain: () => Promise.race([server.drain(), hurried]),
    disconnect: async () => {
      server.close();
      await mcp.close();
      await calls.settled();
    },
    release: () => engine[Symbol.asyncDispose](),
    exit: () => process.exit(0),
    onCause: (cause) => log("info", "ending", { cause }),
    onFailure: (error) => log("error", "ending_failed", { cause: String(error) }),
    drainOn: "signal",
    drainMs: HTTP_LIMITS.drainMs,
    shutdownMs: HTTP_LIMITS.shutdownMs,
    wait: (delayMs) => new Promise((done) => setTimeout(done, delayMs)),
  });
  let isAsked = false;
  const ask = (): void => {
    // A second signal skips waiting.
    if (isAsked) hurry();
    isAsked = true;
    end("signal");
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, ask);
  // The command that started this process is gone, so nobody uses this server any more.
  process.once("disconnect", ask);
}

// Whether calls would be answered, and if not, why.

/** Sentences that anybody may read: they contain no path. Empty if calls would be answered. */
export async function problemsOf(
  engine: Pick<CallingEngine, "problems">,
  log: LogEvent,
): Promise<readonly string[]> {
  try {
    return await engine.problems();
  } catch (error) {
    log("error", "engine_unavailable", {
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
    return ["The engine cannot be opened; see the log"];
  }
}
