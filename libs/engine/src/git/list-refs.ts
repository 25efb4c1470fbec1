/** The branches and tags of a repository. */
import { LIMITS, type RefNames } from "@satori/contracts";
import { EngineError, throwIfAborted } from "../errors.ts";
import { queryObjects } from "./objects.ts";

/**
 * Names that `resolveRef` takes, in the orders of `RefNames`. Only names are read, no objects: a repository
 * may have 100,000 of them. Null outside a repository, or if git cannot be asked. Throws if the signal says
 * so.
 */
export async function listRefs(root: string, signal?: AbortSignal): Promise<RefNames | null> {
  const named = async (sort: string, ...kinds: readonly string[]): Promise<string[]> => {
    const list = ["for-each-ref", "--format=%(symref)%00%(refname)", `--sort=${sort}`];
    const which = [`--count=${LIMITS.maxRefNames}`, ...kinds];
    const printed = (await queryObjects(root, [...list, ...which], { signal })).toString();
    return (
      printed
        .split("\n")
        // Without those that stand for another one, which is listed too: `origin/HEAD`.
        .filter((line) => line.startsWith("\0"))
        .map((line) => line.replace(/^\0refs\/[^/]+\//, ""))
    );
  };
  try {
    const [branches, tags] = await Promise.all([
      named("refname", "refs/heads", "refs/remotes"),
      named("-version:refname", "refs/tags"),
    ]);
    return { branches, tags };
  } catch (error) {
    throwIfAborted(signal);
    if (error instanceof EngineError) return null;
    throw error;
  }
}
