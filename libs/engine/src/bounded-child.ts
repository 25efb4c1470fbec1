/**
 * Runs an external program (ripgrep, git) under limits on time, CPU time, memory and output, and stops it
 * when its caller no longer needs it.
 *
 * With a POSIX shell, the kernel enforces the limits on memory and CPU time: `/bin/sh` sets them and becomes
 * the program, which costs half a millisecond. These limits outlive this process: if it is killed, a program
 * that it leaves behind ends on its next write or when its CPU time is used up. macOS accepts the memory
 * limit but does not enforce it, and Windows has no such limits; there, only the other limits apply.
 */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { isAbsolute } from "node:path";
import type { Readable, Writable } from "node:stream";
import { EngineError, systemCode } from "./errors.ts";
import { programsOnPath } from "./program-path.ts";

/** Limits of a child process; reaching one ends it. */
export interface ChildLimits {
  /** Memory that it may write to; memory-mapped files do not count. */
  readonly memoryBytes: number;
  /** CPU time of all its threads together. */
  readonly cpuSeconds: number;
  /** Time from its start to its end; absent if the caller limits it in another way. */
  readonly wallMs?: number | undefined;
  /** Bytes of standard output; absent if the caller processes the output as it arrives. */
  readonly outputBytes?: number | undefined;
}

export interface ChildRun {
  /** A name that is searched on `PATH`, or an absolute path. */
  readonly command: string;
  readonly args: readonly string[];
  /** Default: the working directory of this process. */
  readonly folder?: string | undefined;
  /** Whether its standard input is a pipe (`StartedChild.input`). Default: it has none. */
  readonly hasInput?: boolean;
  /** Default: the environment of this process. */
  readonly environment?: NodeJS.ProcessEnv | undefined;
  readonly limits: ChildLimits;
  /** Ends the child at once. */
  readonly stop?: AbortSignal | undefined;
  readonly onOutput: (chunk: Buffer) => void;
  readonly onErrors: (chunk: Buffer) => void;
  /** Called once the child runs. While its output is paused, the child waits. */
  readonly onStart?: (child: StartedChild) => void;
}

export interface StartedChild {
  readonly pid: number;
  readonly output: Pick<Readable, "pause" | "resume">;
  /** Null without `hasInput`. What is written after the child's end is lost. */
  readonly input: Pick<Writable, "write" | "end"> | null;
}

export interface ChildEnd {
  /** Exit code; null if the child was killed. */
  readonly status: number | null;
  /**
   * What ended the child early: `stop`, a limit, or `outside` for a signal that this process did not send.
   * Null if the child ended by itself, even with a failure.
   */
  readonly cutBy: "stop" | "time" | "output" | "memory" | "outside" | null;
}

/** A killed child that does not exit, such as one that waits for a hanging disk, is abandoned after this. */
const KILL_GRACE_MS = 1_000;
/** The end of the error output is enough to tell why a child ended. */
const LAST_WORDS_BYTES = 4_096;
/** How Rust programs and git report that they ran out of memory. */
const OUT_OF_MEMORY =
  /^(?:memory allocation of \d+ bytes failed|fatal: (?:out of memory|.*: cannot allocate memory|mmap failed))/im;
/** Errors that are not the program's: the system is out of processes, memory or open files. */
const EXHAUSTED = new Set(["EAGAIN", "ENOMEM", "EMFILE", "ENFILE"]);
const SHELL = "/bin/sh";
/**
 * A limit that is already lower stays. Core dumps are off: a dump of a program that ran out of memory would
 * be as large as the limit.
 */
const SET_LIMITS = '{ ulimit -c 0; ulimit -d "$1"; ulimit -t "$2"; } 2>/dev/null; shift 2; exec "$@"';
const hasShell = process.platform !== "win32" && existsSync(SHELL);

/**
 * CPU time that a program can use on all processors within a time limit, plus a margin: the CPU limit only
 * has to stop a program that was left behind.
 */
export function cpuSecondsWithin(wallMs: number): number {
  return Math.ceil(wallMs / 1_000) * availableParallelism() + 5;
}

/**
 * Runs a program. Resolves when it has ended, or when it does not exit although it was killed. Resolves with
 * null if the program cannot be started. Throws `PROCESS_LIMIT_REACHED` if the system can start no process at
 * present, and rethrows the error of a listener.
 */
export async function runBoundedChild(run: ChildRun): Promise<ChildEnd | null> {
  const child = started(run);
  if (child === null) return null;
  return new RunningChild(child, run).ended;
}

/** How this machine starts programs. */
interface Starter {
  /** A POSIX shell that sets limits; null where there is none. */
  readonly shell: string | null;
  /** Absolute paths of the programs of a name, best first. */
  readonly find: (name: string) => readonly string[];
}

const STARTER: Starter = {
  shell: hasShell ? SHELL : null,
  find: (name) => programsOnPath(name),
};

/**
 * The program to start, and its arguments; null if there is no such program. Without a shell the program is
 * named by its full path: Windows would look for it in the working folder first.
 */
export function commandLine(
  { command, args, limits: { memoryBytes, cpuSeconds } }: Pick<ChildRun, "command" | "args" | "limits">,
  { shell, find }: Starter = STARTER,
): readonly [program: string, args: readonly string[]] | null {
  if (shell === null) {
    const program = isAbsolute(command) ? command : find(command)[0];
    return program === undefined ? null : [program, args];
  }
  const limits = [String(Math.ceil(memoryBytes / 1_024)), String(cpuSeconds)];
  // With `-p`, the shell does not switch back to the real user.
  const asIs = process.geteuid?.() === process.getuid?.() ? [] : ["-p"];
  return [shell, [...asIs, "-c", SET_LIMITS, "sh", ...limits, command, ...args]];
}

function started(run: ChildRun): ChildProcess | null {
  const { command, folder, environment } = run;
  const line = commandLine(run);
  if (line === null) return null;
  // A process group of its own, so that the child's own children are killed with it.
  const options: SpawnOptions = {
    stdio: [run.hasInput === true ? "pipe" : "ignore", "pipe", "pipe"],
    windowsHide: true,
    detached: hasShell,
    ...(folder === undefined ? {} : { cwd: folder }),
    ...(environment ? { env: environment } : {}),
  };
  try {
    return spawn(line[0], line[1], options);
  } catch (error) {
    throwIfExhausted(error, command);
    return null;
  }
}

class RunningChild {
  readonly ended: Promise<ChildEnd | null>;
  #end: (end: ChildEnd | null) => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;
  #cutBy: ChildEnd["cutBy"] = null;
  #outputBytes = 0;
  #lastWords = "";
  #defect: { readonly error: unknown } | null = null;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #stopped = (): void => this.#cut("stop");

  constructor(
    private readonly child: ChildProcess,
    private readonly run: ChildRun,
  ) {
    this.ended = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
    child.once("error", (error) => this.#failedToStart(error));
    child.once("close", (status: number | null, signal: NodeJS.Signals | null) =>
      this.#close(status, signal),
    );
    // The streams are missing if the system is out of resources.
    child.stdout?.on("data", (chunk: Buffer) => this.#take(chunk));
    child.stderr?.on("data", (chunk: Buffer) => this.#hear(chunk));
    if (run.limits.wallMs !== undefined)
      this.#timers.push(setTimeout(() => this.#cut("time"), run.limits.wallMs));
    run.stop?.addEventListener("abort", this.#stopped);
    // The child may end before it has read everything, which `close` reports.
    child.stdin?.on("error", () => undefined);
    if (child.pid !== undefined && child.stdout)
      run.onStart?.({ pid: child.pid, output: child.stdout, input: child.stdin });
    if (run.stop?.aborted) this.#stopped();
  }

  #take(chunk: Buffer): void {
    const { outputBytes = Number.POSITIVE_INFINITY } = this.run.limits;
    const room = outputBytes - this.#outputBytes;
    this.#outputBytes += chunk.length;
    if (room > 0)
      this.#guarded(() => this.run.onOutput(chunk.length > room ? chunk.subarray(0, room) : chunk));
    if (chunk.length > room) this.#cut("output");
  }

  #hear(chunk: Buffer): void {
    this.#lastWords = (this.#lastWords + chunk.toString()).slice(-LAST_WORDS_BYTES);
    this.#guarded(() => this.run.onErrors(chunk));
  }

  /** Runs a listener and keeps its error, since nothing would catch it here; `#close` rejects with it. */
  #guarded(work: () => void): void {
    if (this.#defect) return;
    try {
      work();
    } catch (error) {
      this.#defect = { error };
      this.#cut("stop");
    }
  }

  /** Ends the child and all processes that it has started, with a signal that they cannot ignore. */
  #cut(by: NonNullable<ChildEnd["cutBy"]>): void {
    this.#cutBy ??= by;
    this.#kill();
    // Output that waits for a reader would keep the child from ending.
    this.child.stdout?.resume();
    this.#timers.push(setTimeout(() => this.#leave(), KILL_GRACE_MS));
  }

  #kill(): void {
    const { pid } = this.child;
    if (pid === undefined || !hasShell) return void this.child.kill("SIGKILL");
    try {
      // The child may have ended while its own children keep its output open. The pid stays the group's id
      // until all of them have ended.
      process.kill(-pid, "SIGKILL");
    } catch {
      // All have ended meanwhile.
    }
  }

  #leave(): void {
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
    this.child.unref();
    this.#close(null, "SIGKILL");
  }

  #failedToStart(error: Error): void {
    this.#release();
    try {
      throwIfExhausted(error, this.run.command);
      this.#end(null);
    } catch (exhausted) {
      this.#fail(exhausted);
    }
  }

  #close(status: number | null, signal: NodeJS.Signals | null): void {
    this.#release();
    if (this.#defect) this.#fail(this.#defect.error);
    else this.#end({ status, cutBy: this.#cutBy ?? this.#causeOf(status, signal) });
  }

  #causeOf(status: number | null, signal: NodeJS.Signals | null): ChildEnd["cutBy"] {
    if (status === 0) return null;
    if (OUT_OF_MEMORY.test(this.#lastWords)) return "memory";
    return signal === null ? null : "outside";
  }

  #release(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.run.stop?.removeEventListener("abort", this.#stopped);
  }
}

function throwIfExhausted(error: unknown, command: string): void {
  const code = systemCode(error);
  if (code === null || !EXHAUSTED.has(code)) return;
  throw new EngineError(
    "PROCESS_LIMIT_REACHED",
    `${command} cannot be started: the system is out of processes, memory or open files (${code})`,
    { details: { cause: code }, cause: error },
  );
}
