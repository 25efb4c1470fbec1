/** Runs a driver in a separate process, optionally with failing system calls. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export interface DriverProcess {
  readonly driver: string;
  /** The Node.js command. */
  readonly node: string;
  readonly packages: string;
  /** Folder for databases. */
  readonly folder: string;
}

export interface Speed {
  readonly timesMs: Readonly<Record<string, number>>;
  readonly rssBytes: number;
}

interface Work {
  readonly task: "prepare" | "fault" | "speed";
  readonly path: string;
  readonly rows?: number;
  /** A command that runs the process. */
  readonly under?: readonly string[];
}

const CHILD = fileURLToPath(new URL("child.js", import.meta.url));
const TIMEOUT_MS = 120_000;
const run = promisify(execFile);

/** The output of the process. Throws if it printed nothing, for example because it crashed. */
export async function runDriver<Answer>(
  { driver, node, packages }: DriverProcess,
  { task, path, rows, under = [] }: Work,
): Promise<Answer> {
  const argument = JSON.stringify({ driver, packages: join(packages, "package.json"), task, path, rows });
  const [program = node, ...args] = [...under, node, "--no-warnings", CHILD, argument];
  const { stdout } = await run(program, args, { timeout: TIMEOUT_MS });
  return JSON.parse(stdout) as Answer;
}

export async function measureSpeed(driver: DriverProcess, rows: number): Promise<Speed> {
  const folder = mkdtempSync(join(driver.folder, "speed-"));
  try {
    const answer = await runDriver<Speed & { readonly error?: string }>(driver, {
      task: "speed",
      path: join(folder, "a.db"),
      rows,
    });
    if (answer.error !== undefined) throw new Error(`${driver.driver}: ${answer.error}`);
    return answer;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
