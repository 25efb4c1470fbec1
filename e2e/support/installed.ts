/** Programs of others that tests speak with, installed once into a folder of ours. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const CACHE = fileURLToPath(new URL("../../node_modules/.cache/satori/", import.meta.url));

export const run = promisify(execFile);

/**
 * The folder of what is installed; null where it cannot be, and why is on stderr.
 *
 * @param name with the version: another one is installed anew
 */
export async function installOnce(name: string, install: (folder: string) => Promise<unknown>): Promise<string | null> {
  const folder = join(CACHE, name);
  // Written last: an installation that was cut short is made anew.
  const whole = join(folder, "whole");
  if (existsSync(whole)) return folder;
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await install(folder);
    writeFileSync(whole, "");
    return folder;
  } catch (error) {
    process.stderr.write(`SKIPPED: ${name} cannot be installed: ${error instanceof Error ? error.message : String(error)}\n`);
    return null;
  }
}
