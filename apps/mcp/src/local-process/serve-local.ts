/**
 * Composes the local process: one engine that answers the sessions of all proxies of one user, version and
 * configuration.
 */
import { readdirSync, rmSync, statSync } from "node:fs";
import type { Socket } from "node:net";
import type { LogEvent } from "@satori/engine";
import { join } from "node:path";
import {
  type LocalProcess,
  type Program,
  SOCKETS_FOLDER,
  connectTo,
  controlLine,
  helloLine,
  localProcessOf,
  socketOf,
} from "@satori/engine/local-process";
import { createLogger } from "@satori/engine/log";
import { surviveDefects } from "../defects.ts";
import { EngineThread } from "../engine-thread/engine-thread.ts";
import { SERVER_LIMITS } from "../limits.ts";
import { type StartUp, StartError } from "../start-up.ts";
import { type Listener, listenOn } from "./listener.ts";
import { answerCalls } from "./calls.ts";
import { type OpenSession, helloOf, openSession } from "./session.ts";
import { boundedLog } from "./bounded-log.ts";

/** What a local process tells the proxy that has started it. */
export type StartReport =
  | { readonly kind: "listening" }
  /** Another process listens already. */
  | { readonly kind: "taken" };

/**
 * Serves until it is not needed any more, then ends the process. Rejects if it cannot start, and for
 * sessions that would get another process than this one.
 *
 * @param expected name of the process that the proxy has asked for
 */
export async function serveLocal(start: StartUp, program: Program, expected: string): Promise<void> {
  const own = localProcessOf({ config: start.config, environment: process.env, program });
  if (own.name !== expected || own.socket === null)
    throw new StartError("the configuration or the program has changed meanwhile");
  const server = new LocalServer(start, program, own);
  if (await server.listen(own.socket)) return;
  report({ kind: "taken" });
}

function report(message: StartReport): void {
  process.send?.(message);
  // Without a channel, the proxy that has started this process can end.
  if (process.connected) process.disconnect();
}

class LocalServer {
  private readonly engine: EngineThread;
  private readonly sessions = new Map<Socket, OpenSession>();
  private readonly log = boundedLog();
  private readonly ownLog: LogEvent;
  private listener: Listener | null = null;
  private isRetiring = false;
  private isEnding = false;
  private idleSinceMs = performance.now();

  constructor(
    private readonly start: StartUp,
    private readonly program: Program,
    private readonly own: LocalProcess,
  ) {
    const { config, sources } = start;
    const log = createLogger(config.logLevel, config.logFormat, {}, this.log);
    this.ownLog = log;
    surviveDefects(log);
    this.engine = new EngineThread({
      config,
      sources,
      logFields: () => ({}),
      log,
      writeLogLine: (line, session) => {
        const owners = [...this.sessions.values()].filter(({ id }) => id === session);
        for (const owner of owners) owner.writeLogLine(line);
        if (owners.length === 0) this.log(line);
      },
    });
  }

  /** False if another process listens already. */
  async listen(socket: string): Promise<boolean> {
    this.listener = await listenOn(socket, (connection) => void this.receive(connection));
    if (!this.listener) return false;
    report({ kind: "listening" });
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => void this.leaveAndEnd());
    setInterval(() => void this.check(), SERVER_LIMITS.localCheckMs);
    await this.retireOlder();
    return true;
  }

  private async receive(connection: Socket): Promise<void> {
    connection.on("error", () => undefined);
    const hello = await helloOf(connection);
    const refuse = (problem: string): void =>
      void connection.end(
        controlLine({ kind: "refused", problem, isRetiring: this.isRetiring || this.isEnding }),
      );
    if (hello === null) return refuse("the first line is not one of this version");
    if (hello.kind === "retire") {
      connection.end();
      return this.retire();
    }
    if (this.isRetiring || this.isEnding) return refuse("this process is about to end");
    if (this.sessions.size >= SERVER_LIMITS.maxLocalSessions)
      return refuse(`it has ${this.sessions.size} sessions already`);
    // The first session is about to ask: loading takes longer than its next message.
    if (this.sessions.size === 0) setTimeout(() => this.engine.warmUp(), SERVER_LIMITS.warmUpMs).unref();
    const parts = { connection, engine: this.engine, onEnded: () => this.forget(connection) };
    const { config } = this.start;
    if (hello.kind === "calls") {
      const { id } = answerCalls({ ...parts, log: this.ownLog });
      const end = (): void => void connection.destroy();
      // A command leaves by itself, after its answer; its log lines are this process's.
      this.sessions.set(connection, { id, writeLogLine: this.log, leave: () => undefined, end });
    } else
      this.sessions.set(connection, openSession({ ...parts, hello, config, version: this.program.version }));
  }

  private forget(connection: Socket): void {
    this.sessions.delete(connection);
    this.idleSinceMs = performance.now();
    if (!this.listener?.isReachable() || this.isRetiring) void this.check();
  }

  /** Ends the process if nobody needs it. */
  private async check(): Promise<void> {
    if (this.sessions.size > 0 || this.isEnding) return;
    const isOver =
      this.isRetiring ||
      this.listener?.isReachable() !== true ||
      performance.now() - this.idleSinceMs >= this.start.config.localIdleMs;
    if (!isOver || (await this.engine.isRunning().catch(() => false)) || this.sessions.size > 0) return;
    await this.end();
  }

  /** Processes of older builds of the same program give their sessions to this one. */
  private async retireOlder(): Promise<void> {
    const { home } = this.start.config;
    for (const name of namesOf(home)) {
      if (name === this.own.name) continue;
      const socket = socketOf(home, name);
      const other = socket === null ? null : await connectTo(socket).catch(() => null);
      if (other === null) removeRemains(home, name);
      else if (name.startsWith(`${this.own.key}-`))
        other.on("error", () => undefined).end(helloLine({ kind: "retire" }));
      else other.destroy();
    }
  }

  private retire(): void {
    if (this.isRetiring) return;
    this.isRetiring = true;
    this.listener?.close();
    for (const session of this.sessions.values()) session.leave();
    void this.check();
  }

  /** After a signal: sessions may finish their calls for a moment, and continue in another process. */
  private async leaveAndEnd(): Promise<void> {
    this.retire();
    const left = performance.now() + SERVER_LIMITS.leaveMs;
    while (this.sessions.size > 0 && performance.now() < left)
      await new Promise((done) => setTimeout(done, 20));
    await this.end();
  }

  private async end(): Promise<void> {
    if (this.isEnding) return;
    this.isEnding = true;
    this.listener?.close();
    for (const session of this.sessions.values()) session.end();
    const closed = this.engine[Symbol.asyncDispose]();
    await Promise.race([closed, new Promise((done) => setTimeout(done, SERVER_LIMITS.shutdownMs))]);
    process.exit(0);
  }
}

/** Names of processes that have, or had, a socket or a log in the home. On Windows, only logs are files. */
function namesOf(home: string): readonly string[] {
  try {
    const names = readdirSync(join(home, SOCKETS_FOLDER)).map((entry) =>
      entry.replace(/\.(?:sock|log)$/, ""),
    );
    return [...new Set(names)].sort();
  } catch {
    return [];
  }
}

/** Removes what a process that is gone has left; its log only after a day, since somebody may look for it. */
function removeRemains(home: string, name: string): void {
  const log = join(home, SOCKETS_FOLDER, `${name}.log`);
  const writtenMs = statSync(log, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const remains = [
    ...(process.platform === "win32" ? [] : [socketOf(home, name)]),
    ...(Date.now() - writtenMs > DAY_MS ? [log] : []),
  ];
  for (const path of remains) if (path !== null) rmSync(path, { force: true });
}

const DAY_MS = 86_400_000;
