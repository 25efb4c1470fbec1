/** Programs that Satori calls: where they are, and what they say of themselves. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ripgrepPaths } from "../../text-search/ripgrep/ripgrep-path.ts";
import type { ProgramFact } from "../facts.ts";

const run = promisify(execFile);
const TIMEOUT_MS = 5_000;

/** The ripgrep that text search would run; null where none runs. */
export async function findRipgrep(paths: readonly string[] | null = null): Promise<ProgramFact | null> {
  for (const path of paths ?? (await ripgrepPaths())) {
    const version = await versionOf(path);
    if (version !== null) return { path, version };
  }
  return null;
}

export async function findGit(): Promise<ProgramFact | null> {
  const version = await versionOf("git");
  return version === null ? null : { path: "git", version };
}

/** The number in its first line; null where it does not run. */
async function versionOf(path: string): Promise<string | null> {
  try {
    const { stdout } = await run(path, ["--version"], { timeout: TIMEOUT_MS, windowsHide: true });
    return /\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? (stdout.split("\n")[0] as string);
  } catch {
    return null;
  }
}
