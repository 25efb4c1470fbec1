/** External programs that Satori runs: their paths and versions. */
import { runBoundedChild } from "../../bounded-child.ts";
import { ripgrepPaths } from "../../text-search/ripgrep/ripgrep-path.ts";
import type { ProgramFact } from "../facts.ts";

const LIMITS = { wallMs: 5_000, cpuSeconds: 5, memoryBytes: 512 * 1024 * 1024, outputBytes: 64 * 1024 };

/** The ripgrep that text search would run; null if none works. */
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

/** The version in the first line of a program's output; null if it does not run. */
async function versionOf(path: string): Promise<string | null> {
  let output = "";
  try {
    const end = await runBoundedChild({
      command: path,
      args: ["--version"],
      limits: LIMITS,
      onOutput: (chunk) => void (output += chunk.toString()),
      onErrors: () => undefined,
    });
    if (end?.status !== 0) return null;
  } catch {
    return null;
  }
  return /\d+(?:\.\d+)+/.exec(output)?.[0] ?? (output.split("\n")[0] as string);
}
