/** Opens a session at the local process, and starts that process if there is none. */
import { closeSync, mkdirSync, openSync, statSync } from "node:fs";
import type { Socket } from "node:net";
import { join, parse } from "node:path";
import {
  type Control,
  type LocalProcess,
  type Program,
  type SessionHello,
  SOCKETS_FOLDER,
  connectTo,
  environmentOf,
  helloLine,
  localProcessOf,
  programOf,
  readControl,
} from "@satori/engine/local-process";
import { SERVER_LIMITS } from "../limits.ts";
import type { StartReport } from "../local-process/serve-local.ts";
import type { StartUp } from "../start-up.ts";

export interface ReachOptions {
  readonly start: StartUp;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** package.json of the server. */
  readonly manifest: URL;
}

/** An open session. */
export interface Reached {
  readonly connection: Socket;
  readonly session: string;
}

/** Attempts, while processes of older builds are about to end, or others start at the same time. */
const MAX_ATTEMPTS = 4;
const LINE_FEED = 10;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** Throws an error that says why there is no session. */
export async function reachProcess(options: ReachOptions, hello: SessionHello): Promise<Reached> {
  const { start, environment, manifest } = options;
  let problem = "";
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const program = programOf(manifest);
    const wanted = localProcessOf({ config: start.config, environment, program });
    const { socket } = wanted;
    if (socket === null) throw new Error(`the path of a socket in ${start.config.home} would be too long`);
    const connection =
      (await connectTo(socket)) ?? (await startProcess(options, program, wanted), await connectTo(socket));
    if (!connection) {
      problem = "the local process has ended again";
      continue;
    }
    connection.write(helloLine(hello));
    const answer = await firstControlOf(connection);
    if (answer?.kind === "welcome") return { connection, session: answer.session };
    connection.destroy();
    problem = answer?.kind === "refused" ? answer.problem : "the local process does not answer";
    if (answer?.kind === "refused" && answer.isRetiring) await pause(RETRY_MS * attempt);
    else break;
  }
  throw new Error(problem);
}

const RETRY_MS = 50;

function pause(delayMs: number): Promise<void> {
  return new Promise((done) => setTimeout(done, delayMs));
}

/** The first line of the process; null if none comes in time. */
function firstControlOf(connection: Socket): Promise<Control | null> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    const end = (control: Control | null): void => {
      clearTimeout(timer);
      connection.off("data", onData).off("end", onEnd).off("error", onEnd).pause();
      resolve(control);
    };
    const onEnd = (): void => end(null);
    const onData = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk]);
      const at = bytes.indexOf(LINE_FEED);
      if (at === -1) return;
      const rest = bytes.subarray(at + 1);
      end(readControl(bytes.toString("utf8", 0, at)));
      if (rest.length > 0) connection.unshift(rest);
    };
    const timer = setTimeout(onEnd, SERVER_LIMITS.helloMs);
    connection.on("data", onData).on("end", onEnd).on("error", onEnd);
  });
}

/**
 * Starts the process; resolves when it listens, or another one does. It belongs to no terminal and no client,
 * and its stderr is a file. Throws an error that says why it has not started.
 */
async function startProcess(
  { start: { config }, environment }: ReachOptions,
  program: Program,
  { name }: LocalProcess,
): Promise<void> {
  // Most sessions find a process that runs.
  const { spawn } = await import("node:child_process");
  const log = openLog(join(config.home, SOCKETS_FOLDER), `${name}.log`);
  const child = spawn(
    process.execPath,
    [
      ...process.execArgv,
      program.script,
      "--local-process",
      name,
      "--log-level",
      config.logLevel,
      "--log-format",
      config.logFormat,
    ],
    {
      // Not the working folder, which would be kept from being removed or unmounted.
      cwd: parse(config.home).root,
      env: environmentOf({ config, environment }),
      stdio: ["ignore", log, log, "ipc"],
      detached: true,
      windowsHide: true,
    },
  );
  closeSync(log);
  child.unref();
  return new Promise<void>((resolve, reject) => {
    const fail = (problem: string): void => reject(new Error(problem));
    const timer = setTimeout(() => fail("the local process does not start"), SERVER_LIMITS.localStartMs);
    child
      .on("message", (report: StartReport | { readonly problem: string }) =>
        "problem" in report ? fail(report.problem) : resolve(),
      )
      .on("error", (error) => fail(error.message))
      .on("exit", (code, signal) => fail(`the local process ended with ${signal ?? `code ${code}`}`))
      .on("close", () => clearTimeout(timer));
    // Whoever wins, the timer must not keep this process.
    timer.unref();
  });
}

/** The log of earlier processes of this name stays, unless it is full. */
function openLog(folder: string, name: string): number {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const path = join(folder, name);
  const isFull = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > SERVER_LIMITS.localLogBytes;
  return openSync(path, isFull ? "w" : "a", PRIVATE_FILE);
}
