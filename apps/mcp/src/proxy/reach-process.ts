/** Opens a session at the local process, and starts that process if there is none. */
import { closeSync, constants, fstatSync, ftruncateSync, mkdirSync, openSync } from "node:fs";
import type { Socket } from "node:net";
import { join, parse } from "node:path";
import {
  type Program,
  type SessionHello,
  SOCKETS_FOLDER,
  connectTo,
  environmentOf,
  firstLineOf,
  helloLine,
  localProcessOf,
  programOf,
  readControl,
} from "@satori/engine/local-process";
import { SERVER_LIMITS } from "../limits.ts";
import { makePrivate } from "../local-process/listener.ts";
import type { StartReport } from "../local-process/serve-local.ts";
import type { StartUp } from "../start-up.ts";

export interface ReachOptions {
  /** The configuration at this time. */
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
/** The pause after the first attempt; later ones are longer. */
const RETRY_MS = 50;
const PRIVATE_FILE = 0o600;

/**
 * Throws an error that says why there is no session. What may be over soon is tried again: a process that is
 * about to end, a program whose files are being replaced.
 */
export async function reachProcess(options: ReachOptions, hello: SessionHello): Promise<Reached> {
  for (let attempt = 1; ; attempt++) {
    const problem = await tryToReach(options, hello).catch((error: unknown) => problemOf(error));
    if (!("problem" in problem)) return problem;
    if (!problem.isPassing || attempt === MAX_ATTEMPTS) throw new Error(problem.problem);
    await new Promise((done) => setTimeout(done, RETRY_MS * attempt));
  }
}

interface Problem {
  readonly problem: string;
  readonly isPassing: boolean;
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof Error)) return { problem: String(error), isPassing: false };
  return { problem: error.message, isPassing: (error as NodeJS.ErrnoException).code === "ENOENT" };
}

async function tryToReach(options: ReachOptions, hello: SessionHello): Promise<Reached | Problem> {
  const { start, environment, manifest } = options;
  const program = programOf(manifest);
  const wanted = localProcessOf({ config: start.config, environment, program });
  if (wanted.socket === null)
    return { problem: `the path of a socket in ${start.config.home} would be too long`, isPassing: false };
  const running = await connectTo(wanted.socket);
  const connection =
    running ?? (await connectTo(await startProcess({ start, environment, program, name: wanted.name })));
  if (!connection) return { problem: "the local process has ended again", isPassing: true };
  connection.write(helloLine(hello));
  const first = await firstLineOf(connection, SERVER_LIMITS.helloMs);
  const answer = typeof first === "object" ? readControl(first.line) : null;
  if (answer?.kind === "welcome") return { connection, session: answer.session };
  connection.destroy();
  if (first === "late") return { problem: "the local process does not answer", isPassing: false };
  return answer?.kind === "refused"
    ? { problem: answer.problem, isPassing: answer.isRetiring }
    : { problem: "the local process has ended again", isPassing: true };
}

interface Starting {
  readonly start: StartUp;
  readonly environment: ReachOptions["environment"];
  readonly program: Program;
  readonly name: string;
}

/**
 * Starts the process; resolves to its socket when it listens, or another one does. It belongs to no terminal
 * and no client, and its stderr is a file. Throws an error that says why it has not started.
 */
async function startProcess({ start: { config }, environment, program, name }: Starting): Promise<string> {
  // Most sessions find a process that runs.
  const { spawn } = await import("node:child_process");
  const log = openLog(join(config.home, SOCKETS_FOLDER), `${name}.log`);
  const { logLevel, logFormat } = config;
  const flags = ["--local-process", name, "--log-level", logLevel, "--log-format", logFormat];
  const child = spawn(process.execPath, [...process.execArgv, program.script, ...flags], {
    // Not the working folder, which would be kept from being removed or unmounted.
    cwd: parse(config.home).root,
    env: environmentOf({ config, environment }),
    stdio: ["ignore", log, log, "ipc"],
    detached: true,
    windowsHide: true,
  });
  closeSync(log);
  child.unref();
  return new Promise<string>((resolve, reject) => {
    const fail = (problem: string): void => reject(new Error(problem));
    const timer = setTimeout(() => fail("the local process does not start"), SERVER_LIMITS.localStartMs);
    child
      .on("message", (report: StartReport | { readonly problem: string }) =>
        "problem" in report ? fail(report.problem) : resolve(report.socket),
      )
      .on("error", (error) => fail(error.message))
      .on("exit", (code, signal) => fail(`the local process ended with ${signal ?? `code ${code}`}`))
      .on("close", () => clearTimeout(timer));
    // This process may end while it waits.
    timer.unref();
  });
}

/** The log of earlier processes of this name stays, unless it is full. */
function openLog(folder: string, name: string): number {
  if (process.platform === "win32") mkdirSync(folder, { recursive: true });
  else makePrivate(folder);
  const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW = 0 } = constants;
  const log = openSync(join(folder, name), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, PRIVATE_FILE);
  if (fstatSync(log).size > SERVER_LIMITS.localLogBytes) ftruncateSync(log);
  return log;
}
