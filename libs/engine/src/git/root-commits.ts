/** The first commits of a repository's history, which its clones have in common. */
import { runGit } from "./run-git.ts";

/** A large history takes a second or two. */
const TIMEOUT_MS = 5_000;

/**
 * Commits without parents that lead to the current one, ascending; empty if git cannot tell, as in a
 * repository without commits. Those of a shallow clone are where its history was cut.
 */
export async function rootCommits(folder: string): Promise<readonly string[]> {
  try {
    const output = await runGit(folder, ["rev-list", "--max-parents=0", "HEAD"], { timeoutMs: TIMEOUT_MS });
    return output
      .split("\n")
      .filter((line) => line !== "")
      .sort();
  } catch {
    return [];
  }
}
