/** Runs `asker.ts`, and restarts it if a flip ends the process. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ROOT } from "../support/product.ts";
import type { AskedFlip, AskerTask } from "./asker.ts";

const SCRIPT = fileURLToPath(new URL("asker.ts", import.meta.url));

export interface SupervisedTask extends Omit<AskerTask, "done"> {
  readonly count: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  onAsked(asked: AskedFlip): void;
}

/** Results in the order of the flips. */
export async function askAll({
  count,
  environment,
  signal,
  onAsked,
  ...files
}: SupervisedTask): Promise<readonly AskedFlip[]> {
  const all: AskedFlip[] = [];
  const note = (asked: AskedFlip): void => {
    all.push(asked);
    onAsked(asked);
  };
  while (all.length < count) {
    signal.throwIfAborted();
    const task: AskerTask = { ...files, done: all.length };
    const child = spawn(process.execPath, ["--import", "tsx", SCRIPT, JSON.stringify(task)], {
      cwd: ROOT,
      env: environment,
      stdio: ["ignore", "pipe", "inherit"],
      signal,
    });
    const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
    for await (const line of createInterface(child.stdout)) note(JSON.parse(line) as AskedFlip);
    await ended;
    if (all.length < count) note({ verdict: "crash", isDiagnosed: false, silent: [] });
  }
  return all;
}
