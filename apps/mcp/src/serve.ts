/** Composes the server: configuration, output, engine, protocol, and how they end. */
import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { EngineConfig, LogEvent } from "@satori/engine";
import { openWorkspaceRoots, readConfig } from "@satori/engine/config";
import { createLogger } from "@satori/engine/log";
import { createCallRunner } from "./calls/call-runner.ts";
import { LazyEngine } from "./calls/lazy-engine.ts";
import { type ServeFlags, parseToolSets } from "./flags.ts";
import { type EndCause, createEnding } from "./lifetime.ts";
import { SERVER_LIMITS } from "./limits.ts";
import { type ServerParts, createServer } from "./server.ts";
import { LineTransport } from "./stdio/line-transport.ts";
import { reserveStdout } from "./stdio/reserve-stdout.ts";
import { listTools } from "./tool-listing.ts";

/** A setting or flag that cannot be used; its message is for people. */
export class StartError extends Error {}

/** Serves until the input ends or a signal comes, and then ends the process. Throws what keeps it from starting. */
export function serve(flags: ServeFlags, version: string): void {
  const config = readConfig({ flags: settingsOf(flags), environment: process.env, freshnessPolicy: "by_age" });
  const chosen = parseToolSets(config.tools);
  if ("problem" in chosen) throw new StartError(`SATORI_TOOLS: ${chosen.problem}`);
  if (chosen.sets.includes("workspace")) openWorkspaceRoots(config.workspaceRoots);
  const root = flags.root === null ? null : requireFolder(resolve(flags.root));
  // Over stdio the process is the session.
  const log = createLogger(config.logLevel, config.logFormat, { session: randomUUID() });
  surviveDefects(log);
  connect({ config, log, server: { version, root, tools: listTools(chosen.sets), workingFolder: process.cwd(), log } });
}

function settingsOf({ tools, logLevel }: ServeFlags): { SATORI_TOOLS?: string; SATORI_LOG_LEVEL?: string } {
  return { ...(tools === null ? {} : { SATORI_TOOLS: tools }), ...(logLevel === null ? {} : { SATORI_LOG_LEVEL: logLevel }) };
}

interface Connection {
  readonly config: EngineConfig;
  readonly log: LogEvent;
  readonly server: Omit<ServerParts, "calls">;
}

function connect({ config, log, server }: Connection): void {
  const engine = new LazyEngine(config, log);
  const calls = createCallRunner({ engine, config, log });
  const output = reserveStdout(process.stdout, process.stderr, () => end("output_broken"));
  const transport = new LineTransport({ input: process.stdin, output, maxMessageBytes: SERVER_LIMITS.maxMessageBytes, onInputEnd: () => end("input_ended") });
  const end: (cause: EndCause) => void = createEnding({
    drain: () => transport.answered(),
    disconnect: () => handle.close().then(() => calls.settled()),
    release: () => engine[Symbol.asyncDispose]().then(() => output.flushed()),
    exit: () => process.exit(0),
    onCause: (cause) => log("info", "ending", { cause }),
    drainMs: SERVER_LIMITS.drainMs,
    shutdownMs: SERVER_LIMITS.shutdownMs,
    wait: (delayMs) => new Promise((done) => setTimeout(done, delayMs)),
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => end("signal"));
  const handle = serveStdio(() => createServer({ ...server, calls }), { transport, onerror: (error) => log("warn", "protocol_error", { error: error.message }) });
}

/** A defect is a log line; what other calls are doing goes on. */
function surviveDefects(log: LogEvent): void {
  const note = (event: string) => (error: unknown) => log("error", event, { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  process.on("uncaughtException", note("uncaught_exception")).on("unhandledRejection", note("unhandled_rejection"));
}

function requireFolder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new StartError(`--root is ${path}, which is no folder`);
}
