/** What git knows about two commits: which files were renamed, and whether they have common history. */
import { isUtf8 } from "node:buffer";
import { EngineError } from "../errors.ts";
import { isShallow, queryObjects, requireRepository } from "./objects.ts";

export interface TwoCommits {
  readonly root: string;
  /** Ids. */
  readonly base: string;
  readonly head: string;
}

/**
 * Files that git takes for renamed, because their contents are equal or similar: old path by new path, both
 * relative to the root. Empty if git cannot compare the contents, as in a partial clone.
 */
export async function renamedFiles(
  { root, base, head }: TwoCommits,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const compare = ["diff-tree", "-r", "-z", "--find-renames", "--diff-filter=R", "--name-status"];
  const plain = ["--no-ext-diff", "--no-textconv", "--relative", "--ignore-submodules=all"];
  try {
    return renamesIn(await queryObjects(root, [...compare, ...plain, base, head], { signal }));
  } catch (error) {
    if (error instanceof EngineError && error.code === "GIT_FAILED") return new Map();
    throw error;
  }
}

/** Parses `R<SCORE><NUL>OLD<NUL>NEW<NUL>` entries. Pure. */
export function renamesIn(printed: Buffer): Map<string, string> {
  const renames = new Map<string, string>();
  if (!isUtf8(printed)) return renames;
  const parts = printed.toString().split("\0");
  for (let at = 0; at + 2 < parts.length; at += 3)
    renames.set((parts[at + 2] as string).normalize("NFC"), (parts[at + 1] as string).normalize("NFC"));
  return renames;
}

/** Whether two commits have a common ancestor; null in a shallow clone that has none. */
export async function haveCommonHistory(
  { root, base, head }: TwoCommits,
  signal?: AbortSignal,
): Promise<boolean | null> {
  const printed = await queryObjects(root, ["merge-base", base, head], { signal, allowed: [1] });
  if (printed.length > 0) return true;
  return isShallow(requireRepository(root)) ? null : false;
}
