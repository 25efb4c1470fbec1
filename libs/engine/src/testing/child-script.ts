/**
 * Runs a script over the engine's sources in a process of its own, so that tests see what other processes
 * see, and what a killed process leaves behind.
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export interface Child {
  readonly pid: number;
  /** Returns the next line that the child prints; throws if the child ends first. */
  nextLine(): Promise<string>;
  /** Writes a line to the child's standard input. */
  tell(line: string): void;
  /** Exit code; null if a signal ended the child. */
  readonly ended: Promise<number | null>;
  /** Like `kill -9`; resolves when the process has ended. */
  kill(): Promise<void>;
}

/**
 * Compiles a script and starts it. Imports of the script are relative to the module `beside`.
 *
 * @param script TypeScript, as an ES module
 * @param beside `import.meta.url` of the test
 * @param folder where the compiled script goes
 */
export async function startChild(
  script: string,
  beside: string,
  folder: string,
  args: readonly string[] = [],
): Promise<Child> {
  const outfile = join(folder, "child.mjs");
  writeFileSync(outfile, await compiled(script, beside));
  return observed(spawn(process.execPath, [outfile, ...args], { stdio: ["pipe", "pipe", "inherit"] }));
}

/** Compiled scripts by module and source: several children of a test run the same script. */
const scripts = new Map<string, Promise<Uint8Array>>();

function compiled(script: string, beside: string): Promise<Uint8Array> {
  const key = `${beside}\n${script}`;
  const made = scripts.get(key) ?? compile(script, beside);
  scripts.set(key, made);
  return made;
}

async function compile(script: string, beside: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: fileURLToPath(new URL(".", beside)), loader: "ts" },
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    conditions: ["@satori/source"],
    logLevel: "error",
    // Native packages are resolved from the location of the sources.
    define: { "import.meta.url": JSON.stringify(beside) },
  });
  return (outputFiles[0] as { readonly contents: Uint8Array }).contents;
}

function observed(child: ChildProcessByStdio<Writable, Readable, null>): Child {
  const ended = once(child, "exit").then(([code]): number | null => code);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid ?? 0,
    ended,
    async nextLine() {
      const { value, done } = await lines.next();
      if (done) throw new Error("The child ended without another line");
      return value;
    },
    tell: (line) => void child.stdin.write(`${line}\n`),
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
