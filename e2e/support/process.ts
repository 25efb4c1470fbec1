/** Runs processes of the built product to their end, or watches them while they run. */
import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";

export interface RunOptions {
  readonly cwd: string;
  /** The complete environment, except for PATH. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Standard input; default: empty. */
  readonly input?: string;
  /** A command that runs the command with fewer privileges: see `hardship.ts`. */
  readonly under?: readonly string[];
}

export interface Finished {
  readonly stdout: string;
  readonly stderr: string;
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Started {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
}

export function start(
  command: readonly string[],
  { cwd, environment = {}, input = "", under = [] }: RunOptions,
): Started {
  const [file = "", ...args] = [...under, ...command];
  const child = spawn(file, args, {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", ...environment },
    stdio: "pipe",
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => void (stdout += part));
  child.stderr.setEncoding("utf8").on("data", (part: string) => void (stderr += part));
  // A command that does not read its input may have ended before it is written.
  child.stdin.on("error", () => undefined).end(input);
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on("error", reject).on("close", (code, signal) => resolve({ stdout, stderr, code, signal }));
  });
  return { child, finished };
}

export function run(command: readonly string[], options: RunOptions): Promise<Finished> {
  return start(command, options).finished;
}

/** Calls the listener with each complete line, without its line end. */
export function onLines(stream: Readable, listener: (line: string) => void): void {
  let rest = "";
  stream.setEncoding("utf8").on("data", (part: string) => {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) listener(line);
  });
}
