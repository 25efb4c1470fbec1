/**
 * Runs a command to its end and measures it: wall time, CPU time of its whole process tree, peak memory.
 *
 * Node.js reports only its own resource usage. The operating system's accounting of ended children, which
 * `wait4` returns, is exact, needs no polling, and includes threads and grandchildren. Python's standard
 * library can read it everywhere, while GNU time is often not installed.
 */
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { endOf } from "./child-end.ts";
import { BenchmarkError, missing } from "./failure.ts";

const SCRIPT = fileURLToPath(new URL("measure.py", import.meta.url));

export interface CommandOptions {
  readonly cwd: string;
  /** The complete environment, including PATH. */
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface Measured {
  readonly wallMs: number;
  /** User and system time of the process and all its descendants. */
  readonly cpuMs: number;
  /** Largest resident set of any process of the tree. */
  readonly peakBytes: number;
  readonly stdout: string;
}

/** Throws with the end of the command's stderr if it fails. */
export async function measure(
  command: readonly string[],
  { cwd, environment, signal }: CommandOptions,
): Promise<Measured> {
  const child = spawn("python3", [SCRIPT, ...command], {
    cwd,
    env: environment,
    signal,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const [code, ...written] = await Promise.all([
    endOf(child).catch(refuseStart),
    ...[1, 2, 3].map((at) => text(child.stdio[at] as Readable)),
  ]);
  const [stdout = "", stderr = "", usage = ""] = written;
  if (code !== 0)
    throw new BenchmarkError(
      `This command ended with exit code ${code}: ` +
        `${command.join(" ")}\n${(stderr || stdout).trim().slice(-2_000)}`,
    );
  const {
    wall_s: wallS,
    cpu_s: cpuS,
    peak_bytes: peakBytes,
  } = JSON.parse(usage) as { wall_s: number; cpu_s: number; peak_bytes: number };
  return { wallMs: wallS * 1000, cpuMs: cpuS * 1000, peakBytes, stdout };
}

function refuseStart(error: NodeJS.ErrnoException): never {
  throw error.code === "ENOENT"
    ? missing(
        "python3 (3.9 or later)",
        "It reads CPU time and memory from the system; its standard library is enough. Install it, " +
          "e.g. apt-get install python3.",
      )
    : error;
}
