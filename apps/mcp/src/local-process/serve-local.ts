/**
 * Composes the local process: one engine that answers the sessions of all proxies of one user, version and
 * configuration.
 */
import { readdirSync, rmSync, statSync } from "node:fs";
import type { Socket } from "node:net";
import type { LogEvent } from "@satori/engine";
import { join } from "node:path";
import {
  type Hello,
  type LocalProcess,
  type Program,
  SOCKETS_FOLDER,
  connectTo,
  controlLine,
  firstLineOf,
  helloLine,
  localProcessOf,
  readHello,
  socketOf,
} from "@satori/engine/local-process";
import { createLogger } from "@satori/engine/log";
import { surviveDefects } from "../defects.ts";
import { EngineThread } from "../engine-thread/engine-thread.ts";
import { SERVER_LIMITS } from "../limits.ts";
import { type StartUp, StartError } from "../start-up.ts";
import { type Listener, identityOf, listenOn, removeSocket } from "./listener.ts";
import { answerCalls } from "./calls.ts";
import { type OpenSession, endSoon, openSession } from "./session.ts";
import { boundedLog } from "./bounded-log.ts";

/** What a local process tells the proxy that has started it. */
export interface StartReport {
  /**
   * The socket that it listens on, or that another process has already. It is not the one that the proxy had
   * in mind if the program was updated after the proxy had started.
   */
  readonly socket: string;
}

/** Serves until it is not needed any more, then ends the process. Rejects if it cannot start. */
export async function serveLocal(start: StartUp, program: Program): Promise<void> {
  const own = localProcessOf({ config: start.config, environment: process.env, program });
  if (own.socket === null) throw new StartError("the path of its socket would be too long");
  const server = new LocalServer(start, program, own);
  if (!(await server.listen(own.socket))) report({ socket: own.socket });
}

function report(message: StartReport): void {
  process.send?.(message);
  // Without a channel, the proxy that has started this process can end.
  if (process.connected) process.disconnect();
}

class LocalServer {
  private readonly engine: EngineThread;
  private readonly sessions = new Map<Socket, OpenSession>();
  private readonly writeLogLine = boundedLog();
  private readonly log: LogEvent;
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
    this.log = createLogger(config.logLevel, config.logFormat, {}, this.writeLogLine);
    surviveDefects(this.log);
    this.engine = new EngineThread({
      config,
      sources,
      logFields: () => ({}),
      log: this.log,
      writeLogLine: (line, session) => {
        // A name that only a session knows follows its id.
        const owner = session?.split("/")[0];
        const owners = [...this.sessions.values()].filter(({ id }) => id === owner);
        for (const owner of owners) owner.writeLogLine(line);
        if (owners.length === 0) this.writeLogLine(line);
      },
    });
  }

  /** False if another process listens already. */
  async listen(socket: string): Promise<boolean> {
    this.listener = await listenOn(socket, (connection) => {
      // A defect must not leave a client waiting.
      this.receive(connection).catch((error: unknown) => {
        this.log("error", "connection_failed", { error: String(error) });
        connection.destroy();
      });
    });
    if (!this.listener) return false;
    report({ socket });
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => void this.leaveAndEnd());
    setInterval(() => void this.check(), SERVER_LIMITS.localCheckMs);
    await this.retireOlder();
    return true;
  }

  private async receive(connection: Socket): Promise<void> {
    connection.on("error", () => undefined);
    const first = await firstLineOf(connection, SERVER_LIMITS.helloMs);
    const hello = typeof first === "object" ? readHello(first.line) : null;
    const refuse = (problem: string): void =>
      endSoon(
        connection,
        controlLine({ kind: "refused", problem, isRetiring: this.isRetiring || this.isEnding }),
      );
    if (hello === null) return refuse("the first line is not one of this version");
    if (hello.kind === "retire") {
      endSoon(connection);
      return this.retire();
    }
    // Told before the session's first call. Afterwards this process may be about to end.
    if (hello.kind === "session" && hello.session !== null && hello.hadScope)
      await this.engine.noteLostScope(hello.session);
    if (this.isRetiring || this.isEnding) return refuse("this process is about to end");
    if (this.sessions.size >= SERVER_LIMITS.maxLocalSessions)
      return refuse(`it has ${this.sessions.size} sessions already`);
    // The first session is about to ask: loading takes longer than its next message.
    if (this.sessions.size === 0) setTimeout(() => this.engine.warmUp(), SERVER_LIMITS.warmUpMs).unref();
    this.sessions.set(connection, this.open(connection, hello));
  }

  private open(connection: Socket, hello: Exclude<Hello, { kind: "retire" }>): OpenSession {
    const parts = { connection, engine: this.engine, onEnded: () => this.forget(connection) };
    if (hello.kind === "session")
      return openSession({ ...parts, hello, config: this.start.config, version: this.program.version });
    const { id } = answerCalls({ ...parts, log: this.log });
    const end = (): void => void connection.destroy();
    // A command leaves by itself, after its answer; its log lines are this process's.
    return { id, writeLogLine: this.writeLogLine, leave: () => undefined, end };
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
    // A home may be shared with other machines, whose sockets nobody answers here; their keys differ.
    for (const name of namesOf(home)) {
      if (name === this.own.name || !name.startsWith(`${this.own.key}-`)) continue;
      const socket = socketOf(home, name);
      if (socket === null) continue;
      const found = identityOf(socket);
      // What does not answer clearly is left alone.
      const older = await connectTo(socket).catch(() => undefined);
      if (older) older.on("error", () => undefined).end(helloLine({ kind: "retire" }));
      else if (older === null) removeRemains(home, name, found);
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
    const endMs = performance.now() + SERVER_LIMITS.leaveMs;
    while (this.sessions.size > 0 && performance.now() < endMs)
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

/**
 * Removes what a process that is gone has left; its log only after a day, since somebody may look for it.
 *
 * @param found identity of its socket
 */
function removeRemains(home: string, name: string, found: string | null): void {
  const socket = socketOf(home, name);
  if (process.platform !== "win32" && socket !== null && found !== null) removeSocket(socket, found);
  const log = join(home, SOCKETS_FOLDER, `${name}.log`);
  const writtenMs = statSync(log, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - writtenMs > DAY_MS) rmSync(log, { force: true });
}

const DAY_MS = 86_400_000;
