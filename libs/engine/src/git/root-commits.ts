/** The first commits of a repository's history, which its clones have in common. */
import { EngineError } from "../errors.ts";
import { queryObjects } from "./objects.ts";

/**
 * Commits without parents that lead to the current one, ascending; empty if git cannot tell, as in a
 * repository without commits. Those of a shallow clone are where its history was cut. Reads the whole
 * history, which takes seconds for a million commits.
 */
export async function rootCommits(folder: string): Promise<readonly string[]> {
  try {
    const output = await queryObjects(folder, ["rev-list", "--max-parents=0", "HEAD"], {});
    return output
      .toString()
      .split("\n")
      .filter((line) => line !== "")
      .sort();
  } catch (error) {
    if (error instanceof EngineError) return [];
    throw error;
  }
}
