/** Runs a `satori` command of the built product to its end. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import type { ToolName } from "@satori/contracts";
import { endOf } from "../support/child-end.ts";
import type { CommandOptions } from "../support/measure.ts";
import { CLI } from "../support/product.ts";
import { BrokenAnswer, type Envelope, checkedEnvelope } from "./exchange.ts";
import { ANSWER_MS } from "./server.ts";

/**
 * The envelope that the command prints with `--json`. Throws `BrokenAnswer` if it prints anything else,
 * writes to stderr, does not end, or ends with an exit code that does not match its answer.
 */
export async function runCommand(
  tool: ToolName,
  words: readonly string[],
  { cwd, environment, signal }: CommandOptions,
): Promise<Envelope> {
  const child = spawn(process.execPath, [CLI, ...words, "--json"], {
    cwd,
    env: environment,
    signal,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const impatience = setTimeout(() => child.kill("SIGKILL"), ANSWER_MS);
  const [code, stdout, stderr] = await Promise.all([endOf(child), text(child.stdout), text(child.stderr)]);
  clearTimeout(impatience);
  if (stderr !== "") throw new BrokenAnswer(`exit code ${code}, stderr: ${stderr.slice(0, 1_000)}`);
  const envelope = checkedEnvelope(tool, parse(stdout, code));
  if (code !== (envelope.status === "ok" ? 0 : 1))
    throw new BrokenAnswer(`exit code ${code} with status ${envelope.status}`);
  return envelope;
}

function parse(stdout: string, code: number | null): unknown {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new BrokenAnswer(`exit code ${code}, stdout: ${stdout.slice(0, 1_000)}`);
  }
}
