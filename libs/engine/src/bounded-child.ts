/**
 * Runs a program of somebody else's (ripgrep, git) so that it cannot outgrow this process: it has a limit of
 * time, of CPU time, of memory and of output, and ends when nobody wants it any more.
 *
 * Where there is a POSIX shell, the kernel holds the limits of memory and CPU time: `/bin/sh` sets them and
 * becomes the program, which costs half a millisecond. They outlast this process: what it leaves behind when
 * it is killed ends by itself, as soon as it writes or has used its CPU time. macOS takes the limit of memory
 * and does not hold it, and Windows has none; there the others count.
 */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Readable } from "node:stream";
import { EngineError, systemCode } from "./errors.ts";

export interface ChildLimits {
  /** Memory that it may write to; what it maps of files does not count. */
  readonly memoryBytes: number;
  /** Of all its threads together. */
  readonly cpuSeconds: number;
  /** From its start to its end; none where somebody else bounds it. */
  readonly wallMs?: number | undefined;
  /** Of its standard output; none where it is read as it comes. */
  readonly outputBytes?: number | undefined;
}

export interface ChildRun {
  /** A name to be looked for on `PATH`, or an absolute path. */
  readonly command: string;
  readonly args: readonly string[];
  /** Default: that of this process. */
  readonly folder?: string | undefined;
  /** Default: that of this process. */
  readonly environment?: NodeJS.ProcessEnv | undefined;
  readonly limits: ChildLimits;
  /** Ends it at once. */
  readonly stop?: AbortSignal | undefined;
  readonly onOutput: (chunk: Buffer) => void;
  readonly onErrors: (chunk: Buffer) => void;
  /** As soon as it runs: while its output is paused, it waits. */
  readonly onStart?: (child: StartedChild) => void;
}

export interface StartedChild {
  readonly pid: number;
  readonly output: Pick<Readable, "pause" | "resume">;
}

export interface ChildEnd {
  /** Its exit code; null when it was killed. */
  readonly status: number | null;
  /**
   * What ended it before its time: `stop`, a limit, or for `outside` a signal of which this process does not
   * know. Null where it ended by itself, if only to say that it failed.
   */
  readonly cutBy: "stop" | "time" | "output" | "memory" | "outside" | null;
}

/**
 * A child that does not go away when it is killed (it waits for a disk that does not answer) is left alone
 * after this.
 */
const KILL_GRACE_MS = 1_000;
/** What is said last is enough to tell why a child ended. */
const LAST_WORDS_BYTES = 4_096;
/** How Rust programs and git say that they were given no more memory. */
const OUT_OF_MEMORY =
  /^(?:memory allocation of \d+ bytes failed|fatal: (?:out of memory|.*: cannot allocate memory|mmap failed))/im;
/** Nothing of the program itself: the system is out of processes, memory or open files. */
const EXHAUSTED = new Set(["EAGAIN", "ENOMEM", "EMFILE", "ENFILE"]);
const SHELL = "/bin/sh";
/**
 * A limit that is lower already stays; a dump of the memory of what runs out of it would be as large as the
 * limit.
 */
const SET_LIMITS = '{ ulimit -c 0; ulimit -d "$1"; ulimit -t "$2"; } 2>/dev/null; shift 2; exec "$@"';
const hasShell = process.platform !== "win32" && existsSync(SHELL);

/**
 * What a program may use at most on all processors in a time; a little more, since it is the bound of one
 * that was left behind.
 */
export function cpuSecondsWithin(wallMs: number): number {
  return Math.ceil(wallMs / 1_000) * availableParallelism() + 5;
}

/**
 * Resolves when the program has ended, or does not go away though it was killed; with null where it cannot be
 * started. Throws `PROCESS_LIMIT_REACHED` where nothing can be started now, and what a listener throws.
 */
export async function runBoundedChild(run: ChildRun): Promise<ChildEnd | null> {
  const child = started(run);
  if (child === null) return null;
  return new RunningChild(child, run).ended;
}

function started({
  command,
  args,
  folder,
  environment,
  limits: { memoryBytes, cpuSeconds },
}: ChildRun): ChildProcess | null {
  const limits = [String(Math.ceil(memoryBytes / 1_024)), String(cpuSeconds)];
  // A shell would go back to the real user.
  const asIs = process.geteuid?.() === process.getuid?.() ? [] : ["-p"];
  const [program, all] = hasShell
    ? [SHELL, [...asIs, "-c", SET_LIMITS, "sh", ...limits, command, ...args]]
    : [command, args];
  // In a group of its own, so that what it has started goes with it.
  const options: SpawnOptions = {
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
    detached: hasShell,
    ...(folder === undefined ? {} : { cwd: folder }),
    ...(environment ? { env: environment } : {}),
  };
  try {
    return spawn(program, all, options);
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
    // There are none where the system has no more of them.
    child.stdout?.on("data", (chunk: Buffer) => this.#take(chunk));
    child.stderr?.on("data", (chunk: Buffer) => this.#hear(chunk));
    if (run.limits.wallMs !== undefined)
      this.#timers.push(setTimeout(() => this.#cut("time"), run.limits.wallMs));
    run.stop?.addEventListener("abort", this.#stopped);
    if (child.pid !== undefined && child.stdout) run.onStart?.({ pid: child.pid, output: child.stdout });
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

  /** What a listener throws here, nobody would catch. */
  #guarded(work: () => void): void {
    if (this.#defect) return;
    try {
      work();
    } catch (error) {
      this.#defect = { error };
      this.#cut("stop");
    }
  }

  /** Ends the child and all that it has started. No signal that it could ignore. */
  #cut(by: NonNullable<ChildEnd["cutBy"]>): void {
    this.#cutBy ??= by;
    this.#kill();
    // What waits for a reader would not end.
    this.child.stdout?.resume();
    this.#timers.push(setTimeout(() => this.#leave(), KILL_GRACE_MS));
  }

  #kill(): void {
    const { pid } = this.child;
    if (pid === undefined || !hasShell) return void this.child.kill("SIGKILL");
    try {
      // The child itself may have ended, and what it has started holds its output open: the number is that of
      // the group until all are gone.
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
